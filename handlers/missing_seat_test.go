package handlers_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestASeatThatIsNotThereIsNamed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	noSeat := func(a *answer) {
		t.Helper()
		wantProblem(t, a, http.StatusNotFound, "not_found")
		assert.Contains(t, a.str("detail"), "no such seat")
	}
	noSeat(ada.send(http.MethodDelete, game+"/seats/9", nil))
	noSeat(ada.post(game+"/seats/2/stand-in", nil))

	// Ben leaves while Ada frees the seat: her table was looked at before her body is read.
	req := ada.request(t.Context(), http.MethodDelete, game+"/seats/1", "{}")
	req.Body = io.NopCloser(io.MultiReader(readerFunc(func([]byte) (int, error) {
		require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, game+"/seats/1", nil).status)
		return 0, io.EOF
	}), strings.NewReader("{}")))
	req.RemoteAddr = "127.0.0.1:1"
	out := httptest.NewRecorder()
	s.http.Config.Handler.ServeHTTP(out, req)
	noSeat(&answer{t, out.Code, out.Header(), out.Body.Bytes()})

	noSeat(ben.send(http.MethodDelete, game+"/seats/1", nil))
	ben.accept, ben.lang = "text/html", "de"
	page := ben.post(game+"/seats/1/leave", url.Values{})
	assert.Equal(t, http.StatusNotFound, page.status)
	assert.Contains(t, page.text(), "Diesen Platz gibt es am Tisch nicht")
}

// Each of these is an answer that the description of its operation has to name.
func TestWhatDoesNotGoInTheWaitingRoomIsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	wantProblem(t, s.program().post(game+"/start", nil), http.StatusForbidden, "no_seat")
	wantProblem(t, ada.post(game+"/start", map[string]any{"soon": true}), http.StatusBadRequest, "foreign")
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	wantProblem(t, ada.post(game+"/seats/1/stand-in", nil), http.StatusConflict, "not_started")
	wantProblem(t, ada.send(http.MethodDelete, game+"/pace/leave/never", nil), http.StatusNotFound, "not_found")
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	wantProblem(t, ada.send(http.MethodDelete, game+"/seats/1", nil), http.StatusConflict, "started")
	wantProblem(t, ben.get(game+"?player=0"), http.StatusForbidden, "no_seat")
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
