package static

import (
	"bytes"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Squeeze compresses by gzip as far as it goes: for what is made once and sent often.
func Squeeze(body []byte) []byte {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	return compressed(&buf, w, body)
}

// squeezeMore compresses by brotli as far as it goes, to a tenth less than Squeeze
// for some fifty times its work.
func squeezeMore(body []byte) []byte {
	var buf bytes.Buffer
	return compressed(&buf, brotli.NewWriterLevel(&buf, brotli.BestCompression), body)
}

// compressed is what a compressor that writes to buf makes of a body.
func compressed(buf *bytes.Buffer, w io.WriteCloser, body []byte) []byte {
	if _, err := w.Write(body); err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

// often is how many must have taken brotli before it is made: each keeps the file, and
// for a few people it is more work than it spares.
const often = 4

// packed is the file in the shortest way that a reader takes, and that way as
// Content-Encoding names it. Who is the last of often has brotli made for the next, and
// does not wait for it.
func (f *File) packed(accepts string) (coding string, body []byte) {
	if takes(accepts, "br") {
		if f.taken.Add(1) == often {
			go func() {
				body := squeezeMore(f.Body)
				f.brotli.Store(&body)
			}()
		}
		if body := f.brotli.Load(); body != nil {
			return "br", *body
		}
	}
	if takes(accepts, "gzip") {
		return "gzip", f.Gzip
	}
	return "", f.Body
}

// takes reports whether an Accept-Encoding header names a coding, and not as refused.
func takes(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == coding || name == "*" {
			return strings.ReplaceAll(q, " ", "") != "q=0"
		}
	}
	return false
}
