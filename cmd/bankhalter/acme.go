package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// acmeProduction is the authority that is asked if none is named.
const acmeProduction = autocert.DefaultACMEDirectory

// newManager returns what fetches, keeps and renews certificates for the hosts
// of the plan, and for no others. authorities are trusted beside those of the
// system when the directory is asked; nil: none.
func (plan *servePlan) newManager(authorities *x509.CertPool) (*autocert.Manager, error) {
	if err := os.MkdirAll(plan.acmeCache, 0o700); err != nil {
		return nil, fmt.Errorf("--acme-cache: %w", err)
	}
	// A folder that cannot be written to would ask for a certificate at each start.
	probe, err := os.CreateTemp(plan.acmeCache, "probe-*")
	if err != nil {
		return nil, fmt.Errorf("--acme-cache: %w", err)
	}
	probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return nil, fmt.Errorf("--acme-cache: %w", err)
	}
	client := &acme.Client{DirectoryURL: plan.acmeDirectory, UserAgent: "bankhalter/" + versionName()}
	if authorities != nil {
		client.HTTPClient = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12}}}
	}
	return &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(plan.hosts...),
		Cache: autocert.DirCache(filepath.Clean(plan.acmeCache)), Email: plan.acmeEmail, Client: client,
	}, nil
}
