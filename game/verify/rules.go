package verify

import (
	"fmt"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// These are the versions of the computer players with which the rules began to be
// read in another way, the last as they are now. Games begun before may have been
// played on since, so each of their moves may follow either reading; see
// game.Ruleset.FirstReading and SecondReading.
const (
	secondReading = 2
	thirdReading  = 10
)

// replay decides every move again.
type replay struct {
	*book
	state  game.Fold // by the log, before the move
	turn   game.Turn
	back   game.State // where an undo goes back to
	key    [32]byte   // the revealed seed
	hasKey bool
	stream *chance.Source // the one luck of a game whose proof says so

	readings []reading // of earlier versions, the latest first

	equal   int // draws that are the seed's
	differs uint32
	bots    bots
	fault   Check // the first move that the rules decide otherwise
	faults  int
}

// play checks the rules, the computer players and, where there is a seed, the draws.
func (b *book) play() (rules, bots, draws Check) {
	p := &replay{book: b, state: game.NewFold(&b.start), readings: b.earlier()}
	if p.key, p.hasKey = b.key(); p.hasKey {
		p.stream = chance.Seeded(p.key)
	}
	rules = b.safely(Rules, p.rules)
	bots = b.safely(Bots, p.decided)
	draws = b.safely(Draws, p.draws)
	return rules, bots, draws
}

func (p *replay) rules() Check {
	switch {
	case p.odd != nil:
		return Check{Result: Fail, Detail: "a line of proof cannot be read", Line: p.odd.Number}
	case !p.whole:
		return notWhole()
	case len(p.moves) == 0 && p.end.Status == game.Finished && p.taken:
		return none("not checked: the game was imported from elsewhere, without its moves")
	case len(p.moves) == 0 && p.end.Status == game.Finished:
		return none("not checked: the game is over, but its moves are missing")
	case len(p.moves) == 0 && p.end.Status == game.InLobby:
		return none("the game has not begun")
	case len(p.moves) == 0:
		return none("the moves are told when the game is over")
	}
	for i := range p.moves {
		end := uint32(len(p.events)) + 1
		if i+1 < len(p.moves) {
			end = p.moves[i+1].First
		}
		first := p.moves[i].First
		if first != p.state.Seq+1 || end <= first || end > uint32(len(p.events))+1 {
			return p.fail(p.state.Seq+1, "move %d is told to begin with event %d, out of its place", i+1, first)
		}
		events := p.events[first-1 : end-1]
		if c := p.safely(Rules, func() Check { return p.decide(&p.moves[i], events) }); c.Result == Fail {
			if c.Seq == 0 {
				c.Seq, c.Line = first, p.lines[first-1].Number
			}
			if p.faults++; p.faults == 1 {
				p.fault = c
			}
		}
		p.state.Decided(p.moves[i].Seat(), events[0].Kind, p.moves[i].By == orderMade)
		for j := range events {
			if err := wire.Fold(&p.state, &events[j]); err != nil {
				return p.fail(p.state.Seq, "%v", err)
			}
		}
	}
	if p.faults > 0 {
		p.fault.Detail += fmt.Sprintf("; %d of %d moves are not as the rules decide", p.faults, len(p.moves))
		return p.fault
	}
	c := pass("%d moves decided again, each of the %d events is the same", len(p.moves), len(p.events))
	for _, e := range p.readings {
		if e.moves > 0 {
			c.Detail += fmt.Sprintf("; %d of them as %s of the program read the rules", e.moves, e.name)
		}
	}
	return c
}

// makers are the possible makers of a move; "" in older exports, which do not record it.
var makers = []string{"", "person", "bot", "clock", orderMade, "system"}

const orderMade = "order" // by a standing order

// decide puts one move to the rules.
func (p *replay) decide(m *export.MoveProof, events []game.Event) Check {
	seat := m.Seat()
	if seat != game.Nobody && seat >= game.Seat(p.start.NumSeats) {
		return p.fail(m.First, "seat %d moves, but there is none", seat)
	}
	if !slices.Contains(makers, m.By) {
		return p.fail(m.First, "a move cannot be by %q", m.By)
	}
	p.maker(m)
	c, err := wire.DecodeMove(p.st, seat, m.Move)
	if err != nil {
		return p.fail(m.First, "the move cannot be read: %v", err)
	}
	p.ordered(m, &c)
	if p.announcement(c, events) {
		return pass("")
	}
	p.turn.Begin(p.st.Rules, &p.state.State)
	if len(events) == 1 && events[0].Kind == game.RollLocked {
		return p.lock(&c, m.First, &events[0])
	}
	var before chance.Source
	if p.hasKey {
		before = *p.stream
	}
	r := p.st.Rules
	check, luck := p.read(r, &c, m.First, m.By, events)
	for i := range p.readings {
		if check.Result != Fail {
			break
		}
		if p.hasKey {
			*p.stream = before
		}
		if found, drawn := p.read(p.readings[i].rules, &c, m.First, m.By, events); found.Result == Pass {
			r, check, luck = p.readings[i].rules, found, drawn
			p.readings[i].moves++
		}
	}
	p.equal += luck.equal
	if p.differs == 0 {
		p.differs = luck.differs
	}
	p.again(r, &c, m.First, m.By)
	return check
}

// read puts a move to the rules in one reading.
func (p *replay) read(r *game.Ruleset, c *game.Command, first uint32, by string, events []game.Event) (Check, *recorded) {
	p.turn.Begin(r, &p.state.State)
	p.turn.Automatic = by == orderMade
	if c.Kind.Undoes() && p.state.Back(p.state.UndoTarget(), &p.back) {
		p.turn.Back = &p.back
	}
	luck := newRecorded(&p.turn.S, events, first, p.luck(first))
	return p.safely(Rules, func() Check {
		name := doing(c)
		if no := p.turn.Decide(*c, luck); !no.OK() {
			return p.fail(first, "%s is refused: %s %s", name, wire.CodeName(no.Code), no.Rule)
		}
		if luck.impossible > 0 {
			return p.fail(luck.impossible, "no such dice, card, ticket or deed could come up")
		}
		decided := asLogged(p.turn.Events, events)
		for i := range events {
			if i >= len(decided) || events[i] != decided[i] {
				return p.fail(first+uint32(i), "%s does not lead to this event", name)
			}
		}
		if len(decided) > len(events) {
			return p.fail(first+uint32(len(events)), "%s should have gone on with %s", name,
				wire.EventName(decided[len(events)].Kind))
		}
		return pass("")
	}), luck
}

// reading is the rules as an earlier version of the program read them.
type reading struct {
	rules *game.Ruleset
	name  string // of the version
	moves int    // that are only as this reading decides
}

// earlier is the readings that the game may have been played by besides the present
// one, the latest first.
func (b *book) earlier() (list []reading) {
	r := *b.st.Rules
	if b.botVersion < thirdReading {
		r.SecondReading = true
		second := r
		list = append(list, reading{rules: &second, name: "an earlier version"})
	}
	if b.botVersion < secondReading {
		r.FirstReading = true
		list = append(list, reading{rules: &r, name: "the first version"})
	}
	return list
}

// asLogged leaves out of the decided events the ends of claims that come with a
// bankruptcy, where the log has none of them: earlier versions let the bankruptcy
// itself end them.
func asLogged(decided, logged []game.Event) []game.Event {
	var kept []game.Event
	for i := 0; i < len(decided); i++ {
		n := i
		for n < len(decided) && decided[n].Kind == game.ClaimLapsed {
			n++
		}
		if k := len(kept); n > i && n < len(decided) && decided[n].Kind == game.Bankrupted && k < len(logged) && logged[k] == decided[n] {
			i = n
		}
		kept = append(kept, decided[i])
	}
	return kept
}

// doing names a move in sentences. At the start it shows whether the header's
// word about the table fits the log.
func doing(c *game.Command) string {
	switch name := wire.MoveName(c.Kind); {
	case c.Kind == game.Start:
		return "the start with the players, banker and options of the header"
	case c.Seat < 0:
		return name
	default:
		return fmt.Sprintf("%s of seat %d", name, c.Seat)
	}
}

// lock puts to the rules a move that only announces that it will draw.
func (p *replay) lock(c *game.Command, first uint32, e *game.Event) Check {
	name := doing(c)
	if no := p.turn.Lock(c, uint32(e.N)); !no.OK() {
		return p.fail(first, "%s cannot lock the table: %s", name, wire.CodeName(no.Code))
	}
	if p.turn.Events[0] != *e {
		return p.fail(first, "%s does not lock the table like this", name)
	}
	probe := fair.NewLuck(fair.Hash{}, fair.Hash{})
	if no := p.turn.DecideOn(c, probe); !no.OK() || !probe.Asked() {
		return p.fail(first, "%s locks the table, but draws nothing", name)
	}
	return pass("")
}

// announcement reports whether the move is the first event of a sandbox that
// begins in the middle, which is no matter of the rules.
func (p *replay) announcement(c game.Command, events []game.Event) bool {
	return p.sandbox() && p.start.Status != game.InLobby && p.state.Seq == 0 && c.Kind == game.Start &&
		len(events) == 1 && events[0] == game.Event{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody}
}

// luck is the seed's for the move that begins with the event first.
func (p *replay) luck(first uint32) game.Luck {
	switch {
	case !p.hasKey || p.sandbox():
		return nil
	case p.seed.Luck != export.LuckByGame:
		return chance.OfCommand(p.key, p.f.Header.Game, first)
	default:
		return p.stream
	}
}

// draws returns the findings of the replay about the seed's luck.
func (p *replay) draws() Check {
	total, cards := 0, 0
	for i := range p.events {
		if drawn(p.events[i].Kind) {
			total++
			if p.events[i].Kind != game.Rolled {
				cards++
			}
		}
	}
	switch {
	case p.sandbox():
		return none("a sandbox: its %d draws follow a script", total)
	case !p.whole:
		return notWhole()
	case p.seed == nil && p.end.Status == game.Finished:
		return none("not checked: there is no seed")
	case p.seed == nil:
		return none("%d draws so far; they can be checked when the game is over", total)
	case !p.hasKey || len(p.moves) == 0:
		return none("not checked: seed or moves are missing")
	case p.differs > 0:
		return p.fail(p.differs, "this is not what the seed gives; %d of %d draws are", p.equal, total)
	case p.equal < total:
		return none("%d of %d draws are the seed's; the others could not be compared", p.equal, total)
	}
	return pass("%d throws and %d cards, tickets and deals are what the seed gives", total-cards, cards)
}
