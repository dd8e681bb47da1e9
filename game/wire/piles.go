package wire

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup"
)

// FairHeader is the header of a table that plays by the protocol PF1. The rest
// of it is the server's: game, software, version of its bots and key.
func FairHeader(st *setup.Setup) fair.Header {
	return fair.Header{
		Edition: st.Edition.ID, Rules: st.Edition.Hash, Rulebook: st.Rulebook, Options: st.Options, Piles: piles(st),
	}
}

func piles(st *setup.Setup) fair.Piles {
	r := st.Rules
	p := fair.Piles{
		Chance: []string{}, Chest: []string{}, Deeds: spaceList(r.Deeds), Speed: []any{},
		Tickets: int(r.NumTickets), Expiring: int(r.NumExpiring),
	}
	p.Chance = append(p.Chance, st.Cards[game.Chance]...)
	p.Chest = append(p.Chest, st.Cards[game.Chest]...)
	if r.HasSpeedDie() {
		for _, face := range r.SpeedFaces {
			p.Speed = append(p.Speed, speedFace(face))
		}
	}
	return p
}

// speedFace is a face as the log spells it.
func speedFace(face game.Speed) any {
	switch face {
	case game.SpeedMr:
		return speedMr
	case game.SpeedBus:
		return speedBus
	}
	return int(face)
}
