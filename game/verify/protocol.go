package verify

import (
	"fmt"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// protocol goes through a log of PF1 once and notes the first fault of each
// kind. After a fault it goes on as if there were none, so that each kind of
// fault is named.
type protocol struct {
	*book
	told   []told
	until  int // lines that follow the protocol: all, but in a game taken over on its way
	faults map[string]Check

	proof  *fair.Proof
	fair   *fair.State // nil if the opening does not hold
	state  game.Fold
	luck   fair.Luck
	unseen bool       // the running draw's number of the server is not published yet
	blind  int        // throws of the running draw that may not be seen yet
	draw   *fair.Draw // the running draw; nil before the first
	at     int        // its first line
	count  fair.Count
	hashes []fair.Hash // of the header and of every line
	lock   *lock

	links, drawn, locks int // how many were in order
}

// follow makes the checks of the protocol.
func (b *book) follow() *protocol {
	p := &protocol{book: b, faults: map[string]Check{}, state: game.NewFold(&b.start)}
	for _, part := range []struct {
		name string
		do   func()
	}{{Lines, p.chain}, {Links, p.walk}} {
		if c := b.safely(part.name, func() Check { part.do(); return pass("") }); c.Result == Fail {
			p.faults[part.name] = c
		}
	}
	return p
}

// fault notes the first fault of a kind.
func (p *protocol) fault(name string, i int, format string, args ...any) {
	if _, ok := p.faults[name]; !ok {
		p.faults[name] = p.fail(uint32(i)+1, format, args...)
	}
}

// chain checks that each line has the hash of the one before it.
func (p *protocol) chain() {
	p.told, p.until = make([]told, len(p.lines)), len(p.lines)
	p.hashes = make([]fair.Hash, 1, len(p.lines)+1)
	for i, line := range p.lines {
		hidden := line.Type == "hidden"
		t, err := tell(line.JSON, hidden)
		if err != nil {
			p.fault(Lines, i, "the line cannot be read: %v", err)
		}
		p.told[i] = t
		if p.taken && err == nil && !hidden && t.Prev == nil {
			p.until = i
			return
		}
		if i == 0 && t.Proof != nil {
			p.hashes[0] = fair.LineHash([]byte(t.Proof.Header))
		}
		switch {
		case hidden && t.Hash == nil:
			p.fault(Lines, i, "the line is hidden and has no hash")
		case hidden:
		case t.Prev == nil:
			p.fault(Lines, i, "the line has no hash of the one before it")
		case *t.Prev != p.hashes[i]:
			p.fault(Lines, i, "the line does not follow the one before it: its hash is another one")
		}
		hash := fair.LineHash(line.JSON)
		if hidden && t.Hash != nil {
			hash = *t.Hash
		}
		p.hashes = append(p.hashes, hash)
	}
}

// hashAt is the hash of the line with the number, of the header for 0.
func (p *protocol) hashAt(seq uint32) fair.Hash {
	if int(seq) >= len(p.hashes) {
		return fair.Hash{}
	}
	return p.hashes[seq]
}

// walk goes through the events.
func (p *protocol) walk() {
	if len(p.told) == 0 && p.end.Status == game.InLobby {
		return
	}
	if len(p.told) == 0 || p.told[0].Proof == nil {
		p.fault(Opening, 0, "the log does not begin with anchors of the protocol")
		return
	}
	p.opening(p.told[0].Proof)
	if p.fair == nil {
		return
	}
	for i := range p.events[:min(p.until, len(p.events))] {
		e, t := &p.events[i], &p.told[i]
		switch e.Kind {
		case game.NoEvent:
			p.hiddenDraw(i, t.Draw)
		case game.RollLocked:
			p.locked(i, e)
		case game.SeatReanchored, game.ServerReanchored:
			p.reanchor(i, e, t)
		default:
			p.outcome(i, e, t.Draw)
		}
		if wire.Fold(&p.state, e) != nil {
			return // the log is not whole, which is reported elsewhere
		}
	}
	if i := len(p.events); p.lock != nil && p.lock.at == i-1 && i < len(p.lines) {
		if e, _, err := wire.Decode(p.st, p.lines[i].JSON); err == nil && game.BreaksLock(e.Kind) {
			p.fault(Locks, i, "something was done after the lock for draw %d, when its outcome could be known already", p.lock.ordinal)
		}
	}
}

func (p *protocol) reanchor(i int, e *game.Event, t *told) {
	switch {
	case t.Anchor == nil:
		p.fault(Links, i, "a new chain without an anchor")
	case e.Kind == game.ServerReanchored:
		p.fair.Renew(*t.Anchor)
		p.count.Renew()
	case t.Source != fair.Client && t.Source != fair.Server:
		p.fault(Links, i, "%q is no source of a chain", t.Source)
	case p.fair.Reanchor(e.Seat, t.Source, *t.Anchor) != nil:
		p.fault(Links, i, "seat %d cannot have a new chain", e.Seat)
	default:
		p.count.Reanchor(e.Seat)
	}
}

// check is the result of a kind of check: its first fault, nothing if the
// walk did not get there, or the sentence.
func (p *protocol) check(name, format string, args ...any) Check {
	c, bad := p.faults[name]
	switch {
	case bad:
	case len(p.lines) == 0 && p.end.Status == game.InLobby:
		c = none("the game has not begun")
	case p.fair == nil && name != Lines && name != Opening:
		c = none("not checked: there is no opening to go on from")
	case !p.whole && name != Lines && name != Opening:
		c = none("not checked to the end: the log is not whole")
	case p.until < len(p.lines) && name != Opening:
		c = none("up to event %d: "+format+"; then another server took the game over, which has no proof of its dice", append([]any{p.until}, args...)...)
	default:
		c = pass(format, args...)
	}
	c.Name = name
	return c
}

// checks lists the results, in the order of a report.
func (p *protocol) checks() []Check {
	var server string
	if p.fair != nil && p.fair.Unseen > 0 {
		server = fmt.Sprintf("; %d may not be seen yet", p.fair.Unseen)
	}
	var opened int
	if p.proof != nil {
		opened = len(p.proof.Opening)
	}
	return []Check{
		p.check(Lines, "%d lines, each with the hash of the one before; the last is %s", p.until, p.hashAt(uint32(p.until)).Fingerprint()),
		p.check(Opening, "%d seats had their anchors before the first throw, %d opened with a number of their own", p.start.NumSeats, opened),
		p.check(Links, "%d draws without a gap, each with the next number of its seat", p.links),
		p.check(Server, "each with the next number of the server%s", server),
		p.check(Locks, "%d draws of players' own numbers, nothing between lock and draw", p.locks),
		p.check(Draws, "%s; all %d throws, cards, tickets and deals are what the numbers give", p.summary(), p.drawn),
	}
}

// summary is the count in a line.
func (p *protocol) summary() string { return tallyText(p.tally()) }

func (p *protocol) tally() *Tally {
	t := &Tally{Count: p.count, MissedBy: map[game.Seat]int{}}
	for seat, n := range p.count.MissedBy {
		if n > 0 {
			t.MissedBy[game.Seat(seat)] = n
		}
	}
	return t
}

// String is the tally in a line, such as "312 draws: 287 two-party, 24 server,
// 1 missed (seat 3)".
func (t *Tally) String() string { return tallyText(t) }

func tallyText(t *Tally) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d draws: %d two-party, %d server", t.Draws, t.TwoParty, t.Server)
	if t.Doubtful > 0 {
		fmt.Fprintf(&b, " (%d after a new anchor)", t.Doubtful)
	}
	fmt.Fprintf(&b, ", %d missed", t.Missed)
	var seats []string
	for seat, n := range t.Count.MissedBy {
		switch {
		case n == 1:
			seats = append(seats, fmt.Sprintf("seat %d", seat))
		case n > 1:
			seats = append(seats, fmt.Sprintf("seat %d: %d", seat, n))
		}
	}
	if len(seats) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(seats, ", "))
	}
	return b.String()
}
