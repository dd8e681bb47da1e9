package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
)

// Limits keep one address, one player or one table from taking everything.
// Zero switches off the limits that depend on it.
type Limits struct {
	Requests  float64 // requests of an address a second, in the long run
	Creations float64 // players, tables and editions an address may create a minute, in the long run
	Burst     int     // the largest burst of them
	Moves     float64 // moves of a player a second, in the long run
	Streams   int     // live streams of one address at a time
	PerPlayer int     // live streams of one player at a time
	PerTable  int     // live streams of one table at a time
	Conns     int     // connections of one address at a time
	Local     bool    // programs on the server's own machine are counted like others
}

// DefaultLimits let a school behind one address play as fast as it can, and
// stop a script that fills the disk.
func DefaultLimits() Limits {
	return Limits{Requests: 300, Creations: 120, Burst: 1000, Moves: 100, Streams: 500, PerPlayer: 20, PerTable: 5000, Conns: 2000}
}

// Limit is one thing that is counted.
type Limit uint8

// The things that are counted; those with a capital letter are taken by the areas.
const (
	limitRequests Limit = iota
	LimitCreations
	limitUploads
	limitGuesses
	LimitOperator
	LimitJoins
	LimitMoves
	LimitTrades
	LimitLoops
	limitChanges
	limitTableMoves
	limitTableChanges
	numLimits
)

// catchUp is the largest burst, in seconds of the long run.
const catchUp = 20

// rates are the rates of all limits that have one.
func (l Limits) rates() [numLimits]rate {
	perSecond := func(n float64) rate { return rate{n * 60, int(n * catchUp)} }
	return [numLimits]rate{
		limitRequests:     perSecond(l.Requests),
		LimitCreations:    {l.Creations, l.Burst},
		limitUploads:      {l.Creations / 4, l.Burst / 4},
		limitGuesses:      {l.Creations, l.Burst / 4},
		LimitOperator:     {6, 10}, // whatever else is let through
		LimitJoins:        {l.Creations, l.Burst},
		LimitMoves:        perSecond(l.Moves),
		LimitTrades:       perSecond(l.Moves / 10),
		LimitLoops:        {l.Moves * 3 / 10, int(l.Moves * 2)},
		limitChanges:      perSecond(l.Moves / 10),
		limitTableMoves:   perSecond(l.Moves * 4),
		limitTableChanges: perSecond(l.Moves / 5),
	}
}

// Limited is one line of the table of limits.
type Limited struct {
	What      string  // the things counted
	By        string  // address, player or table
	PerMinute float64 // in the long run; 0 for a number open at the same time
	AtOnce    int
	Setting   string // the flag it hangs on
	Key       string // names What in the catalogues
}

// Table lists every limit there is.
func (l Limits) Table() []Limited {
	a := l.rates()
	line := func(g Limit, key, what, by, setting string) Limited {
		return Limited{what, by, a[g].perMinute, a[g].burst, setting, key}
	}
	return []Limited{
		line(limitRequests, "requests", "requests of any kind, but for files and the operators' addresses", "address", "requests"),
		line(LimitCreations, "creations", "players, tables, boards and secret links made", "address", "rate"),
		line(limitUploads, "uploads", "boards and positions sent", "address", "rate"),
		line(limitGuesses, "guesses", "tokens and secret links that are none", "address", "rate"),
		line(LimitOperator, "operator", "passwords of the operator that are wrong", "address", "admin-password"),
		line(LimitJoins, "joins", "seats taken", "player", "rate"),
		line(LimitMoves, "moves", "moves", "player", "moves"),
		line(LimitTrades, "trades", "trades proposed", "player", "moves"),
		line(LimitLoops, "loops", "trades, mortgages, buildings, leaving and coming back at one table", "player", "moves"),
		line(limitChanges, "changes", "other changes", "player", "moves"),
		line(limitTableMoves, "table_moves", "moves of all its people together", "table", "moves"),
		line(limitTableChanges, "table_changes", "other changes of all together", "table", "moves"),
		{What: "live streams", Key: "streams", By: "address", AtOnce: l.Streams, Setting: "streams"},
		{What: "live streams", Key: "streams", By: "player", AtOnce: l.PerPlayer, Setting: "streams-per-player"},
		{What: "live streams", Key: "streams", By: "table", AtOnce: l.PerTable, Setting: "streams-per-table"},
		{What: "connections", Key: "connections", By: "address", AtOnce: l.Conns, Setting: "connections"},
	}
}

// Limiter counts requests against the limits.
type Limiter struct {
	rates   [numLimits]rate
	buckets *buckets
}

// NewLimiter returns a limiter that has counted nothing yet.
func NewLimiter(l Limits) *Limiter { return &Limiter{l.rates(), newBuckets()} }

// Take counts one against a limit, or returns the failure that says when to come back.
func (t *Limiter) Take(of Limit, who string, now time.Time) error {
	if t.rates[of].unlimited() {
		return nil
	}
	return tooMany(t.buckets.take(t.buckets.key(uint8(of), who), t.rates[of], now))
}

// Check returns the error that Take would return, and counts nothing.
func (t *Limiter) Check(of Limit, who string, now time.Time) error {
	if t.rates[of].unlimited() {
		return nil
	}
	return tooMany(t.buckets.peek(t.buckets.key(uint8(of), who), t.rates[of], now))
}

// LimitCreation counts one thing made by an address.
func (k *Kit) LimitCreation(c echo.Context) error {
	if !k.IsLimited(c) {
		return nil
	}
	return k.Limiter.Take(LimitCreations, NetworkOf(c.RealIP()), k.Now())
}

