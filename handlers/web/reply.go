package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/cespare/xxhash/v2"
	"github.com/labstack/echo/v4"
)

// VaryBy names the request headers that an answer depends on besides its address.
const VaryBy = "Accept, HX-Request, Accept-Language, Cookie, Authorization"

// Vary adds the headers that a cacheable answer depends on. Answers to changes
// are not cached.
func Vary(c echo.Context, by string) {
	if c.Request().Method == http.MethodGet {
		c.Response().Header().Add("Vary", by)
	}
}

// PrivateCache is the default Cache-Control of an answer. The list is
// shared by all of them: it is replaced, never written to.
var PrivateCache = []string{"private, no-cache"}

// Reply sends a whole body. For a GET it answers 304 if the client has it.
func Reply(c echo.Context, status int, contentType, etag string, body []byte) error {
	h := c.Response().Header()
	Vary(c, VaryBy)
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = PrivateCache
	}
	one := []string{contentType, strconv.Itoa(len(body)), etag} // in one piece: each answer has them
	if etag != "" {
		h["Etag"] = one[2:3:3]
		if c.Request().Method == http.MethodGet && status == http.StatusOK && Matches(c.Request().Header.Get("If-None-Match"), etag) {
			return c.NoContent(http.StatusNotModified)
		}
	}
	h["Content-Type"], h["Content-Length"] = one[:1:1], one[1:2:2] // without a length it is sent in chunks; who compresses takes it away
	c.Response().WriteHeader(status)
	_, err := c.Response().Write(body)
	return err
}

// ReplyJSON sends v with its validator, or one made of its content.
func ReplyJSON(c echo.Context, status int, v any) error {
	_, unkept := v.(Unkept)
	v = documentOf(c, v)
	if unkept {
		return c.JSON(status, v)
	}
	b := templ.GetBuffer()
	defer templ.ReleaseBuffer(b)
	began := time.Now()
	if err := encode(b, v); err != nil {
		return err
	}
	rendered(c, began)
	etag := ""
	if tagged, ok := v.(Tagged); ok {
		etag = tagged.Tag()
	} else if c.Request().Method == http.MethodGet {
		etag = ContentTag("j", b.Bytes())
	}
	return Reply(c, status, jsonType, etag, b.Bytes())
}

// documentOf is what programs are sent of a value.
func documentOf(c echo.Context, v any) any {
	if worded, ok := v.(Worded); ok {
		return worded.JSON(LangOf(c))
	}
	return v
}

// encode writes a value as a line of JSON.
func encode(b *bytes.Buffer, v any) error {
	e, ok := v.(Encoder)
	if !ok {
		out := json.NewEncoder(b)
		out.SetEscapeHTML(false)
		return out.Encode(v)
	}
	body, err := e.AppendJSON(b.AvailableBuffer())
	b.Write(append(body, '\n')) // if it had to grow, the buffer grows with it for the next one
	return err
}

// ReplyHTML renders first and sends then, so that a fault in a page still gets
// its status. Page and fragment have validators of their own, made of their
// contents: language, viewer and time are in it.
// An empty fragment says that the reader has all there is.
func ReplyHTML(c echo.Context, f Format, lang string, status int, page templ.Component) error {
	b := templ.GetBuffer()
	defer templ.ReleaseBuffer(b)
	began := time.Now()
	if err := page.Render(c.Request().Context(), b); err != nil {
		return err
	}
	rendered(c, began)
	kind, body := bodyOf(f, b.Bytes())
	if f == FormatFragment && len(body) == 0 && status == http.StatusOK {
		Vary(c, VaryBy)
		return c.NoContent(http.StatusNoContent)
	}
	c.Response().Header().Set("Content-Language", lang)
	tag := pageTag(kind, body)
	r := c.Request()
	coding := codingsOf(r).of(body)
	if coding == "" || isRecorded(c) || Matches(r.Header.Get("If-None-Match"), tag) {
		return Reply(c, status, htmlType, tag, body)
	}
	packed := templ.GetBuffer() // the whole is here: it needs no writer that waits for more
	defer templ.ReleaseBuffer(packed)
	coding.pack(packed, body, f)
	c.Response().Header().Set(echo.HeaderContentEncoding, string(coding))
	return Reply(c, status, htmlType, tag, packed.Bytes())
}

// Content types of answers.
const (
	htmlType = "text/html; charset=utf-8"
	jsonType = "application/json"
)

// bodyOf is what is sent of a page that was drawn, and the kind of its validator.
func bodyOf(f Format, html []byte) (kind string, body []byte) {
	if f == FormatFragment {
		return "f", mainPart(html)
	}
	return "p", html
}

// mainPart is the main part of a whole page: the fragment of pages that have
// no smaller one. A fragment stays as it is.
func mainPart(html []byte) []byte {
	begin, end := []byte("<main"), []byte("</main>")
	if !bytes.HasPrefix(html, []byte("<!doctype")) {
		return html
	}
	from, to := bytes.Index(html, begin), bytes.LastIndex(html, end)
	if from < 0 || to < from {
		return html
	}
	return html[from : to+len(end)]
}

// ContentTag is a validator made of the content.
func ContentTag(kind string, body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + kind + "-" + hex.EncodeToString(sum[:9]) + `"`
}

// pageTag is a validator of a page, which is made anew for each reader: it tells one
// from another in a tenth of the time.
func pageTag(kind string, body []byte) string {
	sum := binary.BigEndian.AppendUint64(nil, xxhash.Sum64(body))
	return `"` + kind + "-" + hex.EncodeToString(sum) + `"`
}

// SeqTag is the validator of a table's JSON.
func SeqTag(seq uint32) string { return `"` + strconv.FormatUint(uint64(seq), 10) + `"` }

// Matches reports whether a list of validators names this one. Proxies weaken
// validators when they compress, so W/ does not count.
func Matches(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == etag || part == "*" {
			return true
		}
	}
	return false
}
