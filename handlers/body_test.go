package handlers_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A body is read whole up to its limit, announced or not, and not beyond.
func TestBodiesOfAllSizes(t *testing.T) {
	t.Parallel()
	s := open(t)
	const small, limit = 4 << 10, 64 << 10
	doc := `{"name":"Ada"}`
	for _, n := range []int{len(doc), 512, 513, small - 1, small, small + 1, limit - 1, limit, limit + 1, 2 * limit} {
		for _, announced := range []bool{true, false} {
			t.Run(fmt.Sprint(n, announced), func(t *testing.T) {
				c := s.program()
				text := strings.Repeat(" ", n-len(doc)) + doc // what is missing would be missed
				req := c.request(t.Context(), http.MethodPost, "/players", text)
				if !announced {
					req.ContentLength, req.Body = -1, readCloser{strings.NewReader(text)}
				}
				res, err := c.http.Do(req)
				require.NoError(t, err)
				defer res.Body.Close()
				body, err := io.ReadAll(res.Body)
				require.NoError(t, err)
				if n > limit {
					assert.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
					assert.Contains(t, string(body), "too_large")
					assert.Contains(t, string(body), itoa(limit)+" bytes")
					return
				}
				assert.Equal(t, http.StatusCreated, res.StatusCode, string(body))
			})
		}
	}
}

// What is cut off is not taken for the whole, though it could be.
func TestBodiesThatEndTooSoon(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, announced := range []int{15, 4 << 10, 4<<10 + 1} {
		for _, sent := range []string{"", `{"name":"Ada"}`} {
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
			require.NoError(t, err)
			defer conn.Close()
			require.NoError(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
			_, err = fmt.Fprintf(conn, "POST /players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", announced, sent)
			require.NoError(t, err)
			require.NoError(t, conn.(*net.TCPConn).CloseWrite())
			got, _ := io.ReadAll(conn)
			assert.Contains(t, string(got), "HTTP/1.1 400 ", "%d of %d", len(sent), announced)
			assert.Contains(t, string(got), `"code":"bad_request"`)
		}
	}
}
