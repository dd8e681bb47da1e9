package main

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/handlers/sender"
	"github.com/bankhalter/bankhalter/views/text"
)

// servePlan is the parsed configuration of serve.
type servePlan struct {
	serveOptions
	public   *url.URL
	networks []*net.IPNet
	syncing  sqlite.Sync
	log      *slog.Logger
	measures string             // the token of the metrics
	admin    string             // the password of the operator
	mail     *sender.MailConfig // nil: no mails
	hosts    []string           // that ACME may fetch certificates for

	valid *validity // of the certificates, for the metrics

	authorities *x509.CertPool // trusted for ACME requests, beside the system's; nil: none

	addresses func() []netip.Addr // of this computer in its networks; nil: ownAddresses

	paced bool // the collector is tuned to the live heap, because it is not configured
}

var errExportNothing = errors.New("--export-finished means something only with --keep-finished")

// leastPassword is how long the operator's password has to be.
const leastPassword = 12

// plan reads the flags that are more than text.
func (o serveOptions) plan(stderr io.Writer) (*servePlan, error) {
	plan := &servePlan{serveOptions: o, valid: &validity{}}
	var err error
	if plan.public, err = parsePublicURL(o.publicURL); err != nil {
		return nil, err
	}
	if plan.networks, err = parseNetworks(o.proxies); err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(text.Langs(), o.language):
		return nil, fmt.Errorf("--language: there are no pages in %q, only in %s", o.language, strings.Join(text.Langs(), ", "))
	case o.keepLobby < time.Hour:
		return nil, fmt.Errorf("--keep-lobby: %v is shorter than an hour, and people would not find each other; give a time such as 14d", o.keepLobby)
	case o.sessionMax != 0 && o.sessionMax < time.Hour:
		return nil, fmt.Errorf("--session-max: %v is shorter than an hour, and a game takes longer; give a time such as 30d, or 0 for none", o.sessionMax)
	case o.hstsSubdomains && o.hsts <= 0:
		return nil, errors.New("--hsts-subdomains means something only with --hsts")
	case o.recoveryLife < time.Minute || o.recoveryLife > 24*time.Hour:
		return nil, fmt.Errorf("--recovery-life: %v is not between a minute and a day; give a time such as 10m", o.recoveryLife)
	case o.exportTo != "" && o.keepFinished == 0:
		return nil, errExportNothing
	case o.listen == "":
		return nil, errors.New("--listen is empty; give an address and a port such as 127.0.0.1:8080")
	case o.idle < time.Second:
		return nil, fmt.Errorf("--idle: %v is shorter than a second, and tables would be read anew for every request; give a time such as 15m", o.idle)
	case o.shared() && o.sync != "full":
		return nil, errors.New("--durability means something only for a file; PostgreSQL has synchronous_commit")
	}
	for flag, address := range map[string]string{"listen": o.listen, "redirect-listen": o.redirectListen, "metrics-listen": o.metricsListen} {
		if address != "" && !dialable(address) {
			return nil, fmt.Errorf("--%s: %q is not an address and a port such as 127.0.0.1:8080", flag, address)
		}
	}
	if err := plan.encrypt(); err != nil {
		return nil, err
	}
	if err := plan.checkMail(); err != nil {
		return nil, err
	}
	if plan.targets, err = parseTargets(o.targets); err != nil {
		return nil, err
	}
	if plan.public == nil && (plan.privateTargets || len(plan.targets) > 0) {
		return nil, errors.New("--targets and --private-targets mean something only with --public-url: without it nothing is sent")
	}
	if plan.syncing, err = sqlite.ParseSync(o.sync); err != nil {
		return nil, fmt.Errorf("--durability: %w", err)
	}
	if plan.claimGrace == 0 {
		plan.claimGrace = -1 // the tables' value for none
	}
	if plan.measures, err = o.metricsToken.read("metrics-token"); err != nil {
		return nil, err
	}
	if plan.admin, err = o.adminPassword.read("admin-password"); err != nil {
		return nil, err
	}
	if plan.admin != "" && utf8.RuneCountInString(plan.admin) < leastPassword {
		return nil, fmt.Errorf("--admin-password has fewer than %d characters, which is too easy to guess", leastPassword)
	}
	if plan.log, err = newLogger(stderr, o.logLevel, o.logFormat); err != nil {
		return nil, err
	}
	return plan, probe(o.exportTo) // what is noticed at night stays unnoticed
}

// dialable reports whether an address has a port on which one can listen.
func dialable(address string) bool {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if _, ok := dnsName(host); host != "" && !ok {
		return false
	}
	_, err = net.DefaultResolver.LookupPort(context.Background(), "tcp", port)
	return err == nil
}

