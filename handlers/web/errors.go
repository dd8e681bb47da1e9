package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// AsError is the one table from errors to answers. What it does not know is
// a fault of the server; the cause goes to the log and nowhere else.
func AsError(err error) *Error {
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		return fromEcho(he)
	}
	if f := fromStorage(err); f != nil { // before its causes: the fault is not in what was sent
		return f
	}
	var p *wire.Problem
	if errors.As(err, &p) {
		return &Error{Status: p.Status, Code: p.Code, Rule: p.Rule, Detail: p.Detail, Field: p.Field, Cause: err}
	}
	if f := fromDocument(err); f != nil {
		return f
	}
	if f := fromAccount(err); f != nil {
		return f
	}
	if f := wrongLink(err); f != nil {
		return f
	}
	for _, known := range []struct {
		err    error
		status int
		code   string
	}{
		{storage.ErrNotFound, http.StatusNotFound, "unknown_game"},
		{table.ErrNoSeat, http.StatusForbidden, "no_seat"},
		{table.ErrLeft, http.StatusForbidden, "left"},
		{table.ErrForbidden, http.StatusForbidden, "not_host"},
		{table.ErrUnwelcome, http.StatusForbidden, "unwelcome"},
		{table.ErrStale, http.StatusConflict, "stale"},
		{storage.ErrConflict, http.StatusConflict, "stale"},
		{table.ErrChanged, http.StatusConflict, "changed"},
		{table.ErrPrecondition, http.StatusPreconditionFailed, "precondition"},
		{table.ErrNoPosition, http.StatusNotFound, "unknown_position"},
		{table.ErrFull, http.StatusConflict, "full"},
		{table.ErrStarted, http.StatusConflict, "started"},
		{table.ErrNotStarted, http.StatusConflict, "not_started"},
		{table.ErrFinished, http.StatusConflict, "finished"},
		{table.ErrSealed, http.StatusGone, "sealed"},
		{table.ErrOpening, http.StatusConflict, "opening"},
		{table.ErrNoLock, http.StatusConflict, "no_lock"},
		{table.ErrNoChain, http.StatusConflict, "no_chain"},
		{table.ErrPaused, http.StatusConflict, "paused"},
		{table.ErrNoOrder, http.StatusNotFound, "unknown_order"},
		{table.ErrMotion, http.StatusConflict, "voting"},
		{table.ErrNoMotion, http.StatusNotFound, "unknown_vote"},
		{table.ErrNoPause, http.StatusConflict, "not_paused"},
		{table.ErrPresent, http.StatusConflict, "too_soon"},
		{table.ErrTaken, http.StatusConflict, "taken"},
		{account.ErrTokens, http.StatusConflict, "too_many_tokens"},
		{storage.ErrBusy, http.StatusServiceUnavailable, "busy"},
		{table.ErrClosed, http.StatusServiceUnavailable, "closing"},
		{account.ErrWrong, http.StatusForbidden, "wrong_login"},
		{account.ErrTaken, http.StatusConflict, "login_taken"},
		{account.ErrBusy, http.StatusServiceUnavailable, "busy"},
		{account.ErrNoMail, http.StatusConflict, "no_mail"},
		{account.ErrNoWay, http.StatusConflict, "no_passkeys"},
		{account.ErrPasskey, http.StatusForbidden, "passkey_refused"},
		{account.ErrExpired, http.StatusConflict, "passkey_expired"},
		{account.ErrMany, http.StatusConflict, "too_many_passkeys"},
		{account.ErrLastWay, http.StatusConflict, "last_way"},
		{context.Canceled, 499, "gone"},
	} {
		if errors.Is(err, known.err) {
			f := &Error{Status: known.status, Code: known.code, Cause: err}
			if known.status == http.StatusServiceUnavailable {
				f.Retry = 1e9
			}
			return f
		}
	}
	return &Error{Status: http.StatusInternalServerError, Code: "internal", Cause: err}
}

