package table

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/problem"
)

// TalkRules is what a table has agreed on about its chat. The zero value lets
// those who sit there write and read, and keeps computer players quiet.
type TalkRules struct {
	Off      bool   `json:"off,omitempty"`      // nobody writes any more
	Watchers bool   `json:"watchers,omitempty"` // whoever may see the table may read along
	Bots     Banter `json:"bots,omitempty"`     // how often computer players write
}

// Banter says how often the computer players of a table write.
type Banter string

// The kinds of banter.
const (
	Quiet  Banter = ""       // never
	Rare   Banter = "rare"   // one message in ten minutes at most, whoever writes it
	Lively Banter = "lively" // one in a minute
)

// pause is how long the computer players of a table keep still after a message.
func (b Banter) pause() time.Duration {
	if b == Lively {
		return time.Minute
	}
	return 10 * time.Minute
}

// check refuses what is no rule.
func (r *TalkRules) check() error {
	switch r.Bots {
	case Quiet, Rare, Lively:
		return nil
	default:
		return &invalid.Error{Field: "chat_bots", Why: "unknown"}
	}
}

// What may be written, and how much of it.
const (
	MaxMessage = 500  // characters
	MaxNote    = 4000 // characters
	MaxWhy     = 500  // characters of what is said to a report

	keptMessages = 2000 // of a table; older ones go
	recalled     = 60   // of a table, in memory
	maxTower     = 4    // marks on one letter: more than any script needs would hide the lines around it

	takeBack   = 10 * time.Minute // in which an author may take his message back
	sayBurst   = 6                // messages of a person at a table at once
	sayEvery   = 5 * time.Second  // and one more in so long
	tableBurst = 40               // of all at a table
	tableEvery = time.Second
	tellBurst  = 10 // reports of a person
	tellEvery  = 10 * time.Minute
)

// TooSoon says that somebody writes more than the others can be expected to read.
type TooSoon struct {
	Wait time.Duration // after which it is his turn again
}

// Error tells how long to wait.
func (t *TooSoon) Error() string { return fmt.Sprintf("again in %v", t.Wait) }

// Problem says how long to wait.
func (t *TooSoon) Problem() problem.Problem { return problem.Problem{Code: "too_many", Wait: t.Wait} }

// bucket holds what somebody may write at once; it fills up again by and by.
type bucket struct {
	left float64
	at   time.Time
}

// take takes one out, or returns *TooSoon.
func (b *bucket) take(now time.Time, size int, every time.Duration) error {
	if b.at.IsZero() {
		b.left, b.at = float64(size), now
	}
	if now.After(b.at) {
		b.left = min(float64(size), b.left+float64(now.Sub(b.at))/float64(every))
	}
	b.at = now // a clock that was set back gives nothing and takes nothing
	if b.left < 1 {
		return &TooSoon{Wait: time.Duration((1 - b.left) * float64(every))}
	}
	b.left--
	return nil
}

// full reports whether the bucket is as good as new.
func (b *bucket) full(now time.Time, size int, every time.Duration) bool {
	return b.left+float64(now.Sub(b.at))/float64(every) >= float64(size)
}

// cleanMessage checks one line of chat: what is allowed in a name, at most
// MaxMessage characters. The error is *invalid.Error.
func cleanMessage(field, text string, limit int) (string, error) {
	text, err := account.CleanText(field, text, limit)
	if err != nil {
		return "", err
	}
	if towers(text) {
		return "", &invalid.Error{Field: field, Why: "characters"}
	}
	return text, nil
}

// towers reports whether so many marks stand on a letter that they reach into
// the lines around it.
func towers(text string) bool {
	marks := 0
	for _, r := range text {
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		} else if marks++; marks > maxTower {
			return true
		}
	}
	return false
}

// cleanNote checks a text of several lines. It may be empty.
func cleanNote(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", &invalid.Error{Field: "text", Why: "characters"}
	}
	text = strings.ReplaceAll(norm.NFC.String(text), "\r\n", "\n")
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r", "\n"))
	for _, r := range text {
		if r != '\n' && r != '\t' && account.Forbidden(r) {
			return "", &invalid.Error{Field: "text", Why: "characters"}
		}
	}
	switch {
	case towers(text):
		return "", &invalid.Error{Field: "text", Why: "characters"}
	case utf8.RuneCountInString(text) > MaxNote:
		return "", &invalid.Error{Field: "text", Why: "long"}
	}
	return text, nil
}

// SetTalk changes the rules of a table's chat, for its owner.
func (s *Service) SetTalk(ctx context.Context, id string, by account.PlayerID, rules TalkRules) (Snapshot, error) {
	if err := rules.check(); err != nil {
		return Snapshot{}, err
	}
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	if by == "" || v.g.Owner != by {
		return t.snapshot(v), ErrForbidden
	}
	if v.g.Talk == rules {
		return t.snapshot(v), nil
	}
	g := v.g.clone()
	g.Talk = rules
	next, err := t.save(ctx, v, g)
	if err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(next), nil
}

// MayRead reports whether somebody may read the chat of a table.
func (g *Game) MayRead(p account.PlayerID) bool { return g.Talk.Watchers || g.MayWrite(p) }

// MayWrite reports whether somebody belongs to those who talk at a table,
// whether or not its chat is switched on.
func (g *Game) MayWrite(p account.PlayerID) bool {
	return p != "" && (g.Owner == p || g.SeatOf(p) >= 0)
}
