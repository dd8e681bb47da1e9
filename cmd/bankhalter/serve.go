package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/db"
	"github.com/bankhalter/bankhalter/handlers"
)

const serveUsage = `serve [FLAGS]

Runs the server until it gets SIGINT or SIGTERM. The first line on standard
output says where it listens; the log goes to standard error.`

// serveOptions are the flags of serve.
type serveOptions struct {
	listen    string
	db        string
	publicURL string
	proxies   list
	sync      string
	botPause  time.Duration
	idle      time.Duration
	grace     time.Duration
	// how long a computer holds back the throw that would end a person's claim
	claimGrace time.Duration
	check      bool
	logLevel   string
	logFormat  string
	limits     handlers.Limits
	dev        bool
}

func (o *serveOptions) register(fs *flag.FlagSet) {
	o.limits = handlers.DefaultLimits()
	fs.StringVar(&o.listen, "listen", "127.0.0.1:8080", "`address` and port to listen on; port 0 picks a free one")
	fs.StringVar(&o.db, "db", "bankhalter.db", "`file` of the database; it is made if it is not there")
	fs.StringVar(&o.publicURL, "public-url", "", "`url` under which people reach this server, such as https://play.example.org; https makes cookies secure")
	fs.Var(&o.proxies, "trusted-proxies", "`networks` of reverse proxies whose X-Forwarded-For counts, such as 127.0.0.1/32,10.0.0.0/8")
	fs.StringVar(&o.sync, "durability", "full", "`level`: full survives a power cut, normal may lose the last moves to one")
	fs.DurationVar(&o.botPause, "bot-pause", 900*time.Millisecond, "`time` a computer player takes before it moves; 0 is at once")
	fs.DurationVar(&o.claimGrace, "claim-grace", 10*time.Second, "`time` a computer player holds back the throw that would let a person's rent lapse; 0 is none")
	fs.DurationVar(&o.idle, "idle", 15*time.Minute, "`time` after which a table that nobody looks at leaves the memory")
	fs.DurationVar(&o.grace, "grace", 10*time.Second, "`time` that running requests get when the server is told to stop")
	fs.BoolVar(&o.check, "check", false, "look at the whole database before serving, as the command check does")
	fs.StringVar(&o.logLevel, "log-level", "info", "`level`: debug, info, warn or error")
	fs.StringVar(&o.logFormat, "log-format", "text", "`format`: text or json")
	fs.BoolVar(&o.dev, "dev", false, "show the developers' gallery of pages under /gallery")
	fs.Float64Var(&o.limits.Creations, "rate", o.limits.Creations, "`number` of players, tables and editions an address may create a minute; 0 is no limit")
	fs.IntVar(&o.limits.Burst, "burst", o.limits.Burst, "`number` of them that an address may create at once")
	fs.IntVar(&o.limits.Streams, "streams", o.limits.Streams, "`number` of live streams an address may hold open; 0 is no limit")
	fs.IntVar(&o.limits.PerPlayer, "streams-per-player", o.limits.PerPlayer, "`number` of live streams a player may hold open; 0 is no limit")
}

func serve(p *program, args []string) int {
	var o serveOptions
	fs := newFlags("serve")
	o.register(fs)
	rest, done, status := p.parse(fs, serveUsage, args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "serve takes no arguments, only flags: %q", rest[0])
	}
	plan, err := o.plan(p.stderr)
	if err != nil {
		return p.fail(exitUsage, "serve: %v", err)
	}
	if p.getenv("GOGC") == "" {
		plan.gcPercent = gcPercent
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := plan.run(ctx, stop, p.stdout); err != nil {
		return p.fail(exitFail, "%v", err)
	}
	return exitOK
}

// servePlan is what serve was told, understood.
type servePlan struct {
	serveOptions
	public   *url.URL
	networks []*net.IPNet
	syncing  db.Sync
	log      *slog.Logger

	gcPercent int // 0 leaves the collector as it is
}

// gcPercent lets garbage grow to four times what lives: a server with few
// tables has a heap of some megabytes and would collect it all the time.
const gcPercent = 400

// plan reads the flags that are more than text.
func (o serveOptions) plan(stderr io.Writer) (*servePlan, error) {
	plan := &servePlan{serveOptions: o}
	var err error
	if plan.public, err = parsePublicURL(o.publicURL); err != nil {
		return nil, err
	}
	for _, text := range o.proxies {
		_, network, err := net.ParseCIDR(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies: %w", err)
		}
		plan.networks = append(plan.networks, network)
	}
	if plan.syncing, err = db.ParseSync(o.sync); err != nil {
		return nil, fmt.Errorf("--durability: %w", err)
	}
	if plan.claimGrace == 0 {
		plan.claimGrace = -1 // what the tables call none
	}
	plan.log, err = newLogger(stderr, o.logLevel, o.logFormat)
	return plan, err
}

func parsePublicURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" {
		return nil, fmt.Errorf("--public-url %q is not of the form https://HOST", text)
	}
	return u, nil
}

func newLogger(w io.Writer, level, format string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("--log-level %q is not debug, info, warn or error", level)
	}
	opts := &slog.HandlerOptions{Level: l}
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, opts)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, opts)), nil
	}
	return nil, fmt.Errorf("--log-format %q is not text or json", format)
}
