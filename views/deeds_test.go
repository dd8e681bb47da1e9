package views_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// TestADeedWithoutAButtonSaysWhy looks at the orange lots of a player and the words
// where they cannot build, sell, mortgage or lift.
func TestADeedWithoutAButtonSaysWhy(t *testing.T) {
	orange := []game.Space{16, 18, 19}
	at := func(why, lot string, change func(*match)) {
		m := bare(t, loadSetup(t, "us-classic", "us", map[string]any{"house.build_only_own_turn": true})).in(game.PhaseHub)
		m.give(0, orange...)
		change(m)
		line := parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#deeds " + lot)
		assert.Contains(t, strings.ReplaceAll(line.Find(".slot").Text(), "\u00ad", ""), why)
	}
	at("Build on New York Avenue first", "#d16", func(m *match) { m.build(1, 16, 18) })
	at("Sell on St. James Place first", "#d18", func(m *match) { m.build(2, 16); m.build(1, 18, 19) })
	at("To mortgage it, sell this colour’s buildings", "#d19", func(m *match) { m.build(1, 16, 18) })
	at("Lift Tennessee Avenue first", "#d16", func(m *match) { m.s.Mortgaged = game.SetOf(18) })
	at("You are $97 short", "#d16", func(m *match) { m.s.Players[0].Cash = 3 })
	at("You are $96 short", "#d18", func(m *match) { m.s.Players[0].Cash, m.s.Mortgaged = 3, game.SetOf(18) })
	at("The bank has no houses left", "#d16", func(m *match) { m.s.Stock[game.House] = 0 })
	at("Build when it is your turn", "#d16", func(m *match) { m.s.Turn.Seat = 1 })

	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.give(0, 16, 18)
	assert.Empty(t, parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#d16 .slot").Text(), "a group that is not complete is no riddle")

	m = bare(t, loadSetup(t, "us-classic", "us", map[string]any{"end_time": 60})).in(game.PhaseHub)
	m.give(0, orange...)
	m.s.Turn.Seat, m.s.TimeUp = 1, true
	assert.Empty(t, parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#d16 .slot").Text(), "no turn is left to wait for")

	m = bare(t, loadSetup(t, "german-classic", "standard", nil)).in(game.PhaseHub)
	m.give(0, orange...)
	m.build(1, 16, 18)
	line := parse(t, render(t, m.data(0).Page(pageOf("de")))).Find("#d16 .slot").Text()
	assert.Contains(t, strings.ReplaceAll(line, "\u00ad", ""), "Baue erst auf der Berliner Straße")
}

// TestTheBuildingSetUpLastIsSoldFirst: where the order is strict (I-22), the lots may be even.
func TestTheBuildingSetUpLastIsSoldFirst(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", map[string]any{"sell.lifo": true})).in(game.PhaseHub)
	m.give(0, 16, 18, 19)
	m.must(game.MoveSteps(game.Build, 0, 16, 19, 18))
	page := parse(t, render(t, m.data(0).Page(pageOf("en"))))
	for _, lot := range []string{"#d16", "#d19"} {
		assert.Contains(t, strings.ReplaceAll(page.Find("#deeds "+lot+" .slot").Text(), "\u00ad", ""), "Sell on Tennessee Avenue first")
	}
}

// TestOneOnEachLotStandsWithItsColour: every button of a group lies below the
// heading of that group, and names it.
func TestOneOnEachLotStandsWithItsColour(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseHub)
	m.give(0, 1, 3, 16, 18, 19)
	m.s.Players[0].Cash = 5000
	var order []string
	parse(t, render(t, m.data(0).Page(pageOf("en")))).Find("#build-more caption, #build-more button.btn:not(.preview)").Each(func(_ int, x *goquery.Selection) {
		said, _, _ := strings.Cut(strings.TrimSpace(x.Text()), "  $")
		order = append(order, said)
	})
	assert.Equal(t, []string{
		"Dark purple: build", "Build the ticked ones", "Dark purple: build one on each lot",
		"Orange: build", "Build the ticked ones", "Orange: build one on each lot",
	}, order)
}

// TestADeedOnOfferSaysTheRentToEverybody: the card of a deed that one player may buy is the
// same for all, so it speaks to none of them.
func TestADeedOnOfferSaysTheRentToEverybody(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space = 0, 39
	for lang, note := range map[string]string{"en": "applies once bought", "de": "gilt nach dem Kauf"} {
		for seat := range game.Seat(3) {
			assert.Contains(t, parse(t, render(t, m.data(seat).Page(pageOf(lang)))).Find("#deed").Text(), note)
		}
	}
}
