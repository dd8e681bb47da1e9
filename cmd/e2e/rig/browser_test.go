package rig_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPersonNoticesBrokenPolicies(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<title>x</title><p style="color:red">Hello</p><script>document.title = "ran"</script>`))
	}))
	defer srv.Close()

	b, err := rig.NewBrowser(context.Background())
	if errors.Is(err, rig.ErrNoBrowser) {
		t.Skip(err)
	}
	require.NoError(t, err)
	defer b.Close()
	p, err := b.Person(rig.Look{Width: 360, Height: 640, Dark: true, Language: "de"})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Open(srv.URL))

	title, err := rig.Eval[string](p, "document.title")
	require.NoError(t, err)
	assert.Equal(t, "x", title)
	text, err := p.Text()
	require.NoError(t, err)
	assert.Equal(t, "Hello", text)
	wide, err := rig.Eval[int](p, "innerWidth")
	require.NoError(t, err)
	assert.Equal(t, 360, wide)
	dark, err := rig.Eval[bool](p, "matchMedia('(prefers-color-scheme: dark)').matches && navigator.language == 'de'")
	require.NoError(t, err)
	assert.True(t, dark)
	assert.NotEmpty(t, p.Problems())
}
