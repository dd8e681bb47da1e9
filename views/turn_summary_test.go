package views_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/views/text"
)

// turns are those of the match so far.
func (m *match) turns() []text.Turn {
	events := make([]game.Event, len(m.log))
	for i := range m.log {
		events[i] = m.log[i].Event
	}
	whole := map[int]bool{}
	for _, b := range beats.Of(m.st.Rules, &m.s, events) {
		whole[b.Event] = whole[b.Event] || b.Kind == beats.Group
	}
	list := []text.Turn{{Seat: game.Nobody}}
	for i := range events {
		if events[i].Kind == game.TurnStarted {
			list = append(list, text.Turn{Seat: events[i].Seat})
		}
		t := &list[len(list)-1]
		t.Events = append(t.Events, text.Step{Event: &events[i], Whole: whole[i]})
	}
	return list
}

// A turn that is over is told in a line or two: all that changed hands in it, and by
// whom, is named.
func TestEveryTurnIsToldInShort(t *testing.T) {
	t.Parallel()
	for _, edition := range []string{"german-classic", "us-classic", "mark-classic", "mega", "sonic", "duel-masters"} {
		t.Run(edition, func(t *testing.T) {
			t.Parallel()
			options := map[string]any{}
			if edition == "mark-classic" {
				options["end_time"] = 60
			}
			m := newMatch(t, loadSetup(t, edition, "", options), 4, 3)
			m.until(func(*game.State) bool { return false }, 1500)
			for _, lang := range text.Langs() {
				all := text.NewScene(lang, m.st, m.name).In(&m.s)
				for _, s := range []*text.Scene{all, all.To(1)} {
					turns, long, fit := m.turns(), 0, 140
					if lang == text.German {
						fit = 160
					}
					for i := range turns {
						x := s.Summary(&turns[i])
						assertTold(t, s, m, &turns[i], x)
						if len([]rune(x.Text)) > fit {
							long++
						}
					}
					assert.Less(t, long*14, len(turns), "%s: nearly all of %d fit in two lines", lang, len(turns))
				}
			}
		})
	}
}

var twice = regexp.MustCompile(`\. (\w+) [^.]*\. (\w+) `)

func assertTold(t *testing.T, s *text.Scene, m *match, turn *text.Turn, x text.Summary) {
	t.Helper()
	require.NotEmpty(t, x.Text)
	for _, odd := range []string{"{{", "summary.", "  ", "|", " ,", ", .", "..", "()"} {
		assert.NotContains(t, x.Text, odd)
	}
	for _, pair := range twice.FindAllStringSubmatch(x.Text, -1) {
		if slices.Contains(m.name, pair[1]) {
			assert.NotEqual(t, pair[1], pair[2], x.Text)
		}
	}
	you := "You"
	if s.Lang() == text.German {
		you = "Du"
	}
	names := func(seat game.Seat) bool {
		return strings.Contains(x.Text, m.name[seat]) || seat == 1 && regexp.MustCompile(`(?i)\b(`+you+`|dir|dich)\b`).MatchString(x.Text)
	}
	out, cards := game.Seats(0), false
	for _, e := range turn.Events {
		switch e.Kind {
		case game.CardDrawn:
			cards = true
		case game.Bankrupted:
			out = out.With(e.Seat)
			assert.True(t, names(e.Seat), "who is bankrupt: %s", x.Text)
		case game.JailedEvent:
			assert.Regexp(t, `jail|Gefängnis`, x.Text)
		case game.Paid:
			for _, seat := range []game.Seat{e.Seat, e.Other} {
				if seat >= 0 && !(cards && e.Cause == game.ForCard) && !out.Has(e.Seat) && !out.Has(e.Other) {
					assert.True(t, names(seat), "whose cash changed, %s: %s", m.name[seat], x.Text)
				}
			}
		case game.DeedTransferred:
			if e.Seat >= 0 && out.Has(e.Seat) {
				continue // everything goes
			}
			assert.Contains(t, x.Text, s.Space(e.Space))
			if e.Other >= 0 {
				assert.True(t, names(e.Other), "who got it: %s", x.Text)
			}
			if e.Seat >= 0 {
				assert.True(t, names(e.Seat), "who had it: %s", x.Text)
			}
		default:
		}
	}
}

