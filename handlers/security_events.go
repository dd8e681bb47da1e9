package handlers

import (
	"log/slog"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
)

// What is written down about security. Names are the values of "event" in the
// log and of the label of the metric.
const (
	signedIn      = "signed_in"       // with how: name, link, password, passkey or recovery
	signedOut     = "signed_out"      // this browser, or by ending sessions, tokens and links
	waysChanged   = "ways_changed"    // password, passkey, link or token made or removed, address confirmed
	personEnded   = "person_ended"    // deleted himself, or became part of an account
	recoveryAsked = "recovery_asked"  // whether there is such an account or not
	signInRefused = "sign_in_refused" // a wrong secret of any kind
	refusedRight  = "refused"         // somebody may not do what he asked for
	suspicious    = "suspicious"      // no page of ours and no program of good will asks like this
	limited       = "limited"         // too often
	operatorIn    = "operator_signed_in"
)

// writtenOf is how much of what one address is refused is written down, of each
// kind of event.
var writtenOf = allowance{perMinute: 10, burst: 20}

// watched says of which refusals something is written down.
func watched(code string) (event string, level slog.Level) {
	switch code {
	case "wrong_login", "wrong_password", "passkey_refused", "passkey_expired", "unknown_recovery", "unknown_link":
		return signInRefused, slog.LevelWarn
	case "unauthorized", "scope", "prove", "no_seat", "not_host", "not_yours", "unwelcome", "banned":
		return refusedRight, slog.LevelInfo
	case "cross_origin", "token_in_query", "two_ends":
		return suspicious, slog.LevelWarn
	case "too_many":
		return limited, slog.LevelWarn
	}
	return "", 0
}

// record writes down something about security: what, to whom, in which request,
// and from where if the operator wants that. The id of a person opens nothing.
func (k *Kit) record(c echo.Context, event string, who table.PlayerID, more ...slog.Attr) {
	k.write(c, slog.LevelInfo, event, who, more...)
}

func (k *Kit) write(c echo.Context, level slog.Level, event string, who table.PlayerID, more ...slog.Attr) {
	k.Metrics.Security(event)
	attrs := append([]slog.Attr{
		slog.String("event", event), slog.String("id", requestID(c)), slog.String("method", known(c.Request().Method)), slog.String("route", c.Path()),
	}, more...)
	if who != "" {
		attrs = append(attrs, slog.String("person", string(who)))
	}
	if about := of(c).about; about != "" && about != who {
		attrs = append(attrs, slog.String("about", string(about)))
	}
	if k.LogAddresses {
		attrs = append(attrs, slog.String("from", c.RealIP()))
	}
	k.Logger.LogAttrs(c.Request().Context(), level, "security", attrs...)
}

// refusal writes down a refusal that concerns security. Of what one address is
// refused over and over only the beginning is written, so that nobody can fill
// the log; all of it is counted.
func (k *Kit) refusal(c echo.Context, f *failure) {
	event, level := watched(f.code)
	if event == "" || of(c).written {
		return
	}
	of(c).written = true
	slate := k.throttle.slate
	if slate.take(slate.key(uint8(numGates), event+" "+network(c.RealIP())), writtenOf, k.Now()) > 0 {
		k.Metrics.Security(event)
		return
	}
	k.write(c, level, event, viewer(c).ID, slog.String("code", f.code), slog.Int("status", f.status))
}

// wayChanged writes down that something that signs somebody in was made or ended.
func (k *Kit) wayChanged(c echo.Context, what string) {
	k.record(c, waysChanged, viewer(c).ID, slog.String("what", what))
}

// tidied tells a browser that somebody has left: what it keeps of our pages,
// and what they have stored there, goes. The device begins a new chain of numbers
// for the dice when he moves again.
func tidied(c echo.Context) {
	c.Response().Header().Set("Clear-Site-Data", `"cache", "storage"`)
}
