package sim

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// TestNothingChangesWithoutAnEvent plays whole games under every rulebook and
// folds their logs as an outside program would, by the names and fields of the
// events alone. After each event every field of the state has to agree with the
// log.
func TestNothingChangesWithoutAnEvent(t *testing.T) {
	games := max(1, checks(t)/20)
	for _, table := range tables() {
		t.Run(table.name, func(t *testing.T) {
			t.Parallel()
			st := table.load(t)
			start := game.NewState(st.Rules, table.players, 0, false)
			g := player{rules: st.Rules, bots: usual(table.players), maxTurns: DefaultTurns}
			for n := range games {
				s := start
				o := newOutside(t, st, &s)
				g.after = func() { o.follow(&s, &g.turn) }
				_, err := g.play(n, SeedOf(11, n), &start)
				require.NoError(t, err)
			}
		})
	}
}

// TestNothingChangesWithoutAnEventByChance does the same with random moves from
// positions that bots seldom reach, with claims and proposals left open.
func TestNothingChangesWithoutAnEventByChance(t *testing.T) {
	walks := uint64(checks(t) / 2)
	if testing.Short() {
		walks = 5
	}
	for _, table := range tables() {
		t.Run(table.name, func(t *testing.T) {
			t.Parallel()
			st := table.load(t)
			for seed := range walks {
				rnd := rand.New(rand.NewPCG(seed, 1))
				s := position(st.Rules, table.players, rnd)
				if seed%2 == 0 { // a player is about to go bankrupt
					s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Rule: game.RRent9, Called: true, Amount: 100000 * st.Rules.Unit}
					s.NumDebts = 1
				}
				o := newOutside(t, st, &s)
				var turn game.Turn
				turn.Begin(st.Rules, &s)
				turn.Remember = true
				luck := chance.Seeded(SeedOf(seed, 0))
				for range 60 {
					if turn.S.Status != game.Playing {
						break
					}
					var all []game.Command
					for seat := range game.Seat(table.players) {
						for _, opt := range game.Options(st.Rules, &turn.S, seat, nil) {
							if opt.Kind != game.Resign && opt.Kind != game.Return && opt.Kind != game.ClaimRent {
								all = append(all, samples(st.Rules, &turn.S, seat, &opt)...)
							}
						}
					}
					if turn.Decide(all[rnd.IntN(len(all))], luck).OK() {
						o.follow(&s, &turn)
					}
				}
			}
		})
	}
}

type doc = map[string]any

// shown is the state as JSON, without the parts that follow from the rest of it by
// the rules: the phase, the seats it waits for and their options, and players'
// worth.
func shown(t *testing.T, st *setup.Setup, s *game.State) doc {
	t.Helper()
	data, err := json.Marshal(wire.NewState(st, wire.View{S: s, Viewer: wire.All}))
	require.NoError(t, err)
	var d doc
	require.NoError(t, json.Unmarshal(data, &d))
	for _, derived := range []string{"phase", "waiting_for", "moves", "shortage"} {
		delete(d, derived)
	}
	turn := d["turn"].(doc)
	for _, derived := range []string{"space", "card", "locked"} {
		delete(turn, derived)
	}
	for _, p := range d["players"].([]any) {
		delete(p.(doc), "wealth")
		delete(p.(doc), "liquidation")
	}
	if s.Status != game.Finished {
		d["standings"] = nil // counted, but not over
	}
	return d
}

// outside folds a log without knowing the program.
type outside struct {
	t      *testing.T
	st     *setup.Setup
	doc    doc
	turnOf map[float64]float64 // the turn in which a claim was opened
	ranks  []any
	was    map[float64]doc // the document after each event, as the state showed it
}

func newOutside(t *testing.T, st *setup.Setup, s *game.State) *outside {
	t.Helper()
	first := shown(t, st, s)
	return &outside{t: t, st: st, doc: shown(t, st, s), turnOf: map[float64]float64{}, was: map[float64]doc{first["seq"].(float64): first}}
}

// follow folds the events of a move and compares after each.
func (o *outside) follow(s *game.State, t *game.Turn) {
	events := t.Events
	for i, line := range wire.Encode(o.st, s.Seq+1, time.Unix(0, 0), events, wire.Extra{}) {
		if events[i].Kind == game.Undone {
			s.ApplyUndone(&events[i], t.Back)
		} else {
			s.Apply(&events[i])
		}
		var e doc
		require.NoError(o.t, json.Unmarshal(line, &e))
		o.fold(e)
		want := shown(o.t, o.st, s)
		for field := range want {
			if !alike(want[field], o.doc[field]) {
				require.Equal(o.t, want[field], o.doc[field], "%s after %s", field, line)
				require.Fail(o.t, "not alike", "%s after %s", field, line)
			}
		}
		require.Len(o.t, o.doc, len(want), "after %s", line)
		o.was[want["seq"].(float64)] = want // which is the document, and nobody changes it
	}
}

