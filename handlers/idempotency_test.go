package handlers_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
)

const key = "Idempotency-Key"

func TestARequestWithAKeyIsDoneOnce(t *testing.T) {
	onlyFile(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openOn(t, path)
	p := s.program()
	first := p.post("/players", map[string]any{"name": "Ada"}, key, "one-0123456789abcdef")
	require.Equal(t, http.StatusCreated, first.status, first.text())
	again := p.post("/players", map[string]any{"name": "Ada"}, key, "one-0123456789abcdef")
	assert.Equal(t, first.text(), again.text(), "byte for byte, though a cookie came with the first")
	assert.Equal(t, "true", again.header.Get("Idempotency-Replayed"))
	assert.Empty(t, first.header.Get("Idempotency-Replayed"))

	ada := s.program()
	ada.token = first.str("token")
	game := ada.post("/games", map[string]any{"edition": "us-classic", "players": 3}, key, "one")
	require.Equal(t, http.StatusCreated, game.status, "a key counts for one address")
	for range 3 {
		again = ada.post("/games", map[string]any{"edition": "us-classic", "players": 3}, key, "one")
		assert.Equal(t, game.text(), again.text())
		assert.Equal(t, game.header.Get("Location"), again.header.Get("Location"))
		assert.Equal(t, game.header.Get("ETag"), again.header.Get("ETag"))
	}
	list, _ := ada.get("/me").at("games").([]any)
	assert.Len(t, list, 1)
	other := ada.post("/games", map[string]any{"edition": "us-classic", "players": 4}, key, "one")
	wantProblem(t, other, http.StatusUnprocessableEntity, "key_reused")
	asked := ada.post("/games?x=1", map[string]any{"edition": "us-classic", "players": 3}, key, "one")
	wantProblem(t, asked, http.StatusUnprocessableEntity, "key_reused")
	assert.Equal(t, http.StatusCreated, s.player("Ben").post("/games", map[string]any{"edition": "us-classic", "players": 4}, key, "one").status, "everybody has keys of his own")

	seat := ada.post(game.header.Get("Location")+"/seats", map[string]any{"bot": true}, key, "two")
	require.Equal(t, http.StatusCreated, seat.status, seat.text())
	assert.Equal(t, seat.text(), ada.post(game.header.Get("Location")+"/seats", map[string]any{"bot": true}, key, "two").text())
	assert.Len(t, ada.get(game.header.Get("Location")).at("table", "seats"), 2)

	for _, file := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.False(t, strings.Contains(string(data), ada.token), "what is kept is sealed")
	}
}

// Pages are compressed, by whichever request asks for it.
func TestAPageIsRepeatedToClientsWithAndWithoutGzip(t *testing.T) {
	t.Parallel()
	ada := open(t).player("Ada")
	for name, asked := range map[string][]string{
		"with gzip both times": {"gzip", "gzip"}, "first with gzip": {"gzip", "identity"}, "first without": {"identity", "gzip"},
	} {
		t.Run(name, func(t *testing.T) {
			pages := make([]string, len(asked))
			for i, encoding := range asked {
				req := ada.request(t.Context(), http.MethodPost, "/games", url.Values{"change": {"1"}}, key, strings.ReplaceAll(name, " ", "-"), "Accept", html, "Accept-Encoding", encoding)
				res, err := ada.http.Do(req)
				require.NoError(t, err)
				defer res.Body.Close()
				require.Equal(t, http.StatusOK, res.StatusCode)
				assert.Equal(t, i > 0, res.Header.Get("Idempotency-Replayed") != "")
				body := io.Reader(res.Body)
				if encoding == "gzip" {
					require.Equal(t, "gzip", res.Header.Get("Content-Encoding"))
					body, err = gzip.NewReader(res.Body)
					require.NoError(t, err)
				} else {
					assert.Empty(t, res.Header.Get("Content-Encoding"))
				}
				page, err := io.ReadAll(body)
				require.NoError(t, err)
				pages[i] = string(page)
			}
			assert.Contains(t, pages[0], "<!doctype html>")
			assert.Equal(t, pages[0], pages[1])
		})
	}
}

