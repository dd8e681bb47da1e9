package live_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) Request(string, string, int, time.Duration, bool) {}
func (uncounted) Move(string)                                      {}
func (uncounted) Security(string)                                  {}

func TestAPanicEndsItsStreamAndNotTheServer(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	kit := web.NewKit(web.KitConfig{Now: time.Now, Logger: slog.New(slog.NewTextHandler(&log, nil)), Metrics: uncounted{}})
	streams := live.NewStreams(kit, 0, nil)
	left := make(chan struct{})
	e := echo.New()
	e.GET("/stream", func(c echo.Context) error {
		return streams.Start(c, func() { close(left) }, func(_ context.Context, w *live.Writer) {
			w.Printf("first\n\n")
			_ = w.Flush()
			panic("a page that cannot be drawn")
		})
	})
	srv := httptest.NewServer(kit.Handler(e))
	defer srv.Close()

	res, err := http.Get(srv.URL + "/stream")
	require.NoError(t, err)
	defer res.Body.Close()
	said, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	assert.Equal(t, "first\n\n", string(said), "the stream has ended")
	<-left
	assert.Contains(t, log.String(), "a page that cannot be drawn")
	assert.Contains(t, log.String(), "hijack_test.go", "the stack says where")
}
