package web

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/views/page"
)

// Pages are made anew for every reader, so that compressing them is a good part of
// their cost. Of some 10 kB gzip makes fewer bytes than zstd, and its tables are small
// enough to stay in the processor's cache beside everything else that a page takes. Of
// a whole table, 50 to 70 kB, zstd makes about as many bytes in half the time; browsers
// take it where the connection is encrypted.
const (
	gzipLevel = 5
	pageLevel = 6        // of a whole page, once a visit: 3 % fewer bytes for 10 % more work
	shortest  = 1 << 10  // bytes of an answer that is compressed
	long      = 32 << 10 // bytes of an answer that is compressed by zstd where it may be
	zstdSight = 1 << 17  // bytes that zstd looks back for what it has seen
)

// coding is a way to compress an answer as Content-Encoding names it, "" if it is not.
type coding string

const (
	gzipCoding coding = "gzip"
	zstdCoding coding = "zstd"
)

// codings are those that a reader takes.
type codings struct{ gzip, zstd bool }

func codingsOf(r *http.Request) (takes codings) {
	for _, line := range r.Header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(line, ",") {
			switch kind, weight := MediaRange(part); coding(kind) {
			case gzipCoding:
				takes.gzip = weight > 0
			case zstdCoding:
				takes.zstd = weight > 0
			}
		}
	}
	return takes
}

// of is how a whole answer is compressed for such a reader.
func (k codings) of(body []byte) coding {
	switch {
	case k.zstd && len(body) >= long:
		return zstdCoding
	case k.gzip && len(body) >= shortest:
		return gzipCoding
	}
	return ""
}

// gzips and pageGzips are compressors that nobody uses.
var gzips, pageGzips = gzipsOf(gzipLevel), gzipsOf(pageLevel)

func gzipsOf(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			panic(err) // the level is a constant
		}
		return w
	}}
}

// zstds compresses for all who take zstd, each in a compressor of its own.
var zstds = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithWindowSize(zstdSight))
	if err != nil {
		panic(err) // the options are constants
	}
	return e
})

// pack compresses a whole answer of a format into memory.
func (k coding) pack(b *bytes.Buffer, body []byte, f Format) {
	if k == zstdCoding {
		b.Write(zstds().EncodeAll(body, b.AvailableBuffer()))
		return
	}
	pool := gzips
	if f == FormatPage {
		pool = pageGzips
	}
	w := pool.Get().(*gzip.Writer) //nolint:errcheck // New makes nothing else
	defer pool.Put(w)
	w.Reset(b)
	_, _ = w.Write(body) // a bytes.Buffer takes everything
	_ = w.Close()
}

// Compress sends long answers through gzip to those who take it, but never
// streams: each would hold a compressor of its own.
func Compress() (echo.MiddlewareFunc, error) {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(shortest), gzhttp.CompressionLevel(gzipLevel), gzhttp.EnableZstd(false))
	if err != nil {
		return nil, err
	}
	ofTable, ofMine, ofExport := page.EventsPath(":id"), page.MyEventsPath(), page.ExportPath(":id")
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			switch path := c.Path(); {
			case r.Method == http.MethodOptions, (path == ofTable || path == ofMine) && (Accepts(r, EventStream) || isFollowing(r)):
				return next(c)
			case path == ofExport, path == ofTable && (FormatOf(r) == FormatJSON || Accepts(r, export.ContentType)):
				return next(c) // of any length: compressed as it is sent
			case TakesGzip(r):
				return compressed(c, compress, next)
			}
			Vary(c, echo.HeaderAcceptEncoding)
			return next(c)
		}
	}, nil
}

// compressed lets a handler write through the compressor.
func compressed(c echo.Context, compress func(http.Handler) http.HandlerFunc, next echo.HandlerFunc) (err error) {
	answer := c.Response()
	to := answer.Writer
	defer func() { answer.Writer = to }()
	compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answer.Writer = w
		err = next(c)
	})).ServeHTTP(to, c.Request())
	return err
}
