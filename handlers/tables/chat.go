package tables

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// How much of a chat is shown.
const (
	chatLines = 50 // on its own page, and to programs that do not say
	chatBrief = 4  // on the page of the table
)

// chatQuery is which part of a chat is wanted, and what its page says.
type chatQuery struct {
	After    *uint64 `query:"after" schema:",max=9007199254740991"`
	Before   uint64  `query:"before" schema:",max=9007199254740991"`
	Limit    int     `query:"limit" schema:",min=1,max=200"`
	Reported string  `query:"reported"`
	briefQuery
}

// briefQuery is whether only the last lines of a chat are shown.
type briefQuery struct {
	Brief string `query:"brief"`
}

// sayQuery is whose page a message is sent from, and what of the chat is answered.
type sayQuery struct {
	handQuery
	briefQuery
}

// showChat is the chat of a table: a page, a section of one, or JSON from a cursor on.
func (s *Handler) showChat(c echo.Context, q chatQuery) error {
	x, err := s.readChat(c, q)
	if err != nil {
		return err
	}
	return web.Respond(c, x)
}

// readChat reads the part of a chat that a request names.
func (s *Handler) readChat(c echo.Context, q chatQuery) (x chat, err error) {
	ctx, id := c.Request().Context(), c.Param("id")
	brief := q.Limit == 0 && q.Brief != "" && !web.IsProgram(c)
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return x, err
	}
	talk, err := s.Talk.Chat(ctx, id, web.Viewer(c).ID, q.span(brief))
	if err != nil {
		return x, err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	shown := s.chatOf(c, &snap, &talk)
	shown.Brief, shown.Past = brief, q.Before > 0
	x.ChatData = s.chatData(c, &snap, shown)
	x.Reported = q.Reported != ""
	x.json = func(lang string) chatJSON { return s.chatJSON(c, lang, &snap, &talk, q.After != nil) }
	return x, nil
}

// chat is the chat of a table as one of its readers sees it.
type chat struct {
	tablepage.ChatData
	json func(lang string) chatJSON
}

// JSON is the messages in a language.
func (x chat) JSON(lang string) any { return x.json(lang) }

// span is which part of a chat is wanted.
func (q *chatQuery) span(brief bool) talk.Span {
	span := talk.Span{After: q.After, Before: q.Before, Limit: cmp.Or(q.Limit, chatLines)}
	if brief {
		span.Limit = chatBrief
	}
	return span
}

// chatOf is a chat as pages show it.
func (s *Handler) chatOf(c echo.Context, snap *table.Snapshot, talk *talk.Chat) tablepage.Chat {
	x := tablepage.Chat{
		Off: talk.Rules.Off, Watchers: talk.Rules.Watchers, Bots: string(talk.Rules.Bots), MayWrite: talk.MayWrite, Rev: talk.Rev,
	}
	for i := range talk.List {
		x.Lines = append(x.Lines, s.chatLine(c, snap, talk, &talk.List[i]))
	}
	if talk.More && len(talk.List) > 0 {
		x.Earlier = talk.List[0].ID
	}
	return x
}

func (s *Handler) chatLine(c echo.Context, snap *table.Snapshot, talk *talk.Chat, m *talk.Message) tablepage.ChatLine {
	me := web.Viewer(c).ID
	line := tablepage.ChatLine{
		ID: m.ID, At: m.At, Seat: m.Seat, Name: m.Name, Bot: m.Bot, Text: m.Text, About: m.About, Removed: string(m.Removed),
		Mine: me != "" && m.Player == me, Muted: m.Player != "" && talk.Muted[m.Player], MayTake: s.Talk.MayTakeBack(snap.Meta.Owner, me, m),
	}
	if m.Player != "" {
		line.Seat = snap.SeatOf(m.Player) // people move up in the waiting room
	}
	return line
}

func (s *Handler) chatData(c echo.Context, snap *table.Snapshot, chat tablepage.Chat) tablepage.ChatData {
	return tablepage.ChatData{
		ID: snap.Meta.ID, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Viewer: snap.SeatOf(web.Viewer(c).ID),
		Owner: isOwner(snap.Meta, web.Viewer(c).ID), Chat: chat, Now: s.Now(), Seats: seatNames(snap),
	}
}

// seatNames is who sits where, for pages beside a table.
func seatNames(snap *table.Snapshot) []tablepage.Seat {
	list := make([]tablepage.Seat, 0, len(snap.Seats))
	for _, one := range snap.Seats {
		list = append(list, tablepage.Seat{Name: one.Name, Player: string(one.Player), Bot: one.Bot, Look: one.Chosen})
	}
	return list
}

// addChat adds the last lines of the chat to the page of a table, for those
// who may read it.
func (s *Handler) addChat(c echo.Context, snap *table.Snapshot, d *tablepage.TableData) error {
	me := web.Viewer(c).ID
	if !snap.Meta.MayRead(me) {
		return nil
	}
	talk, err := s.Talk.Chat(c.Request().Context(), snap.Meta.ID, me, talk.Span{Limit: chatBrief})
	if err != nil {
		return err
	}
	chat := s.chatOf(c, snap, &talk)
	chat.Brief = true
	d.Chat = &chat
	return nil
}

// newMessage is something to be said.
type newMessage struct {
	Text string `json:"text" schema:",required,maxlen=500"`
}

