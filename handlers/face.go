package handlers

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// face is what a resource looks like to the one who asks.
type face uint8

const (
	faceJSON face = iota
	facePage
	faceFragment
)

// faceOf picks the face: Accept: text/html is a page, or with HX-Request: true
// a fragment; everything else, also */*, is JSON.
func faceOf(r *http.Request) face {
	html, json := acceptHTML(r.Header.Values("Accept"))
	if html <= 0 || json > html {
		return faceJSON
	}
	if r.Header.Get("HX-Request") == "true" {
		return faceFragment
	}
	return facePage
}

// acceptHTML returns the weights of HTML and of JSON, 0 where one is not named.
func acceptHTML(accept []string) (html, json float64) {
	for _, line := range accept {
		for part := range strings.SplitSeq(line, ",") {
			kind, weight := mediaRange(part)
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

// accepts tells whether a media type is named in the Accept header.
func accepts(r *http.Request, want string) bool {
	for _, line := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			if kind, weight := mediaRange(part); kind == want && weight > 0 {
				return true
			}
		}
	}
	return false
}

// takesGzip tells whether an answer may be compressed: "gzip;q=0" says that it may not.
func takesGzip(r *http.Request) bool {
	for _, line := range r.Header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(line, ",") {
			if kind, weight := mediaRange(part); kind == "gzip" {
				return weight > 0
			}
		}
	}
	return false
}

// mediaRange reads one entry of an Accept or Accept-Encoding header.
func mediaRange(s string) (kind string, weight float64) {
	kind, params, err := mime.ParseMediaType(strings.TrimSpace(s))
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
