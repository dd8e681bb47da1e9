package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// statuses is the one table from codes to answers; their sentences are in the
// catalogues. Codes that are not in it come from the rules of the game.
var statuses = byCode(map[int]string{
	http.StatusBadRequest:            "bad_encoding bad_key bad_request duplicate foreign malformed missing mistyped token_in_query two_ends unknown_move",
	http.StatusUnauthorized:          "unauthorized wrong_password",
	http.StatusForbidden:             "banned cross_origin left no_seat not_host not_yours out passkey_refused prove scope token_life unwelcome wrong_login",
	http.StatusNotFound:              "no_accounts no_address no_people not_found unknown_channel unknown_edition unknown_game unknown_link unknown_message unknown_mute unknown_order unknown_passkey unknown_person unknown_position unknown_recovery unknown_session unknown_token unknown_vote",
	http.StatusMethodNotAllowed:      "method",
	http.StatusConflict:              "changed chat_off colour_taken day_off finished full handed_over key_lost key_running last_way link login_taken no_chain no_device no_gift no_guest no_hints no_lock no_mail no_nudge no_passkeys not_alone not_asked not_finished not_paused not_started note_changed notices_off nudge_early nudged older opening other_account passkey_expired paused shared_tables stale started taken thinking token_taken too_late too_many_boards too_many_passkeys too_many_tokens too_soon unnamed_tables voting wrong_link",
	http.StatusGone:                  "sealed",
	http.StatusPreconditionFailed:    "precondition",
	http.StatusRequestEntityTooLarge: "too_large",
	http.StatusUnsupportedMediaType:  "media_type",
	http.StatusTooManyRequests:       "too_many",
	499:                              "gone",
	http.StatusInternalServerError:   "damaged file_damaged internal",
	http.StatusServiceUnavailable:    "busy closing disk_full file_gone locked many_logs read_only storage",
})

func byCode(codes map[int]string) map[string]int {
	all := map[string]int{}
	for status, list := range codes {
		for code := range strings.FieldsSeq(list) {
			all[code] = status
		}
	}
	return all
}

// statusOf is the status of a code.
func statusOf(code string) int {
	return cmp.Or(statuses[code], http.StatusUnprocessableEntity)
}

// AsError is the answer to an error. One without a code is a fault of the server;
// its cause goes to the log and nowhere else.
func AsError(err error) *Error {
	if f, ok := errors.AsType[*Error](err); ok {
		return f
	}
	if he, ok := errors.AsType[*echo.HTTPError](err); ok {
		return fromEcho(he)
	}
	if coded := decisive(err); coded != nil {
		return fromCoded(coded, err)
	}
	f := Fail("internal")
	if errors.Is(err, context.Canceled) {
		f = Fail("gone")
	}
	f.Cause = err
	return f
}

// decisive is the error with a code that decides the answer among all that an error
// wraps, nil if there is none. A fault of the server comes before a passing one, and
// that before a fault of the request, which may be right. Of several the innermost
// is the most specific.
func decisive(err error) (best problem.Coded) {
	weight := func(status int) int {
		switch {
		case status == http.StatusInternalServerError:
			return 2
		case status > http.StatusInternalServerError:
			return 1
		}
		return 0
	}
	most := 0
	for _, one := range problem.All(err) {
		if w := weight(statusOf(one.Problem().Code)); w >= most {
			best, most = one, w
		}
	}
	return best
}

// fromCoded is the answer to an error with a code that is, or is the cause of, err.
func fromCoded(coded problem.Coded, err error) *Error {
	p := coded.Problem()
	f := &Error{
		Status: statusOf(p.Code), Code: p.Code, Rule: p.Rule, Field: p.Field, Expect: p.Expect, Faults: p.Faults, expected: p.Next, Retry: p.Wait, Cause: err,
	}
	if f.Status == http.StatusNotFound && f.Field != "" {
		f.Status = http.StatusUnprocessableEntity // the address is right, the body names nothing
	}
	f.Words = text.Explain(coded)
	return f
}

// Named blames a field of the body for what was not found: the address is right, and the
// field names nothing. Other errors stay as they are.
func Named(field string, err error) error {
	if err == nil || AsError(err).Status != http.StatusNotFound {
		return err
	}
	f := *AsError(err)
	f.Status, f.Field = http.StatusUnprocessableEntity, field
	return &f
}

