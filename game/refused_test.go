package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// ask folds a proposal of deeds for cash and its rejection.
func ask(s *game.State, from, to game.Seat, pay game.Money, sp game.Space) {
	n := int32(s.LastTrade) + 1
	s.Apply(&game.Event{Kind: game.TradeProposed, Seat: from, Other: to, N: n, Give: game.Terms{Cash: pay}, Want: game.Terms{Deeds: game.SetOf(sp)}})
	s.Apply(&game.Event{Kind: game.TradeRejected, Seat: to, Other: game.Nobody, N: n})
}

func TestRejectedProposalsAreRemembered(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	setuptest.Give(&s, 1, 16, 18, 39)
	ask(&s, 0, 1, 200, 16)
	ask(&s, 0, 1, 150, 16)
	ask(&s, 2, 1, 150, 16)
	require.EqualValues(t, 2, s.NumRefused)
	x := s.Refused[0]
	assert.Equal(t, game.Refused{Deeds: game.SetOf(16), Seq: 4, Paid: 200, Purse: 1500, From: 0, To: 1, Times: 2}, x)
	assert.False(t, r.Outdated(&s, &x))

	for name, change := range map[string]func(*game.State){
		"a deed of the group goes": func(s *game.State) {
			s.Apply(&game.Event{Kind: game.DeedTransferred, Seat: game.Bank, Other: 3, Space: 19})
		},
		"a deed of the group is pledged": func(s *game.State) {
			s.Apply(&game.Event{Kind: game.Mortgaged, Seat: 1, Other: game.Nobody, Space: 18})
		},
		"a mortgage of it is lifted": func(s *game.State) { s.Apply(&game.Event{Kind: game.Lifted, Seat: 1, Other: game.Nobody, Space: 18}) },
		"they are short of cash":     func(s *game.State) { s.Apply(&game.Event{Kind: game.Paid, Seat: 1, Other: game.Bank, Amount: 800}) },
	} {
		next := s
		change(&next)
		assert.True(t, r.Outdated(&next, &x), name)
	}
	for name, change := range map[string]func(*game.State){
		"another deed goes": func(s *game.State) {
			s.Apply(&game.Event{Kind: game.DeedTransferred, Seat: game.Bank, Other: 3, Space: 5})
		},
		"they pay a little":    func(s *game.State) { s.Apply(&game.Event{Kind: game.Paid, Seat: 1, Other: game.Bank, Amount: 700}) },
		"they are rich":        func(s *game.State) { s.Apply(&game.Event{Kind: game.Paid, Seat: game.Bank, Other: 1, Amount: 9000}) },
		"another one is asked": func(s *game.State) { ask(s, 0, 1, 10, 39) },
	} {
		next := s
		change(&next)
		assert.False(t, r.Outdated(&next, &x), name)
	}

	s.Apply(&game.Event{Kind: game.DeedTransferred, Seat: 1, Other: 3, Space: 16})
	s.Apply(&game.Event{Kind: game.DeedTransferred, Seat: 3, Other: 1, Space: 16})
	ask(&s, 0, 1, 120, 16)
	assert.EqualValues(t, 1, s.Refused[0].Times, "the count begins anew")
	assert.EqualValues(t, 120, s.Refused[0].Paid)
	s.Apply(&game.Event{Kind: game.Bankrupted, Seat: 2, Other: game.Bank})
	require.EqualValues(t, 1, s.NumRefused, "nobody remembers a bankrupt player")
	assert.Zero(t, s.Refused[1])
}

// TestARejectionInNeedForgetsNoneInPlenty: who has refused to pay with a full purse and then with an empty one
// is not asked again once they have a little more.
func TestARejectionInNeedForgetsNoneInPlenty(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	sums := func(first game.Money) (s game.State) {
		s = setuptest.Position(r)
		setuptest.Give(&s, 0, 16)
		setuptest.Give(&s, 1, 18)
		pay := func(pay game.Money) {
			n := int32(s.LastTrade) + 1
			s.Apply(&game.Event{Kind: game.TradeProposed, Seat: 0, Other: 1, N: n, Give: game.Terms{Cash: max(0, pay), Deeds: game.SetOf(16)}, Want: game.Terms{Cash: max(0, -pay), Deeds: game.SetOf(18)}})
			s.Apply(&game.Event{Kind: game.TradeRejected, Seat: 1, Other: game.Nobody, N: n})
		}
		pay(first)
		s.Apply(&game.Event{Kind: game.Paid, Seat: 1, Other: game.Bank, Amount: 1200})
		pay(first)
		s.Apply(&game.Event{Kind: game.Paid, Seat: game.Bank, Other: 1, Amount: 500})
		return s
	}
	wanted := sums(-200)
	assert.EqualValues(t, 1500, wanted.Refused[0].Purse)
	assert.False(t, r.Outdated(&wanted, &wanted.Refused[0]), "800 is less than twice 1500")
	offered := sums(200)
	assert.EqualValues(t, 300, offered.Refused[0].Purse)
	assert.False(t, r.Outdated(&offered, &offered.Refused[0]), "800 is more than half of 300")
}

// TestEachSeatHasItsShareOfTheMemory: the seat that proposes most makes no proposal of others be forgotten.
func TestEachSeatHasItsShareOfTheMemory(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	ask(&s, 2, 1, 100, 39)
	for d := r.Deeds; d != 0; d = d.Rest() {
		ask(&s, 0, 1, 100, d.First())
		ask(&s, 0, 3, 100, d.First())
	}
	assert.EqualValues(t, game.MaxRefused/4+1, s.NumRefused)
	assert.EqualValues(t, 2, s.Refused[0].From)
	last := uint32(0)
	for _, x := range s.Refused[1:s.NumRefused] {
		last = max(last, x.Seq)
		assert.Greater(t, x.Seq+game.MaxRefused/4*2, s.Seq, "the latest ones")
	}
	assert.Equal(t, s.Seq, last)
}

// TestWhatSaysNothingMakesRoom: a rejection that has been outdated by its deeds is forgotten before older ones that hold.
func TestWhatSaysNothingMakesRoom(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	deeds := r.Deeds
	var spaces []game.Space
	for range game.MaxRefused / 4 {
		spaces = append(spaces, deeds.First())
		ask(&s, 0, 1, 100, deeds.First())
		deeds = deeds.Rest()
	}
	gone := spaces[5]
	s.Apply(&game.Event{Kind: game.DeedTransferred, Seat: game.Bank, Other: 3, Space: gone})
	ask(&s, 0, 1, 100, deeds.First())
	require.EqualValues(t, game.MaxRefused/4, s.NumRefused)
	remembered := game.Set(0)
	for _, x := range s.Refused[:s.NumRefused] {
		remembered |= x.Deeds
	}
	assert.Equal(t, game.SetOf(append(spaces, deeds.First())...).Without(gone), remembered)
}
