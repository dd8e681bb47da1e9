package scenario

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/wire"
)

// script is the luck that the document lays down, and the seed of the rest.
type script struct {
	dice    [][3]uint8
	cards   [game.NumDecks][]uint8
	tickets []bool
	deals   []game.Space
	seed    [32]byte
}

const seedLabel = "bankhalter/scenario/1\x00"

// luck is a fresh reading of the script.
func (sc *Scenario) luck() game.Luck {
	l := &chance.Script{
		Dice: sc.script.dice, Cards: sc.script.cards, Tickets: sc.script.tickets, Deals: sc.script.deals,
		Free: sc.st.Rules.Deeds, Rest: chance.Seeded(sc.script.seed),
	}
	return l
}

func (sc *Scenario) readScript(top node) {
	for _, n := range top.get("dice").list(maxList) {
		sc.script.dice = append(sc.script.dice, readThrow(n))
	}
	decks := top.get("decks")
	if decks.has() && decks.object("chance", "chest") {
		for d := range game.Deck(game.NumDecks) {
			sc.readCards(d, decks.get(wire.DeckName(d)))
		}
	}
	sc.readTickets(top.get("tickets"))
	sc.readDeal(top.get("deal"))
	sc.script.seed = readSeed(top.get("seed"))
}

// readThrow reads two white dice and perhaps the speed die.
func readThrow(n node) (d [3]uint8) {
	faces := n.list(3)
	if len(faces) < 2 {
		if n.has() {
			n.bad("a throw is a list of two dice and perhaps the speed die")
		}
		return d
	}
	for i, one := range faces[:2] {
		v, _ := one.number(1, 6)
		d[i] = uint8(v)
	}
	if len(faces) == 3 {
		d[2] = readSpeed(faces[2])
	}
	return d
}

func readSpeed(n node) uint8 {
	switch n.v {
	case "mr":
		return game.SpeedMr
	case "bus":
		return game.SpeedBus
	case json.Number("1"), json.Number("2"), json.Number("3"):
		v, _ := n.number(1, 3)
		return uint8(v)
	}
	n.bad(`the speed die shows 1, 2, 3, "mr" or "bus"`)
	return 0
}

func (sc *Scenario) readCards(d game.Deck, n node) {
	for _, one := range n.list(maxList) {
		id := one.text()
		card, ok := sc.st.CardIndex(d, id)
		if !ok {
			one.bad("the deck has no card %q; it has %s", clip(id), strings.Join(sc.st.Cards[d], ", "))
			continue
		}
		sc.script.cards[d] = append(sc.script.cards[d], card)
	}
}

// readTickets reads which tickets come up, and stacks the pile so that they can.
func (sc *Scenario) readTickets(n node) {
	plain, expiring := uint8(0), uint8(0)
	for _, one := range n.list(maxList) {
		switch one.v {
		case "plain":
			plain = min(plain+1, 200)
		case "expire":
			expiring = min(expiring+1, 200)
		default:
			one.bad(`a ticket is "plain" or "expire"`)
		}
		sc.script.tickets = append(sc.script.tickets, one.v == "expire")
	}
	s, r := &sc.state, sc.st.Rules
	if !r.HasMove(game.UseTicket) || len(sc.script.tickets) == 0 {
		return
	}
	if expiring > r.NumExpiring {
		n.bad("%d tickets let the others expire: there are only %d", expiring, r.NumExpiring)
		return
	}
	all := s.Tickets + s.Expiring
	if plain+expiring > all {
		n.bad("%d tickets come up, but the pile has only %d", plain+expiring, all)
		return
	}
	if s.Tickets < plain {
		s.Expiring = all - plain
		s.Tickets = plain
	}
}

func (sc *Scenario) readDeal(n node) {
	var dealt game.Set
	for _, one := range n.list(game.MaxSpaces) {
		sp, ok := one.space(sc.st.Rules.Size)
		switch {
		case !ok:
		case !sc.st.Rules.Deeds.Has(sp):
			one.bad("space %d is no deed", sp)
		case dealt.Has(sp):
			one.bad("space %d is dealt twice", sp)
		default:
			dealt = dealt.With(sp)
			sc.script.deals = append(sc.script.deals, sp)
		}
	}
	most := sc.st.Rules.DeedsDealt() * sc.state.Alive().Len()
	if sc.fromTop && sc.refused == nil && len(sc.script.deals) > most {
		n.bad("%d deeds, but %d are dealt", len(sc.script.deals), most)
	}
	sc.script.deals = slices.Clip(sc.script.deals)
}

// readSeed makes the seed for draws that the script leaves open from a number or a text.
func readSeed(n node) [32]byte {
	switch v := n.v.(type) {
	case nil, string, json.Number:
	default:
		n.bad("must be a number or a text, not %T", v)
	}
	raw, err := json.Marshal(n.v)
	if err != nil {
		n.bad("%v", err)
	}
	return sha256.Sum256(append([]byte(seedLabel), raw...))
}
