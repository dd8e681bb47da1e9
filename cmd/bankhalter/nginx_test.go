package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// need finds a program that the test drives. On a continuous integration
// machine it must be there, elsewhere the test is left out.
func need(t *testing.T, name string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed", name)
	}
	t.Skipf("NOT TESTED: %s is not installed (apt-get install %s)", name, strings.Replace(name, "promtool", "prometheus", 1))
	return ""
}

// freeAddress is an unused address.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// behindNginx starts nginx with the example for one server.
func behindNginx(t *testing.T, server string, ca *authority) (https, http string) {
	t.Helper()
	return startNginx(t, "nginx.conf", map[string]string{"server 127.0.0.1:8080;": "server " + server + ";"}, ca)
}

// startNginx starts nginx with an example, on other ports, with another
// certificate and the servers' addresses, and returns where it listens.
func startNginx(t *testing.T, name string, changes map[string]string, ca *authority) (https, http string) {
	t.Helper()
	nginx, dir := need(t, "nginx"), t.TempDir()
	example, err := deploy.ReadFile("deploy/" + name)
	require.NoError(t, err)
	https, http = freeAddress(t), freeAddress(t)
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	ca.write(t, cert, key, "play.example.org")
	site := string(example)
	changes = maps.Clone(changes)
	maps.Copy(changes, map[string]string{
		"listen 443 ssl http2;": "listen " + https + " ssl http2;", "listen 80;": "listen " + http + ";",
		"/etc/letsencrypt/live/play.example.org/fullchain.pem": cert, "/etc/letsencrypt/live/play.example.org/privkey.pem": key,
	})
	for from, to := range changes {
		require.Equal(t, 1, strings.Count(site, from), from)
		site = strings.Replace(site, from, to, 1)
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;"
	}
	whole := fmt.Sprintf("%s daemon off; pid %s/pid; error_log stderr warn; events {}\nhttp { access_log off;", user, dir)
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		whole += fmt.Sprintf(" %s_temp_path %s/%s;", kind, dir, kind)
	}
	file := filepath.Join(dir, "nginx.conf")
	require.NoError(t, os.WriteFile(file, []byte(whole+"\n"+site+"}\n"), 0o600))
	cmd := exec.Command(nginx, "-p", dir, "-c", file)
	said := &journal{}
	cmd.Stderr = said
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	wait(t, func() bool {
		c, err := net.Dial("tcp", https)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return https, http
}

// answer is closed at the end of the test.
type answer struct{ *http.Response }

// The worked example for nginx, with a real nginx: pages, forms and moves go
// through, streams without delay, and the server knows the caller.
func TestBehindNginx(t *testing.T) {
	need(t, "nginx")
	o := options(t)
	o.publicURL, o.proxies, o.accessLog = "https://play.example.org", list{"127.0.0.1"}, true
	base, log, stop := startLogged(t, o, nil)
	ca := newAuthority(t)
	https, plain := behindNginx(t, address(t, base), ca)
	c := visitor(t, https, ca.pool())
	c.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}).DialContext(ctx, network, https)
	}
	const site = "https://play.example.org"
	do := func(method, path, body string, header ...string) answer {
		req, err := http.NewRequestWithContext(t.Context(), method, site+path, strings.NewReader(body))
		require.NoError(t, err)
		for i := 0; i+1 < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		res, err := c.Do(req)
		require.NoError(t, err)
		t.Cleanup(func() { res.Body.Close() })
		return answer{res}
	}
	page := do("GET", "/", "", "Accept", "text/html")
	assert.Equal(t, http.StatusOK, page.StatusCode)
	assert.Equal(t, 2, page.ProtoMajor)
	assert.Len(t, page.Header.Get("X-Request-Id"), 32, "the one that nginx gave")
	assert.Contains(t, log.String(), "id="+page.Header.Get("X-Request-Id"))

	form := url.Values{"name": {"Ada"}, "edition": {"us-classic"}, "players": {"2"}, "bots": {"builder"}}.Encode()
	res := do("POST", "/games", form, "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/html", "Origin", site, "X-Forwarded-For", "6.6.6.6")
	require.Equal(t, http.StatusSeeOther, res.StatusCode, "a form of the own page")
	game, ours := strings.CutPrefix(res.Header.Get("Location"), site)
	assert.True(t, ours, "as people reach the server")
	cookie := res.Cookies()[0]
	assert.Equal(t, "__Host-bh", cookie.Name)
	assert.True(t, cookie.Secure)
	assert.Contains(t, log.String(), "from=127.0.0.2", "who connected to nginx")
	assert.NotContains(t, log.String(), "6.6.6.6", "and not whom he says he speaks for")
	assert.NotContains(t, log.String(), "from=127.0.0.1 ", "nor the proxy")
	foreign := do("POST", "/games", form, "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example")
	assert.Equal(t, http.StatusForbidden, foreign.StatusCode)

	stream := do("GET", game+"/events", "", "Accept", "text/event-stream", "Cookie", cookie.String())
	require.Equal(t, http.StatusOK, stream.StatusCode)
	lines := make(chan string, 100)
	go func() {
		for s := bufio.NewScanner(stream.Body); s.Scan(); {
			lines <- s.Text()
		}
		close(lines)
	}()
	heard := func(what string) bool {
		for soon := time.After(5 * time.Second); ; { // a held back one comes with the heartbeat, or never
			select {
			case line, open := <-lines:
				if strings.HasPrefix(line, what) || !open {
					return open
				}
			case <-soon:
				return false
			}
		}
	}
	require.True(t, heard("retry:"), "the beginning of the stream")
	res = do("POST", game+"/start", "", "Cookie", cookie.String())
	said, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, res.StatusCode, "%s", said)
	assert.True(t, heard("event: "), "a ping comes through before the next heartbeat")

	assert.Equal(t, http.StatusNotFound, do("GET", "/metrics", "").StatusCode)
	assert.Equal(t, http.StatusRequestEntityTooLarge, do("POST", "/editions", strings.Repeat("x", 400<<10)).StatusCode)
	onward, err := visitor(t, plain, nil).Get("http://play.example.org/rules?lang=de")
	require.NoError(t, err)
	onward.Body.Close()
	assert.Equal(t, site+"/rules?lang=de", onward.Header.Get("Location"))
	require.NoError(t, stop())
}

