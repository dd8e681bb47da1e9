package wire

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// deal is a trade or settlement that would be accepted as a proposal: one that
// an example can show.
type deal struct {
	to         game.Seat
	give, want part
}

// part is one side of a deal, of one kind of goods.
type part struct {
	cash game.Money
	deed int // 0 is none: the first space has no deed
	card string
}

func (p part) empty() bool { return p == part{} }

// thing is the nth deed or card out of a range, if there are so many.
func (g *GoodsRange) thing(n int) part {
	if n < len(g.Deeds) {
		return part{deed: g.Deeds[n]}
	}
	if n -= len(g.Deeds); n < len(g.JailCards) {
		return part{card: g.JailCards[n]}
	}
	return part{}
}

// money is n times the smallest amount, if the range has it.
func (g *GoodsRange) money(n game.Money) part {
	if g.Step <= 0 || g.Max < n*g.Step {
		return part{}
	}
	return part{cash: n * g.Step}
}

// either is the first of two parts that is not empty.
func either(a, b part) part {
	if a.empty() {
		return b
	}
	return a
}

// sampleTrade finds a trade with one of the partners that may be proposed now:
// something of theirs or of one's own for the smallest amount of money.
func (m *MoveOption) sampleTrade(in *arena, r *game.Ruleset, s *game.State, me game.Seat) *deal {
	if me < 0 {
		return nil
	}
	mine := m.GiveRange
	for i := range m.Partners {
		want := &m.Partners[i].WantRange
		d := deal{to: m.Partners[i].To}
		for n := 0; ; n++ {
			d.give, d.want = either(mine.money(1), mine.thing(0)), want.thing(n)
			if d.want.empty() {
				break
			}
			if d.fits(r, s, me) {
				return put(&in.deals, d)
			}
		}
		for n := 0; ; n++ {
			d.give, d.want = mine.thing(n), want.money(1)
			if d.give.empty() || d.want.empty() {
				break
			}
			if d.fits(r, s, me) {
				return put(&in.deals, d)
			}
		}
	}
	return nil
}

// fits reports whether the deal may be proposed now.
func (d *deal) fits(r *game.Ruleset, s *game.State, me game.Seat) bool {
	c := game.Move(game.ProposeTrade, me)
	c.To, c.Give, c.Want = d.to, d.give.terms(), d.want.terms()
	return r.Check(s, &c).OK()
}

func (p part) terms() game.Terms {
	t := game.Terms{Cash: p.cash}
	if p.deed != 0 {
		t.Deeds = game.SetOf(game.Space(p.deed))
	}
	if deck, ok := DeckKind(p.card); ok {
		t.Cards = 1 << deck
	}
	return t
}

// sampleOffer is a settlement that gives something.
func (m *MoveOption) sampleOffer(in *arena) *deal {
	return put(&in.deals, deal{give: either(m.GiveRange.thing(0), m.GiveRange.money(1))})
}

// shift is where an example builds, sells off or moves a house.
type shift struct {
	from, to int // to is 0 where nothing moves: the first space has no lot
}

// sampleStep is where building or selling off helps a group that has to be
// evened out (R-MBUILD-6); nil if there is none, and the first space will do.
func (m *MoveOption) sampleStep(st *setup.Setup, s *game.State, spaces game.Set) *shift {
	lots := st.Rules.Groups[s.Equal.Group].Spaces & spaces
	if !s.Equal.Open || lots == 0 {
		return nil
	}
	low, high := extremes(s, lots)
	if m.Move == "build" {
		return &shift{from: int(low)}
	}
	return &shift{from: int(high)}
}

// sampleHouse moves a house from the fullest lot to the emptiest, nil if that
// makes the group no more even.
func sampleHouse(s *game.State, from, to game.Set) *shift {
	_, high := extremes(s, from)
	low, _ := extremes(s, to)
	if s.Level[high] < s.Level[low]+2 {
		return nil
	}
	return &shift{int(high), int(low)}
}

// extremes are the lots with the fewest and the most buildings.
func extremes(s *game.State, lots game.Set) (low, high game.Space) {
	low, high = lots.First(), lots.First()
	for ; lots != 0; lots = lots.Rest() {
		switch sp := lots.First(); {
		case s.Level[sp] < s.Level[low]:
			low = sp
		case s.Level[sp] > s.Level[high]:
			high = sp
		}
	}
	return low, high
}

// appendExample writes a body that may be posted as it is. Of a range it takes
// the lower end, of several possibilities the first; a group that has to be
// evened out becomes more so. A move that would lead nowhere has no example, nor has
// one that takes a number which only its maker knows.
func appendExample(b []byte, m *MoveOption) []byte {
	if m.NeedsLink {
		return b
	}
	switch m.Move {
	case "propose_trade", "offer_settlement":
		if m.sample == nil {
			return b // no one has anything to trade with
		}
	case "move_house":
		if m.step == nil {
			return b // the group is even
		}
	}
	b = AppendString(append(b, `,"example":{"move":`...), m.Move)
	b = optNumber(b, `,"player":`, m.Player)
	b = optNumber(b, `,"claim":`, m.Claim)
	b = optNumber(b, `,"trade":`, m.Trade)
	switch m.Move {
	case "bid":
		b = optNumber(b, `,"amount":`, m.Min)
	case "intent":
		b = optNumber(b, `,"count":`, m.Min)
	case "build", "sell":
		at := m.Spaces[:min(1, len(m.Spaces))]
		if m.step != nil {
			at = []int{m.step.from}
		}
		b = optNumbers(b, `,"spaces":`, at)
		if m.Building != "" {
			b = AppendString(append(b, `,"building":`...), m.Building)
		}
	case "move_house":
		b = strconv.AppendInt(append(b, `,"from":`...), int64(m.step.from), 10)
		b = strconv.AppendInt(append(b, `,"to":`...), int64(m.step.to), 10)
	case "propose_trade":
		b = strconv.AppendInt(append(b, `,"to":`...), int64(m.sample.to), 10)
		b = appendPart(append(b, `,"give":`...), m.sample.give)
		b = appendPart(append(b, `,"want":`...), m.sample.want)
	case "offer_settlement":
		b = appendPart(append(b, `,"give":`...), m.sample.give)
		b = optNumber(b, `,"credit":`, m.Min)
	default:
		if len(m.Spaces) > 0 {
			b = strconv.AppendInt(append(b, `,"space":`...), int64(m.Spaces[0]), 10)
		}
		if len(m.Options) > 0 {
			b = AppendString(append(b, `,"option":`...), m.Options[0])
		}
		if len(m.Groups) > 0 {
			b = AppendString(append(b, `,"group":`...), m.Groups[0])
		}
	}
	b = optNumbers(b, `,"lift":`, m.MustLift)
	return append(b, '}')
}

func appendPart(b []byte, p part) []byte {
	switch {
	case p.deed != 0:
		return append(strconv.AppendInt(append(b, `{"deeds":[`...), int64(p.deed), 10), "]}"...)
	case p.card != "":
		return append(AppendString(append(b, `{"jail_cards":[`...), p.card), "]}"...)
	}
	return append(strconv.AppendInt(append(b, `{"cash":`...), int64(p.cash), 10), '}')
}

// MarshalJSON writes the entry with its example.
func (m *MoveOption) MarshalJSON() ([]byte, error) { return appendMove(nil, m), nil }