func TestAStrangerWhoBecomesSomebodyAsksAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	game := s.player("Ada").create(map[string]any{"edition": "us-classic", "players": 4})
	ben := s.program()
	first := ben.post(game+"/seats", map[string]any{"name": "Ben"}, key, "sit-0123456789abcdef")
	require.Equal(t, http.StatusCreated, first.status, first.text())
	require.NotEmpty(t, first.str("token"))
	assert.Equal(t, first.text(), ben.post(game+"/seats", map[string]any{"name": "Ben"}, key, "sit-0123456789abcdef").text(), "with the cookie of the first answer")
	assert.Equal(t, first.text(), s.program().post(game+"/seats", map[string]any{"name": "Ben"}, key, "sit-0123456789abcdef").text(), "without it")
	b := s.browser()
	form := url.Values{"name": {"Cem"}}
	require.Equal(t, http.StatusSeeOther, b.post("/players", form, key, "form-0123456789abcdef").status)
	fresh := s.browser()
	require.Equal(t, http.StatusSeeOther, fresh.post("/players", form, key, "form-0123456789abcdef").status)
	assert.Equal(t, b.get("/me", "Accept", "*/*").str("id"), fresh.get("/me", "Accept", "*/*").str("id"), "the cookie too")
}

func TestWhatWasRefusedMayBeTriedAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	wantProblem(t, ada.post("/games", map[string]any{"edition": "atlantis"}, key, "k"), http.StatusUnprocessableEntity, "unknown_edition")
	assert.Equal(t, http.StatusCreated, ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k").status)
	for _, bad := range []string{"two words", "ümlaut", strings.Repeat("x", 201)} {
		wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic"}, key, bad), http.StatusBadRequest, "bad_key")
	}
}

func TestAnAnswerOutlivesTheServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	var first, token string
	t.Run("before", func(t *testing.T) {
		ada := openOn(t, path).player("Ada")
		token = ada.token
		first = ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k").text()
	})
	s := openOn(t, path)
	ada := s.program()
	ada.token = token
	assert.Equal(t, first, ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k").text())
}

// stuck holds the making of games until it is let go.
type stuck struct {
	tabletest.Store
	begun, let chan struct{}
}

func (s *stuck) CreateGame(ctx context.Context, g *table.Game, seed [32]byte, ed *library.Edition) error {
	s.begun <- struct{}{}
	<-s.let
	return s.Store.CreateGame(ctx, g, seed, ed)
}

func TestTheSameRequestAtTheSameTime(t *testing.T) {
	t.Parallel()
	st := &stuck{begun: make(chan struct{}), let: make(chan struct{})}
	s := openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(inner tabletest.Store) tabletest.Store { st.Store = inner; return st })
	ada := s.player("Ada")
	ctx, hangUp := context.WithCancel(t.Context())
	done := make(chan error, 1)
	req := ada.request(ctx, http.MethodPost, "/games", map[string]any{"edition": "us-classic"}, key, "k")
	go func() {
		_, err := ada.http.Do(req) //nolint:bodyclose // there is none
		done <- err
	}()
	<-st.begun
	running := ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k")
	wantProblem(t, running, http.StatusConflict, "key_running")
	assert.NotEmpty(t, running.header.Get("Retry-After"))
	hangUp()
	require.Error(t, <-done)
	close(st.let)
	require.Eventually(t, func() bool {
		return ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k").status == http.StatusCreated
	}, waitLong, waitShort, "who has hung up gets the answer when he comes again")
	list, _ := ada.get("/me").at("games").([]any)
	assert.Len(t, list, 1)
}

// A server that was killed in between does not know what became of a request, and says so.
func TestWhatWasInterruptedIsNotDoneTwice(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	var token string
	t.Run("before", func(t *testing.T) {
		s := openBehind(t, path, func(inner tabletest.Store) tabletest.Store { return &forgetful{inner} }, func(*handlers.Config) {})
		ada := s.player("Ada")
		token = ada.token
		require.Equal(t, http.StatusCreated, ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k").status)
	})
	s := openOn(t, path)
	ada := s.program()
	ada.token = token
	wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic"}, key, "k"), http.StatusConflict, "key_lost")
}

// forgetful keeps that a request has begun and not how it ended.
type forgetful struct{ tabletest.Store }

func (f *forgetful) SaveReceipt(ctx context.Context, r *account.Receipt) error {
	if r.Sealed != nil {
		return sqlite.ErrInUse
	}
	return f.Store.SaveReceipt(ctx, r)
}
