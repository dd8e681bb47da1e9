package stats

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Story is what decided a game, in a few moments. It is made from the events alone.
type Story struct {
	Buy     *Purchase // the deed from the bank that brought in most rent; nil if none did
	Turning *Turning  // from when on the winner was ahead, and by what; nil without one winner
	Falls   []Fall    // bankruptcies, in order
}

// Purchase is a deed bought from the bank, at its price or by auction, and what
// came of it.
type Purchase struct {
	Turn   int
	Seq    uint32
	Seat   game.Seat
	Space  game.Space
	Group  uint8 // the colour group that it completed, game.NoGroupID if none
	Earned game.Money
	Turns  int // until the game ended, or the buyer was out or parted with the deed
}

// TurningKind says what put the winner ahead.
type TurningKind uint8

// The kinds of turning points.
const (
	TookLead      TurningKind = iota // nothing in particular: they were ahead from here on
	CompletedAt                      // a colour group became theirs
	BuiltAt                          // they built in one turn
	CollectedRent                    // another player paid them much
)

// Turning is the moment from which the winner decided the game.
type Turning struct {
	Turn   int
	Seq    uint32
	Kind   TurningKind
	Seat   game.Seat // the winner
	Other  game.Seat // who paid (CollectedRent), else game.Nobody
	Group  uint8     // CompletedAt, BuiltAt: the colour group
	N      int       // BuiltAt: buildings
	Amount game.Money
	Space  game.Space // CollectedRent: where
}

// Fall is a bankruptcy.
type Fall struct {
	Turn     int
	Seq      uint32
	Seat     game.Seat
	Creditor game.Seat // game.Bank, or the player to whom everything went
	Rent     bool      // the debt was rent
	Space    game.Space
	Debt     game.Money // as it became due; 0 for a player who resigned
	Missing  game.Money // what could not be raised
}

// teller collects what a Story is made of.
type teller struct {
	held  [game.MaxSpaces]int // 1 + the purchase by which a space is held; 0: another way
	buys  []Purchase
	group map[uint8]int // the purchase that completed a group, while it is whole
	own   []game.Money  // what the deed of each purchase brought in by itself
	due   [game.MaxSeats]due
	acts  []Turning
	falls []Fall
}

// due is the debt of a seat that became due last.
type due struct {
	space  game.Space
	amount game.Money
}

// before looks at an event and the state that it meets.
func (t *teller) before(r *game.Ruleset, s *game.State, e *game.Event) {
	switch e.Kind {
	case game.DebtOpened:
		t.due[e.Seat] = due{e.Space, e.Amount}
	case game.Paid:
		t.paid(r, s, e)
	case game.Bankrupted:
		t.fall(r, s, e)
	case game.Built:
		t.built(r, s, e)
	case game.GameEnded:
		for i := range t.buys {
			t.leave(i, int(s.Turn.Number))
		}
	default:
	}
}

// after looks at a deed that has changed hands.
func (t *teller) after(r *game.Ruleset, s *game.State, e *game.Event) {
	turn, sp := int(s.Turn.Number), e.Space
	if was := t.held[sp]; was > 0 {
		t.leave(was-1, turn)
		t.held[sp] = 0
	}
	g := r.Spaces[sp].Group
	delete(t.group, g)
	if e.Other < 0 {
		return
	}
	whole := g != game.NoGroupID && r.Groups[g].Kind == game.KindLot && r.WholeGroup(s, e.Other, g)
	if whole {
		t.acts = append(t.acts, Turning{Turn: turn, Seq: s.Seq, Kind: CompletedAt, Seat: e.Other, Other: game.Nobody, Group: g, Space: game.NoSpace})
	}
	if e.Seat != game.Bank {
		return
	}
	p := Purchase{Turn: turn, Seq: s.Seq, Seat: e.Other, Space: sp, Group: game.NoGroupID, Turns: -1}
	if whole {
		if t.group == nil {
			t.group = map[uint8]int{}
		}
		p.Group = g
		t.group[g] = len(t.buys)
	}
	t.buys = append(t.buys, p)
	t.own = append(t.own, 0)
	t.held[sp] = len(t.buys)
}

// leave ends the time for which a purchase counts.
func (t *teller) leave(i, turn int) {
	if t.buys[i].Turns < 0 {
		t.buys[i].Turns = turn - t.buys[i].Turn
	}
}

// paid credits a rent to the deed that brought it in, and to the one that
// completed its group.
func (t *teller) paid(r *game.Ruleset, s *game.State, e *game.Event) {
	if e.Cause != game.ForRent || e.Seat < 0 || e.Other < 0 {
		return
	}
	sp := e.Space
	if int(sp) >= int(r.Size) {
		sp = t.due[e.Seat].space
	}
	if int(sp) >= int(r.Size) {
		return
	}
	t.acts = append(t.acts, Turning{Turn: int(s.Turn.Number), Seq: s.Seq + 1, Kind: CollectedRent, Seat: e.Other, Other: e.Seat, Group: game.NoGroupID, Amount: e.Amount, Space: sp})
	if i := t.held[sp] - 1; i >= 0 && t.buys[i].Seat == e.Other {
		t.own[i] += e.Amount
	}
	if i, ok := t.group[r.Spaces[sp].Group]; ok && t.buys[i].Seat == e.Other {
		t.buys[i].Earned += e.Amount
	}
}