// alike reports whether two values of JSON are equal, as reflect.DeepEqual does in
// four times the time.
func alike(a, b any) bool {
	switch a := a.(type) {
	case doc:
		b, ok := b.(doc)
		if !ok || len(a) != len(b) || (a == nil) != (b == nil) {
			return false
		}
		for name, value := range a {
			if other, there := b[name]; !there || !alike(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) || (a == nil) != (b == nil) {
			return false
		}
		for i := range a {
			if !alike(a[i], b[i]) {
				return false
			}
		}
		return true
	case nil, bool, float64, string:
		return a == b
	}
	return false // no value of JSON
}

func (o *outside) list(name string) []any {
	l, _ := o.doc[name].([]any)
	return l
}

func (o *outside) player(seat any) doc { return o.list("players")[int(seat.(float64))].(doc) }

func (o *outside) turn() doc { return o.doc["turn"].(doc) }

func (o *outside) add(seat any, field string, n any) {
	if seat, ok := seat.(float64); ok {
		p := o.player(seat)
		p[field] = p[field].(float64) + n.(float64)
	}
}

func (o *outside) stock(field string, n float64, e doc) {
	if bank := o.doc["bank"].(doc); e["stock_untouched"] != true {
		bank[field] = bank[field].(float64) + n
	}
}

func (o *outside) deed(space any) doc {
	for _, d := range o.list("deeds") {
		if d.(doc)["space"] == space {
			return d.(doc)
		}
	}
	o.t.Fatalf("no deed %v", space)
	return nil
}

// drop takes out of a list what has the value in one of the fields.
func (o *outside) drop(list string, value any, fields ...string) {
	o.doc[list] = slices.DeleteFunc(slices.Clone(o.list(list)), func(x any) bool {
		for _, f := range fields {
			if x.(doc)[f] == value {
				return true
			}
		}
		return false
	})
}

func (o *outside) card(seat, deck any, held bool) {
	seat, ok := seat.(float64)
	if !ok {
		return
	}
	p := o.player(seat)
	cards := slices.DeleteFunc(slices.Clone(p["jail_cards"].([]any)), func(c any) bool { return c == deck })
	if held {
		cards = append(cards, deck)
		slices.SortFunc(cards, func(a, b any) int { return len(b.(string)) - len(a.(string)) }) // chance, chest
	}
	p["jail_cards"] = cards
}

// window counts the first throw of a turn against the claims of earlier ones.
func (o *outside) window() {
	for _, c := range o.list("claims") {
		if c := c.(doc); o.turnOf[c["claim"].(float64)] != o.turn()["number"] {
			c["left"] = max(c["left"].(float64)-1, 0)
		}
	}
}

func pickOf(e doc, fields ...string) doc {
	d := doc{}
	for _, f := range fields {
		if v, ok := e[f]; ok {
			d[f] = v
		}
	}
	return d
}

func (o *outside) fold(e doc) {
	o.foldUndo(e)
	o.doc["seq"] = e["seq"]
	who := e["player"]
	switch e["type"] {
	case "game_started":
		o.doc["status"] = "playing"
	case "turn_started":
		o.doc["turn"] = doc{"number": e["number"], "player": who, "throw": 1.0}
		if n, ok := e["jail_turn"]; ok {
			o.player(who)["jail_turn"] = n
		}
	case "asked":
		if n, ok := e["throw"]; ok {
			o.turn()["throw"] = n
		}
	case "rolled":
		if e["first"] == true {
			o.window()
		}
		if e["for"] == "move" || e["for"] == "jail" {
			o.turn()["dice"] = e["dice"]
			delete(o.turn(), "speed")
			if v := e["speed"]; v != nil {
				o.turn()["speed"] = v
			}
		}
	case "stayed":
		o.window()
	case "moved":
		o.player(who)["space"] = e["to"]
	case "jailed":
		p := o.player(who)
		p["space"], p["jailed"], p["jail_turn"] = e["to"], true, 0.0
	case "freed":
		p := o.player(who)
		p["jailed"], p["jail_turn"] = false, 0.0
	case "paid":
		o.add(e["from"], "cash", -e["amount"].(float64))
		o.add(e["to"], "cash", e["amount"])
	case "pot_changed":
		o.doc["bank"].(doc)["pot"] = e["pot"]
	case "resigned", "returned":
		delete(o.player(who), "away")
		if e["type"] == "resigned" {
			o.player(who)["away"] = true
		}
	case "time_up":
		o.doc["time_up"] = true
	case "ranked":
		o.ranks = append(o.ranks, doc{"seat": who, "rank": e["rank"], "wealth": e["wealth"]})
	case "game_ended":
		o.doc["status"], o.doc["reason"] = "finished", e["reason"]
		o.doc["standings"] = o.ranks
	default:
		o.foldThings(e)
	}
}

func (o *outside) foldThings(e doc) {
	who := e["player"]
	switch e["type"] {
	case "deed_dealt":
		o.deed(e["space"])["owner"] = who
	case "deed_transferred":
		d := o.deed(e["space"])
		if d["owner"] = e["to"]; e["to"] == "bank" {
			d["owner"] = nil
		}
		if e["mortgage_void"] == true {
			d["mortgaged"] = false
		}
	case "mortgaged":
		o.deed(e["space"])["mortgaged"] = true
	case "lifted":
		o.deed(e["space"])["mortgaged"] = false
		o.decided(e["space"])
	case "built":
		o.built(e)
	case "building_sold":
		o.sold(e)
	case "house_moved":
		from, to := o.deed(e["from"]), o.deed(e["to"])
		from["houses"], to["houses"] = from["houses"].(float64)-1, to["houses"].(float64)+1
	case "card_kept":
		o.card(who, e["deck"], true)
	case "card_returned":
		if e["held"] == true {
			o.card(who, e["deck"], false)
			o.unlist("jail_cards", e["deck"])
		}
	case "card_moved":
		o.card(e["from"], e["deck"], false)
		o.card(e["to"], e["deck"], true)
		o.unlist("jail_cards", e["deck"])
	case "ticket_drawn":
		o.add(who, "tickets", 1.0)
		o.stock("tickets", -1, e)
	case "ticket_used":
		o.add(who, "tickets", -1.0)
		if e["first"] == true {
			o.window()
		}
	case "tickets_expired":
		o.add(who, "tickets", -e["count"].(float64))
	case "tickets_moved":
		o.add(e["from"], "tickets", -e["count"].(float64))
		o.add(e["to"], "tickets", e["count"])
	default:
		o.foldTable(e)
	}
}

func (o *outside) foldTable(e doc) {
	who := e["player"]
	switch e["type"] {
	case "claim_opened":
		o.turnOf[e["claim"].(float64)] = o.turn()["number"].(float64)
		o.doc["claims"] = append(o.list("claims"), pickOf(e, "claim", "owner", "payer", "space", "amount", "left"))
	case "rent_claimed", "claim_lapsed":
		o.drop("claims", e["claim"], "claim")
	case "debt_opened":
		d := pickOf(e, "debtor", "creditor", "amount", "reason", "rule")
		d["called"] = false
		o.doc["debts"] = append(o.list("debts"), d)
	case "debt_called":
		o.list("debts")[0].(doc)["called"] = true
	case "debt_reduced":
		o.list("debts")[0].(doc)["amount"] = e["amount"]
	case "debt_settled":
		o.doc["debts"] = o.list("debts")[1:]
		delete(o.doc, "settlement")
	case "settlement_offered":
		o.doc["settlement"] = pickOf(e, "from", "to", "give", "credit")
	case "settlement_accepted", "settlement_rejected":
		delete(o.doc, "settlement")
	case "bankrupt":
		p := o.player(who)
		p["bankrupt"], p["jailed"], p["jail_turn"] = true, false, 0.0
		o.drop("debts", who, "debtor", "creditor")
		delete(o.doc, "settlement")
		for _, tr := range o.list("trades") {
			o.voted(tr.(doc), who)
		}
	case "trade_proposed":
		o.doc["trades"] = append(o.list("trades"), pickOf(e, "trade", "from", "to", "give", "want", "lift", "terms"))
	case "trade_accepted", "trade_rejected", "trade_cancelled":
		o.drop("trades", e["trade"], "trade")
	case "trade_held", "trade_voted":
		for _, tr := range o.list("trades") {
			if tr := tr.(doc); tr["trade"] == e["trade"] && e["type"] == "trade_voted" {
				o.voted(tr, who)
			} else if tr["trade"] == e["trade"] {
				tr["held"], tr["asked"] = true, e["asked"]
				delete(tr, "lift")
				if lift, ok := e["lift"].([]any); ok && len(lift) > 0 {
					tr["lift"] = lift
				}
			}
		}
	default:
		o.foldOpen(e)
	}
}

// foldUndo: a request lapses with whatever happens that is no answer to it.
func (o *outside) foldUndo(e doc) {
	switch e["type"] {
	case "undo_asked":
		asked := []any{}
		for _, p := range o.list("players") {
			if p := p.(doc); p["seat"] != e["player"] && p["bankrupt"] != true && p["banker_only"] != true && p["away"] != true {
				asked = append(asked, p["seat"])
			}
		}
		o.doc["undo"] = doc{"player": e["player"], "to": e["to"], "asked": asked}
	case "undo_agreed":
		undo := o.doc["undo"].(doc)
		undo["asked"] = slices.DeleteFunc(undo["asked"].([]any), func(x any) bool { return x == e["player"] })
	case "undone":
		before, err := json.Marshal(o.was[e["to"].(float64)])
		require.NoError(o.t, err)
		clear(o.doc)
		require.NoError(o.t, json.Unmarshal(before, &o.doc))
		delete(o.doc, "undo")
	default:
		delete(o.doc, "undo")
	}
}

// foldOpen folds auctions and the events between two acts of a turn.
func (o *outside) foldOpen(e doc) {
	who := e["player"]
	auction, _ := o.doc["auction"].(doc)
	switch e["type"] {
	case "auction_opened":
		a := pickOf(e, "item", "minimum", "bidders")
		delete(a["item"].(doc), "space") // null, where it is no deed
		a["bid"], a["bidder"], a["passed"] = 0.0, nil, []any{}
		o.doc["auction"] = a
	case "bid_placed":
		auction["bid"], auction["bidder"], auction["passed"] = e["amount"], who, []any{}
	case "bid_sealed":
		bids, _ := auction["sealed_bids"].([]any)
		auction["sealed_bids"] = sorted(append(bids, pickOf(e, "player", "amount")), func(x any) float64 { return x.(doc)["player"].(float64) })
		auction["passed"] = seats(auction["passed"], who)
	case "passed":
		auction["passed"] = seats(auction["passed"], who)
	case "auction_closed":
		o.doc["auction"] = nil
		if deed, ok := e["item"].(doc)["deed"]; ok {
			o.unlist("deeds", deed)
		}
		if deck, ok := e["item"].(doc)["jail_card"]; ok {
			o.unlist("jail_cards", deck)
		}
	case "estate_opened":
		o.doc["estate"] = pickOf(e, "deeds", "jail_cards")
	case "estate_closed":
		delete(o.doc, "estate")
	case "transfer_opened":
		o.doc["transfer"] = doc{"player": who, "deeds": e["deeds"], "interest": 0.0}
	case "transfer_kept":
		tr := o.doc["transfer"].(doc)
		tr["interest"] = tr["interest"].(float64) + e["interest"].(float64)
		o.decided(e["space"])
	case "transfer_closed":
		delete(o.doc, "transfer")
	case "equalise_opened":
		o.doc["equalise"] = pickOf(e, "player", "group", "move_house")
	case "equalise_closed":
		delete(o.doc, "equalise")
	}
}

func (o *outside) voted(tr doc, seat any) {
	if asked, ok := tr["asked"].([]any); ok {
		if tr["asked"] = slices.DeleteFunc(slices.Clone(asked), func(x any) bool { return x == seat }); len(tr["asked"].([]any)) == 0 {
			delete(tr, "asked")
		}
	}
}

// unlist takes something out of an estate that is auctioned.
func (o *outside) unlist(list string, value any) {
	if estate, ok := o.doc["estate"].(doc); ok {
		estate[list] = slices.DeleteFunc(slices.Clone(estate[list].([]any)), func(x any) bool { return x == value })
	}
}

// decided takes a deed out of a transfer.
func (o *outside) decided(space any) {
	if tr, ok := o.doc["transfer"].(doc); ok {
		tr["deeds"] = slices.DeleteFunc(slices.Clone(tr["deeds"].([]any)), func(x any) bool { return x == space })
	}
}

var stockName = map[any]string{"house": "houses", "hotel": "hotels", "skyscraper": "skyscrapers", "depot": "depots"}

func (o *outside) built(e doc) {
	d, b := o.deed(e["space"]), e["building"]
	o.stock(stockName[b], -1, e)
	back, _ := e["returned"].(float64)
	switch b {
	case "house":
		d["houses"] = d["houses"].(float64) + 1
	case "hotel":
		d["houses"], d["hotel"] = 0.0, true
		o.stock("houses", back, e)
	case "skyscraper":
		d["hotel"], d["skyscraper"] = false, true
		o.stock("hotels", back, e)
	case "depot":
		d["depot"] = true
	}
}

func (o *outside) sold(e doc) {
	d, b := o.deed(e["space"]), e["building"]
	o.stock(stockName[b], 1, e)
	taken, _ := e["taken"].(float64)
	switch b {
	case "house":
		d["houses"] = e["level"]
	case "hotel":
		d["houses"], d["hotel"] = e["level"], false
		o.stock("houses", -taken, e)
	case "skyscraper":
		d["hotel"], d["skyscraper"] = true, false
		o.stock("hotels", -taken, e)
	case "depot":
		d["depot"] = false
	}
}

func sorted(list []any, by func(any) float64) []any {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return int(by(a) - by(b)) })
	return list
}

func seats(list, seat any) []any {
	return sorted(append(slices.Clone(list.([]any)), seat), func(x any) float64 { return x.(float64) })
}