// fromDocument translates what is wrong with a table, an edition or a scenario
// that somebody sent; nil if it is something else.
func fromDocument(err error) *Error {
	const status = http.StatusUnprocessableEntity
	var unplayable *scenario.Unplayable
	if errors.As(err, &unplayable) {
		return &Error{Status: status, Code: "bad_scenario", Field: "scenario", Faults: unplayable.Reasons, Cause: err}
	}
	var faults *edition.Problems
	if errors.As(err, &faults) {
		f := &Error{Status: status, Code: "bad_edition", Field: "edition", Rule: faults.Rule(), Cause: err}
		for _, one := range faults.List {
			f.Faults = append(f.Faults, one.String())
		}
		return f
	}
	var wrong *setup.Error
	if errors.As(err, &wrong) {
		return &Error{Status: status, Code: wire.CodeName(wrong.Code), Rule: wrong.Rule.String(), Field: configField(wrong), Detail: wrong.Detail, Cause: err}
	}
	var shared *table.Shared
	if errors.As(err, &shared) {
		return &Error{Status: http.StatusConflict, Code: "shared_tables", Cause: err}
	}
	var invalid *invalid.Error
	if errors.As(err, &invalid) {
		code := map[string]string{"name": "bad_name", "edition": "unknown_edition", "players": "count", "sandbox_of": "bad_scenario",
			"until": "bad_pause", "vote": "bad_vote", "what": "unknown_vote", "about": "unknown_vote"}[invalid.Field]
		switch {
		case invalid.Why == "reserved":
			code = "reserved_name"
		case code == "":
			code = "bad_setup"
		}
		expect := map[string]string{"bots unknown": ExpectPersona, "bot unknown": ExpectPersona, "bots many": ExpectFewBots, "banker range": ExpectOwnSeat,
			"pace unknown": ExpectPace}[invalid.Field+" "+invalid.Why]
		return &Error{Status: status, Code: code, Field: invalid.Field, Expect: expect, Cause: err}
	}
	return nil
}

// fromEcho translates what the router says.
func fromEcho(he *echo.HTTPError) *Error {
	switch he.Code {
	case http.StatusNotFound:
		return Fail(he.Code, "not_found")
	case http.StatusMethodNotAllowed:
		return Fail(he.Code, "method")
	case http.StatusRequestEntityTooLarge:
		return Fail(he.Code, "too_large")
	}
	if he.Code < http.StatusInternalServerError {
		return &Error{Status: he.Code, Code: "bad_request", Cause: he}
	}
	return &Error{Status: http.StatusInternalServerError, Code: "internal", Cause: he}
}

// AsErrorIn is asFailure with the sentence of a refusal in the reader's
// language, for people.
func AsErrorIn(err error, lang string) *Error { return asFailureAs(err, lang, text.Labels) }

// asFailureAs is asFailureIn for people or programs.
func asFailureAs(err error, lang string, as text.Naming) *Error {
	f := *AsError(err)
	if done := (*Error)(nil); errors.As(err, &done) || fromStorage(err) != nil {
		return &f
	}
	var refused *table.Refused
	if errors.As(err, &refused) {
		f = Error{Status: http.StatusUnprocessableEntity, Code: wire.CodeName(refused.Code), Rule: refused.Rule.String(), Cause: err}
		f.Detail = text.Refusal(lang, nil, &refused.Command, refused.Refusal)
	}
	var seats *table.RefusedSeats
	if errors.As(err, &seats) {
		f.Field = map[game.Code]string{game.BadConfig: "banker_only", game.BadCount: "players"}[seats.Code]
		f.Detail = text.Count(lang, seats.Code, seats.Least, seats.Most, as)
	}
	if errors.Is(err, timecontrol.ErrControl) {
		f = *paceError(err, lang)
	}
	if leave := leaveError(err, lang); leave != nil {
		f = *leave
	}
	var wrong *setup.Error
	if errors.As(err, &wrong) {
		f.Detail = text.Config(lang, wrong, as)
	}
	return &f
}

// configField is the field of a request for a new table that is to blame.
func configField(e *setup.Error) string {
	switch {
	case e.Option != "":
		return text.OptionField(e.Option)
	case e.Why == setup.NoSuchBook || e.Why == setup.WrongBoard:
		return "rulebook"
	}
	return ""
}

// NamingFor is what a face calls options and fields.
func NamingFor(f Format) text.Naming { return text.Naming(f == FormatJSON) }

// handleError answers a request whose handler failed, in the face it asked for.
func (k *Kit) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	lang := LangOf(c)
	f := asFailureAs(err, lang, NamingFor(FormatOf(c.Request())))
	h := c.Response().Header()
	if f.Retry > 0 {
		h.Set("Retry-After", f.RetryAfter())
	}
	f.challenge(h)
	k.LogRefusal(c, f)
	p := f.Problem(lang)
	if err := k.sendProblem(c, p, lang); err != nil {
		k.Logger.Error("answer an error", "error", err, "status", p.Status)
	}
}

