package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/value"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// usualPause is the default of --bot-pause.
const usualPause = 900 * time.Millisecond

const serveUsage = `serve [FLAGS]

Runs the server until it gets SIGINT or SIGTERM, or its terminal closes. The
first line on standard output says where it listens; the log goes to standard
error.

Each setting is a flag or the environment variable in brackets; the flag wins.
Times are written 365d, 12h or 90s; lists with commas. What is true if nobody
sets it is switched off with =false. "bankhalter example" prints settings as a
file, and examples for systemd, containers, proxies and Prometheus.`

// serveOptions are the flags of serve.
type serveOptions struct {
	listen    string
	publicURL string
	proxies   list
	language  string
	grace     time.Duration

	tlsCert, tlsKey string
	acmeHosts       list
	acmeCache       string
	acmeEmail       string
	acmeDirectory   string
	redirectListen  string
	hsts            time.Duration
	hstsSubdomains  bool

	databaseFlags
	sync  string
	check bool

	botPause time.Duration
	// how long a computer holds back the throw that would end a person's claim
	claimGrace time.Duration
	idle       time.Duration

	people bool

	notices        bool
	smtpHost       string
	smtpPort       int
	smtpUser       string
	smtpPassword   secretText
	smtpTLS        string
	mailFrom       string
	privateTargets bool
	targets        list
	recoveryLife   time.Duration

	limits web.Limits

	logLevel     string
	logFormat    string
	accessLog    bool
	logAddresses bool

	metricsListen string
	metricsToken  secretText

	adminPassword secretText
	sessionMax    time.Duration

	keepFinished time.Duration
	keepLobby    time.Duration
	keepGuests   time.Duration
	exportTo     string

	dev bool
}

