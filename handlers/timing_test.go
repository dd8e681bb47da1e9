package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An answer says in the standard header how long it was drawn and written to the
// disk, so that browsers show it.
func TestAnswersSayWhatTookTime(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	page := ada.get(game, "Accept", "text/html")
	assert.Regexp(t, `^(wait;dur=\d+\.\d\d, )?(store;dur=\d+\.\d\d, )?render;dur=\d+\.\d\d$`, page.header.Get("Server-Timing"))
	moved := toMove(game, ada, ben).post(game+"/moves", url.Values{"move": {"roll"}}, fragmentHeaders("")...)
	require.Equal(t, http.StatusOK, moved.status)
	assert.Regexp(t, `store;dur=\d+\.\d\d, render;dur=\d+\.\d\d$`, moved.header.Get("Server-Timing"))
	assert.Empty(t, s.program().get("/healthz").header.Get("Server-Timing"), "nothing is measured that is the same for all")
}