// sendProblem shows a problem: as a page, as a fragment or as problem+json.
func (k *Kit) sendProblem(c echo.Context, p Problem, lang string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	k.recognise(c)
	data := views.ErrorData{Status: p.Status, Code: p.Code, Detail: p.Detail, Back: backTo(c)}
	if p.Code == "unknown_game" {
		data.Back = "" // there is no table to go back to
	}
	if p.Code == "sealed" {
		data.Export = views.ExportPath(c.Param("id"))
	}
	switch f := FormatOf(c.Request()); f {
	case FormatPage:
		return ReplyHTML(c, f, lang, p.Status, views.ErrorPage(k.Page(c), data))
	case FormatFragment:
		return ReplyHTML(c, f, lang, p.Status, views.ErrorFragment(k.Page(c), data))
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

// backTo is the table to which an address belongs, My Day for what belongs to
// somebody, or "" if neither.
func backTo(c echo.Context) string {
	if strings.HasPrefix(c.Request().URL.Path, views.MePath()+"/") {
		return views.MePath()
	}
	rest, ok := strings.CutPrefix(c.Request().URL.Path, views.GamePath(""))
	id, deeper, more := strings.Cut(rest, "/")
	if !ok || id == "" || !more || deeper == "" {
		return ""
	}
	return views.GamePath(id)
}

// LinkError is for a secret link that signs nobody in.
func LinkError(err error) error {
	if errors.Is(err, storage.ErrNotFound) {
		return Fail(http.StatusNotFound, "unknown_link")
	}
	return err
}

// paceError says what is wrong with a pace.
func paceError(err error, lang string) *Error {
	f := &Error{Status: http.StatusUnprocessableEntity, Code: "bad_pace", Field: "pace", Cause: err}
	for _, known := range []struct {
		err        error
		field, why string
	}{
		{timecontrol.ErrKind, "kind", "kind"},
		{timecontrol.ErrEach, "each", "each"},
		{timecontrol.ErrBank, "bank", "bank"},
		{timecontrol.ErrNotice, "notice", "notice"},
		{timecontrol.ErrVacation, "vacation", "vacation"},
		{timecontrol.ErrZone, "zone", "zone"},
		{timecontrol.ErrQuiet, "quiet_from", "quiet"},
		{timecontrol.ErrClock, "quiet_from", "clock"},
		{timecontrol.ErrDays, "days_off", "days"},
		{timecontrol.ErrDayName, "days_off", "day_name"},
	} {
		if errors.Is(err, known.err) {
			f.Field, f.Detail = PaceField+known.field, views.PaceWhy(lang, known.why)
		}
	}
	return f
}

// leaveError says why days cannot be taken off.
func leaveError(err error, lang string) *Error {
	f := &Error{Status: http.StatusUnprocessableEntity, Code: "bad_leave", Field: "days", Cause: err}
	for _, known := range []struct {
		err error
		why string
	}{
		{timecontrol.ErrLeavePast, "leave_past"}, {timecontrol.ErrLeaveOrder, "leave_order"}, {timecontrol.ErrLeaveTwice, "leave_twice"},
		{timecontrol.ErrLeaveCap, "leave_cap"}, {timecontrol.ErrLeaveFar, "leave_far"}, {timecontrol.ErrNoLeave, "leave_none"},
	} {
		if errors.Is(err, known.err) {
			f.Detail = views.PaceWhy(lang, known.why)
			return f
		}
	}
	return nil
}

// fromAccount translates what the accounts refuse with figures of its own; nil
// if it is something else.
func fromAccount(err error) *Error {
	var often *account.TooOften
	if errors.As(err, &often) {
		return &Error{Status: http.StatusTooManyRequests, Code: "too_many", Retry: often.Wait, Cause: err}
	}
	var invalid *account.Invalid
	if errors.As(err, &invalid) {
		return &Error{Status: http.StatusUnprocessableEntity, Code: "bad_" + invalid.Field, Field: invalid.Field, Cause: err}
	}
	return nil
}

// wrongLink is the answer to a number that is not the next one.
func wrongLink(err error) *Error {
	var wrong *table.WrongLink
	if !errors.As(err, &wrong) {
		return nil
	}
	return &Error{Status: http.StatusConflict, Code: "wrong_link", Field: "link", expected: wrong.Expected, Cause: err}
}

// PaceField names the members of a pace in failures.
const PaceField = "pace."