// settings is the one list of serve's settings, in the order of the help.
func (o *serveOptions) settings() []setting {
	limits := web.DefaultLimits()
	return []setting{
		{"network", "listen", word(&o.listen, "127.0.0.1:8080"), "`address` and port to listen on; port 0 picks a free one"},
		{"network", "public-url", word(&o.publicURL, ""), "`url` under which people reach this server, such as https://play.example.org; https makes cookies secure"},
		{"network", "trusted-proxies", texts(&o.proxies), "`networks` of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto count, such as 127.0.0.1,10.0.0.0/8"},
		{"network", "language", word(&o.language, text.German), "`language` of pages for browsers that name none: de or en; programs that name none get English"},
		{"network", "grace", span(&o.grace, 10*time.Second), "`time` that running requests get when the server stops"},

		{"https", "tls-cert", word(&o.tlsCert, ""), "`file` of the certificate and its chain, PEM; it is reloaded when it changes, and on SIGHUP"},
		{"https", "tls-key", word(&o.tlsKey, ""), "`file` of the certificate's key, PEM"},
		{"https", "acme-hosts", texts(&o.acmeHosts), "`names` of the only hosts for which certificates are fetched by ACME; setting them accepts the terms of the authority"},
		{"https", "acme-cache", word(&o.acmeCache, ""), "`folder` for those certificates and their keys; by default acme beside the database"},
		{"https", "acme-email", word(&o.acmeEmail, ""), "`address` at which the authority may contact you"},
		{"https", "acme-directory", word(&o.acmeDirectory, acmeProduction), "`url` of the authority's directory"},
		{"https", "redirect-listen", word(&o.redirectListen, ""), "`address` and port, such as :80, on which http is sent on to https, and challenges of ACME are answered"},
		{"https", "hsts", span(&o.hsts, 365*24*time.Hour), "`time` for which browsers use only https after a visit by https (HSTS); 0 switches it off"},
		{"https", "hsts-subdomains", truth(&o.hstsSubdomains, false), "tell them the same of all hosts below this one; only if every one of them speaks https"},

		{"storage", "db", word(&o.db, "bankhalter.db"), "`file` of the database, which is made if it is not there; or the address of one on PostgreSQL for several servers, postgres://USER@HOST/NAME"},
		{"storage", "db-password", secret(&o.password), databasePassword},
		{"storage", "durability", word(&o.sync, "full"), "`level`: full survives a power cut, normal may lose the last moves to one"},
		{"storage", "check", truth(&o.check, false), "look at the whole database before serving, as the command check does"},

		{"play", "bot-pause", span(&o.botPause, usualPause), "`time` a computer player takes before it moves; at the default also as long as pages show what happened, up to 4s; 0 is at once"},
		{"play", "claim-grace", span(&o.claimGrace, 10*time.Second), "`time` a computer player holds back the throw that would let a person's rent lapse; 0 is none"},
		{"play", "idle", span(&o.idle, 15*time.Minute), "`time` after which a table without visitors is evicted from memory"},

		{"play", "people", truth(&o.people, false), "let players show what they have played and be rated: keeps results of finished games and, for each seat, hashed, from which browser and address it was taken"},

		{"notices", "notices", truth(&o.notices, true), "tell people what waits for them, on the ways they have set up; needs --public-url"},
		{"notices", "smtp-host", word(&o.smtpHost, ""), "`host` of the server for outgoing mail; without it no mail is sent"},
		{"notices", "smtp-port", whole(&o.smtpPort, 0), "`port` of the mail server; 0 is the usual one for --smtp-tls: 587, 465 or 25"},
		{"notices", "smtp-user", word(&o.smtpUser, ""), "`name` to sign in with at the mail server; without it there is no sign-in"},
		{"notices", "smtp-password", secret(&o.smtpPassword), "`password` to sign in with at the mail server"},
		{"notices", "smtp-tls", word(&o.smtpTLS, smtpTLS), "`mode`: starttls, implicit, or none for a server on the same machine"},
		{"notices", "mail-from", word(&o.mailFrom, ""), "`address` that mails come from, such as 'Bankhalter <table@example.org>'"},
		{"notices", "private-targets", truth(&o.privateTargets, false), "let people give web addresses inside private networks, and http; only where everybody on the server is trusted"},
		{"notices", "targets", texts(&o.targets), "`hosts` that web hooks and messages to browsers may go to, such as hooks.example.org or, with all below it, .googleapis.com; any if none is named"},
		{"notices", "recovery-life", span(&o.recoveryLife, account.RecoveryLife), "`time` for which a link to a new password is good; longer where mails are slow, a day at most"},

		{"limits", "requests", number(&o.limits.Requests, limits.Requests), "`number` of requests an address may make a second; 0 is no limit"},
		{"limits", "rate", number(&o.limits.Creations, limits.Creations), "`number` of players, tables and editions an address may create a minute; 0 is no limit"},
		{"limits", "burst", whole(&o.limits.Burst, limits.Burst), "`number` of them that an address may create at once"},
		{"limits", "moves", number(&o.limits.Moves, limits.Moves), "`number` of moves a player may make a second; 0 is no limit"},
		{"limits", "streams", whole(&o.limits.Streams, limits.Streams), "`number` of live streams an address may hold open; 0 is no limit"},
		{"limits", "streams-per-player", whole(&o.limits.PerPlayer, limits.PerPlayer), "`number` of live streams a player may hold open; 0 is no limit"},
		{"limits", "streams-per-table", whole(&o.limits.PerTable, limits.PerTable), "`number` of live streams a table may have; 0 is no limit"},
		{"limits", "connections", whole(&o.limits.Conns, limits.Conns), "`number` of connections an address may hold open, unless it is a trusted proxy; 0 is no limit"},
		{"limits", "limit-local", truth(&o.limits.Local, false), "count the requests, moves and connections of programs on this machine too, as if they came from elsewhere"},

		{"log", "log-level", word(&o.logLevel, "info"), "`level`: debug, info, warn or error"},
		{"log", "log-format", word(&o.logFormat, "text"), "`format`: text or json"},
		{"log", "log-addresses", truth(&o.logAddresses, false), "show in the lines about security from which address it came"},
		{"log", "access-log", truth(&o.accessLog, false), "show every request in the log, with the address it came from; else only changes and failures"},

		{"metrics", "metrics-listen", word(&o.metricsListen, ""), "`address` and port that alone serve /metrics: by https if the server speaks it and other machines can reach the address"},
		{"metrics", "metrics-token", secret(&o.metricsToken), "`token` that readers of /metrics have to send as a bearer token; without one they are public"},

		{"sessions", "session-max", span(&o.sessionMax, 0), "`time` after which every session ends, however often it is used; 0 is never"},

		{"operator", "admin-password", secret(&o.adminPassword), "`password` that opens the operator's pages under /admin, 12 characters at least; without one there are none"},

		{"retention", "keep-finished", span(&o.keepFinished, 0), "`time` for which a game is kept after its end; 0 is for ever. Its page says so"},
		{"retention", "export-finished", word(&o.exportTo, ""), "`folder` into which such a game is exported before it goes"},
		{"retention", "keep-lobby", span(&o.keepLobby, 14*24*time.Hour), "`time` for which an open table without activity is kept"},
		{"retention", "keep-guests", span(&o.keepGuests, 0), "`time` for which a player without table, board and account is kept after the last visit; 0 is for ever"},

		{"development", "dev", truth(&o.dev, false), "show the developers' gallery of pages under /gallery"},
	}
}

func serve(p *program, args []string) int {
	var o serveOptions
	fs := newFlags("serve")
	o.register(fs)
	p.settings = o.settings()
	rest, done, status := p.parse(fs, serveUsage, args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "serve takes no arguments, only flags: %q", rest[0])
	}
	p.warnUnknown(fs)
	plan, err := o.plan(p.stderr)
	if err = errors.Join(err, o.strange()); err != nil {
		return p.fail(exitUsage, "serve: %v", err)
	}
	if _, err := value.Files(); err != nil {
		return p.fail(exitFail, "%v", err)
	}
	plan.paced = p.getenv("GOGC") == ""
	terminal := isatty.IsTerminal(os.Stdin.Fd()) && !signal.Ignored(syscall.SIGHUP)
	if !terminal && !plan.byFiles() {
		signal.Ignore(syscall.SIGHUP) // a reload by habit ends no games
	}
	ctx, stop := signal.NotifyContext(context.Background(), endings(plan.byFiles(), terminal)...)
	defer stop()
	if err := plan.run(ctx, stop, p.stdout); err != nil {
		return p.fail(exitOf(err), "%v", err)
	}
	return exitOK
}

// endings are the signals that end the server. One with certificate files reads them again
// on SIGHUP; of any other one that signal ends it only when its terminal closes.
func endings(certificates, terminal bool) []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if terminal && !certificates {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
