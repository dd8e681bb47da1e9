package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// TestAnOfferToAPlayerWhoHasLeftIsRejected, and the form says so before it is sent.
func TestAnOfferToAPlayerWhoHasLeftIsRejected(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.give(0, 11)
	said := func(lang string) string {
		return parse(t, render(t, m.data(0).Page(pageOf(lang)))).Find("#trade .send .note").Text()
	}
	assert.Equal(t, "It counts only when Ben agrees.", said("en"))
	m.s.Players[1].Away = true
	assert.Equal(t, "Ben is no longer playing. The table rejects every offer to this seat.", said("en"))
	assert.Equal(t, "Ben spielt nicht mehr mit. Der Tisch lehnt jedes Angebot an diesen Platz ab.", said("de"))
}
