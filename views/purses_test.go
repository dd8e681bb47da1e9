package views_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// The purses name who leads: nobody in the first round or where two have the same.
func TestThePursesNameWhoLeads(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "us-classic", "", nil), 3, 1)
	m.s.Status = game.Playing
	worth := func(lang string) (list []string) {
		d := m.data(0)
		page := parse(t, render(t, d.Page(pageOf(lang))))
		for _, line := range page.Find("#pl-list .eyebrow").EachIter() {
			list = append(list, line.Text())
		}
		return list
	}
	m.s.Players[1].Cash += 100
	assert.Equal(t, []string{"worth $1,500", "worth $1,600", "worth $1,500"}, worth("en"), "the first round")
	m.s.Round = 1
	assert.Equal(t, []string{"worth $1,500", "leads, worth $1,600", "worth $1,500"}, worth("en"))
	assert.Contains(t, worth("de")[1], "führt, Vermögen 1.600")
	m.s.Players[0].Cash += 100
	assert.Equal(t, []string{"worth $1,600", "worth $1,600", "worth $1,500"}, worth("en"), "two are level")
	m.s.Players[0].Bankrupt = true
	assert.Equal(t, []string{"leads, worth $1,600", "worth $1,500"}, worth("en"), "one of the two is out")
}

// In the row of cash each purse has the letter that stands on the deeds of its player.
func TestTheRowOfCashHasTheLettersOfThePlayers(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "us-classic", "", nil), 3, 1)
	page := parse(t, render(t, m.data(0).Page(pageOf("en"))))
	letters := func(where string) (list []string) {
		for _, sign := range page.Find(where + " .own[data-sign]").EachIter() {
			list = append(list, sign.AttrOr("data-sign", ""))
		}
		return list
	}
	assert.Len(t, letters("#purses"), 3)
	assert.Equal(t, letters("#pl-list"), letters("#purses"))
}

// What a purse has lost does not run into what is in it: text browsers and screen
// readers know only the text.
func TestAPurseAndWhatItLostAreTwoNumbers(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "us-classic", "", nil), 3, 1)
	m.until(func(s *game.State) bool { return s.Phase() == game.PhaseHub && s.Players[0].Cash < 1500 }, 400)
	page := parse(t, render(t, m.data(0).Page(pageOf("en"))))
	for _, where := range []string{"#pu0", "#pl0 .cash"} {
		lost := page.Find(where + " .delta").First().Text()
		assert.NotEmpty(t, lost, where)
		assert.Contains(t, strings.Fields(page.Find(where).Text()), lost)
	}
}
