package sim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// refuser plays like a computer player that proposes nothing and says no to everything.
type refuser struct{ bot.Persona }

func (p *refuser) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	ok := p.Persona.Wish(r, s, seat, c)
	if ok && c.Kind == game.AcceptTrade {
		c.Kind, c.Lift = game.RejectTrade, 0
	}
	return ok
}

// no is a proposal that was rejected.
type no struct {
	from       game.Seat
	give, want game.Terms
	at         int
	cash       game.Money
}

// TestWhoSaysNoIsNotAskedTheSameAgain: who refuses everything for hundreds of turns is not asked
// twice for the same, or for what is worse for them, unless a deed of the groups has
// been handed over, mortgaged or lifted, or they have twice or half of the cash.
func TestWhoSaysNoIsNotAskedTheSameAgain(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	for kind, most := range map[string]float64{"hard": 0.2, "default": 0.03, "trader": 0.045} {
		t.Run(kind, func(t *testing.T) {
			persona, _ := bot.ByName("default")
			persona.Offers = 0
			offers, turns, again := 0, 0, 0
			_, err := Run(t.Context(), Config{
				Setup: st, Players: 4, Games: 6, Seed: 9, MaxTurns: 500, Workers: 1, Bots: []string{"no", kind, kind, kind},
				Player: func(name string) (Player, error) {
					if name == "no" {
						return &refuser{persona}, nil
					}
					return Computer(st, name)
				},
				Each: func(rec Record) error {
					o, a := heard(t, st.Rules, &rec)
					offers, again, turns = offers+o, again+a, turns+rec.Result.Turns
					return nil
				},
			})
			require.NoError(t, err)
			t.Logf("%d offers in %d turns, %d of them again", offers, turns, again)
			assert.Zero(t, again)
			assert.Positive(t, offers)
			assert.Less(t, float64(offers), most*float64(turns))
		})
	}
}

// heard counts the offers to seat 0 of a game, and those of them that had been refused.
func heard(t *testing.T, r *game.Ruleset, rec *Record) (offers, again int) {
	t.Helper()
	s := rec.Start
	var refused []no
	var touched [game.MaxSpaces]int
	for at := range rec.Events {
		e := &rec.Events[at]
		switch e.Kind {
		case game.DeedTransferred, game.Mortgaged, game.Lifted:
			touched[e.Space] = at
		case game.TradeRejected:
			tr := s.FindTrade(e.N)
			require.NotNil(t, tr)
			if tr.To == 0 {
				refused = append(refused, no{tr.From, tr.Give, tr.Want, at, s.Players[0].Cash})
			}
		case game.TradeProposed:
			if e.Other == 0 {
				offers++
				for _, x := range refused {
					if x.from == e.Seat && x.covers(e) && !x.stale(r, &touched, s.Players[0].Cash) {
						again++
						break
					}
				}
			}
		default:
		}
		s.Apply(e)
	}
	return offers, again
}

// covers reports whether a proposal is the same or worse for the partner.
func (x *no) covers(e *game.Event) bool {
	return e.Give.Deeds&^x.give.Deeds == 0 && x.want.Deeds&^e.Want.Deeds == 0 &&
		e.Give.Cash-e.Want.Cash <= x.give.Cash-x.want.Cash
}

func (x *no) stale(r *game.Ruleset, touched *[game.MaxSpaces]int, cash game.Money) bool {
	for d := x.give.Deeds | x.want.Deeds; d != 0; d = d.Rest() {
		for g := r.Groups[r.Spaces[d.First()].Group].Spaces; g != 0; g = g.Rest() {
			if touched[g.First()] > x.at {
				return true
			}
		}
	}
	paid := x.give.Cash - x.want.Cash
	return paid > 0 && cash < x.cash/2 || paid < 0 && cash/2 > x.cash
}
