package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func beatsOf(t *testing.T, a *answer) (kinds, texts []string) {
	t.Helper()
	list, ok := a.at("beats").([]any)
	require.True(t, ok, a.text())
	for _, one := range list {
		b, _ := one.(map[string]any)
		kind, _ := b["beat"].(string)
		text, _ := b["text"].(string)
		assert.NotEmpty(t, text)
		kinds, texts = append(kinds, kind), append(texts, text)
	}
	return kinds, texts
}

func TestBeatsTellWhatHappened(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover, other := toMove(game, ada, ben), ben
	if mover == ben {
		other = ada
	}
	before := mover.get(game).num("seq")
	a := mover.post(game+"/moves", roll())
	require.Equal(t, http.StatusOK, a.status, a.text())
	kinds, own := beatsOf(t, a)
	require.GreaterOrEqual(t, len(kinds), 2)
	assert.Equal(t, []string{"roll", "walk"}, kinds[:2])
	list, _ := a.at("beats").([]any)
	first, _ := list[0].(map[string]any)
	assert.Len(t, first["dice"], 2)
	assert.True(t, strings.HasPrefix(own[0], "You roll "), own[0])

	same, texts := beatsOf(t, mover.get(game+"?after="+itoa(before)))
	assert.Equal(t, kinds, same, "the state has them as well")
	assert.Equal(t, own, texts)
	_, theirs := beatsOf(t, other.get(game+"?after="+itoa(before)))
	assert.NotContains(t, theirs[0], "You")
	_, german := beatsOf(t, mover.get(game+"?lang=de&after="+itoa(before)))
	assert.True(t, strings.HasPrefix(german[0], "Du würfelst "), german[0])

	none, _ := beatsOf(t, mover.get(game+"?after="+itoa(a.num("state", "seq"))))
	assert.Empty(t, none)
	none, _ = beatsOf(t, mover.get(game+"?after=4000000000"))
	assert.Empty(t, none, "later than there is anything")
	assert.Nil(t, mover.get(game).at("beats"), "nobody asked")
	for _, wrong := range []string{"x", "-1", "4294967296", "1.5"} {
		assert.Equal(t, http.StatusBadRequest, mover.get(game+"?after="+wrong).status, wrong)
	}
}