// The kinds of turns, as they read.
func TestTurnsReadLikeSentences(t *testing.T) {
	t.Parallel()
	st := loadSetup(t, "us-classic", "", nil)
	roll := func(seat game.Seat, a, b uint8, from, to game.Space) []game.Event {
		return []game.Event{{Kind: game.Rolled, Seat: seat, Dice: [3]uint8{a, b}, Cause: game.ByMove}, {Kind: game.Moved, Seat: seat, Space: from, Dest: to, Cause: game.ByDice}}
	}
	paid := func(from, to game.Seat, n game.Money, why game.Cause, at game.Space) game.Event {
		return game.Event{Kind: game.Paid, Seat: from, Other: to, Amount: n, Cause: why, Space: at}
	}
	deed := func(from, to game.Seat, at game.Space) game.Event {
		return game.Event{Kind: game.DeedTransferred, Seat: from, Other: to, Space: at}
	}
	event := func(kind game.EventKind, seat game.Seat, at game.Space) game.Event {
		return game.Event{Kind: kind, Seat: seat, Other: game.Nobody, Space: at}
	}
	salary := paid(game.Bank, 2, 200, game.ForSalary, game.NoSpace)
	item := game.Item{Kind: game.ItemDeed, Space: 14}
	for name, c := range map[string]struct {
		events []game.Event
		en, de string
		sum    game.Money
	}{
		"rent": {append(roll(2, 6, 2, 10, 18), event(game.ClaimOpened, 0, 18), paid(2, 0, 200, game.ForRent, 18)),
			"Frida rolled 6 + 2 to Tennessee Avenue and paid Emil rent.", "Frida würfelt 6 + 2, kommt auf Tennessee Avenue und zahlt Emil Miete.", -200},
		"rent to the reader, past the start": {append(roll(2, 6, 2, 36, 3), salary, paid(2, 1, 8, game.ForRent, 3)),
			"Frida rolled 6 + 2 past GO (+$200) to Baltic Avenue and paid you $8 rent.", "Frida würfelt 6 + 2, kommt über Los (+200 $) auf Baltic Avenue und zahlt 8 $ Miete an dich.", 8},
		"a purchase": {append(roll(2, 2, 3, 10, 15), event(game.Offered, 2, 15), paid(2, game.Bank, 200, game.ForPrice, 15), deed(game.Bank, 2, 15)),
			"Frida rolled 2 + 3 and bought Pennsylvania Railroad.", "Frida würfelt 2 + 3 und kauft Pennsylvania Railroad.", -200},
		"nobody bids": {append(roll(2, 2, 2, 10, 14), event(game.Offered, 2, 14), game.Event{Kind: game.AuctionOpened, Item: item}, game.Event{Kind: game.AuctionClosed, Other: game.Nobody, Item: item}),
			"Frida rolled 2 + 2 and did not buy Virginia Avenue. No one bid for it.", "Frida würfelt 2 + 2 und kauft Virginia Avenue nicht. Niemand bietet.", 0},
		"an auction": {append(roll(2, 2, 2, 10, 14), event(game.Offered, 2, 14), game.Event{Kind: game.AuctionOpened, Item: item}, game.Event{Kind: game.AuctionClosed, Other: 1, Amount: 90, Item: item}, paid(1, game.Bank, 90, game.ForAuction, 14), deed(game.Bank, 1, 14)),
			"Frida rolled 2 + 2 and put Virginia Avenue up for auction. You won it for $90.", "Frida würfelt 2 + 2 und lässt Virginia Avenue versteigern. Du bekommst den Zuschlag für 90 $.", -90},
		"to jail": {append(roll(2, 6, 4, 20, 30), event(game.JailedEvent, 2, 0)), "Frida rolled 6 + 4 and went to jail.", "Frida würfelt 6 + 4 und muss ins Gefängnis.", 0},
		"out of jail": {[]game.Event{{Kind: game.Rolled, Seat: 2, Dice: [3]uint8{3, 3}, Cause: game.ByJail}, {Kind: game.Freed, Seat: 2, Cause: game.ByDoubles}, {Kind: game.Moved, Seat: 2, Space: 10, Dest: 16, Cause: game.ByDice}},
			"Frida rolled 3 + 3 out of jail to St. James Place.", "Frida würfelt sich mit 3 + 3 frei und kommt auf St. James Place.", 0},
		"houses": {[]game.Event{paid(2, game.Bank, 100, game.ForBuild, 18), {Kind: game.Built, Seat: 2, Space: 18, Building: game.House, Amount: 100}, paid(2, game.Bank, 100, game.ForBuild, 19), {Kind: game.Built, Seat: 2, Space: 19, Building: game.House, Amount: 100}},
			"Frida built 2 houses on Orange.", "Frida baut 2 Häuser in Orange.", -200},
		"one house": {[]game.Event{paid(2, game.Bank, 100, game.ForBuild, 19), {Kind: game.Built, Seat: 2, Space: 19, Building: game.House, Amount: 100}},
			"Frida built a house on New York Avenue.", "Frida baut ein Haus auf New York Avenue.", -100},
		"a trade": {[]game.Event{{Kind: game.TradeAccepted, N: 1}, paid(2, 0, 50, game.ForTrade, game.NoSpace), deed(0, 2, 37)},
			"Frida gave Emil $50 for Park Place.", "Frida gibt 50 $ an Emil für Park Place.", -50},
		"a debt": {append(roll(2, 1, 2, 10, 13), game.Event{Kind: game.DebtOpened, Seat: 2, Other: 0, Amount: 300}, event(game.Mortgaged, 2, 14), paid(game.Bank, 2, 80, game.ForMortgage, 14), paid(2, 0, 300, game.ForRent, game.NoSpace), game.Event{Kind: game.DebtSettled, Seat: 2, Other: 0}),
			"Frida rolled 1 + 2 to States Avenue, was short of cash, mortgaged Virginia Avenue for $80 and paid Emil $300 rent.",
			"Frida würfelt 1 + 2, kommt auf States Avenue, treibt 80 $ für Schulden auf und zahlt 300 $ Miete an Emil.", -220},
		"ruin": {append(roll(2, 6, 2, 10, 18), game.Event{Kind: game.DebtOpened, Seat: 2, Other: 1, Amount: 900}, game.Event{Kind: game.Bankrupted, Seat: 2, Other: 1}, paid(2, 1, 45, game.ForBankruptcy, game.NoSpace), deed(2, 1, 5)),
			"Frida rolled 6 + 2 to Tennessee Avenue, went bankrupt and left everything to you.", "Frida würfelt 6 + 2, kommt auf Tennessee Avenue, ist bankrott und überlässt dir alles.", 45},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turn := text.Turn{Seat: 2}
			for i := range c.events {
				turn.Events = append(turn.Events, text.Step{Event: &c.events[i]})
			}
			plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ")
			for lang, want := range map[string]string{text.English: c.en, text.German: c.de} {
				x := text.NewScene(lang, st, []string{"Emil", "Ada", "Frida"}).To(1).Summary(&turn)
				assert.Equal(t, want, plain.Replace(x.Text))
				assert.Equal(t, c.sum, x.Sum)
			}
		})
	}
}

// German places have their articles, and a name that is a call stands in quotes.
func TestPlacesAreDeclined(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		edition string
		space   game.Space
		want    string
	}{
		{"german-classic", 3, "Ada kauft die Turmstraße."}, {"german-classic", 15, "Ada kauft den Westbahnhof."},
		{"german-classic", 12, "Ada kauft das Elektrizitätswerk."}, {"sonic", 4, "Ada kauft „Zeit vorbei!“."}, {"us-classic", 3, "Ada kauft Baltic Avenue."},
	} {
		turn := text.Turn{Seat: 0, Events: []text.Step{{Event: &game.Event{Kind: game.Paid, Seat: 0, Other: game.Bank, Amount: 60, Cause: game.ForPrice, Space: c.space}}}}
		s := text.NewScene(text.German, loadSetup(t, c.edition, "", nil), []string{"Ada"})
		assert.Equal(t, c.want, s.Summary(&turn).Text)
		built := text.Turn{Seat: 0, Events: []text.Step{{Event: &game.Event{Kind: game.Built, Seat: 0, Space: 14, Building: game.House}}}}
		if c.edition == "german-classic" {
			assert.Equal(t, "Ada baut ein Haus auf der Neuen Straße.", s.Summary(&built).Text)
		}
	}
}