// IsLimited reports whether the rates of this request are limited. Programs on the
// server's own machine are not, unless they speak for others: a request that
// has come by a proxy is counted, whether the proxy is configured or not.
func (k *Kit) IsLimited(c echo.Context) bool {
	r := c.Request()
	if k.Limits.Local || forwardedBy(r) != "" {
		return true
	}
	return !strings.HasPrefix(r.RemoteAddr, "127.") && !strings.HasPrefix(r.RemoteAddr, "[::1]:")
}

func tooMany(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	return &Error{Status: http.StatusTooManyRequests, Code: "too_many", Retry: wait}
}

// LimitRequests counts every request of an address. Files, which browsers
// keep, are left out, and so are the requests of monitoring.
func (k *Kit) LimitRequests(next echo.HandlerFunc) echo.HandlerFunc {
	if k.Limiter.rates[limitRequests].unlimited() {
		return next
	}
	return func(c echo.Context) error {
		switch path := c.Request().URL.Path; {
		case strings.HasPrefix(path, static.Prefix), path == HealthPath, path == ReadyPath, path == MetricsPath:
			return next(c)
		}
		if !k.IsLimited(c) {
			return next(c)
		}
		if err := k.Limiter.Take(limitRequests, NetworkOf(c.RealIP()), k.Now()); err != nil {
			return err
		}
		return next(c)
	}
}

// LimitChange counts a change for who makes it, and looks whether its table takes
// any more. It knows changes by method and route, so that a new route is counted
// by itself.
func (k *Kit) LimitChange(c echo.Context) error {
	own, tables, ok := limitsOf(c)
	if !ok || !k.IsLimited(c) {
		return nil
	}
	who, now := string(Viewer(c).ID), k.Now()
	if who == "" {
		return nil // strangers are counted by their address: their requests, and the things they make
	}
	if c.Path() == page.SeatsPath(":id") {
		if err := k.Limiter.Take(LimitJoins, who, now); err != nil {
			return err
		}
	}
	if err := k.Limiter.Take(own, who, now); err != nil {
		return err
	}
	if id := tableOf(c); id != "" {
		return k.Limiter.Check(tables, id, now)
	}
	return nil
}

// CountChange counts a change for its table, if it was made by a seat of it.
// Everybody else's, such as the private notes of a person who only watches, is
// counted for its maker alone: it must not use up the share of those who play.
func (k *Kit) CountChange(c echo.Context, err error) error {
	if err != nil || c.Response().Status >= http.StatusBadRequest {
		return err
	}
	_, tables, ok := limitsOf(c)
	if id := tableOf(c); ok && id != "" && k.IsLimited(c) && k.Seated(c, id) {
		_ = k.Limiter.Take(tables, id, k.Now()) // counted; it is made already
	}
	return nil
}

// LimitGuesses looks up a secret that may be wrong, and counts wrong ones by
// the address they come from. A right one is accepted however many wrong ones came
// before: it cannot be guessed, and others may share the address.
func (k *Kit) LimitGuesses(c echo.Context, look func() error) error {
	err := look()
	if !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	if shut := k.Limiter.Take(limitGuesses, NetworkOf(c.RealIP()), k.Now()); shut != nil {
		return shut
	}
	return err
}

// LimitGuessesAt looks up a secret that could be guessed: after too many wrong ones
// from an address, further ones from there are refused for a while.
func (k *Kit) LimitGuessesAt(g Limit, c echo.Context, look func() error) error {
	address, now := NetworkOf(c.RealIP()), k.Now()
	if k.Tries != nil {
		return k.limitTries(c, g, address, look)
	}
	if err := k.Limiter.Check(g, address, now); err != nil {
		return err
	}
	err := look()
	if errors.Is(err, storage.ErrNotFound) {
		_ = k.Limiter.Take(g, address, now) // counted; it was open a moment ago
	}
	return err
}

// limitTries is LimitGuessesAt on all servers of a database together.
func (k *Kit) limitTries(c echo.Context, g Limit, address string, look func() error) error {
	a, ctx := k.Limiter.rates[g], c.Request().Context()
	if a.unlimited() {
		return look()
	}
	key, burst, pause := fmt.Sprintf("guess %d %s", g, address), max(1, a.burst), time.Duration(a.step())
	wait, err := k.Tries.Try(ctx, key, burst, pause) // before looking, or many at the same time would all be let in
	if err == nil {
		err = tooMany(wait)
	}
	if err != nil {
		return err
	}
	if err = look(); errors.Is(err, storage.ErrNotFound) {
		return err
	}
	if failed := k.Tries.TakeBack(context.WithoutCancel(ctx), key, pause); failed != nil {
		k.Logger.Warn("a try was counted that was none", "err", failed)
	}
	return err
}

// LimitUpload counts a document that is kept: a board, or a position to play on from.
func (k *Kit) LimitUpload(c echo.Context) error {
	if !k.IsLimited(c) {
		return nil
	}
	return k.Limiter.Take(limitUploads, NetworkOf(c.RealIP()), k.Now())
}

// limitsOf are the limits of a change for its maker and for its table;
// not ok for a request that changes nothing.
func limitsOf(c echo.Context) (own, tables Limit, ok bool) {
	switch c.Request().Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return 0, 0, false
	}
	switch c.Path() {
	case page.MovesPath(":id"), page.ChainPath(":id"):
		return LimitMoves, limitTableMoves, true
	}
	return limitChanges, limitTableChanges, true
}

// tableOf is the id of the table to which a request goes, or "".
func tableOf(c echo.Context) string {
	if !strings.HasPrefix(c.Path(), page.GamePath("")) {
		return ""
	}
	return c.Param("id")
}

// The addresses for operators, which no page links to.
const (
	HealthPath  = "/healthz"
	ReadyPath   = "/readyz"
	MetricsPath = "/metrics"
)
