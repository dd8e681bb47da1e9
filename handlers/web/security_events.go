package web

import (
	"log/slog"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
)

// The security events that are logged. Names are the values of "event" in the
// log and of the label of the metric.
const (
	SignedIn      = "signed_in"       // with how: name, link, password, passkey or recovery
	SignedOut     = "signed_out"      // this browser, or by ending sessions, tokens and links
	waysChanged   = "ways_changed"    // password, passkey, link or token made or removed, address confirmed
	PersonEnded   = "person_ended"    // deleted their account, or became part of another
	RecoveryAsked = "recovery_asked"  // whether there is such an account or not
	signInRefused = "sign_in_refused" // a wrong secret of any kind
	refusedRight  = "refused"         // a player may not do what they requested
	suspicious    = "suspicious"      // no page of ours and no program of good will sends such a request
	limited       = "limited"         // too often
	OperatorIn    = "operator_signed_in"
)

// writtenOf limits how many refusals of one address are logged, of each
// kind of event.
var writtenOf = rate{perMinute: 10, burst: 20}

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

// LogSecurity logs a security event: its kind, the player, the request,
// and the address if the operator wants that. The id of a player grants no access.
func (k *Kit) LogSecurity(c echo.Context, event string, who account.PlayerID, more ...slog.Attr) {
	k.logSecurity(c, slog.LevelInfo, event, who, more...)
}

func (k *Kit) logSecurity(c echo.Context, level slog.Level, event string, who account.PlayerID, more ...slog.Attr) {
	k.Metrics.Security(event)
	attrs := append([]slog.Attr{
		slog.String("event", event), slog.String("id", RequestID(c)), slog.String("method", known(c.Request().Method)), slog.String("route", c.Path()),
	}, more...)
	if who != "" {
		attrs = append(attrs, slog.String("person", string(who)))
	}
	if about := InfoOf(c).About; about != "" && about != who {
		attrs = append(attrs, slog.String("about", string(about)))
	}
	if k.LogAddresses {
		attrs = append(attrs, slog.String("from", c.RealIP()))
	}
	k.Logger.LogAttrs(c.Request().Context(), level, "security", attrs...)
}

// LogRefusal logs a refusal that concerns security. Of an address that is
// refused over and over only the first refusals are logged, so that the log
// cannot be filled; all of them are counted.
func (k *Kit) LogRefusal(c echo.Context, f *Error) {
	event, level := watched(f.Code)
	if event == "" || InfoOf(c).logged {
		return
	}
	InfoOf(c).logged = true
	buckets := k.Limiter.buckets
	if buckets.take(buckets.key(uint8(numLimits), event+" "+NetworkOf(c.RealIP())), writtenOf, k.Now()) > 0 {
		k.Metrics.Security(event)
		return
	}
	k.logSecurity(c, level, event, Viewer(c).ID, slog.String("code", f.Code), slog.Int("status", f.Status))
}

// LogSignInChange logs that a means of signing in was made or ended.
func (k *Kit) LogSignInChange(c echo.Context, what string) {
	k.LogSecurity(c, waysChanged, Viewer(c).ID, slog.String("what", what))
}

// ClearSiteData tells a browser to drop its data when a player leaves: its cache of our
// pages, and their storage. The device begins a new chain of numbers
// for the dice when the player moves again.
func ClearSiteData(c echo.Context) {
	c.Response().Header().Set("Clear-Site-Data", `"cache", "storage"`)
}
