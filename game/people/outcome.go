package people

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
)

// movesAtOnce is how many rows of a log are read at a time.
const movesAtOnce = 512

// outcome reads how a finished game ended.
func (s *Service) outcome(ctx context.Context, tables Tables, id string) (Outcome, error) {
	snap, err := tables.Snapshot(ctx, id)
	if err != nil {
		return Outcome{}, err
	}
	g, st := snap.Meta, snap.State
	o := Outcome{Game: id, EndedAt: g.EndedAt}
	if g.Sandbox() || g.Imported || st.Status != game.Finished || g.Sealed {
		return o, nil
	}
	n, err := s.count(ctx, &snap)
	if err != nil {
		return o, err
	}
	for i := range g.Seats {
		if seat := &g.Seats[i]; seat.Player == "" || st.Players[i].BankerOnly {
			continue
		}
		o.Results = append(o.Results, n.result(&snap, game.Seat(i)))
	}
	return o, s.judge(ctx, g, st, o.Results)
}

// judge decides for whom a game is rated.
func (s *Service) judge(ctx context.Context, g *table.Game, st *game.State, results []Result) error {
	why := Rated
	switch {
	case st.Reason == game.EndAbandoned:
		why = Closed
	case anySeat(g, func(seat *table.Seat) bool { return seat.Bot != "" }):
		why = Computers
	case anySeat(g, func(seat *table.Seat) bool { return seat.Sub != "" || seat.Player == "" }):
		why = StandIn
	case len(g.Together()) > 0:
		why = SameOrigin
	}
	wanted := 0
	for i := range results {
		r := &results[i]
		chosen, err := s.store.PageSettings(ctx, r.Player)
		if err != nil {
			return err
		}
		if r.Unrated = why; why == Rated && !chosen.rated(g.StartedAt) {
			r.Unrated = Unwanted
		}
		if r.Unrated == Rated {
			wanted++
		}
	}
	for i := range results {
		if r := &results[i]; r.Unrated == Rated && wanted < 2 {
			r.Unrated = TooFew
		}
	}
	return nil
}

func anySeat(g *table.Game, is func(*table.Seat) bool) bool {
	for i := range g.Seats {
		if is(&g.Seats[i]) {
			return true
		}
	}
	return false
}

// counted is what the log of a game tells of each seat.
type counted struct {
	inTime, late [game.MaxSeats]int
	deeds        [game.MaxSeats]map[uint8]int // got, by group
}

func (n *counted) result(snap *table.Snapshot, seat game.Seat) Result {
	g, st := snap.Meta, snap.State
	r := Result{
		Game: g.ID, Player: g.Seats[seat].Player, EndedAt: g.EndedAt, Title: g.Title, Edition: g.Edition, Board: g.EditionID,
		Pool:    Pool{g.Rulebook, g.Slow()},
		Private: g.Private, Seats: len(g.Seats), Left: st.Players[seat].Away, Group: n.group(snap, seat),
	}
	if g.BankerOnly {
		r.Seats--
	}
	if g.Clock.Timed() {
		r.InTime, r.Late = n.inTime[seat], n.late[seat]
	}
	if st.Reason == game.EndAbandoned {
		return r
	}
	for i := range st.Standings[:st.NumRanked] {
		if st.Standings[i].Seat == seat {
			r.Place = int(st.Standings[i].Rank)
		}
	}
	r.Won = r.Place == 1 && !r.Left
	return r
}

// group is the colour group of which a seat got the most deeds, the first one on the board of several.
func (n *counted) group(snap *table.Snapshot, seat game.Seat) string {
	best, name := 0, ""
	for i, id := range snap.Setup.Groups {
		if k := n.deeds[seat][uint8(i)]; k > best { //nolint:gosec // groups are few
			best, name = k, id
		}
	}
	return name
}

// count reads the log of a game.
func (s *Service) count(ctx context.Context, snap *table.Snapshot) (*counted, error) {
	n := &counted{}
	for after := uint32(0); ; {
		moves, err := s.store.Moves(ctx, snap.Meta.ID, after, movesAtOnce)
		if err != nil {
			return nil, err
		}
		for i := range moves {
			if err := n.move(snap, &moves[i]); err != nil {
				return nil, fmt.Errorf("%w: game %s, event %d: %w", table.ErrDamaged, snap.Meta.ID, moves[i].First, err)
			}
			after = moves[i].Seq
		}
		if len(moves) < movesAtOnce {
			return n, nil
		}
	}
}

func (n *counted) move(snap *table.Snapshot, m *table.Move) error {
	if m.Seat >= 0 && int(m.Seat) < len(n.inTime) {
		var c struct{ Move string }
		if err := json.Unmarshal(m.Command, &c); err != nil {
			return err
		}
		switch {
		case !asked(c.Move):
		case m.Origin == table.ByClock:
			n.late[m.Seat]++
		case m.Origin == table.ByPerson, m.Origin == table.ByOrder:
			n.inTime[m.Seat]++
		}
	}
	for line := range bytes.Lines(m.Events) {
		if !bytes.Contains(line, []byte(`"deed_transferred"`)) {
			continue
		}
		var e struct {
			Type  string          `json:"type"`
			Space uint8           `json:"space"`
			To    json.RawMessage `json:"to"`
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		var seat game.Seat
		if e.Type != "deed_transferred" || json.Unmarshal(e.To, &seat) != nil || seat < 0 || int(seat) >= len(n.deeds) || int(e.Space) >= game.MaxSpaces {
			continue // it went to the bank
		}
		space := &snap.Setup.Rules.Spaces[e.Space]
		if space.Kind != game.KindLot {
			continue
		}
		if n.deeds[seat] == nil {
			n.deeds[seat] = map[uint8]int{}
		}
		n.deeds[seat][space.Group]++
	}
	return nil
}

// asked reports whether a move answers a decision for which the table waits.
func asked(move string) bool {
	kind, ok := wire.MoveKind(move)
	return ok && kind.Answers()
}
