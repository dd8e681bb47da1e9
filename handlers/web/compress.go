package web

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/views/page"
)

// Pages are made anew for every reader, so that compressing them is a good part of
// their cost. Browsers take zstd; gzip is for those on slow lines and old machines,
// for whom it goes further.
const (
	gzipLevel = 6
	zstdLevel = zstd.SpeedDefault
	shortest  = 1024 // bytes of an answer that is compressed
)

// Compress sends long answers through zstd or gzip to those who take it, but never
// streams: each would hold a compressor of its own.
func Compress() (echo.MiddlewareFunc, error) {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(shortest), gzhttp.CompressionLevel(gzipLevel), gzhttp.ZstdCompressionLevel(int(zstdLevel)))
	if err != nil {
		return nil, err
	}
	ofTable, ofMine, ofExport := page.EventsPath(":id"), page.MyEventsPath(), page.ExportPath(":id")
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			switch path := c.Path(); {
			case r.Method == http.MethodOptions, (path == ofTable || path == ofMine) && (Accepts(r, EventStream) || IsFollowing(r)):
				return next(c)
			case path == ofExport, path == ofTable && (FormatOf(r) == FormatJSON || Accepts(r, export.ContentType)):
				return next(c) // of any length: compressed as it is sent
			case takes(r, "zstd") || takes(r, "gzip"):
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