// The worked example for several servers: a game stays with one of them, games are
// spread, and when a server is down another one answers.
func TestNginxKeepsAGameWithOneServer(t *testing.T) {
	need(t, "nginx")
	var servers []*httptest.Server
	changes := map[string]string{}
	for i := range 3 {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, i) }))
		t.Cleanup(s.Close)
		servers = append(servers, s)
		changes[fmt.Sprintf("server 10.0.0.%d:8080", i+1)] = "server " + s.Listener.Addr().String()
	}
	ca := newAuthority(t)
	https, _ := startNginx(t, "nginx-servers.conf", changes, ca)
	c := visitor(t, https, ca.pool())
	ask := func(path string) string {
		res, err := c.Get("https://play.example.org" + path)
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		return string(body)
	}
	asked := map[string]bool{}
	for i := range 30 {
		game := fmt.Sprintf("/games/game%d", i)
		who := ask(game)
		asked[who] = true
		for _, deeper := range []string{"", "/moves", "/events?after=3"} {
			assert.Equal(t, who, ask(game+deeper), "%s%s", game, deeper)
		}
	}
	assert.Len(t, asked, 3, "all servers have games")
	assert.Equal(t, ask("/login"), ask("/me"), "what belongs to no game stays with one server, too")

	gone := ask("/games/game0")
	servers[gone[0]-'0'].Close()
	assert.NotEqual(t, gone, ask("/games/game0"))
}