// postChat says something.
func (s *Handler) postChat(c echo.Context, q sayQuery) error {
	ctx, id := c.Request().Context(), c.Param("id")
	me, done, err := web.RequireViewer(c, page.ChatPath(id))
	if done {
		return err
	}
	if err := q.check(c); err != nil {
		return err
	}
	var say newMessage
	_, err = web.ReadInto(c, &say, func(f url.Values) error { say.Text = f.Get("text"); return nil })
	if err != nil {
		return err
	}
	m, err := s.Talk.Say(ctx, id, me.ID, say.Text)
	if err != nil {
		return s.notSaid(c, say.Text, q.briefQuery, err)
	}
	to := page.ChatPath(id) + "#f-say"
	if q.Brief != "" {
		to = page.GamePath(id) + "#chat"
	}
	return web.Changed(c, web.Change{
		To: to, Status: http.StatusCreated,
		Fragment: func() (web.Model, error) { return s.readChat(c, chatQuery{briefQuery: q.briefQuery}) },
		JSON: func() (any, error) {
			snap, err := s.Tables.Snapshot(ctx, id)
			c.Response().Header().Set("Cache-Control", "no-store")
			return said{func(lang string) messageJSON { return s.messageJSON(c, lang, &snap, &talk.Chat{}, &m) }}, err
		},
	})
}

// said is one message.
type said struct {
	json func(lang string) messageJSON
}

// JSON is the message in a language.
func (x said) JSON(lang string) any { return x.json(lang) }

// notSaid shows the chat again with the words that could not be said.
func (s *Handler) notSaid(c echo.Context, text string, q briefQuery, cause error) error {
	return web.Refused(c, talkFailure(cause), func(f *web.Error, p *page.Problem) (web.Model, error) {
		if f.Status == http.StatusForbidden || f.Status == http.StatusNotFound {
			return nil, f
		}
		x, err := s.readChat(c, chatQuery{briefQuery: q})
		x.Chat.Problem, x.Chat.Typed = p, text
		return x, err
	})
}

// talkFailure is what is wrong with a message, a note or a mute.
func talkFailure(err error) *web.Error {
	f := web.AsError(err)
	if invalid, ok := errors.AsType[*invalid.Error](err); ok {
		f = web.Blame("bad_text", invalid.Field)
		f.Cause = err
		switch invalid.Why {
		case "empty":
			f.Words = text.Say("problem_field.text_empty")
		case "long":
			f.Words = text.Say("problem_field.text_long", "Max", strconv.Itoa(invalid.Most))
		case "characters":
			f.Words = text.Say("problem_field.text_characters")
		}
	}
	return f
}

// act is something done about a message.
type act func(ctx context.Context, id string, me account.PlayerID, n uint64) error

// aboutMessage does something about one message for somebody known, and shows
// the chat again.
func (s *Handler) aboutMessage(c echo.Context, do act) error {
	return s.doAbout(c, page.ChatPath(c.Param("id")), do)
}

func (s *Handler) doAbout(c echo.Context, next string, do act) error {
	id := c.Param("id")
	me, done, err := web.RequireViewer(c, page.ChatPath(id))
	if done {
		return err
	}
	n, err := strconv.ParseUint(c.Param("message"), 10, 53)
	if err != nil {
		return web.Fail("unknown_message")
	}
	if err := do(c.Request().Context(), id, me.ID, n); err != nil {
		return talkFailure(err)
	}
	return web.Changed(c, web.Change{To: next + "#msg" + strconv.FormatUint(n, 10)})
}

// deleteMessage takes the words of a message away.
func (s *Handler) deleteMessage(c echo.Context) error {
	return s.aboutMessage(c, s.Talk.TakeBack)
}

// postMute keeps the author of a message from the asker.
func (s *Handler) postMute(c echo.Context) error { return s.aboutMessage(c, s.Talk.Mute) }

// newReport is why the operator shall look at a message.
type newReport struct {
	Why string `json:"why" schema:",maxlen=500"`
}

// postReport asks the operator to look at a message.
func (s *Handler) postReport(c echo.Context) error {
	var report newReport
	if _, err := web.ReadInto(c, &report, func(f url.Values) error { report.Why = f.Get("why"); return nil }); err != nil {
		return err
	}
	return s.doAbout(c, page.WithQuery(page.ChatPath(c.Param("id")), page.QueryReported, "1"), func(ctx context.Context, id string, me account.PlayerID, n uint64) error {
		return s.Talk.Report(ctx, id, me, n, report.Why)
	})
}

// postChatRules changes the rules of a chat, for the owner of the table.
func (s *Handler) postChatRules(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	me, done, err := web.RequireViewer(c, page.ChatPath(id))
	if done {
		return err
	}
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	want := newTalkRules(snap.Meta.Talk)
	err = b.Into(&want, func(f url.Values) error {
		want = talkRulesJSON{web.ParseBool(f.Get("chat")), web.ParseBool(f.Get("watchers")), f.Get("bots")}
		return nil
	})
	if err != nil {
		return err
	}
	if snap, err = s.Tables.SetTalk(ctx, id, me.ID, want.rules()); err != nil {
		return err
	}
	return web.Changed(c, web.Change{To: page.ChatPath(id), JSON: func() (any, error) { return newTalkRules(snap.Meta.Talk), nil }})
}
