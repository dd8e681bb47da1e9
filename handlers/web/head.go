package web

import (
	"net/http"
	"strings"
)

// asGet lets every GET route answer HEAD: same status and headers, no body. The
// server drops the body by itself; other writers do not.
func asGet(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	r = r.WithContext(r.Context())
	r.Method = http.MethodGet
	return &bodiless{ResponseWriter: w}, r
}

// allowHead names HEAD wherever GET is allowed.
func allowHead(h http.Header) {
	if allow := h.Get("Allow"); strings.Contains(allow, http.MethodGet) {
		h.Set("Allow", strings.Replace(allow, http.MethodGet, "GET, HEAD", 1))
	}
}

// bodiless keeps the headers and drops the body.
type bodiless struct{ http.ResponseWriter }

// Write drops p.
func (b *bodiless) Write(p []byte) (int, error) { return len(p), nil }

// Unwrap lets http.ResponseController reach the real writer.
func (b *bodiless) Unwrap() http.ResponseWriter { return b.ResponseWriter }
