package wire

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// program is a player who knows nothing but the JSON of the state: it picks an
// entry of moves and fills in its ranges.
type program struct{ rng *rand.Rand }

func pick[T any](p *program, list []T) T { return list[p.rng.IntN(len(list))] }

func (p *program) amount(m map[string]any) float64 {
	low, high, step := m["min"].(float64), m["max"].(float64), m["step"].(float64)
	high = min(high, low+20*step) // modest, or the game is over soon
	return low + step*float64(p.rng.IntN(int((high-low)/step)+1))
}

func (p *program) goods(from any) map[string]any {
	r := from.(map[string]any)
	g := map[string]any{"cash": r["step"].(float64) * float64(p.rng.IntN(3))}
	if g["cash"].(float64) > r["max_cash"].(float64) {
		g["cash"] = 0.0
	}
	if deeds := r["deeds"].([]any); len(deeds) > 0 && p.rng.IntN(2) == 0 {
		g["deeds"] = []any{pick(p, deeds)}
	}
	if cards := r["jail_cards"].([]any); len(cards) > 0 {
		g["jail_cards"] = cards
	}
	return g
}

// fill makes a move of an entry; sure reports whether it must be accepted.
func (p *program) fill(m map[string]any) (sure bool) {
	switch m["move"] {
	case "bid":
		m["amount"] = p.amount(m)
	case "intent":
		m["count"] = p.amount(m)
	case "use_ticket", "choose_space", "pick_deed", "mortgage", "lift", "keep", "place", "pay_in_kind":
		m["space"] = pick(p, m["spaces"].([]any))
	case "choose_tax", "choose_bus", "choose_gift", "choose_card":
		m["option"] = pick(p, m["options"].([]any))
	case "build", "sell":
		m["spaces"] = []any{pick(p, m["spaces"].([]any))}
	case "sell_group":
		m["group"] = pick(p, m["groups"].([]any))
	case "move_house":
		m["from"], m["to"] = pick(p, m["from_spaces"].([]any)), pick(p, m["to_spaces"].([]any))
		return false // not every pair goes
	case "accept_trade":
		if must, ok := m["must_lift"]; ok {
			m["lift"] = must
		}
	case "propose_trade":
		partner := pick(p, m["partners"].([]any)).(map[string]any)
		m["to"] = partner["to"]
		m["give"], m["want"] = p.goods(m["give_range"]), p.goods(partner["want_range"])
		return false // one side may be empty
	case "offer_settlement":
		m["give"], m["credit"] = p.goods(m["give_range"]), p.amount(m)
		return false // nothing may be given
	}
	return true
}

// entry picks one of the viewer's moves; business and trades come seldom, leaving never.
func (p *program) entry(moves []any) map[string]any {
	for {
		m := pick(p, moves).(map[string]any)
		switch m["move"] {
		case "resign":
			if len(moves) > 1 {
				continue
			}
		case "propose_trade", "mortgage", "sell", "sell_group", "cancel_trade":
			if len(moves) > 2 && p.rng.IntN(20) > 0 {
				continue
			}
		}
		return m
	}
}

// Games played from the JSON alone: every entry is accepted, every event reads
// back, and folding the events read gives the state.
func TestAProgramPlaysFromTheListOfMoves(t *testing.T) {
	setups := map[string]*setup.Setup{}
	for _, id := range edition.IDs() {
		options := map[string]any{}
		switch id {
		case "mark-classic":
			options["end_time"] = 60
		case "duel-masters":
			options["duel"] = true
		}
		setups[id] = setuptest.Load(t, id, "", options)
	}
	setups["f52"] = fixture(t, "f52", "mega", map[string]any{"rent.auto_claim": true})
	setups["house rules"] = setuptest.Load(t, "german-classic", "", map[string]any{
		"house.sealed_auction": true, "house.trade_guard": true, "house.parking_pot": true, "house.uneven_build": true,
	})
	for name, st := range setups {
		t.Run(name, func(t *testing.T) { playFromJSON(t, st, 600) })
	}
}

func playFromJSON(t *testing.T, st *setup.Setup, moves int) {
	t.Helper()
	p := &program{rand.New(rand.NewPCG(1, 2))}
	luck := chance.Seeded([32]byte{7})
	var turn game.Turn
	s := game.NewState(st.Rules, 4, 0, false)
	folded := game.NewFold(&s)
	turn.Begin(st.Rules, &s)
	turn.Remember = true
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
	fold(t, st, &folded, turn.Events)
	for range moves {
		seat := game.Seat(p.rng.IntN(4))
		if w := seatList(turn.S.Waiting()); len(w) > 0 && p.rng.IntN(3) > 0 {
			seat = pick(p, w)
		}
		v := View{S: &turn.S, Viewer: seat, Options: game.Options(st.Rules, &turn.S, seat, nil)}
		list := toMap(t, NewState(st, v))["moves"].([]any)
		if turn.S.Status == game.Finished {
			require.Empty(t, list)
			return
		}
		if len(list) == 0 {
			continue
		}
		examplesAreAccepted(t, st, &turn, seat, list, luck)
		m := p.entry(list)
		sure := p.fill(m)
		body, err := json.Marshal(m)
		require.NoError(t, err)
		c, _, problem := ParseJSON(st, seat, body)
		require.Nil(t, problem, "%s: %+v", body, problem)
		no := turn.Decide(c, luck)
		require.True(t, no.OK() || !sure, "%s by %d: %s %s", body, seat, CodeName(no.Code), no.Rule)
		if no.OK() {
			folded.Decided(seat, turn.Events[0].Kind, false)
			fold(t, st, &folded, turn.Events)
			require.Equal(t, turn.S, folded.State, "after %s", body)
		}
	}
}

func fold(t *testing.T, st *setup.Setup, s *game.Fold, evs []game.Event) {
	t.Helper()
	for i, line := range Encode(st, s.Seq+1, noon, evs, Extra{}) {
		e, stamp, err := Decode(st, line)
		require.NoError(t, err)
		require.Equal(t, evs[i], e, string(line))
		require.True(t, s.Apply(&e))
		require.Equal(t, s.Seq, stamp.Seq)
	}
}
