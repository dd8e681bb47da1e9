package table

import (
	"encoding/json"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
)

// commitment is what a table publishes about its dice before the first throw.
func commitment(g *Game, seed [32]byte) string {
	if g.Luck == ByChain {
		return g.Server.String()
	}
	return chance.Commitment(seed)
}

// drawn counts how often a sandbox has asked its luck, by what it asked for.
type drawn struct {
	Rolls   int                `json:"rolls,omitempty"`
	Cards   [game.NumDecks]int `json:"cards,omitempty"`
	Tickets int                `json:"tickets,omitempty"`
	Deals   int                `json:"deals,omitempty"`
}

// scripted is the luck of a sandbox. The script has no addresses, so the table
// remembers how far it has come.
type scripted struct {
	game.Luck
	drawn
}

func (l *scripted) Roll(seat game.Seat, why game.Cause, faces *[6]uint8) [3]uint8 {
	l.Rolls++
	return l.Luck.Roll(seat, why, faces)
}

func (l *scripted) Card(seat game.Seat, deck game.Deck, pile *game.Pile) uint8 {
	l.Cards[deck]++
	return l.Luck.Card(seat, deck, pile)
}

func (l *scripted) Ticket(seat game.Seat, plain, expiring uint8) bool {
	l.Tickets++
	return l.Luck.Ticket(seat, plain, expiring)
}

func (l *scripted) Deal(n int) int {
	l.Deals++
	return l.Luck.Deal(n)
}

func (l *scripted) progress() (json.RawMessage, error) { return json.Marshal(l.drawn) }

// skip asks a fresh script as often as it was asked before. What comes after
// the script is random, so the arguments need not be the same.
func (l *scripted) skip(progress json.RawMessage, r *game.Ruleset, s *game.State) error {
	var want drawn
	if err := json.Unmarshal(progress, &want); err != nil {
		return fmt.Errorf("progress of the script: %w", err)
	}
	faces := (*[6]uint8)(nil)
	if r.HasSpeedDie() {
		faces = &r.SpeedFaces
	}
	for l.Rolls < want.Rolls {
		l.Roll(0, game.ByMove, faces)
	}
	for deck := range game.Deck(game.NumDecks) {
		for l.Cards[deck] < want.Cards[deck] {
			l.Card(0, deck, &s.Decks[deck])
		}
	}
	for l.Tickets < want.Tickets {
		l.Ticket(0, max(1, r.NumTickets), r.NumExpiring)
	}
	for l.Deals < want.Deals {
		l.Deal(1)
	}
	return nil
}
