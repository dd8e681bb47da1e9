package handlers

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views"
)

// Limits keep one address, one player or one table from taking everything.
// Zero switches off what hangs on it.
type Limits struct {
	Requests  float64 // requests of an address a second, in the long run
	Creations float64 // players, tables and editions an address may create a minute, in the long run
	Burst     int     // how many of them at once
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

// gate is one thing that is counted.
type gate uint8

const (
	gateRequests gate = iota
	gateCreations
	gateUploads
	gateGuesses
	gateOperator
	gateJoins
	gateMoves
	gateTrades
	gateLoops
	gateChanges
	gateTableMoves
	gateTableChanges
	numGates
)

// catchUp is how much may come at once, in seconds of the long run.
const catchUp = 20

// allowances say how much may pass each gate. Every limit of a rate is here.
func (l Limits) allowances() [numGates]allowance {
	perSecond := func(n float64) allowance { return allowance{n * 60, int(n * catchUp)} }
	return [numGates]allowance{
		gateRequests:     perSecond(l.Requests),
		gateCreations:    {l.Creations, l.Burst},
		gateUploads:      {l.Creations / 4, l.Burst / 4},
		gateGuesses:      {l.Creations, l.Burst / 4},
		gateOperator:     {6, 10}, // whatever else is let through
		gateJoins:        {l.Creations, l.Burst},
		gateMoves:        perSecond(l.Moves),
		gateTrades:       perSecond(l.Moves / 10),
		gateLoops:        {l.Moves * 3 / 10, int(l.Moves * 2)},
		gateChanges:      perSecond(l.Moves / 10),
		gateTableMoves:   perSecond(l.Moves * 4),
		gateTableChanges: perSecond(l.Moves / 5),
	}
}

// Limited is one line of the table of limits.
type Limited struct {
	What      string  // what is counted
	By        string  // address, player or table
	PerMinute float64 // in the long run; 0 for what counts how many there are at a time
	AtOnce    int
	Setting   string // the flag it hangs on
	Key       string // names What in the catalogues
}

// Table lists every limit there is.
func (l Limits) Table() []Limited {
	a := l.allowances()
	line := func(g gate, key, what, by, setting string) Limited {
		return Limited{what, by, a[g].perMinute, a[g].burst, setting, key}
	}
	return []Limited{
		line(gateRequests, "requests", "requests of any kind, but for files and the operators' addresses", "address", "requests"),
		line(gateCreations, "creations", "players, tables, boards and secret links made", "address", "rate"),
		line(gateUploads, "uploads", "boards and positions sent", "address", "rate"),
		line(gateGuesses, "guesses", "tokens and secret links that are none", "address", "rate"),
		line(gateOperator, "operator", "passwords of the operator that are wrong", "address", "admin-password"),
		line(gateJoins, "joins", "seats taken", "player", "rate"),
		line(gateMoves, "moves", "moves", "player", "moves"),
		line(gateTrades, "trades", "trades proposed", "player", "moves"),
		line(gateLoops, "loops", "trades, mortgages, buildings, leaving and coming back at one table", "player", "moves"),
		line(gateChanges, "changes", "other changes", "player", "moves"),
		line(gateTableMoves, "table_moves", "moves of all its people together", "table", "moves"),
		line(gateTableChanges, "table_changes", "other changes of all together", "table", "moves"),
		{What: "live streams", Key: "streams", By: "address", AtOnce: l.Streams, Setting: "streams"},
		{What: "live streams", Key: "streams", By: "player", AtOnce: l.PerPlayer, Setting: "streams-per-player"},
		{What: "live streams", Key: "streams", By: "table", AtOnce: l.PerTable, Setting: "streams-per-table"},
		{What: "connections", Key: "connections", By: "address", AtOnce: l.Conns, Setting: "connections"},
	}
}

// throttle counts what passes the gates.
type throttle struct {
	allow [numGates]allowance
	slate *slate
}

func newThrottle(l Limits) *throttle { return &throttle{l.allowances(), newSlate()} }

// pass counts one at a gate, or returns the failure that says when to come back.
func (t *throttle) pass(g gate, who string, now time.Time) error {
	if t.allow[g].unlimited() {
		return nil
	}
	return tooMany(t.slate.take(t.slate.key(uint8(g), who), t.allow[g], now))
}

// closed tells by a failure whether a gate is shut, and counts nothing.
func (t *throttle) closed(g gate, who string, now time.Time) error {
	if t.allow[g].unlimited() {
		return nil
	}
	return tooMany(t.slate.peek(t.slate.key(uint8(g), who), t.allow[g], now))
}

// create counts one thing made by an address.
func (k *Kit) create(c echo.Context) error {
	if !k.counts(c) {
		return nil
	}
	return k.throttle.pass(gateCreations, network(c.RealIP()), k.Now())
}

// counts tells whether the rates of this request are limited. Programs on the
// server's own machine may do what they like, unless they speak for others: who
// has come by a proxy is counted, told of or not.
func (k *Kit) counts(c echo.Context) bool {
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
	return &failure{status: http.StatusTooManyRequests, code: "too_many", retry: wait}
}

// meterRequests counts every request of an address. Files are left out, which
// browsers keep, and so is what monitoring asks.
func (k *Kit) meterRequests(next echo.HandlerFunc) echo.HandlerFunc {
	if k.throttle.allow[gateRequests].unlimited() {
		return next
	}
	return func(c echo.Context) error {
		switch path := c.Request().URL.Path; {
		case strings.HasPrefix(path, static.Prefix), path == healthPath, path == readyPath, path == metricsPath:
			return next(c)
		}
		if !k.counts(c) {
			return next(c)
		}
		if err := k.throttle.pass(gateRequests, network(c.RealIP()), k.Now()); err != nil {
			return err
		}
		return next(c)
	}
}

// meter counts a change for who makes it, and looks whether its table takes
// any more. It knows changes by method and route, so that a new route is counted
// by itself.
func (k *Kit) meter(c echo.Context) error {
	own, tables, ok := gatesOf(c)
	if !ok || !k.counts(c) {
		return nil
	}
	who, now := string(viewer(c).ID), k.Now()
	if who == "" {
		return nil // strangers are counted by their address: their requests, and what they make
	}
	if c.Path() == views.SeatsPath(":id") {
		if err := k.throttle.pass(gateJoins, who, now); err != nil {
			return err
		}
	}
	if err := k.throttle.pass(own, who, now); err != nil {
		return err
	}
	if id := tableOf(c); id != "" {
		return k.throttle.closed(tables, id, now)
	}
	return nil
}

// metered counts a change for its table, if it was made by a seat of it.
// Everybody else's, such as the private notes of a person who only watches, is
// counted for its maker alone: it must not use up the share of those who play.
func (k *Kit) metered(c echo.Context, err error) error {
	if err != nil || c.Response().Status >= http.StatusBadRequest {
		return err
	}
	_, tables, ok := gatesOf(c)
	if id := tableOf(c); ok && id != "" && k.counts(c) && k.Seated(c, id) {
		_ = k.throttle.pass(tables, id, k.Now()) // counted; it is made already
	}
	return nil
}

// guess looks up a secret that may be none, and counts those that are none by
// the address they come from. One that is good opens however many bad ones came
// before: nobody can guess it, and others may share the address.
func (k *Kit) guess(c echo.Context, look func() error) error {
	err := look()
	if !errors.Is(err, table.ErrNotFound) {
		return err
	}
	if shut := k.throttle.pass(gateGuesses, network(c.RealIP()), k.Now()); shut != nil {
		return shut
	}
	return err
}

// guessAt looks up a secret that could be guessed: after too many wrong ones
// from an address, none from there is looked at for a while.
func (k *Kit) guessAt(g gate, c echo.Context, look func() error) error {
	address, now := network(c.RealIP()), k.Now()
	if err := k.throttle.closed(g, address, now); err != nil {
		return err
	}
	err := look()
	if errors.Is(err, table.ErrNotFound) {
		_ = k.throttle.pass(g, address, now) // counted; it was open a moment ago
	}
	return err
}

// upload counts a document that is kept: a board, or a position to play on from.
func (k *Kit) upload(c echo.Context) error {
	if !k.counts(c) {
		return nil
	}
	return k.throttle.pass(gateUploads, network(c.RealIP()), k.Now())
}

// gatesOf are the gates that a change passes for its maker and for its table;
// not ok for what changes nothing.
func gatesOf(c echo.Context) (own, tables gate, ok bool) {
	switch c.Request().Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return 0, 0, false
	}
	switch c.Path() {
	case views.MovesPath(":id"), views.ChainPath(":id"):
		return gateMoves, gateTableMoves, true
	}
	return gateChanges, gateTableChanges, true
}

// tableOf is the id of the table to which a request goes, or "".
func tableOf(c echo.Context) string {
	if !strings.HasPrefix(c.Path(), views.GamePath("")) {
		return ""
	}
	return c.Param("id")
}

// The addresses for operators, which no page links to.
const (
	healthPath  = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
)
