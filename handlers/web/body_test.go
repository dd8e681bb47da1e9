package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadBodyTakesThePlainNameOfJSONAsItIs(t *testing.T) {
	const move = `{"move":"roll"}`
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Content-Type", "application/json")
	allocs := func(read func()) float64 {
		return testing.AllocsPerRun(100, func() {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(move)), int64(len(move))
			read()
		})
	}
	whole := allocs(func() { _, _ = WholeBody(r) })
	read := allocs(func() { _, _ = ReadBody(r) })
	assert.LessOrEqual(t, read, whole+1, "no more than the empty form")
}
