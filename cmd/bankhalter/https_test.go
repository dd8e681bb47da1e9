package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// journal is a log that can be read while it is written.
type journal struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.String()
}

// side is where something beside the server listens, as the log says.
func (j *journal) side(t *testing.T, flag string) string {
	t.Helper()
	found := regexp.MustCompile(`for=` + flag + ` address=(\S+)`).FindStringSubmatch(j.String())
	require.NotNil(t, found, j.String())
	return found[1]
}

// startLogged is startServer with a log, and perhaps with a change of the plan.
func startLogged(t *testing.T, o serveOptions, change func(*servePlan)) (url string, log *journal, stop func() error) {
	t.Helper()
	log = &journal{}
	plan, err := o.plan(log)
	require.NoError(t, err)
	if change != nil {
		change(plan)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := plan.run(ctx, func() {}, w)
		w.CloseWithError(err)
		done <- err
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	require.NoError(t, err)
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	require.True(t, ok, line)
	return url, log, func() error { cancel(); return <-done }
}

// visitor is a browser that finds any host at one address and trusts one authority.
func visitor(t *testing.T, address string, trusted *x509.CertPool) *http.Client {
	t.Helper()
	tr := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// write puts a new certificate and its key into files.
func (a *authority) write(t *testing.T, cert, key string, names ...string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	chain, err := a.sign(&private.PublicKey, names...)
	require.NoError(t, err)
	der, err := x509.MarshalECPrivateKey(private)
	require.NoError(t, err)
	if cert != "" {
		require.NoError(t, os.WriteFile(cert, chain, 0o600))
	}
	require.NoError(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), 0o600))
}

func address(t *testing.T, base string) string {
	t.Helper()
	u, err := url.Parse(base)
	require.NoError(t, err)
	return u.Host
}

func TestCertificateFiles(t *testing.T) {
	ca, dir := newAuthority(t), t.TempDir()
	o := options(t)
	o.tlsCert, o.tlsKey, o.redirectListen, o.hsts = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), "127.0.0.1:0", 48*time.Hour
	o.hstsSubdomains, o.metricsListen = true, "0.0.0.0:0"
	ca.write(t, o.tlsCert, o.tlsKey, "play.example.org")
	base, log, stop := startLogged(t, o, nil)
	at := address(t, base)
	assert.True(t, strings.HasPrefix(base, "https://"), base)
	serial := func() string {
		res, err := visitor(t, at, ca.pool()).Get("https://play.example.org/healthz")
		require.NoError(t, err)
		res.Body.Close()
		assert.Equal(t, http.StatusOK, res.StatusCode)
		assert.Equal(t, 2, res.ProtoMajor, "a browser with many tabs needs HTTP/2")
		return res.TLS.PeerCertificates[0].SerialNumber.String()
	}
	first := serial()

	res, err := visitor(t, at, ca.pool()).PostForm("https://play.example.org/players", url.Values{"name": {"Ada"}})
	require.NoError(t, err)
	res.Body.Close()
	require.NotEmpty(t, res.Cookies())
	assert.Equal(t, "__Host-bh", res.Cookies()[0].Name)
	assert.True(t, res.Cookies()[0].Secure)
	assert.Equal(t, "max-age=172800; includeSubDomains", res.Header.Get("Strict-Transport-Security"))

	measured, err := visitor(t, log.side(t, "--metrics-listen"), ca.pool()).Get("https://play.example.org/metrics")
	require.NoError(t, err, "others can reach it: by https")
	measured.Body.Close()
	assert.Equal(t, http.StatusOK, measured.StatusCode)

	side := log.side(t, "--redirect-listen")
	plain := visitor(t, side, nil)
	look := func(headers ...string) (status int, location string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://play.example.org/games?x=1", http.NoBody)
		require.NoError(t, err)
		for i := 0; i < len(headers); i += 2 {
			req.Header.Set(headers[i], headers[i+1])
		}
		res, err := plain.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		return res.StatusCode, res.Header.Get("Location")
	}
	for _, program := range [][]string{nil, {"Accept", "*/*"}, {"Accept", "application/json"}, {"Accept", "text/html", "Authorization", "Bearer x"}} {
		status, to := look(program...)
		assert.Equal(t, http.StatusForbidden, status, "%v", program)
		assert.Empty(t, to)
	}
	status, to := look("Accept", "text/html,*/*;q=0.8")
	assert.Equal(t, http.StatusPermanentRedirect, status)
	_, port, err := net.SplitHostPort(at)
	require.NoError(t, err)
	assert.Equal(t, "https://play.example.org:"+port+"/games?x=1", to)
	res, err = plain.PostForm("http://play.example.org/players", url.Values{"name": {"Ada"}})
	require.NoError(t, err)
	res.Body.Close()
	assert.Equal(t, http.StatusForbidden, res.StatusCode, "what was sent openly is not sent on")
	assert.Empty(t, res.Header.Get("Location"))

	// The traffic is under test, not the certificate.
	raw, err := tls.Dial("tcp", at, &tls.Config{RootCAs: ca.pool(), ServerName: "play.example.org", MinVersion: tls.VersionTLS12})
	require.NoError(t, err)
	defer raw.Close()
	require.NoError(t, raw.SetDeadline(time.Now().Add(10*time.Second)))
	_, err = io.WriteString(raw, "POST /players HTTP/1.1\r\nHost: play.example.org\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: play.example.org\r\n\r\n")
	require.NoError(t, err)
	said, err := io.ReadAll(raw)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(said), "HTTP/1.1 400 "), "%s", said)
	assert.Equal(t, 1, strings.Count(string(said), "HTTP/1.1"), "%s", said)

	open, err := net.Dial("tcp", at)
	require.NoError(t, err)
	defer open.Close()
	require.NoError(t, open.SetDeadline(time.Now().Add(10*time.Second)))
	_, err = io.WriteString(open, "GET / HTTP/1.1\r\nHost: play.example.org\r\n\r\n")
	require.NoError(t, err)
	said, _ = io.ReadAll(open) // whether the rest was read when it was closed does not matter
	assert.Contains(t, string(said), "HTTP request to an HTTPS server")

	// A key without its certificate is not used; the pair that fits is.
	hup := func() { require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGHUP)) }
	ca.write(t, "", o.tlsKey, "play.example.org")
	hup()
	wait(t, func() bool { return strings.Contains(log.String(), "the one before goes on") })
	assert.Equal(t, first, serial())
	ca.write(t, o.tlsCert, o.tlsKey, "play.example.org")
	hup()
	wait(t, func() bool { return strings.Contains(log.String(), "certificate read again") })
	assert.NotEqual(t, first, serial())
	require.NoError(t, stop())
}

