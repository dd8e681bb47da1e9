package scenario

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

type m = map[string]any

// anyPosition draws a position that is more often playable than not.
func anyPosition(t *rapid.T) m {
	mega := rapid.Bool().Draw(t, "mega")
	size, edition, rulebook := 39, "us-classic", rapid.SampledFrom([]string{"us", "standard", "sonic", "mark", "duel"}).Draw(t, "rulebook")
	if mega {
		size, edition, rulebook = 51, "mega", "mega"
	}
	seats := rapid.IntRange(2, 4).Draw(t, "seats")
	deeds := make([][]m, seats)
	for sp := 1; sp <= size; sp++ {
		if owner := rapid.IntRange(-1, seats-1).Draw(t, "owner"); owner >= 0 {
			deeds[owner] = append(deeds[owner], m{"space": sp, "mortgaged": rapid.IntRange(0, 3).Draw(t, "mortgaged") == 0})
		}
	}
	var players []m
	for i := range seats {
		p := m{
			"cash": rapid.IntRange(0, 3000).Draw(t, "cash"), "space": rapid.IntRange(0, size).Draw(t, "space"),
			"deeds": deeds[i], "jailed": false,
		}
		if rapid.IntRange(0, 4).Draw(t, "jailed") == 0 {
			p["jailed"], p["space"], p["jail_turn"] = true, 0, rapid.IntRange(0, 2).Draw(t, "jail turn")
		}
		if mega {
			p["tickets"] = rapid.IntRange(0, 2).Draw(t, "tickets")
		}
		players = append(players, p)
	}
	d := m{"edition": edition, "rulebook": rulebook, "players": players, "seed": rapid.Int().Draw(t, "seed")}
	if rapid.Bool().Draw(t, "debt") {
		d["debts"] = []m{{"debtor": 0, "creditor": 1, "amount": rapid.IntRange(1, 5000).Draw(t, "amount")}}
	}
	if rapid.Bool().Draw(t, "claim") {
		d["claims"] = []m{{"owner": 1, "payer": 0, "space": 1, "amount": rapid.IntRange(1, 5000).Draw(t, "amount")}}
	}
	return d
}

// onlyDeeds keeps the spaces that are deeds, and gives every whole group one level of houses.
func onlyDeeds(t *rapid.T, d m, r *game.Ruleset) {
	for _, p := range d["players"].([]m) {
		var own game.Set
		var kept []m
		for _, deed := range p["deeds"].([]m) {
			if sp := game.Space(deed["space"].(int)); r.Deeds.Has(sp) {
				kept, own = append(kept, deed), own.With(sp)
			}
		}
		level := rapid.IntRange(0, int(r.HousesPerLot)).Draw(t, "houses")
		for _, deed := range kept {
			sp := game.Space(deed["space"].(int))
			if g := r.Groups[r.Spaces[sp].Group].Spaces; r.Lots.Has(sp) && own&g == g && level > 0 {
				deed["houses"], deed["mortgaged"] = level, false
			}
		}
		p["deeds"] = kept
	}
}

func anyMove(t *rapid.T, seats int) m {
	k := game.CommandKind(rapid.IntRange(int(game.Roll), int(game.Resign)-1).Draw(t, "kind"))
	n := func(label string) int { return rapid.IntRange(0, 51).Draw(t, label) }
	move := m{"player": rapid.IntRange(0, seats-1).Draw(t, "player"), "move": wire.MoveName(k)}
	switch k {
	case game.Bid:
		move["amount"] = n("amount") * 10
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		move["space"] = n("space")
	case game.ChooseTax:
		move["option"] = "percent"
	case game.ChooseBus:
		move["option"] = "advance"
	case game.ChooseGift:
		move["option"] = "cash"
	case game.ChooseCard:
		move["option"] = "draw"
	case game.Build, game.Sell:
		move["spaces"] = []int{n("space"), n("space")}[:rapid.IntRange(1, 2).Draw(t, "steps")]
	case game.SellGroup:
		move["group"] = rapid.SampledFrom([]string{"brown", "red", "station"}).Draw(t, "group")
	case game.MoveHouse:
		move["from"], move["to"] = n("from"), n("to")
	case game.Intent:
		move["count"] = rapid.IntRange(0, 5).Draw(t, "count")
	case game.ProposeTrade:
		move["to"] = rapid.IntRange(0, seats-1).Draw(t, "to")
		move["give"], move["want"] = m{"deeds": []int{n("give")}}, m{"cash": n("cash")}
	case game.OfferSettlement:
		move["give"], move["credit"] = m{"deeds": []int{n("give")}, "cash": 1}, n("credit")
	default:
	}
	return move
}

// Whatever the position and the attempt: nothing panics, the log
// has no gaps and folds to the state, and no player's cash falls below zero.
func TestAnyPositionCanBePlayed(t *testing.T) {
	played := 0
	rapid.Check(t, func(t *rapid.T) {
		d := anyPosition(t)
		empty := m{"edition": d["edition"], "rulebook": d["rulebook"], "players": []m{{}, {}}}
		data, _ := json.Marshal(empty)
		sc, err := Load(data, "")
		if err != nil {
			t.Fatal(err)
		}
		onlyDeeds(t, d, sc.st.Rules)
		var moves []m
		for range 60 {
			moves = append(moves, anyMove(t, len(d["players"].([]m))), m{"player": rapid.IntRange(0, 1).Draw(t, "who"), "move": "roll"},
				m{"player": 0, "move": "decline"}, m{"player": 0, "move": "pass"}, m{"player": 1, "move": "pass"}, m{"player": 0, "move": "end_turn"}, m{"player": 1, "move": "end_turn"})
		}
		d["moves"] = moves
		data, _ = json.Marshal(d)
		sc, err = Load(data, "")
		if err != nil {
			return
		}
		played++
		out := sc.Run(Words{})
		if len(out.Results) != len(moves) || uint32(len(out.Events)) != out.State.Seq {
			t.Fatalf("%d results of %d moves, %d events up to %d", len(out.Results), len(moves), len(out.Events), out.State.Seq)
		}
		s := game.NewFold(&sc.state)
		for _, line := range out.Events {
			e, _, err := wire.Decode(sc.st, line)
			if err != nil {
				t.Fatal(err)
			}
			if !s.Apply(&e) {
				t.Fatalf("%s goes back where it must not", line)
			}
		}
		for i, p := range out.State.Players {
			if s.Players[i].Cash != p.Cash || p.Cash < 0 {
				t.Fatalf("seat %d: %d by the log, %d in the state", i, s.Players[i].Cash, p.Cash)
			}
		}
	})
	if played < 10 {
		t.Fatalf("only %d positions were playable", played)
	}
}
