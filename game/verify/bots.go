package verify

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/wire"
)

// bots makes the decisions of the computer players again. A bot has no memory
// and no luck: the same position gives the same command.
type bots struct {
	same    int
	differs int
	fault   Check
	turn    uint16 // the turn that acts counts
	acts    int    // commands of computer players in it
	odd     Check  // the first move by another maker than the header gives for its seat
}

// maker compares the maker recorded for a move with the header: no seat changes
// hands between people and computers. For people who left the computer plays,
// and the table itself may act for every seat.
func (p *replay) maker(m *export.MoveProof) {
	seat := m.Seat()
	switch robot := seat >= 0 && p.f.Header.Players[seat].Bot != nil; {
	case p.bots.odd.Result == Fail:
	case seat < 0 && m.By == "bot":
		p.bots.odd = p.fail(m.First, "the move is told to be a computer player's, but it is no seat's")
	case m.By == "bot" && !robot && !p.state.Players[seat].Away:
		p.bots.odd = p.fail(m.First, "seat %d is a person's by the header and had not been left, but the move is told to be a computer player's", seat)
	case robot && slices.Contains([]string{"person", "clock", "order"}, m.By):
		p.bots.odd = p.fail(m.First, "seat %d is a computer player's by the header, but the move is told to be by %q", seat, m.By)
	}
}

// ordered notes a move recorded as a standing order's that none can give.
func (p *replay) ordered(m *export.MoveProof, c *game.Command) {
	if m.By == "order" && p.bots.odd.Result != Fail && !orders.MayGive(c.Kind) {
		p.bots.odd = p.fail(m.First, "%s is told to be a standing order's, but none does this", doing(c))
	}
}

// known checks that the computer players of the header are some that there are.
// Those of other versions may have other names.
func (b *book) known() Check {
	for i, player := range b.f.Header.Players {
		if player.Bot == nil || b.botVersion != 0 && b.botVersion != bot.Version {
			continue
		}
		if !bot.Known(*player.Bot) {
			return Check{Result: Fail, Line: 1, Detail: fmt.Sprintf("the header calls seat %d a computer player %q, which there is not; there are %s",
				i, *player.Bot, strings.Join(bot.Kinds(), ", "))}
		}
	}
	return pass("")
}

// again has the computer player of a seat choose in the position
// before the move. For people who left it plays by default, as far as the move
// is the computer's: standing orders and the clock act for them as well.
func (p *replay) again(r *game.Ruleset, c *game.Command, first uint32, by string) {
	b, s := &p.bots, &p.state.State
	if c.Seat < 0 || s.Status != game.Playing || c.Kind == game.Return || c.Kind == game.Reanchor || c.Kind.Undoes() {
		return
	}
	persona, away := "", s.Players[c.Seat].Away
	if own := p.f.Header.Players[c.Seat].Bot; own != nil {
		persona, away = *own, false
	} else if !away || by != "bot" && by != "" {
		return // the move is not the computer's
	}
	if b.turn != s.Turn.Number {
		b.turn, b.acts = s.Turn.Number, 0
	}
	if bot.Counts(s, c, p.people()) {
		b.acts++
	}
	if p.wanted(r, c, persona, away, b.acts > bot.MaxActs) {
		b.same++
		return
	}
	if b.differs++; b.differs == 1 {
		b.fault = p.fail(first, "the computer player of seat %d would not have done this", c.Seat)
	}
}

// wanted reports whether the command is the computer player's. One that is tired
// only answers decisions put to it, by default.
func (p *replay) wanted(r *game.Ruleset, c *game.Command, name string, away, tired bool) bool {
	player, known := bot.New(name, p.st.Estimate)
	if !known {
		player, _ = bot.New("", nil)
	}
	s := &p.state.State
	opts := bot.Allowed(game.Options(r, s, c.Seat, nil), away)
	choice, ok := game.Command{}, false
	if away {
		choice, ok = bot.Absent(r, s, c.Seat, opts)
	} else {
		choice, ok = player.Choose(r, s, c.Seat, opts)
	}
	if ok && p.alike(&choice, c) {
		return true
	}
	if !tired {
		return false
	}
	choice, ok = bot.Default(r, s, c.Seat, opts)
	return ok && p.alike(&choice, c)
}

// people is the seats of people who are there.
func (p *replay) people() (set game.Seats) {
	for i := range p.f.Header.Players {
		if p.f.Header.Players[i].Bot == nil && !p.state.Players[i].Away {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

func (p *replay) alike(a, b *game.Command) bool {
	return *a == *b || a.Seat == b.Seat && bytes.Equal(wire.EncodeMove(p.st, *a), wire.EncodeMove(p.st, *b))
}

// decided returns the findings of the replay about the computer players.
func (p *replay) decided() Check {
	b := &p.bots
	if c := p.known(); c.Result == Fail {
		return c
	}
	switch {
	case b.odd.Result == Fail:
		return b.odd
	case !p.whole:
		return notWhole()
	case len(p.moves) == 0:
		return none("not checked: the moves are not told, or not yet")
	case b.same+b.differs == 0:
		return none("no computer player moved")
	case b.differs == 0:
		return pass("%d moves of computer players are what they would do again", b.same)
	case p.botVersion != bot.Version:
		return none("%d of %d moves of computer players are what those of this program would do; the game had other ones", b.same, b.same+b.differs)
	}
	c := b.fault
	c.Detail += "; " + none("%d of %d moves are not theirs", b.differs, b.same+b.differs).Detail
	return c
}
