package scenario

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

func (p *position) player(seat game.Seat, n node) {
	pl := &p.s.Players[seat]
	if pl.BankerOnly {
		nothing(n, "the banker who does not play has none")
		return
	}
	if n.get("bankrupt").flag() {
		p.bankrupt(seat, n)
		return
	}
	pl.Cash = game.Money(n.get("cash").orElse(0, maxCash, int(pl.Cash)))
	if sp, ok := n.get("space").space(p.r.Size); ok {
		pl.Space = sp
	}
	p.jail(pl, n)
	for _, card := range n.get("jail_cards").list(game.NumDecks) {
		p.jailCard(pl, card)
	}
	tickets := n.get("tickets")
	pl.Tickets = uint8(tickets.orElse(0, int(p.r.NumTickets)+int(p.r.NumExpiring), 0))
	p.held += int(pl.Tickets)
	for _, deed := range n.get("deeds").list(game.MaxSpaces) {
		p.deed(seat, deed)
	}
}

// bankrupt leaves a player with nothing; those earlier in the list went bankrupt earlier.
func (p *position) bankrupt(seat game.Seat, n node) {
	nothing(n, "a bankrupt player has none")
	pl := &p.s.Players[seat]
	pl.Cash, pl.Bankrupt = 0, true
	p.s.OutCount++
	pl.Out = p.s.OutCount
}

// nothing requires that a player who is out of the game has nothing but a name.
func nothing(n node, why string) {
	for _, key := range []string{"cash", "deeds", "jailed", "jail_turn", "jail_cards", "tickets"} {
		at := n.get(key)
		switch v := at.v.(type) {
		case nil:
		case bool:
			if v {
				at.bad("%s", why)
			}
		case json.Number:
			if v != "0" {
				at.bad("%s", why)
			}
		case []any:
			if len(v) > 0 {
				at.bad("%s", why)
			}
		default:
			at.bad("%s", why)
		}
	}
}

func (p *position) jail(pl *game.Player, n node) {
	at, turns := n.get("space"), n.get("jail_turn")
	if !n.get("jailed").flag() {
		if turns.orElse(0, int(p.r.LastJailTurn()), 0) != 0 {
			turns.bad("only a player in jail has jail turns")
		}
		return
	}
	if pl.Space != 0 && pl.Space != p.r.Jail {
		at.bad("a player in jail is on space %d", p.r.Jail)
	}
	pl.Jailed, pl.Space = true, p.r.Jail
	pl.JailTurn = uint8(turns.orElse(0, int(p.r.LastJailTurn()), 0))
}

func (p *position) jailCard(pl *game.Player, n node) {
	deck, ok := wire.DeckKind(n.text())
	if !ok {
		n.bad("must be chance or chest")
		return
	}
	card, ok := jailFree(p.r, deck)
	switch {
	case !ok:
		n.bad("this edition has no such card")
	case p.cards[deck] != "":
		n.bad("there is only one such card, held at %s", p.cards[deck])
	default:
		p.cards[deck] = n.place
		pl.Cards |= 1 << deck
		p.s.Decks[deck].Undrawn &^= 1 << card
	}
}

// jailFree finds the jail-free card of a deck.
func jailFree(r *game.Ruleset, deck game.Deck) (uint8, bool) {
	d := &r.Board.Decks[deck]
	for i := range d.Cards[:d.Num] {
		if d.Cards[i].Op == game.OpJailFree {
			return uint8(i), true
		}
	}
	return 0, false
}
