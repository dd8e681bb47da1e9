package web

import (
	"log/slog"
	"net"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/views/text"
)

// KitConfig configures a Kit.
type KitConfig struct {
	PublicURL *url.URL // where people reach the server; nil: the Host they used, by http
	TLS       bool     // the server itself speaks https
	Network   *Network // how others reach the server without PublicURL; nil: by the Host that was used
	// HSTSSubdomains extends Strict-Transport-Security to all hosts below.
	HSTSSubdomains bool
	HSTS           time.Duration // of Strict-Transport-Security; 0 or less: not sent
	Proxies        []*net.IPNet  // reverse proxies whose forwarded headers are trusted
	Limits         Limits
	Language       string // of pages for browsers that name none; German
	Version        string
	Logger         *slog.Logger
	AccessLog      bool // logs every request, with the address it came from
	LogAddresses   bool // logs the address with security events
	Now            func() time.Time
	Tries          account.Tries                              // of secrets that could be guessed, on all servers of a database; nil: this one counts alone
	Announcement   func(lang string) string                   // of the operator, shown on every page; nil: none
	BanOf          func(account.PlayerID) text.Words          // the sentence about the ban of a player, nil for others; nil: nobody is banned
	Identify       func(echo.Context) (account.Player, error) // identifies the sender of a request that no route has identified
	Seated         func(c echo.Context, id string) bool       // whether the viewer acts for a seat of the table
	Rates          bool                                       // games are rated: tables keep from where their seats were taken
	Metrics        Metrics
}

// Metrics counts the events on the site.
type Metrics interface {
	// Request counts one answered request by its route.
	Request(method, route string, status int, took time.Duration, stream bool)
	// Move counts one move, refused with a code or accepted with "".
	Move(code string)
	// Security counts one security event.
	Security(event string)
}

// Kit is shared by the handlers of all areas: the config of the site, limits,
// pages, errors and the log. It knows no tables.
type Kit struct {
	KitConfig

	Limiter   *Limiter
	languages *languages
	guards    guards
	numbers   *numbering
	proxies   proxyWatch
}

// NewKit returns a Kit that is ready to use.
func NewKit(cfg KitConfig) *Kit {
	return &Kit{KitConfig: cfg, Limiter: NewLimiter(cfg.Limits), languages: newLanguages(), guards: newGuards(&cfg), numbers: newNumbering()}
}
