package tables

import (
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// chatJSON is the chat of a table, or what has changed in it.
type chatJSON struct {
	Game     string        `json:"game"`
	Rules    talkRulesJSON `json:"rules"`
	MayWrite bool          `json:"may_write"`
	Cursor   uint64        `json:"cursor"` // ask with ?after= for what changes from here on
	More     bool          `json:"more"`
	Next     *string       `json:"next"` // where there is more
	Messages []messageJSON `json:"messages"`
}

// talkRulesJSON is what a table has agreed on about its chat.
type talkRulesJSON struct {
	Chat     bool   `json:"chat"`
	Watchers bool   `json:"watchers"`
	Bots     string `json:"bots" schema:"Banter"`
}

// quiet is how the rules are called under which computer players say nothing.
const quiet = "quiet"

func newTalkRules(r talk.Rules) talkRulesJSON {
	j := talkRulesJSON{!r.Off, r.Watchers, string(r.Bots)}
	if r.Bots == talk.Quiet {
		j.Bots = quiet
	}
	return j
}

// Unkept says that the rules come with the chat.
func (j talkRulesJSON) Unkept() {}

func (j talkRulesJSON) rules() talk.Rules {
	r := talk.Rules{Off: !j.Chat, Watchers: j.Watchers, Bots: talk.Banter(j.Bots)}
	if j.Bots == quiet {
		r.Bots = talk.Quiet
	}
	return r
}

// messageJSON is one message.
type messageJSON struct {
	Message   uint64     `json:"message"`
	Cursor    uint64     `json:"cursor"`
	At        time.Time  `json:"at"`
	Seat      *game.Seat `json:"seat"`
	Name      string     `json:"name"`
	Bot       *string    `json:"bot"`
	Text      *string    `json:"text"`          // null if it was removed or is muted
	Key       string     `json:"key,omitempty"` // what a computer player says, in any language
	Mine      bool       `json:"mine"`
	Muted     bool       `json:"muted"`
	Removed   *string    `json:"removed"`
	MayRemove bool       `json:"may_remove"`
}

func (s *Handler) chatJSON(c echo.Context, lang string, snap *table.Snapshot, talk *talk.Chat, forward bool) chatJSON {
	j := chatJSON{
		Game: snap.Meta.ID, Rules: newTalkRules(talk.Rules), MayWrite: talk.MayWrite, Cursor: talk.Rev, More: talk.More, Messages: []messageJSON{},
	}
	for i := range talk.List {
		j.Messages = append(j.Messages, s.messageJSON(c, lang, snap, talk, &talk.List[i]))
	}
	if n := len(talk.List); talk.More && n > 0 {
		next := page.WithQuery(page.ChatPath(snap.Meta.ID), page.QueryBefore, strconv.FormatUint(talk.List[0].ID, 10))
		if forward {
			j.Cursor = talk.List[n-1].Rev
			next = page.WithQuery(page.ChatPath(snap.Meta.ID), "after", strconv.FormatUint(j.Cursor, 10))
		}
		j.Next = &next
	}
	return j
}

func (s *Handler) messageJSON(c echo.Context, lang string, snap *table.Snapshot, talk *talk.Chat, m *talk.Message) messageJSON {
	line := s.chatLine(c, snap, talk, m)
	j := messageJSON{
		Message: m.ID, Cursor: m.Rev, At: m.At.UTC(), Seat: web.SeatOrNull(line.Seat), Name: m.Name, Mine: line.Mine, Muted: line.Muted, MayRemove: line.MayTake,
	}
	if m.Bot != "" {
		j.Bot, j.Key = &m.Bot, m.Text
	}
	switch {
	case m.Removed != "":
		by := string(m.Removed)
		j.Removed, j.Key = &by, ""
	case !line.Muted:
		words := tablepage.ChatWords(lang, snap.Setup, &line)
		j.Text = &words
	}
	return j
}
