package rig_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// leftOut skips a test for which there is no browser, except on a continuous
// integration machine.
func leftOut(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, rig.ErrNoBrowser) && os.Getenv("CI") != "true" {
		t.Skipf("NOT TESTED: %v", err)
	}
}

func TestAPersonNoticesBrokenPolicies(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<title>x</title><p style="color:red">Hello</p><script>document.title = "ran"</script>`))
	}))
	defer srv.Close()

	b, err := rig.NewBrowser(context.Background(), rig.DejaVu)
	leftOut(t, err)
	require.NoError(t, err)
	defer b.Close()
	p, err := b.NewSession(rig.Emulation{Width: 360, Height: 640, Dark: true, Language: "de"})
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

func TestABrowserHasTheLettersItIsGiven(t *testing.T) {
	for letters, want := range map[rig.Letters][]float64{
		rig.DejaVu: {636.23, 695.8, 636.23, 695.8}, rig.Noto: {572, 572, 559, 559}, rig.Liberation: {556.15, 556.15, 500, 500}, rig.Mono: {602.05, 602.05, 602.05, 602.05},
	} {
		b, err := rig.NewBrowser(context.Background(), letters)
		leftOut(t, err)
		require.NoError(t, err)
		p, err := b.NewSession(rig.Emulation{})
		require.NoError(t, err)
		require.NoError(t, p.Open("about:blank"))
		got, err := rig.Eval[[]float64](p, `["400 1000px system-ui", "700 1000px sans-serif", "400 1000px serif", "600 1000px Georgia, serif"].map(font => {
			const c = document.createElement("canvas").getContext("2d"); c.font = font; return c.measureText("0").width })`)
		require.NoError(t, err)
		assert.InDeltaSlice(t, want, got, 1, letters)
		p.Close()
		b.Close()
	}
}
