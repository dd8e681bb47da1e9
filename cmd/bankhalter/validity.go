package main

import (
	"crypto/x509"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"
)

// validity knows until when the certificates are good that the server shows.
type validity struct {
	mu    sync.Mutex
	until map[string]time.Time // by host
}

// set records all hosts at the same time, by a certificate from files.
func (v *validity) set(leaf *x509.Certificate) {
	v.mu.Lock()
	v.until = nil
	v.mu.Unlock()
	if len(leaf.DNSNames) > 0 {
		v.note(leaf.DNSNames[0], leaf.NotAfter)
	}
}

// note records the certificate of one host.
func (v *validity) note(host string, until time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.until == nil {
		v.until = map[string]time.Time{}
	}
	v.until[host] = until
}

// write prints it in the Prometheus text format.
func (v *validity) write(w io.Writer) {
	const name = "bankhalter_certificate_expiry_timestamp_seconds"
	head(w, name, "gauge", "When the certificate of a host ends, if the server has one.")
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, host := range slices.Sorted(maps.Keys(v.until)) {
		fmt.Fprintf(w, "%s{host=%q} %d\n", name, host, v.until[host].Unix())
	}
}
