package admin

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/adminpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// adminReply shows the operator something, as JSON or as a page.
func adminReply(c echo.Context, v any, page web.Model) error {
	return web.Choose(c, func() (any, error) { return v, nil }, func() (web.Model, error) { return page, nil })
}

// act is a line of the book about this request.
func (s *Handler) act(c echo.Context, what string) operator.Act {
	return operator.Act{At: s.Now().UTC().Truncate(time.Millisecond), What: what, From: c.RealIP()}
}

// reasoned is a body that says why.
type reasoned struct {
	Reason string `json:"reason"`
}

// postAdminClose closes a table: a running game ends without a winner and keeps
// its log, a table that has not begun is removed, and one that cannot be read
// waits for no player any more.
func (s *Handler) postAdminClose(c echo.Context) error {
	var want reasoned
	if _, err := web.ReadInto(c, &want, func(f url.Values) error { want.Reason = f.Get("reason"); return nil }); err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	err := s.Operator.Do(ctx, "close", id, clip(want.Reason), c.RealIP(), func() error {
		_, err := s.Tables.Abandon(ctx, id, "")
		if table.Unreadable(err) {
			return s.Tables.Seal(ctx, id)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.adminDone(c, page.AdminTablesPath())
}

// clip keeps a note to its length, and to characters that can be seen.
func clip(note string) string {
	r := slices.DeleteFunc([]rune(strings.Join(strings.Fields(note), " ")), func(r rune) bool { return !unicode.IsPrint(r) })
	return string(r[:min(len(r), operator.MaxReason)])
}

// postAdminSignOut ends all sessions and tokens of a person.
func (s *Handler) postAdminSignOut(c echo.Context) error {
	if _, err := web.ReadInto(c, &struct{}{}, web.NoFields); err != nil {
		return err
	}
	id := account.PlayerID(c.Param("id"))
	defer s.Auth.ForgetCaller(id)
	err := s.Operator.End(c.Request().Context(), id, c.RealIP())
	if errors.Is(err, storage.ErrNotFound) {
		err = web.Fail("not_found")
	}
	if err != nil {
		return err
	}
	return s.adminDone(c, page.AdminPeoplePath())
}

// settlement is how a report is settled.
type settlement struct {
	Note   string `json:"note" schema:"string"`
	Remove bool   `json:"remove"`
}

// postAdminReport settles a report, and takes the message away if wanted.
func (s *Handler) postAdminReport(c echo.Context) error {
	var want settlement
	_, err := web.ReadInto(c, &want, func(f url.Values) error {
		want.Note, want.Remove = f.Get("note"), web.ParseBool(f.Get("remove"))
		return nil
	})
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if _, err := talk.CleanSettlement(want.Note); err != nil { // before the message is gone
		return s.reportRefused(c, &want, adminInvalid(err))
	}
	what := "settle_report"
	if want.Remove {
		what = "remove_message"
	}
	err = s.Operator.Do(ctx, what, id, clip(want.Note), c.RealIP(), func() error {
		if want.Remove {
			if err := s.removeReported(ctx, id); err != nil {
				return err
			}
		}
		return s.Talk.SettleReport(ctx, id, want.Note)
	})
	if errors.Is(err, storage.ErrNotFound) {
		err = web.Fail("not_found")
	}
	if err != nil {
		return err
	}
	return s.adminDone(c, page.AdminReportsPath())
}

// reportRefused shows the report that could not be settled, with what was typed.
func (s *Handler) reportRefused(c echo.Context, want *settlement, err error) error {
	return adminRefused(c, err, func(p *page.Problem) (web.Model, error) {
		found, err := s.Talk.Reports(c.Request().Context(), talk.ReportFilter{ID: c.Param("id")})
		if err == nil && len(found) == 0 {
			err = web.Fail("not_found")
		}
		_, rows := adminReports(found)
		return adminpage.AdminReports{Rows: rows, Note: want.Note, Remove: want.Remove, Problem: p}, err
	})
}

// adminRefused shows a form of the operator's again, with what is wrong: the field is
// named as its label does.
func adminRefused(c echo.Context, err error, again func(p *page.Problem) (web.Model, error)) error {
	f := *web.AsError(err)
	if label := adminpage.FieldLabel(web.LangOf(c), f.Field); label != "" && !web.IsProgram(c) {
		f.Field = label
	}
	return web.Refused(c, &f, func(_ *web.Error, p *page.Problem) (web.Model, error) { return again(p) })
}

// removeReported takes the reported message away; one that is gone is fine.
func (s *Handler) removeReported(ctx context.Context, id string) error {
	found, err := s.Talk.Reports(ctx, talk.ReportFilter{ID: id})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return storage.ErrNotFound
	}
	err = s.Talk.RemoveMessage(ctx, found[0].Game, found[0].Message, talk.ByOperator)
	if errors.Is(err, talk.ErrNoMessage) || errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// newBan is a request to ban a player or an address.
type newBan struct {
	Player  string `json:"player"`
	Address string `json:"address"`
	Reason  string `json:"reason" schema:",required"`
	Days    *int   `json:"days" schema:",null,min=1,max=3650"` // until it ends; null or left out: until it is lifted
}

// postAdminBan bans a person or an address.
func (s *Handler) postAdminBan(c echo.Context) error {
	var want newBan
	body, err := web.ReadInto(c, &want, func(f url.Values) (err error) {
		want.Player, want.Address, want.Reason = strings.TrimSpace(f.Get("player")), strings.TrimSpace(f.Get("address")), f.Get("reason")
		want.Days, err = auth.DaysOf(f)
		return err
	})
	var b operator.Ban
	if err == nil {
		b, err = s.newBan(c, &want)
	}
	switch {
	case err != nil:
		return adminRefused(c, err, func(p *page.Problem) (web.Model, error) {
			_, d, err := s.bans(c)
			d.Typed, d.Problem = body.Form, p
			return d, err
		})
	case web.IsProgram(c):
		return web.ReplyJSON(c, http.StatusCreated, newBanJSON(&b, s.Now()))
	}
	return web.Redirect(c, page.AdminBansPath())
}

// newBan makes the ban that is asked for.
func (s *Handler) newBan(c echo.Context, want *newBan) (operator.Ban, error) {
	b, err := s.ban(want)
	if err != nil {
		return b, err
	}
	b, err = s.Operator.Ban(c.Request().Context(), b, c.RealIP())
	if errors.Is(err, storage.ErrNotFound) {
		f := web.Blame("not_found", "player")
		f.Status = http.StatusUnprocessableEntity // the address is right
		f.Words = text.Say("problem_field.no_such_player", "ID", want.Player)
		return b, f
	}
	return b, adminInvalid(err)
}

// ban is the ban that is asked for: of a player or of an address.
func (s *Handler) ban(want *newBan) (b operator.Ban, err error) {
	b = operator.Ban{Player: account.PlayerID(want.Player), Reason: want.Reason}
	switch {
	case want.Player == "" && want.Address == "":
		f := web.Blame("missing", "player")
		f.Words = text.Say("problem_field.ban_whom")
		return b, f.OnPages("admin.ban_whom")
	case want.Player != "" && want.Address != "":
		f := web.Blame("mistyped", "address")
		f.Words = text.Say("problem_field.ban_one")
		return b, f
	case want.Address != "":
		var ok bool
		if b.Net, ok = operator.ParseNet(want.Address); !ok {
			return b, web.Mistyped("address", web.ExpectNet)
		}
	}
	b.Until, err = s.inDays(want.Days)
	return b, err
}

// inDays is a moment in so many days; the zero time for nil.
func (s *Handler) inDays(days *int) (time.Time, error) {
	if days == nil {
		return time.Time{}, nil
	}
	if *days < 1 || *days > auth.MaxTokenDays {
		return time.Time{}, web.Mistyped("days", web.ExpectDays)
	}
	return s.Now().UTC().AddDate(0, 0, *days).Truncate(time.Millisecond), nil
}

// adminInvalid names the field of a text that cannot be used.
func adminInvalid(err error) error {
	wrong, ok := errors.AsType[*invalid.Error](err)
	if !ok {
		return err
	}
	field, expect := wrong.Field, web.ExpectReason
	switch field {
	case "announcement":
		field, expect = "texts", web.ExpectNews
	case "note":
		expect = web.ExpectNote
	}
	if wrong.Why == "empty" {
		return web.Blame("missing", field)
	}
	return web.Mistyped(field, expect)
}

// postAdminLift ends a ban.
func (s *Handler) postAdminLift(c echo.Context) error {
	if _, err := web.ReadInto(c, &struct{}{}, web.NoFields); err != nil {
		return err
	}
	err := s.Operator.Lift(c.Request().Context(), c.Param("id"), c.RealIP())
	if errors.Is(err, storage.ErrNotFound) {
		return web.Fail("not_found")
	}
	if err != nil {
		return err
	}
	return s.adminDone(c, page.AdminBansPath())
}

// newAnnouncement is the announcement for every page, by language.
type newAnnouncement struct {
	Texts map[string]string `json:"texts" schema:",required"`
	Days  *int              `json:"days" schema:",null,min=1,max=3650"`
}

// postAdminSay puts an announcement on every page; without texts it is taken away.
func (s *Handler) postAdminSay(c echo.Context) error {
	var want newAnnouncement
	body, err := web.ReadInto(c, &want, func(f url.Values) (err error) {
		want.Texts = map[string]string{}
		for _, lang := range text.Langs() {
			want.Texts[lang] = f.Get("text_" + lang)
		}
		want.Days, err = auth.DaysOf(f)
		return err
	})
	if err == nil {
		err = s.say(c, &want)
	}
	if err != nil {
		return adminRefused(c, err, func(p *page.Problem) (web.Model, error) {
			d, err := s.overview(c)
			d.Typed, d.Problem = body.Form, p
			return d, err
		})
	}
	return s.adminDone(c, page.AdminPath())
}

// say puts up the announcement that is asked for.
func (s *Handler) say(c echo.Context, want *newAnnouncement) (err error) {
	if want.Texts == nil {
		return web.Blame("missing", "texts")
	}
	for lang := range want.Texts {
		if text.For(lang).Lang() != lang {
			return web.Mistyped("texts", web.ExpectObject)
		}
	}
	a := operator.Announcement{Texts: want.Texts}
	if a.Until, err = s.inDays(want.Days); err != nil {
		return err
	}
	return adminInvalid(s.Operator.Say(c.Request().Context(), a, c.RealIP()))
}