// parseNetworks reads networks and single addresses.
func parseNetworks(list []string) ([]*net.IPNet, error) {
	var networks []*net.IPNet
	for _, text := range list {
		whole := text
		if a, err := netip.ParseAddr(text); err == nil {
			whole = netip.PrefixFrom(a, a.BitLen()).String()
		}
		_, network, err := net.ParseCIDR(whole)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies: %q is neither an address such as 127.0.0.1 nor a network such as 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// parseTargets reads hosts for web hooks, as they are compared with those of addresses: by
// their names in DNS. A dot before one means all below it, too.
func parseTargets(given list) (hosts list, err error) {
	for _, text := range given {
		name, below := strings.CutPrefix(text, ".")
		name, ok := dnsName(name)
		if !ok {
			return nil, fmt.Errorf("--targets: %q is neither a host such as hooks.example.org nor one with all below it, such as .example.org", text)
		}
		if below {
			name = "." + name
		}
		hosts = append(hosts, name)
	}
	return hosts, nil
}

// byFiles and byACME report how the server itself speaks https, if it does.
func (o *serveOptions) byFiles() bool { return o.tlsCert != "" }
func (o *serveOptions) byACME() bool  { return len(o.acmeHosts) > 0 }

// encrypt checks the https settings, and completes them.
func (plan *servePlan) encrypt() error {
	tls := plan.byFiles() || plan.byACME()
	switch {
	case (plan.tlsCert == "") != (plan.tlsKey == ""):
		return errors.New("--tls-cert and --tls-key go together; one of them is missing")
	case plan.byFiles() && plan.byACME():
		return errors.New("--tls-cert and --acme-hosts are both given; a server has its certificate from files or by ACME")
	case plan.byACME() && plan.shared() && plan.acmeCache == "":
		return errors.New("--acme-hosts with a database on PostgreSQL needs --acme-cache, a folder that all servers share; or let a proxy speak https")
	case !plan.byACME() && (plan.acmeEmail != "" || plan.acmeCache != "" || plan.acmeDirectory != acmeProduction):
		return errors.New("--acme-email, --acme-cache and --acme-directory mean something only with --acme-hosts")
	case tls && plan.public != nil && plan.public.Scheme != "https":
		return fmt.Errorf("--public-url %s is http, but the server is told to speak https", plan.public)
	case !webAddress(plan.acmeDirectory):
		return fmt.Errorf("--acme-directory: %q is not an address such as %s", plan.acmeDirectory, acmeProduction)
	case plan.acmeEmail != "" && !mailAddress(plan.acmeEmail):
		return fmt.Errorf("--acme-email: %q is not a mail address such as admin@example.org", plan.acmeEmail)
	case plan.redirectListen != "" && !tls && (plan.public == nil || plan.public.Scheme != "https"):
		return errors.New("--redirect-listen sends people on to https, but neither a certificate nor an https --public-url is given")
	}
	if plan.byFiles() {
		for _, one := range []struct{ flag, file string }{{"--tls-cert", plan.tlsCert}, {"--tls-key", plan.tlsKey}} {
			if _, err := os.Stat(one.file); err != nil {
				return fmt.Errorf("%s: %w", one.flag, err)
			}
		}
	}
	for _, host := range plan.acmeHosts {
		name, err := hostName(host)
		if err != nil {
			return err
		}
		plan.hosts = append(plan.hosts, name)
	}
	if plan.byACME() {
		plan.acmeCache = cmp.Or(plan.acmeCache, filepath.Join(filepath.Dir(plan.db), "acme"))
		if plan.public == nil {
			plan.public = &url.URL{Scheme: "https", Host: plan.hosts[0]}
		}
	}
	if plan.hsts == 0 {
		plan.hsts = -1 // the handlers' value for none
	}
	return nil
}

// hostName is a name as certificates have it.
func hostName(host string) (string, error) {
	name, err := idna.Lookup.ToASCII(strings.TrimSuffix(host, "."))
	_, ok := dnsName(name)
	if err != nil || !ok || !strings.Contains(name, ".") || net.ParseIP(name) != nil {
		return "", fmt.Errorf("--acme-hosts: %q is no full host name such as play.example.org", host)
	}
	return name, nil
}

// parsePublicURL reads the address of a server, which is that of its host alone, written as
// browsers write it.
func parsePublicURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err != nil || !hasHost(u) || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" ||
		u.User != nil || strings.ContainsAny(text, "?#") {
		return nil, fmt.Errorf("--public-url %q is not of the form https://HOST or http://HOST, such as https://play.example.org", text)
	}
	return &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}, nil
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
		opts.ReplaceAttr = inSeconds
		return slog.New(slog.NewJSONHandler(w, opts)), nil
	}
	return nil, fmt.Errorf("--log-format %q is not text or json", format)
}

// inSeconds writes durations in the unit of programs.
func inSeconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.Float64Value(a.Value.Duration().Seconds())
	}
	return a
}
