package handlers_test

import (
	"bytes"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

func TestAProxyThatIsNotDeclaredIsWarnedOf(t *testing.T) {
	t.Parallel()
	const warning = "--trusted-proxies 127.0.0.1"
	for _, header := range []string{"X-Forwarded-For", "Forwarded", "X-Real-IP"} {
		var log bytes.Buffer
		now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		s := open(t, func(c *handlers.Config) {
			c.Now, c.Logger = func() time.Time { return now }, slog.New(slog.NewTextHandler(&log, nil))
		})
		ada := s.program()
		require.Equal(t, http.StatusOK, ada.get("/rules").status)
		assert.NotContains(t, log.String(), warning)
		for range 3 {
			require.Equal(t, http.StatusOK, ada.get("/rules", header, "for=203.0.113.7").status)
		}
		assert.Equal(t, 1, strings.Count(log.String(), warning), "%s: %s", header, log.String())
		assert.Contains(t, log.String(), "header="+header)
		now = now.Add(2 * time.Hour)
		ada.get("/rules", header, "203.0.113.7")
		assert.Equal(t, 2, strings.Count(log.String(), warning))
	}

	var log bytes.Buffer
	s := open(t, func(c *handlers.Config) {
		c.Logger = slog.New(slog.NewTextHandler(&log, nil))
		c.Proxies = []*net.IPNet{{IP: net.IPv4(127, 0, 0, 0).To4(), Mask: net.CIDRMask(8, 32)}}
	})
	require.Equal(t, http.StatusOK, s.program().get("/rules", "X-Forwarded-For", "203.0.113.7").status)
	assert.NotContains(t, log.String(), warning)
}
