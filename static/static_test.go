package static_test

import (
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/static"
)

func TestHtmxIsTheReleasedFile(t *testing.T) {
	body, err := os.ReadFile("vendor/htmx-4.0.1.min.js")
	require.NoError(t, err)
	sum := sha512.Sum384(body)
	assert.Equal(t, "Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn",
		base64.StdEncoding.EncodeToString(sum[:]))
}

func get(t *testing.T, path string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if header != nil {
		r.Header = header
	}
	w := httptest.NewRecorder()
	if f, ok := static.Lookup(strings.TrimPrefix(path, static.Prefix)); ok {
		f.ServeHTTP(w, r)
	} else {
		w.WriteHeader(http.StatusNotFound)
	}
	return w
}

func TestServesUnderHashedNamesForEver(t *testing.T) {
	for _, name := range []string{static.Style, static.Script, static.Sounds, static.Icon, static.Manifest} {
		path := static.Path(name)
		w := get(t, path, nil)
		require.Equal(t, http.StatusOK, w.Code, path)
		assert.Contains(t, w.Header().Get("Cache-Control"), "immutable")
		assert.Empty(t, w.Header().Get("Content-Encoding"))

		z := get(t, path, http.Header{"Accept-Encoding": {"gzip, deflate"}})
		require.Equal(t, "gzip", z.Header().Get("Content-Encoding"))
		assert.NotEqual(t, w.Header().Get("ETag"), z.Header().Get("ETag"))
		r, err := gzip.NewReader(z.Body)
		require.NoError(t, err)
		plain, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, w.Body.String(), string(plain))

		again := get(t, path, http.Header{"If-None-Match": {w.Header().Get("ETag")}})
		assert.Equal(t, http.StatusNotModified, again.Code)
	}
	assert.Equal(t, http.StatusNotFound, get(t, "/static/style.css", nil).Code, "only the hashed name")
	assert.Equal(t, http.StatusOK, get(t, static.Path(static.Style), http.Header{"Accept-Encoding": {"gzip;q=0"}}).Code)
}

// Brotli is made when several have taken it; they do not wait for it, and those after them
// are sent it.
func TestBrotliIsMadeForTheNext(t *testing.T) {
	for _, name := range []string{static.Style, static.Script} {
		path := static.Path(name)
		take := func() *httptest.ResponseRecorder {
			return get(t, path, http.Header{"Accept-Encoding": {"gzip, deflate, br, zstd"}})
		}
		zipped := get(t, path, http.Header{"Accept-Encoding": {"gzip"}})
		for range 3 {
			require.Equal(t, "gzip", take().Header().Get("Content-Encoding"))
		}
		time.Sleep(time.Second) // in which it would have been made
		next := take()
		require.Equal(t, "gzip", next.Header().Get("Content-Encoding"), "it is not worth its work yet")
		for ; next.Header().Get("Content-Encoding") == "gzip"; next = take() {
			time.Sleep(10 * time.Millisecond)
		}
		require.Equal(t, "br", next.Header().Get("Content-Encoding"))
		assert.Less(t, next.Body.Len(), zipped.Body.Len())
		assert.NotEqual(t, zipped.Header().Get("ETag"), next.Header().Get("ETag"))
		plain, err := io.ReadAll(brotli.NewReader(next.Body))
		require.NoError(t, err)
		assert.Equal(t, get(t, path, nil).Body.String(), string(plain))
	}
}

// What the manifest names is there, so that browsers offer to install the site.
func TestTheManifestNamesIconsThatExist(t *testing.T) {
	w := get(t, static.Path(static.Manifest), nil)
	assert.Equal(t, "application/manifest+json", w.Header().Get("Content-Type"))
	var m struct {
		Name     string `json:"name"`
		StartURL string `json:"start_url"`
		Icons    []struct{ Src, Type, Sizes string }
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &m))
	assert.Equal(t, "Bankhalter", m.Name)
	assert.Equal(t, "/", m.StartURL)
	sizes := map[string]bool{}
	for _, icon := range m.Icons {
		file := get(t, icon.Src, nil)
		assert.Equal(t, http.StatusOK, file.Code, icon.Src)
		assert.Equal(t, icon.Type, file.Header().Get("Content-Type"))
		if icon.Type == "image/png" {
			picture, err := png.DecodeConfig(file.Body)
			require.NoError(t, err)
			assert.Equal(t, icon.Sizes, fmt.Sprintf("%dx%d", picture.Width, picture.Height))
		}
		sizes[icon.Sizes] = true
	}
	assert.Subset(t, slices.Collect(maps.Keys(sizes)), []string{"192x192", "512x512"})
}

func TestScriptIsOneBundle(t *testing.T) {
	body := get(t, static.Path(static.Script), nil).Body.String()
	assert.Contains(t, body, "4.0.1")
	assert.Contains(t, body, "EventSource")
	assert.NotContains(t, body, "eval(atob")
	assert.Less(t, strings.Index(body, "var htmx"), strings.Index(body, "EventSource"), "htmx comes first")
}

func TestStyleSheetLoadsNothingElse(t *testing.T) {
	body := get(t, static.Path(static.Style), nil).Body.String()
	for _, foreign := range []string{"http:", "https:", "@import", "url(", "@font-face"} {
		assert.NotContains(t, body, foreign)
	}
}