// NotReady is the answer of a server that cannot do its work, with the cause as
// its code.
func NotReady(err error) *Error {
	f := &Error{Status: http.StatusServiceUnavailable, Code: "busy", Retry: time.Second, Cause: err}
	if why := decisive(err); why != nil && statusOf(why.Problem().Code) >= http.StatusInternalServerError {
		f.Code = why.Problem().Code
	}
	return f
}

// fromEcho translates the router's errors.
func fromEcho(he *echo.HTTPError) *Error {
	switch he.Code {
	case http.StatusNotFound:
		return Fail("not_found")
	case http.StatusMethodNotAllowed:
		return Fail("method")
	case http.StatusRequestEntityTooLarge:
		return Fail("too_large")
	}
	if he.Code < http.StatusInternalServerError {
		return &Error{Status: he.Code, Code: "bad_request", Cause: he}
	}
	return &Error{Status: http.StatusInternalServerError, Code: "internal", Cause: he}
}

// handleError answers a request whose handler failed, in the requested format.
func (k *Kit) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	lang := LangOf(c)
	f := toStranger(c, AsError(err))
	h := c.Response().Header()
	if f.Retry > 0 {
		h.Set("Retry-After", f.RetryAfter())
	}
	f.challenge(h)
	k.LogRefusal(c, f)
	p := f.Problem(lang, text.Labels)
	if FormatOf(c.Request()) == FormatJSON {
		p = f.Problem(lang, text.Keys)
		f.addState(&p, h)
	}
	if err := k.sendProblem(c, p, lang, f.Unsent); err != nil {
		k.logUnanswered(c, err, p.Status)
	}
}

// toStranger tells a caller who has not shown who they are, or no longer does, how they
// could: else they would look for a seat.
func toStranger(c echo.Context, f *Error) *Error {
	if f.Code != "no_seat" || f.Words != nil || Viewer(c).ID != "" {
		return f
	}
	said, key := *f, "problem_field.no_seat_guest"
	if FormatOf(c.Request()) == FormatJSON {
		key = "problem_field.no_seat_stranger"
	}
	said.Words = text.Say(key)
	return &said
}

// sendProblem shows a problem: as a page, as a fragment or as problem+json.
func (k *Kit) sendProblem(c echo.Context, p Problem, lang string, unsent *page.Unsent) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	k.recognise(c)
	data := page.ErrorData{Status: p.Status, Code: p.Code, Detail: p.Detail, Back: backTo(c, p.Code), Unsent: unsent}
	if p.Code == "unknown_game" {
		data.Back = "" // there is no table to go back to
	}
	if p.Code == "sealed" {
		data.Export = page.ExportPath(c.Param("id"))
	}
	switch f := FormatOf(c.Request()); f {
	case FormatPage:
		return ReplyHTML(c, f, lang, p.Status, data.Page(k.Page(c)))
	case FormatFragment:
		return ReplyHTML(c, f, lang, p.Status, data.Fragment(k.Page(c)))
	default:
		Vary(c, VaryBy)
		return p.write(c.Response())
	}
}

// recognise identifies the caller where no route did, so that the page of an error
// greets its reader like every other page.
func (k *Kit) recognise(c echo.Context) {
	if InfoOf(c).identified || FormatOf(c.Request()) == FormatJSON {
		return
	}
	if p, err := k.Identify(c); err == nil {
		SetViewer(c, p)
	}
}

// backTo is where a page of an error leads: the table to which the address belongs,
// the account or My games for the viewer's own pages, where to ask for a new link
// instead of one that is no longer good, where to sign in for one that belongs to
// another account, or "" if nowhere.
func backTo(c echo.Context, code string) string {
	path := c.Request().URL.Path
	switch {
	case code == "other_account":
		return page.LoginNext(path)
	case strings.HasPrefix(path, page.AccountPath()+"/"):
		return page.AccountPath()
	case strings.HasPrefix(path, page.MePath()+"/"):
		return page.MePath()
	case code == "unknown_recovery":
		return page.RecoverPath()
	}
	rest, ok := strings.CutPrefix(path, page.GamePath(""))
	id, deeper, more := strings.Cut(rest, "/")
	if !ok || id == "" || !more || deeper == "" {
		return ""
	}
	return page.GamePath(id)
}

// LinkError is for a secret link that signs no one in.
func LinkError(err error) error {
	if errors.Is(err, storage.ErrNotFound) {
		return Fail("unknown_link")
	}
	return err
}
