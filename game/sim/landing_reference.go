package sim

import (
	_ "embed" // for the exact tables
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

//go:embed data/landing.json
var landingData []byte

// landingReferences are the exact tables, and the courses they are for.
type landingReferences struct {
	Note    string              `json:"note"`
	Source  string              `json:"source"`
	Courses map[string]course   `json:"courses"`
	Tables  []*LandingReference `json:"tables"`
}

// LandingReference is one exact table, in percent of the throws.
type LandingReference struct {
	Name        string    `json:"name"`
	Course      string    `json:"course"`
	Stay        Stay      `json:"stay"`
	ExitRerolls bool      `json:"exit_rerolls"` // doubles out of jail give a further throw
	Throws      float64   `json:"throws_per_turn"`
	Arrests     float64   `json:"arrests_per_turn"`
	Jail        float64   `json:"in_jail"`
	Percent     []float64 `json:"percent"`
}

// of is the exact share of a place.
func (l *LandingReference) of(place int) float64 {
	switch place {
	case placeJail:
		return l.Jail
	case placeTurns:
		return 100 / l.Throws
	case placeArrests:
		return l.Arrests * 100 / l.Throws
	}
	return l.Percent[place]
}

// references reads the exact tables.
func references() (*landingReferences, error) {
	var all landingReferences
	if err := json.Unmarshal(landingData, &all); err != nil {
		return nil, fmt.Errorf("read the exact landing tables: %w", err)
	}
	return &all, nil
}

// find returns the table for a game's board and decks and its jail, where the
// doubles that free a player may bring another throw; nil if there is none.
func (l *landingReferences) find(r *game.Ruleset, stay Stay, rerolls bool) *LandingReference {
	if r.HasSpeedDie() || stay == StayLong && r.LastJailTurn() != 3 {
		return nil
	}
	here := courseOf(r)
	for _, t := range l.Tables {
		// A player who pays at once never throws for doubles, so how they count is all the same.
		if t.Stay == stay && (stay == StayShort || t.ExitRerolls == rerolls) && l.Courses[t.Course].is(here) {
			return t
		}
	}
	return nil
}

// course is the part of a board and its decks that moves tokens: boards of the same
// course have the same landings, whatever their other contents.
type course struct {
	Board  string   `json:"board"`  // a letter a space, see marks
	Chance []string `json:"chance"` // the cards that move, sorted
	Chest  []string `json:"chest"`
	Cards  [2]int   `json:"cards"` // in each deck
}

func (c course) is(other course) bool {
	return c.Board == other.Board && c.Cards == other.Cards && slices.Equal(c.Chance, other.Chance) && slices.Equal(c.Chest, other.Chest)
}

// courseOf reads the course off a board.
func courseOf(r *game.Ruleset) course {
	var b strings.Builder
	for _, sp := range r.Spaces[:r.Size] {
		b.WriteByte(courseMark(sp.Kind))
	}
	chance, chest := &r.Board.Decks[game.Chance], &r.Board.Decks[game.Chest]
	return course{b.String(), movingCards(chance), movingCards(chest), [2]int{int(chance.Num), int(chest.Num)}}
}

// courseMark is the letter of a space; a dot where a token just rests.
func courseMark(k game.SpaceKind) byte {
	switch k {
	case game.KindStation:
		return 'S'
	case game.KindUtility:
		return 'U'
	case game.KindChance:
		return 'C'
	case game.KindChest:
		return 'B'
	case game.KindJail:
		return 'J'
	case game.KindGoToJail:
		return 'A'
	case game.KindAuction:
		return 'X'
	case game.KindGo, game.KindLot, game.KindTax, game.KindParking, game.KindTicket, game.KindGift:
	}
	return '.'
}

// movingCards lists the cards of a deck that move a token.
func movingCards(d *game.DeckDef) []string {
	var moves []string
	for _, c := range d.Cards[:d.Num] {
		switch c.Op {
		case game.OpAdvanceTo, game.OpMoveBackTo:
			moves = append(moves, fmt.Sprintf("to %d", c.Space))
		case game.OpMoveBy:
			moves = append(moves, fmt.Sprintf("by %d", c.Amount))
		case game.OpAdvanceNearest:
			moves = append(moves, fmt.Sprintf("nearest %c", courseMark(c.Kind)))
		case game.OpGoToJail:
			moves = append(moves, "jail")
		default: // a walk pays where it could draw another card
		}
	}
	slices.Sort(moves)
	return moves
}
