package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// authority is a certificate authority of the test's own.
type authority struct {
	key    *ecdsa.PrivateKey
	cert   *x509.Certificate
	serial int64
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	cert, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return &authority{key: key, cert: cert, serial: 1}
}

// pool trusts the authority.
func (a *authority) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.cert)
	return p
}

// sign makes a certificate for a public key, with the authority's behind it, as PEM.
func (a *authority) sign(public any, names ...string) ([]byte, error) {
	a.serial++
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(a.serial), DNSNames: names, KeyUsage: x509.KeyUsageDigitalSignature,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a.cert, public, a.key)
	if err != nil {
		return nil, err
	}
	out := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return append(out, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})...), nil
}

// acmeServer is the other side of RFC 8555, as far as one order goes. It does
// not check signatures; it does check the challenge.
type acmeServer struct {
	*authority
	*httptest.Server
	challenge string        // offered challenge: http-01 or tls-alpn-01
	httpAt    string        // where it looks for http-01
	tlsAt     string        // where it looks for tls-alpn-01
	known     chan struct{} // closed when both are known

	mu     sync.Mutex
	host   string
	valid  bool
	issued []byte
	orders int
}

func newACMEServer(t *testing.T, challenge string) *acmeServer {
	t.Helper()
	s := &acmeServer{authority: newAuthority(t), challenge: challenge, known: make(chan struct{})}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

// trusted are the authorities of its own https.
func (s *acmeServer) trusted() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(s.Server.Certificate())
	return p
}

const acmeToken = "token-of-the-challenge"

func (s *acmeServer) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Replay-Nonce", rand.Text())
	var body struct{ Payload string }
	_ = json.NewDecoder(r.Body).Decode(&body)
	payload, _ := base64.RawURLEncoding.DecodeString(body.Payload)
	order := func(status int) {
		o := map[string]any{"status": "pending", "authorizations": []string{s.URL + "/authz"}, "finalize": s.URL + "/finalize"}
		if s.valid {
			o["status"] = "ready"
		}
		if s.issued != nil {
			o["status"], o["certificate"] = "valid", s.URL+"/cert"
		}
		w.Header().Set("Location", s.URL+"/order")
		reply(w, status, o)
	}
	switch r.URL.Path {
	case "/directory":
		reply(w, http.StatusOK, map[string]string{"newNonce": s.URL + "/nonce", "newAccount": s.URL + "/account", "newOrder": s.URL + "/new", "revokeCert": s.URL + "/revoke", "keyChange": s.URL + "/key"})
	case "/nonce":
	case "/account":
		w.Header().Set("Location", s.URL+"/account/1")
		reply(w, http.StatusCreated, map[string]string{"status": "valid"})
	case "/new":
		var want struct{ Identifiers []struct{ Value string } }
		_ = json.Unmarshal(payload, &want)
		s.orders++
		s.host, s.valid, s.issued = want.Identifiers[0].Value, false, nil
		order(http.StatusCreated)
	case "/order":
		order(http.StatusOK)
	case "/authz", "/challenge":
		if r.URL.Path == "/challenge" {
			s.valid = s.check(r.Context())
		}
		status := "pending"
		if s.valid {
			status = "valid"
		}
		c := map[string]string{"type": s.challenge, "url": s.URL + "/challenge", "token": acmeToken, "status": status}
		if r.URL.Path == "/challenge" {
			reply(w, http.StatusOK, c)
			return
		}
		reply(w, http.StatusOK, map[string]any{"status": status, "identifier": map[string]string{"type": "dns", "value": s.host}, "challenges": []any{c}})
	case "/finalize":
		var want struct{ CSR string }
		_ = json.Unmarshal(payload, &want)
		der, _ := base64.RawURLEncoding.DecodeString(want.CSR)
		if csr, err := x509.ParseCertificateRequest(der); err == nil && s.valid {
			s.issued, _ = s.sign(csr.PublicKey, csr.DNSNames...)
		}
		order(http.StatusOK)
	case "/cert":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(s.issued)
	default:
		http.NotFound(w, r)
	}
}

// check looks whether the host is the caller.
func (s *acmeServer) check(ctx context.Context) bool {
	select {
	case <-s.known:
	case <-ctx.Done():
		return false
	}
	if s.challenge == "tls-alpn-01" {
		d := tls.Dialer{Config: &tls.Config{ServerName: s.host, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}}
		c, err := d.DialContext(ctx, "tcp", s.tlsAt)
		if err != nil {
			return false
		}
		defer c.Close()
		state := c.(*tls.Conn).ConnectionState()
		return state.NegotiatedProtocol == "acme-tls/1" && state.PeerCertificates[0].VerifyHostname(s.host) == nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.httpAt+"/.well-known/acme-challenge/"+acmeToken, nil)
	if err != nil {
		return false
	}
	req.Host = s.host + ":80" // as some do
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)
	return bytes.HasPrefix(answer, []byte(acmeToken+"."))
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(fmt.Sprint("encode: ", err))
	}
}
