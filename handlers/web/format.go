package web

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// Format is the representation of a resource: JSON, page or fragment.
type Format uint8

// The formats.
const (
	FormatJSON Format = iota
	FormatPage
	FormatFragment
)

// FormatOf negotiates the format: Accept: text/html is a page, or with HX-Request: true
// a fragment; everything else, also */*, is JSON.
func FormatOf(r *http.Request) Format {
	html, json := AcceptHTML(r.Header.Values("Accept"))
	if html <= 0 || json > html {
		return FormatJSON
	}
	if r.Header.Get("HX-Request") == "true" {
		return FormatFragment
	}
	return FormatPage
}

// AcceptHTML returns the weights of HTML and of JSON, 0 where one is not named.
func AcceptHTML(accept []string) (html, json float64) {
	for _, line := range accept {
		for part := range strings.SplitSeq(line, ",") {
			kind, weight := MediaRange(part)
			switch kind {
			case "text/html", "application/xhtml+xml":
				html = max(html, weight)
			case "application/json", "application/problem+json":
				json = max(json, weight)
			}
		}
	}
	return html, json
}

// Accepts reports whether a media type is named in the Accept header.
func Accepts(r *http.Request, want string) bool {
	for _, line := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			if kind, weight := MediaRange(part); kind == want && weight > 0 {
				return true
			}
		}
	}
	return false
}

// TakesGzip reports whether an answer may be compressed by gzip: "gzip;q=0" says that
// it may not.
func TakesGzip(r *http.Request) bool { return codingsOf(r).gzip }

// MediaRange reads one entry of an Accept or Accept-Encoding header.
func MediaRange(s string) (kind string, weight float64) {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, ";") {
		return strings.ToLower(s), 1 // as nearly all: there are no parameters to be parsed
	}
	kind, params, err := mime.ParseMediaType(s)
	if err != nil {
		return "", 0
	}
	weight = 1
	if q, ok := params["q"]; ok {
		if weight, err = strconv.ParseFloat(q, 64); err != nil || weight < 0 || weight > 1 {
			return "", 0
		}
	}
	return kind, weight
}

// isFollowing reports whether a live stream of lines is requested.
func isFollowing(r *http.Request) bool { return ParseBool(r.URL.Query().Get("follow")) }