func TestWhichSignalsEndTheServer(t *testing.T) {
	always := []os.Signal{os.Interrupt, syscall.SIGTERM}
	assert.Equal(t, append(always, syscall.SIGHUP), endings(false, true), "its terminal closes")
	assert.Equal(t, always, endings(true, true), "it reads the certificate again")
}

// wait polls until something has happened.
func wait(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		require.True(t, time.Now().Before(end), "not within 10 s")
	}
}

// Files that change are noticed without a signal.
func TestCertificatesAreLookedAt(t *testing.T) {
	ca, dir, log := newAuthority(t), t.TempDir(), &journal{}
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	ca.write(t, cert, key, "a.example")
	plan, err := options(t).plan(log)
	require.NoError(t, err)
	c, err := readCertificate(cert, key, plan.log)
	require.NoError(t, err)
	before, err := c.get(nil)
	require.NoError(t, err)
	go c.watch(t.Context(), time.Millisecond, nil)
	ca.write(t, cert, key, "b.example")
	require.NoError(t, os.Chtimes(cert, time.Now(), time.Now().Add(time.Minute)))
	wait(t, func() bool {
		now, err := c.get(nil)
		return err == nil && now != before && now.Leaf.DNSNames[0] == "b.example"
	})
}

func TestCertificatesByACME(t *testing.T) {
	for _, challenge := range []string{"http-01", "tls-alpn-01"} {
		t.Run(challenge, func(t *testing.T) {
			ca := newACMEServer(t, challenge)
			o := options(t)
			o.acmeHosts, o.acmeDirectory, o.redirectListen = list{"play.example.org"}, ca.URL+"/directory", "127.0.0.1:0"
			trust := func(plan *servePlan) { plan.authorities = ca.trusted() }
			base, log, stop := startLogged(t, o, trust)
			ca.tlsAt, ca.httpAt = address(t, base), log.side(t, "--redirect-listen")
			close(ca.known)
			visit := func(host string) (int, error) {
				res, err := visitor(t, address(t, base), ca.pool()).Get("https://" + host + "/healthz")
				if err != nil {
					return 0, err
				}
				res.Body.Close()
				return res.StatusCode, nil
			}
			status, err := visit("play.example.org")
			require.NoError(t, err, log.String())
			assert.Equal(t, http.StatusOK, status)
			assert.Equal(t, 1, ca.orders)
			_, err = visit("other.example.org")
			assert.Error(t, err, "no certificate for hosts that are not listed")
			assert.Equal(t, 1, ca.orders, "and none is asked for")
			res, err := visitor(t, ca.httpAt, nil).Get("http://other.example.org/")
			require.NoError(t, err)
			res.Body.Close()
			assert.Equal(t, http.StatusMisdirectedRequest, res.StatusCode)
			require.NoError(t, stop())

			info, err := os.Stat(filepath.Join(filepath.Dir(o.db), "acme"))
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "it holds keys")
			base, _, stop = startLogged(t, o, trust)
			_, err = visit("play.example.org")
			require.NoError(t, err)
			assert.Equal(t, 1, ca.orders, "the certificate was kept")
			require.NoError(t, stop())
		})
	}
}
