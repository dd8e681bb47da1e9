package fair_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// opened is a table of three: two with chains of their own, one without.
func opened(t *testing.T) fair.Proof {
	t.Helper()
	h, err := fair.Header{Game: "g", Edition: "us-classic", Rules: "ff", Rulebook: "us", Software: "x", Key: root(9)}.Bytes()
	require.NoError(t, err)
	p := fair.Proof{Protocol: fair.Protocol, Header: string(h), Key: root(9), Server: fair.NewChain(root(0x11), 10).Anchor()}
	for seat, source := range []fair.Source{fair.Client, fair.Server, fair.Client} {
		p.Seats = append(p.Seats, fair.SeatAnchor{Seat: game.Seat(seat), Source: source, Anchor: fair.NewChain(root(byte(seat)), 10).Anchor()})
	}
	p.Opening = []fair.OpeningLink{
		{Seat: 0, Link: fair.NewChain(root(0), 10).Link(1)},
		{Seat: 2, Link: fair.Missed(p.Seats[2].Anchor, 0), Missed: true},
	}
	return p
}

func TestTheOpeningEntersTheMix(t *testing.T) {
	p := opened(t)
	s, err := p.Begin()
	require.NoError(t, err)
	mix := fair.Mix0([]byte(p.Header), p.Server, []fair.Hash{p.Seats[0].Anchor, p.Seats[1].Anchor, p.Seats[2].Anchor})
	mix = fair.Mix(mix, 0, p.Opening[0].Link)
	mix = fair.Mix(mix, 2, p.Opening[1].Link)
	assert.Equal(t, mix, s.Mix)
	assert.Zero(t, s.Ordinal)
	assert.EqualValues(t, 1, s.Seats[0].Count)
	assert.Zero(t, s.Seats[2].Count, "a missed link is still the next")

	before := s.Clone()
	_, err = s.DrawAlone(fair.NewChain(root(0x11), 10).Link(1))
	require.NoError(t, err)
	assert.Equal(t, before.Mix, s.Mix, "the order takes the mix as it is")
	assert.EqualValues(t, 1, s.Ordinal)
}

func TestTheProofIsJSON(t *testing.T) {
	p := opened(t)
	text, err := json.Marshal(p)
	require.NoError(t, err)
	var back fair.Proof
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, p, back)
	assert.Contains(t, p.Header, `{"protocol":"pf1","game":"g","edition":"us-classic","rules":"ff","rulebook":"us","options":{},"piles":{`)
	assert.Contains(t, p.Header, `"software":"x","bots":0,"key":"0909`)
}

func TestOpeningsThatAreNone(t *testing.T) {
	for name, spoil := range map[string]func(p *fair.Proof){
		"seats out of order":            func(p *fair.Proof) { p.Seats[0], p.Seats[1] = p.Seats[1], p.Seats[0] },
		"no source":                     func(p *fair.Proof) { p.Seats[1].Source = "moon" },
		"another seat's link":           func(p *fair.Proof) { p.Opening[0].Link = p.Opening[1].Link },
		"missed, but not so":            func(p *fair.Proof) { p.Opening[0].Missed = true },
		"a missed link of its own":      func(p *fair.Proof) { p.Opening[1].Missed = false },
		"opened twice":                  func(p *fair.Proof) { p.Opening[1] = p.Opening[0] },
		"openings out of order":         func(p *fair.Proof) { p.Opening[0], p.Opening[1] = p.Opening[1], p.Opening[0] },
		"an opening left out":           func(p *fair.Proof) { p.Opening = p.Opening[:1] },
		"a seat that is not there":      func(p *fair.Proof) { p.Opening[1].Seat = 7 },
		"a seat that is less than none": func(p *fair.Proof) { p.Opening[0].Seat = -1 },
	} {
		p := opened(t)
		spoil(&p)
		_, err := p.Begin()
		assert.Error(t, err, name)
	}
}
