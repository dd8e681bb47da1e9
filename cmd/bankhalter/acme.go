package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// acmeProduction is the default authority.
const acmeProduction = autocert.DefaultACMEDirectory

// fetcher obtains the certificates of the hosts by ACME, and logs the
// results: the library behind it is silent.
type fetcher struct {
	*autocert.Manager
	hosts []string
	valid *validity
	log   *slog.Logger

	mu    sync.Mutex
	quiet map[string]time.Time // complaints, and until when they are not repeated
}

// complaintRest is how long the log says nothing about something it has said; the
// library does not try again sooner.
const complaintRest = time.Minute

// newFetcher returns a fetcher that obtains, keeps and renews certificates for the hosts
// of the plan, and for no others.
func (plan *servePlan) newFetcher() (*fetcher, error) {
	if err := os.MkdirAll(plan.acmeCache, 0o700); err != nil {
		return nil, fmt.Errorf("--acme-cache: %w", err)
	}
	// A folder that cannot be written to would need a new certificate at each start.
	if err := probe(plan.acmeCache); err != nil {
		return nil, fmt.Errorf("--acme-cache: %w", err)
	}
	f := &fetcher{hosts: plan.hosts, valid: plan.valid, log: plan.log, quiet: map[string]time.Time{}}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if plan.authorities != nil {
		transport.TLSClientConfig = &tls.Config{RootCAs: plan.authorities, MinVersion: tls.VersionTLS12}
	}
	f.Manager = &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(plan.hosts...), Email: plan.acmeEmail,
		Cache: watchedCache{autocert.DirCache(filepath.Clean(plan.acmeCache)), f},
		Client: &acme.Client{
			DirectoryURL: plan.acmeDirectory, UserAgent: "bankhalter/" + versionName(),
			HTTPClient: &http.Client{Transport: &acmeLog{transport, f.warn}},
		},
	}
	return f, nil
}

// config is for the listener that shows the certificates.
func (f *fetcher) config() *tls.Config {
	c := f.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	c.GetCertificate = f.get
	return c
}

// get is called by a TLS listener.
func (f *fetcher) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	cert, err := f.GetCertificate(hello)
	host := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	if !slices.Contains(f.hosts, host) || slices.Contains(hello.SupportedProtos, acme.ALPNProto) {
		return cert, err
	}
	if err != nil {
		f.logOnce(f.log.Error, complaintRest, "there is no certificate for this host; who visits it gets no page", "host", host, "err", err)
		return nil, err
	}
	f.valid.note(host, cert.Leaf.NotAfter)
	left, whole := time.Until(cert.Leaf.NotAfter), cert.Leaf.NotAfter.Sub(cert.Leaf.NotBefore)
	if left < whole/4 { // it should have been renewed when a third was left
		f.logOnce(f.log.Warn, 24*time.Hour, "the certificate could not be renewed yet", "host", host, "until", cert.Leaf.NotAfter)
	}
	return cert, nil
}

// begin fetches missing certificates before the first visitor comes, or logs why one
// cannot be had.
func (f *fetcher) begin(ctx context.Context) {
	for _, host := range f.hosts {
		if ctx.Err() != nil {
			return
		}
		_, _ = f.get(&tls.ClientHelloInfo{ // which complains by itself
			ServerName: host, SupportedVersions: []uint16{tls.VersionTLS13}, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		})
	}
}

// warn logs a failure that may still resolve itself.
func (f *fetcher) warn(what string, about ...any) {
	f.logOnce(f.log.Warn, complaintRest, what, about...)
}

// logOnce says something in the log, and then nothing about the same of the same
// host for a time: the library repeats a failure to everybody who comes, and
// forgets its cause.
func (f *fetcher) logOnce(say func(string, ...any), rest time.Duration, what string, about ...any) {
	key := what + fmt.Sprint(about[:2]...)
	now := time.Now()
	f.mu.Lock()
	for k, until := range f.quiet {
		if now.After(until) {
			delete(f.quiet, k)
		}
	}
	_, said := f.quiet[key]
	if !said {
		f.quiet[key] = now.Add(rest)
	}
	f.mu.Unlock()
	if !said {
		say(what, about...)
	}
}

// challenges answers the authority by http, and hands on who else comes. The
// library knows hosts without a port only; some authorities name the usual one.
func (f *fetcher) challenges(onward http.Handler) http.Handler {
	h := f.HTTPHandler(onward)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host, _, err := net.SplitHostPort(r.Host); err == nil && strings.HasPrefix(r.URL.Path, "/.well-known/acme-challenge/") {
			r.Host = host
		}
		h.ServeHTTP(w, r)
	})
}

// watchedCache reports new certificates when they are kept.
type watchedCache struct {
	autocert.Cache
	f *fetcher
}

// Put keeps something of the library's: certificates, its key, answers to challenges.
func (c watchedCache) Put(ctx context.Context, name string, data []byte) error {
	if err := c.Cache.Put(ctx, name, data); err != nil {
		c.f.warn("what came from the authority cannot be kept; it is asked again after a restart", "host", name, "err", err)
		return err
	}
	host := strings.TrimSuffix(name, "+rsa")
	if !slices.Contains(c.f.hosts, host) {
		return nil
	}
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		if leaf, err := x509.ParseCertificate(block.Bytes); err == nil { // else the library complains
			c.f.valid.note(host, leaf.NotAfter)
			c.f.log.InfoContext(ctx, "certificate fetched", "host", host, "until", leaf.NotAfter)
		}
		return nil
	}
	return nil
}
