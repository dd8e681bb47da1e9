package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// answer is the JSON of an error.
type answer struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"`
	Rule   string `json:"rule,omitempty"`
	Retry  string `json:"retry,omitempty"`
}

// failures are errors of the domain, and how they come wrapped.
func failures() map[string]error {
	all := map[string]error{
		"canceled": context.Canceled, "unknown": errors.New("something else"),
		"route": echo.ErrNotFound, "method": echo.ErrMethodNotAllowed, "large": echo.ErrStatusRequestEntityTooLarge, "teapot": echo.NewHTTPError(http.StatusTeapot), "echo": echo.ErrInternalServerError,
		"refused":    &table.Refused{Refusal: game.Refusal{Code: game.WrongPhase, Rule: game.RTrade3}},
		"seats":      &table.RefusedSeats{Refused: &table.Refused{Refusal: game.Refusal{Code: game.BadCount, Rule: game.RSetup1}}, Least: 2, Most: 6},
		"banker":     &table.RefusedSeats{Refused: &table.Refused{Refusal: game.Refusal{Code: game.BadConfig, Rule: game.RSetup1}}, Least: 2, Most: 6},
		"wrong link": &table.WrongLink{Expected: 7}, "shared": &table.Shared{}, "often": &account.TooOften{Wait: 90 * time.Second},
		"move":     &wire.Problem{Code: wire.UnknownMove, Detail: "There is no such move.", Field: "move", Status: http.StatusBadRequest},
		"amount":   &wire.Problem{Code: "amount", Rule: "R-AUCT-5", Detail: "The amount is negative.", Field: "amount", Status: http.StatusUnprocessableEntity},
		"scenario": &scenario.Unplayable{Reasons: []string{"one", "two"}},
		"edition":  &edition.Problems{List: []edition.Problem{{Place: "spaces[5].price", Rule: "R-BOARD-1", Text: "is missing"}}},
		"rulebook": &setup.Error{Code: game.BadConfig, Rule: game.RSetup1, Why: setup.NoSuchBook, Values: []string{"us"}},
		"option":   &setup.Error{Code: game.BadConfig, Rule: game.RSetup1, Why: setup.NotAFlag, Option: "short"},
	}
	for name, err := range map[string]error{
		"NotFound": storage.ErrNotFound, "NoSeat": table.ErrNoSeat, "Left": table.ErrLeft, "Out": table.ErrOut, "Forbidden": table.ErrForbidden, "Unwelcome": table.ErrUnwelcome,
		"Stale": table.ErrStale, "Conflict": storage.ErrConflict, "Changed": table.ErrChanged, "Precondition": table.ErrPrecondition, "NoPosition": table.ErrNoPosition,
		"Full": table.ErrFull, "Started": table.ErrStarted, "NotStarted": table.ErrNotStarted, "Finished": table.ErrFinished, "Sealed": table.ErrSealed,
		"Opening": table.ErrOpening, "NoLock": table.ErrNoLock, "NoChain": table.ErrNoChain, "Paused": table.ErrPaused, "NoOrder": table.ErrNoOrder,
		"Motion": table.ErrMotion, "NoMotion": table.ErrNoMotion, "NoPause": table.ErrNoPause, "Present": table.ErrPresent, "Taken": table.ErrTaken,
		"Tokens": account.ErrTokens, "Busy": storage.ErrBusy, "Closed": table.ErrClosed, "Internal": table.ErrInternal, "Storage": storage.ErrFailed,
		"Damaged": table.ErrDamaged, "Corrupt": storage.ErrCorrupt,
	} {
		all["table."+name] = fmt.Errorf("doing: %w", err)
	}
	for name, err := range map[string]error{"DiskFull": storage.ErrDiskFull, "ReadOnly": storage.ErrReadOnly, "Locked": storage.ErrLocked, "FileGone": storage.ErrFileGone, "Corrupt": storage.ErrCorrupt} {
		all["storage."+name] = fmt.Errorf("%w: writing: %w: %w", storage.ErrFailed, err, context.DeadlineExceeded)
	}
	all["damaged edition"] = fmt.Errorf("%w: %w", table.ErrDamaged, all["edition"])
	all["storage not found"] = fmt.Errorf("%w: %w", storage.ErrFailed, storage.ErrNotFound)
	for name, err := range map[string]error{
		"Wrong": account.ErrWrong, "Taken": account.ErrTaken, "Busy": account.ErrBusy, "NoMail": account.ErrNoMail, "NoWay": account.ErrNoWay, "Passkey": account.ErrPasskey,
		"Expired": account.ErrExpired, "Many": account.ErrMany, "LastWay": account.ErrLastWay, "Other": account.ErrOther,
		"login": &account.Invalid{Field: "login", Why: "short"}, "mail": &account.Invalid{Field: "mail", Why: "long"}, "password": &account.Invalid{Field: "password", Why: "common"},
	} {
		all["account."+name] = err
	}
	for name, err := range map[string]error{
		"Pace": timecontrol.ErrControl, "Kind": timecontrol.ErrKind, "Each": timecontrol.ErrEach, "Bank": timecontrol.ErrBank, "Notice": timecontrol.ErrNotice, "Vacation": timecontrol.ErrVacation, "Zone": timecontrol.ErrZone,
		"Quiet": timecontrol.ErrQuiet, "Days": timecontrol.ErrDays, "DayName": timecontrol.ErrDayName, "Clock": timecontrol.ErrClock,
		"LeavePast": timecontrol.ErrLeavePast, "LeaveOrder": timecontrol.ErrLeaveOrder, "LeaveTwice": timecontrol.ErrLeaveTwice, "LeaveCap": timecontrol.ErrLeaveCap, "LeaveFar": timecontrol.ErrLeaveFar, "NoLeave": timecontrol.ErrNoLeave,
	} {
		all["pace."+name] = &invalid.Error{Field: "clock", Why: "range", Err: err}
	}
	for _, one := range [][2]string{
		{"name", "empty"}, {"name", "reserved"}, {"title", "reserved"}, {"title", "long"}, {"edition", "unknown"}, {"players", "range"}, {"sandbox_of", "unknown"}, {"until", "range"},
		{"vote", "unknown"}, {"what", "unknown"}, {"about", "unknown"}, {"bots", "unknown"}, {"bot", "unknown"}, {"bots", "many"}, {"banker", "range"}, {"pace", "unknown"}, {"bot_pause", "range"},
	} {
		all["invalid "+one[0]+" "+one[1]] = &invalid.Error{Field: one[0], Why: one[1]}
	}
	for _, name := range []string{"scenario", "edition", "option"} {
		all["invalid with "+name] = &invalid.Error{Field: "scenario", Why: "unplayable", Err: all[name]}
	}
	return all
}

// The answers to the errors of the domain are a contract. With UPDATE=1 the test
// records them.
func TestErrorsKeepTheirAnswers(t *testing.T) {
	const file = "testdata/errors.json"
	got := map[string]answer{}
	for name, err := range failures() {
		f := web.AsError(err)
		p := f.Problem(text.English, text.Labels)
		a := answer{Status: f.Status, Code: f.Code, Title: p.Title, Detail: p.Detail, Field: f.Field, Rule: f.Rule}
		if f.Retry > 0 {
			a.Retry = f.RetryAfter()
		}
		got[name] = a
		if !errors.As(err, new(*echo.HTTPError)) {
			assert.ErrorIs(t, f, err, "the log is told the cause of %q", name)
		}
	}
	if os.Getenv("UPDATE") != "" {
		body, err := json.MarshalIndent(got, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, append(body, '\n'), 0o600))
	}
	body, err := os.ReadFile(file)
	require.NoError(t, err)
	want := map[string]answer{}
	require.NoError(t, json.Unmarshal(body, &want))
	for name := range want {
		assert.Equal(t, want[name], got[name], name)
	}
	assert.Len(t, got, len(want))
}
