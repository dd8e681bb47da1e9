package export

import (
	"encoding/hex"
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
)

// The types of the lines behind the events.
const (
	SeedType = "proof.seed"
	MoveType = "proof.move"
	NoneType = "proof.none"
	HeadType = "proof.head"
)

// The ways in which a seed becomes luck.
const (
	LuckByMove = "move" // every move has luck of its own, from the seed, the game and the number of its first event
	LuckByGame = "game" // one stream from the first throw to the last
)

// SeedProof reveals the seed of a finished game, so that everybody can compare
// it with the commitment made before the first throw and draw everything again.
type SeedProof struct {
	Type       string `json:"type"` // "proof.seed", set by NewSeedProof
	Seed       string `json:"seed"` // hex
	Commitment string `json:"seed_commitment"`
	Luck       string `json:"luck"` // LuckByMove or LuckByGame
}

// NewSeedProof returns the line that reveals a seed.
func NewSeedProof(seed [32]byte, commitment, luck string) SeedProof {
	return SeedProof{SeedType, hex.EncodeToString(seed[:]), commitment, luck}
}

// MoveProof records the command that caused the events from First to the one
// before the next move's, so that the rules can be applied again.
type MoveProof struct {
	Type   string          `json:"type"` // "proof.move", set by NewMoveProof
	First  uint32          `json:"first"`
	Player *game.Seat      `json:"player"`       // null for acts of the table, such as start
	By     string          `json:"by,omitempty"` // person, bot, clock, order or system; missing in older exports
	Move   json.RawMessage `json:"move"`
}

// NewMoveProof returns the line of a move.
func NewMoveProof(first uint32, seat game.Seat, move json.RawMessage) MoveProof {
	m := MoveProof{Type: MoveType, First: first, Move: move}
	if seat >= 0 {
		m.Player = &seat
	}
	return m
}

// Seat is the seat that moved, or game.Nobody.
func (m *MoveProof) Seat() game.Seat {
	if m.Player == nil {
		return game.Nobody
	}
	return *m.Player
}

// NoProof says why the dice of a finished game cannot be proved.
type NoProof struct {
	Type   string `json:"type"` // "proof.none", set by NewNoProof
	Reason string `json:"reason"`
}

// Imported is the reason of a game that came from another server in the middle.
const Imported = "imported"

// NewNoProof returns the line written in place of a revealed seed.
func NewNoProof(reason string) NoProof { return NoProof{NoneType, reason} }
