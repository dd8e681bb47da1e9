package views_test

import (
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
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

// TestAFormThatIsOpenLearnsThatItsPartnerHasLeft, although nothing else in it is another.
func TestAFormThatIsOpenLearnsThatItsPartnerHasLeft(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.give(0, 11)
	kept := tablepage.NewShared()
	show := func(have tablepage.Have) *goquery.Document {
		d := m.data(0)
		d.Shared, d.Have = kept, have
		if have == nil {
			return parse(t, render(t, d.Page(pageOf("en"))))
		}
		return parse(t, render(t, d.Fragment(pageOf("en"))))
	}
	had := tablepage.ParseHave(show(nil).Find("#have").AttrOr("data-have", ""))
	require.NotEmpty(t, had)
	m.s.Players[1].Away = true
	m.s.Seq++
	assert.Contains(t, show(had).Find("#trade").Text(), "Ben is no longer playing.")
}