// built adds a building to those that the seat has put up in the same group this turn.
func (t *teller) built(r *game.Ruleset, s *game.State, e *game.Event) {
	turn, g := int(s.Turn.Number), r.Spaces[e.Space].Group
	for i := len(t.acts) - 1; i >= 0 && t.acts[i].Turn == turn; i-- {
		if a := &t.acts[i]; a.Kind == BuiltAt && a.Seat == e.Seat && a.Group == g {
			a.N++
			a.Amount += e.Amount
			a.Seq = s.Seq + 1
			return
		}
	}
	t.acts = append(t.acts, Turning{Turn: turn, Seq: s.Seq + 1, Kind: BuiltAt, Seat: e.Seat, Other: game.Nobody, Group: g, N: 1, Amount: e.Amount, Space: game.NoSpace})
}

func (t *teller) fall(r *game.Ruleset, s *game.State, e *game.Event) {
	f := Fall{Turn: int(s.Turn.Number), Seq: s.Seq + 1, Seat: e.Seat, Creditor: e.Other, Space: game.NoSpace}
	for _, d := range s.Debts[:s.NumDebts] {
		if d.Debtor == e.Seat {
			f.Rent, f.Space, f.Debt = d.Cause == game.ForRent, t.due[e.Seat].space, t.due[e.Seat].amount
			if f.Debt == 0 { // the position began with it: of where it arose only the piece tells
				f.Debt, f.Space = d.Amount, game.NoSpace
				if sp := s.Players[e.Seat].Space; f.Rent && d.Creditor >= 0 && s.Owned[d.Creditor].Has(sp) {
					f.Space = sp
				}
			}
			f.Missing = max(d.Amount-r.Liquidation(s, e.Seat), 0)
			break
		}
	}
	t.falls = append(t.falls, f)
}

// Story returns the moments that decided the game so far.
func (c *Collector) Story() Story {
	x := Story{Falls: slices.Clone(c.tale.falls), Buy: c.tale.best(int(c.s.Turn.Number))}
	if w := winner(&c.s); w >= 0 {
		x.Turning = c.tale.turning(c.wealth, w, c.r.StartingCash()/3)
	}
	return x
}

// best is the purchase that brought in most: by itself or, if it completed a
// group, with all of that.
func (t *teller) best(now int) *Purchase {
	at, most := -1, game.Money(0)
	for i := range t.buys {
		if m := max(t.buys[i].Earned, t.own[i]); m > most {
			at, most = i, m
		}
	}
	if at < 0 {
		return nil
	}
	p := t.buys[at]
	if p.Earned < t.own[at] {
		p.Group = game.NoGroupID
	}
	p.Earned = most
	if p.Turns < 0 {
		p.Turns = now - p.Turn
	}
	return &p
}

// winner is the one who came first alone; game.Nobody if there is none.
func winner(s *game.State) game.Seat {
	w := game.Nobody
	for _, st := range s.Standings[:s.NumRanked] {
		if st.Rank == 1 {
			if w >= 0 {
				return game.Nobody
			}
			w = st.Seat
		}
	}
	return w
}

// turning is what the winner did or got when, or shortly before, nobody was ahead
// of them any more: what weighed most near that turn, where a whole group counts
// as much as that sum, or the turn alone.
func (t *teller) turning(wealth []Point, w game.Seat, group game.Money) *Turning {
	lead := leadFrom(wealth, w)
	if lead < 0 {
		return nil
	}
	p := wealth[lead]
	const near = 8 // turns before in which a cause is looked for
	best := Turning{Turn: p.Turn, Seq: p.Seq, Seat: w, Other: game.Nobody, Group: game.NoGroupID, Space: game.NoSpace}
	weight := group / 4 // less decides nothing
	for i := range t.acts {
		a := &t.acts[i]
		if a.Seat != w || a.Turn > p.Turn || a.Turn < p.Turn-near {
			continue
		}
		if m := a.weight(group); m > weight {
			best, weight = *a, m
		}
	}
	return &best
}

// weight makes causes of different kinds comparable.
func (a *Turning) weight(group game.Money) game.Money {
	switch a.Kind {
	case CompletedAt:
		return group
	case BuiltAt, CollectedRent:
		return a.Amount
	case TookLead:
	}
	return 0
}

// leadFrom is the point from which on everybody was worth less than the winner;
// -1 if somebody was not to the end.
func leadFrom(wealth []Point, w game.Seat) int {
	from := -1
	for i := len(wealth) - 1; i >= 0; i-- {
		for seat, m := range wealth[i].Wealth {
			if game.Seat(seat) != w && m >= wealth[i].Wealth[w] {
				return from
			}
		}
		from = i
	}
	return from
}
