package sim

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
)

// walkCash is more than a walk can spend in a batch.
const walkCash game.Money = 1_000_000_000

// walkLuck throws as any game does but draws every card from the full deck,
// the jail-free card too.
type walkLuck struct {
	*chance.Source
	full [game.NumDecks]game.Pile
}

// Card picks one of all the cards printed.
func (l *walkLuck) Card(seat game.Seat, deck game.Deck, _ *game.Pile) uint8 {
	return l.Source.Card(seat, deck, &l.full[deck])
}

// landingWalk walks batches one after the other in one reused workspace.
type landingWalk struct {
	rules  game.Ruleset
	stay   Stay
	start  game.State
	turn   game.Turn
	luck   walkLuck
	counts [numPlaces]uint32
}

func newLandingWalk(r *game.Ruleset, stay Stay) *landingWalk {
	w := &landingWalk{rules: r.WithoutRoundLimit(), stay: stay} // a walk ends after its throws
	tokens, _ := r.PlayerRange()
	w.start = game.NewState(&w.rules, tokens, 0, false)
	for i := range w.start.Players[:w.start.NumSeats] {
		w.start.Players[i].Cash = walkCash
	}
	w.luck.full = [game.NumDecks]game.Pile{w.start.Decks[game.Chance], w.start.Decks[game.Chest]}
	return w
}

// batch walks one batch and leaves its result in counts.
func (w *landingWalk) batch(n int, seed [32]byte) error {
	w.counts = [numPlaces]uint32{}
	w.luck.Source = chance.Seeded(seed)
	w.turn.Begin(&w.rules, &w.start)
	s := &w.turn.S
	c := game.Move(game.Start, game.Nobody)
	throws, thrown := 0, false // thrown: a token moves or has come to rest, not counted yet
	for {
		if thrown && (c.Kind == game.Roll || c.Kind == game.EndTurn) {
			thrown = false
			if throws > warmUp {
				w.rest()
			}
			if throws == warmUp+batchThrows {
				return nil
			}
		}
		if c.Kind == game.Roll {
			throws, thrown = throws+1, true
			if throws > warmUp && s.Turn.Throw == 1 {
				w.counts[placeTurns]++
			}
		}
		if no := w.turn.Decide(c, &w.luck); !no.OK() {
			return &Stalled{n, seed, s.Seq, s.Phase(), c, no}
		}
		if throws > warmUp {
			w.arrests()
		}
		w.putBack()
		if !w.answer(&c) {
			return &Stalled{n, seed, s.Seq, s.Phase(), game.Command{}, game.Refusal{}}
		}
	}
}

// rest counts where the active token has come to rest after its throw.
func (w *landingWalk) rest() {
	p := &w.turn.S.Players[w.turn.S.Turn.Seat]
	if p.Jailed {
		w.counts[placeJail]++
		return
	}
	w.counts[p.Space]++
}

func (w *landingWalk) arrests() {
	for i := range w.turn.Events {
		if w.turn.Events[i].Kind == game.JailedEvent {
			w.counts[placeArrests]++
		}
	}
}

// putBack makes the decks full again, with the jail-free cards.
func (w *landingWalk) putBack() {
	s := &w.turn.S
	s.Decks = w.luck.full
	for i := range s.Players[:s.NumSeats] {
		s.Players[i].Cards = 0
	}
}

// answer finds the next command: on with the walk, nothing bought, no way out
// of jail but the one configured. False if the game asks for another decision.
func (w *landingWalk) answer(c *game.Command) bool {
	s := &w.turn.S
	seat := s.Turn.Seat
	switch s.Phase() {
	case game.PhaseRoll:
		*c = game.Move(game.Roll, seat)
	case game.PhaseJail:
		*c = game.Move(game.Roll, seat)
		if w.stay == StayShort {
			c.Kind = game.PayFine
		}
	case game.PhaseHub:
		*c = game.Move(game.EndTurn, seat)
	case game.PhaseBuy:
		*c = game.Move(game.Decline, seat)
	case game.PhaseAuction:
		*c = game.Move(game.Pass, s.Waiting().First())
	case game.PhaseTax:
		*c = game.MoveChoice(game.ChooseTax, seat, game.Flat)
	case game.PhaseCard:
		*c = game.MoveChoice(game.ChooseCard, seat, game.PayCard)
	case game.PhaseTriple:
		*c = game.Move(game.ChooseSum, seat)
	case game.PhaseBus:
		*c = game.MoveChoice(game.ChooseBus, seat, game.Advance)
	case game.PhaseGift:
		*c = game.MoveChoice(game.ChooseGift, seat, game.TakeCash)
	case game.PhasePick:
		*c = game.Move(game.SkipPick, seat)
	case game.PhaseDuel:
		*c = game.Move(game.NoDuel, seat)
	default: // a walk never owes, builds or deals
		return false
	}
	return true
}
