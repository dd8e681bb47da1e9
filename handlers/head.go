package handlers

import (
	"context"
	"net/http"
	"strings"
)

type headKey struct{}

// answerHead lets every GET route answer HEAD: same status and headers, no
// body. The server drops the body by itself; other writers do not.
func answerHead(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), headKey{}, true))
		r.Method = http.MethodGet
		next.ServeHTTP(&bodiless{ResponseWriter: w}, r)
	})
}

// allowHead names HEAD wherever GET is allowed.
func allowHead(h http.Header) {
	if allow := h.Get("Allow"); strings.Contains(allow, http.MethodGet) {
		h.Set("Allow", strings.Replace(allow, http.MethodGet, "GET, HEAD", 1))
	}
}

// isHead tells whether the request came as HEAD.
func isHead(r *http.Request) bool { return r.Context().Value(headKey{}) != nil }

// bodiless keeps the headers and drops the body.
type bodiless struct{ http.ResponseWriter }

// Write drops p.
func (b *bodiless) Write(p []byte) (int, error) { return len(p), nil }

// Unwrap lets http.ResponseController reach the real writer.
func (b *bodiless) Unwrap() http.ResponseWriter { return b.ResponseWriter }
