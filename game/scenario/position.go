package scenario

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// The greatest numbers allowed in a position: far beyond any game, and small
// enough that no sum overflows.
const (
	maxCash   = 100_000_000
	maxAmount = 10_000_000
	maxPrice  = 1_000_000
)

var (
	playerKeys = []string{"name", "cash", "space", "deeds", "jailed", "jail_turn", "jail_cards", "tickets", "bankrupt"}
	bankKeys   = []string{"houses", "hotels", "skyscrapers", "depots", "tickets"}
)

// position builds the state that the document describes.
type position struct {
	*complaints
	r     *game.Ruleset
	s     game.State
	seats int
	at    [game.MaxSpaces]string // where a deed is placed
	cards [game.NumDecks]string  // where a jail-free card is held
	held  int                    // tickets in hands
	stock [5]int                 // buildings on the board
}

func (sc *Scenario) readPosition(top node) {
	players := top.get("players").list(game.MaxSeats)
	if len(players) == 0 {
		top.get("players").bad("missing: a list of players")
		return
	}
	banker, _ := top.get("banker").seat(len(players))
	p := &position{complaints: top.c, r: sc.st.Rules, seats: len(players)}
	p.s = game.NewState(p.r, len(players), banker, top.get("banker_only").flag())
	for i, n := range players {
		sc.names = append(sc.names, playerName(n.get("name"), i))
		if sc.fromTop {
			n.object("name")
		} else if n.object(playerKeys...) {
			p.player(game.Seat(i), n)
		}
	}
	if !sc.fromTop {
		p.rest(top)
	}
	sc.state = p.s
}

func playerName(n node, i int) string {
	if name := n.text(); name != "" {
		return name
	}
	return fmt.Sprintf("P%d", i+1)
}

// rest reads the parts that belong to no player and judges the whole.
func (p *position) rest(top node) {
	s := &p.s
	s.Status = game.Playing
	p.table(top)
	p.soldElsewhere(top.get("sold_elsewhere"))
	p.groups()
	p.bank(top.get("bank"))
	p.turn(top)
	p.claims(top.get("claims"))
	p.debts(top.get("debts"))
}

// table judges who sits there.
func (p *position) table(top node) {
	s, r := &p.s, p.r
	playing, banker := uint8(0), top.get("banker_only")
	for i := range s.Players[:s.NumSeats] {
		if !s.Players[i].BankerOnly {
			playing++
		}
	}
	if playing != s.NumSeats {
		switch least, most := r.BankerOnlyRange(); {
		case least == 0:
			banker.bad("this rulebook has no banker who does not play (%s)", game.RSetup7)
		case int(s.NumSeats) < least:
			banker.bad("needs at least %d participants (%s)", least, game.RSetup7)
		case most > 0 && int(s.NumSeats) > most:
			banker.bad("goes with at most %d participants (%s)", most, game.RSetup7)
		}
	}
	if _, most := r.PlayerRange(); int(playing) > most {
		top.get("players").bad("at most %d can play (%s)", most, game.RSetup2)
	}
	if s.Alive().Len() < 2 {
		top.get("players").bad("at least two players must still be in the game")
	}
}

func (p *position) turn(top node) {
	s := &p.s
	t := &s.Turn
	t.Number, t.Phase, t.Space = 1, game.PhaseRoll, game.NoSpace
	turn := top.get("turn")
	t.Seat = s.Alive().First()
	if s.Alive() == 0 {
		t.Seat = 0
	}
	if seat, ok := turn.seat(p.seats); ok {
		if t.Seat = seat; !s.In(seat) {
			turn.bad("seat %d is not in the game", seat)
		}
	}
	throw := top.get("throw")
	t.Throw = uint8(throw.orElse(1, 3, 1))
	t.Acted = t.Throw > 1
	for i := range s.Players[:s.NumSeats] {
		if pl := &s.Players[i]; pl.Jailed && pl.JailTurn >= p.r.LastJailTurn() && game.Seat(i) != t.Seat {
			top.get("players").bad("seat %d has had its last turn in jail already", i)
		}
	}
	pl := &s.Players[t.Seat]
	if !pl.Jailed {
		return
	}
	t.Phase = game.PhaseJail
	if t.Throw > 1 {
		throw.bad("must be 1: a player in jail has not thrown yet")
	}
	if pl.JailTurn == 0 {
		pl.JailTurn = 1
	}
}

func (p *position) bank(n node) {
	s, r := &p.s, p.r
	if n.has() && !n.object(bankKeys...) {
		n = node{c: n.c, place: n.place}
	}
	for i, key := range bankKeys[:game.Depot] {
		p.stockOf(game.House+game.Building(i), n.get(key))
	}
	tickets := n.get("tickets")
	all := int(r.NumTickets) + int(r.NumExpiring)
	left := tickets.orElse(0, all, max(0, all-p.held))
	if left+p.held > all {
		p.add(tickets.place, "%d in the pile and %d in hands: there are only %d", left, p.held, all)
		return
	}
	s.Expiring = min(r.NumExpiring, uint8(left))
	s.Tickets = uint8(left) - s.Expiring
}

func (p *position) stockOf(b game.Building, n node) {
	all := int(p.r.Stock[b])
	left := n.orElse(0, 127, max(0, all-p.stock[b]))
	if !p.r.UnlimitedBuildings() && left+p.stock[b] > all {
		n.bad("%d in the bank and %d on the board: there are only %d", left, p.stock[b], all)
		return
	}
	p.s.Stock[b] = int8(left)
}
