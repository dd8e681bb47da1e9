package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// certificate is a certificate from files. It is read again when they change;
// until both fit together the one before goes on being used.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu    sync.Mutex
	valid *validity // notified of each certificate used; nil: not
	now   *tls.Certificate
	stamp string // of the files when they were read last, in vain or not
}

// readCertificate reads the files for the first time.
func readCertificate(cert, key string, log *slog.Logger) (*certificate, error) {
	c := &certificate{cert: cert, key: key, log: log, stamp: stampOf(cert, key)}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
	}
	c.now = &pair
	return c, nil
}

// follow reports to v until when the certificate is good, now and later.
func (c *certificate) follow(v *validity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.valid = v
	v.set(c.now.Leaf)
}

// get is called by a TLS listener.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now, nil
}

// look reads the files again if they have changed, or in any case.
func (c *certificate) look(anyway bool) {
	stamp := stampOf(c.cert, c.key)
	c.mu.Lock()
	same := stamp == c.stamp
	c.mu.Unlock()
	if same && !anyway {
		return
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	c.mu.Lock()
	c.stamp = stamp
	if err == nil {
		c.now = &pair
		if c.valid != nil {
			c.valid.set(pair.Leaf)
		}
	}
	c.mu.Unlock()
	if err != nil {
		c.log.Error("the new certificate cannot be used, the one before goes on", "err", err)
		return
	}
	c.log.Info("certificate read again", "names", pair.Leaf.DNSNames, "until", pair.Leaf.NotAfter)
}

// watch checks the files every now and then, and on each signal.
func (c *certificate) watch(ctx context.Context, every time.Duration, told <-chan os.Signal) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			c.look(false)
		case <-told:
			c.look(true)
		}
	}
}

// stampOf returns a stamp that differs between states of the files.
func stampOf(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintln(&b, info.ModTime().UnixNano(), info.Size())
		}
	}
	return b.String()
}
