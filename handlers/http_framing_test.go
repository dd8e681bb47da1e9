package handlers_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a request with both says of its end, in the ways it can be written. The
// request that may be in its body is never answered.
func TestALengthAndChunksAreRefused(t *testing.T) {
	const (
		start = "POST /players HTTP/1.1\r\nHost: x\r\n"
		rest  = "\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
		good  = "POST /players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}"
		parts = "POST /players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n{\"name\":\"Ben\"}\r\n0\r\n\r\n"
		both  = start + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n" + rest
	)
	for name, c := range map[string]struct {
		before []string // answered before the next is sent
		send   string
		want   []int
	}{
		"at once":          {nil, both, []int{400}},
		"the other way":    {nil, start + "Transfer-Encoding: chunked\r\nAccept: */*\r\nContent-Length: 6\r\n" + rest, []int{400}},
		"in small letters": {nil, start + "content-length: 6\r\ntransfer-encoding: CHUNKED\r\n" + rest, []int{400}},
		"folded":           {nil, start + "Content-Length:\r\n 6\r\nTransfer-Encoding:\r\n\tchunked\r\n" + rest, []int{400}},
		"by lines":         {nil, strings.ReplaceAll(both, "\r\n", "\n"), []int{400}},
		"of no length":     {nil, start + "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n" + rest, []int{400}},
		"by an old client": {nil, "POST /players HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n" + rest, []int{400}},
		"by GET":           {nil, "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n" + rest, []int{400}},
		"later":            {[]string{good, parts, good}, both, []int{201, 201, 201, 400}},
		"at the same time": {nil, good + both, []int{201, 400}},
		"never":            {[]string{good, parts}, good + parts + good, []int{201, 201, 201, 201, 201}},
	} {
		for _, pieces := range []int{1, 1 << 10} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := open(t)
				conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
				require.NoError(t, err)
				defer conn.Close()
				require.NoError(t, conn.SetDeadline(time.Now().Add(20*time.Second)))
				in := bufio.NewReader(conn)
				var got []int
				answer := func() {
					res, err := http.ReadResponse(in, nil)
					require.NoError(t, err)
					defer res.Body.Close()
					body, err := io.ReadAll(res.Body)
					require.NoError(t, err)
					if res.StatusCode == http.StatusBadRequest {
						assert.Contains(t, string(body), `"code":"two_ends"`)
						assert.True(t, res.Close)
					}
					got = append(got, res.StatusCode)
				}
				for _, one := range c.before {
					_, err := io.WriteString(conn, one)
					require.NoError(t, err)
					answer()
				}
				for from := 0; from < len(c.send); from += pieces { // each piece leaves by itself
					_, err := io.WriteString(conn, c.send[from:min(from+pieces, len(c.send))])
					if err != nil {
						break // it has been refused already
					}
				}
				for len(got) < len(c.want) {
					answer()
				}
				assert.Equal(t, c.want, got)
				if c.want[len(c.want)-1] == http.StatusBadRequest {
					_, err := in.ReadByte()
					assert.Error(t, err, "the connection is closed")
				}
			})
		}
	}
}
