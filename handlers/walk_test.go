package handlers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tool is a program that the examples need; without it they are not tested.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed", name)
	}
	if err != nil {
		t.Skipf("NOT TESTED: %s is not installed", name)
	}
	return path
}

// heard is a request of an example and what was answered.
type heard struct {
	operation string // of the example
	req       *http.Request
	answer    *answer
}

// ear listens in between the examples and the server. The examples tell it
// where each of them begins.
type ear struct {
	t      *testing.T
	inner  http.Handler
	given  http.Handler // what the examples take for granted
	mu     sync.Mutex
	now    string
	heards []heard
}

func (e *ear) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, ok := strings.CutPrefix(r.URL.Path, "/-/"); ok {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.now = name
		return
	}
	if strings.HasPrefix(r.URL.Path, "/-") {
		e.given.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	said := &tee{ResponseWriter: w, status: http.StatusOK}
	e.inner.ServeHTTP(said, r)
	req := r.Clone(context.WithoutCancel(r.Context()))
	req.Body = io.NopCloser(bytes.NewReader(body))
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heards = append(e.heards, heard{e.now, req, &answer{e.t, said.status, w.Header().Clone(), said.body.Bytes()}})
}

// tee keeps what is answered.
type tee struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (w *tee) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *tee) Write(p []byte) (int, error) {
	w.body.Write(p)
	return w.ResponseWriter.Write(p)
}

func (w *tee) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// The examples of the page, in its order and in one shell, do what they say:
// each operation is really called, everything is answered as described, and
// nothing is refused.
func TestTheExamplesOfEveryOperationWork(t *testing.T) {
	t.Parallel()
	bash := tool(t, "bash")
	tool(t, "curl")
	tool(t, "jq")
	e := &ear{t: t}
	between := httptest.NewServer(e)
	defer between.Close()
	base := strings.Replace(between.URL, "127.0.0.1", "localhost", 1) // where passkeys work
	s := openEquipped(t, base)
	e.inner, e.given = s.server, s.given
	docs := s.program().get("/api")
	require.Equal(t, http.StatusOK, docs.status)
	var page struct {
		Chapters []struct {
			Operations []struct{ Operation, Method, Path, Curl string }
		}
	}
	require.NoError(t, json.Unmarshal(docs.body, &page))
	script := "set -euo pipefail\nB=" + base + "\nHOOK=" + s.hooks.URL + "\nADMIN='" + password + "'\nmail() { curl -s $B/-mail; }\npasskey() { curl -s --data-binary @- $B/-passkey; }\n"
	var order []string
	called := map[string]string{}
	for _, c := range page.Chapters {
		for _, o := range c.Operations {
			script += "curl -s $B/-/" + o.Operation + "\n" + o.Curl + "\n"
			order = append(order, o.Operation)
			called[o.Operation] = o.Method + " " + o.Path
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", script)
	cmd.Dir, cmd.WaitDelay = t.TempDir(), time.Second
	require.NoError(t, os.WriteFile(filepath.Join(cmd.Dir, ".curlrc"), []byte(`header = "Accept-Language: en"`), 0o600))
	cmd.Env = append(os.Environ(), "CURL_HOME="+cmd.Dir)
	out, err := cmd.CombinedOutput()
	e.mu.Lock()
	defer e.mu.Unlock()
	require.NoError(t, err, "in %s: %s", e.now, tailOf(out))
	doc, err := spec()
	require.NoError(t, err)
	done := map[string]bool{}
	for _, h := range e.heards {
		require.Less(t, h.answer.status, http.StatusBadRequest, "%s: %s %s: %s", h.operation, h.req.Method, h.req.URL, h.answer.text())
		conform(t, h.req, h.answer)
		route := findRoute(doc, h.req)
		require.NotNil(t, route, h.req.URL.Path)
		if route.Operation.OperationID == h.operation {
			done[h.operation] = true
			keepExample(t, h)
		}
	}
	for _, name := range order {
		assert.True(t, done[name], "the example of %s calls %s", name, called[name])
	}
}

func tailOf(out []byte) string {
	if len(out) > 1500 {
		out = out[len(out)-1500:]
	}
	return string(out)
}

// keepExample writes answers down to make examples of, if EXAMPLES names a folder.
func keepExample(t *testing.T, h heard) {
	t.Helper()
	dir := os.Getenv("EXAMPLES")
	if dir == "" || h.answer.header.Get("Content-Type") != "application/json" {
		return
	}
	name := h.operation + "." + itoa(h.answer.status) + ".json"
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), h.answer.body, 0o600))
	body, err := io.ReadAll(h.req.Body)
	require.NoError(t, err)
	if len(body) > 0 && h.req.Header.Get("Content-Type") == "application/json" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, h.operation+".request.json"), body, 0o600))
	}
}
