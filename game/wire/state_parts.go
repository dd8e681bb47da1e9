package wire

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

func newTurn(st *setup.Setup, s *game.State) Turn {
	t := Turn{Number: s.Turn.Number, Player: s.Turn.Seat, Throw: s.Turn.Throw, Locked: s.Turn.Locked}
	if d := s.Turn.Dice; d[0] != 0 {
		t.Dice = []int{int(d[0]), int(d[1])}
		t.Speed = speedValue(d[2])
	}
	if s.Turn.Space != game.NoSpace {
		t.Space = ptr(int(s.Turn.Space))
	}
	if s.Turn.Phase == game.PhaseCard && s.Status == game.Playing {
		t.Card = &CardShown{Deck: DeckName(s.Turn.Deck), Card: cardID(st, s.Turn.Deck, s.Turn.Card)}
	}
	return t
}

func speedValue(face uint8) any {
	switch face {
	case 0:
		return nil
	case game.SpeedMr:
		return speedMr
	case game.SpeedBus:
		return speedBus
	}
	return int(face)
}

func cardID(st *setup.Setup, d game.Deck, card uint8) string {
	if int(d) < len(st.Cards) && int(card) < len(st.Cards[d]) {
		return st.Cards[d][card]
	}
	return ""
}

func groupID(st *setup.Setup, group uint8) string { return at(st.Groups, group) }

func appendPlayers(list []Player, in *arena, st *setup.Setup, v View) []Player {
	s := v.S
	letters := Letters(v.Names[:min(len(v.Names), int(s.NumSeats))], v.Bots)
	for i := range s.Players[:s.NumSeats] {
		seat, p := game.Seat(i), &s.Players[i]
		list = append(list, Player{
			Seat: seat, Letter: letters[i], Cash: p.Cash, Space: int(p.Space), Jailed: p.Jailed, JailTurn: p.JailTurn,
			JailCards: deckList(p.Cards), Tickets: p.Tickets, Bankrupt: p.Bankrupt, BankerOnly: p.BankerOnly, Away: p.Away,
		})
		if i < len(v.Names) {
			list[i].Name = v.Names[i]
		}
		switch {
		case p.Bankrupt: // whatever the end of the game left with them is not counted
			list[i].Wealth, list[i].Liquidation = in.money(0), in.money(0)
		case !blindChoice(st.Rules, s, seat):
			list[i].Wealth = in.money(st.Rules.Wealth(s, seat))
			list[i].Liquidation = in.money(st.Rules.Liquidation(s, seat))
		}
	}
	return list
}

// blindChoice reports whether the seat has to choose its tax before its worth is shown (R-TAX-3).
func blindChoice(r *game.Ruleset, s *game.State, seat game.Seat) bool {
	return r.WorthHidden(s, seat)
}

// seatNumbers are the numbers of the seats, for callers that need a pointer to one.
var seatNumbers = func() (all [game.MaxSeats]game.Seat) {
	for i := range all {
		all[i] = game.Seat(i)
	}
	return all
}()

func appendDeeds(list []Deed, r *game.Ruleset, s *game.State) []Deed {
	for set := r.Deeds; set != 0; set = set.Rest() {
		sp := set.First()
		d := Deed{Space: int(sp), Mortgaged: s.Mortgaged.Has(sp), Depot: s.Depots.Has(sp)}
		if owner := s.Owner(sp); owner >= 0 {
			d.Owner = &seatNumbers[owner]
		} else {
			d.Removed = r.Removed(s, sp)
		}
		switch level := s.Level[sp]; {
		case level > r.HotelLevel():
			d.Skyscraper = true
		case level == r.HotelLevel():
			d.Hotel = true
		default:
			d.Houses = level
		}
		list = append(list, d)
	}
	return list
}

func newBank(r *game.Ruleset, s *game.State) BankStock {
	b := BankStock{
		Houses: int(s.Stock[game.House]), Hotels: int(s.Stock[game.Hotel]),
		Skyscrapers: int(s.Stock[game.Skyscraper]), Depots: int(s.Stock[game.Depot]),
		Tickets: int(s.Tickets) + int(s.Expiring),
	}
	if r.HasPot() {
		b.Pot = ptr(s.Pot)
	}
	return b
}

func newItem(it game.Item) Item {
	switch it.Kind {
	case game.ItemDeed:
		return Item{Deed: ptr(int(it.Space))}
	case game.ItemBuilding:
		return Item{Building: BuildingName(it.Building)}
	case game.ItemJailCard:
		return Item{JailCard: DeckName(it.Deck)}
	case game.NoItem:
	}
	return Item{}
}

func newAuction(s *game.State, viewer game.Seat) *Auction {
	a := &s.Auction
	if !a.Open {
		return nil
	}
	w := &Auction{
		Item: newItem(a.Item), Bid: a.Bid, Minimum: a.Min,
		Passed: seatList(a.Passed), Bidders: seatList(a.Bidders),
	}
	if a.Bidder >= 0 {
		w.Bidder = ptr(a.Bidder)
	}
	for i, bid := range a.Sealed[:s.NumSeats] {
		switch seat := game.Seat(i); {
		case bid == 0:
		case viewer == seat:
			w.Sealed = ptr(bid)
		case viewer == All:
			w.Bids = append(w.Bids, SealedBid{seat, bid})
		}
	}
	return w
}

func newDebts(s *game.State) []Debt {
	list := make([]Debt, 0, s.NumDebts)
	for _, d := range s.Debts[:s.NumDebts] {
		list = append(list, Debt{
			Debtor: d.Debtor, Creditor: Seat(d.Creditor), Amount: d.Amount,
			Reason: CauseName(d.Cause), Rule: d.Rule.String(), Called: d.Called,
		})
	}
	return list
}

// newClaims shows a claim to its owner alone, unless the house rule of reminders shows them all.
func newClaims(r *game.Ruleset, s *game.State, viewer game.Seat) []Claim {
	list := []Claim{}
	for _, c := range s.Claims[:s.NumClaims] {
		if seesClaim(r, s, viewer, c.Owner) {
			list = append(list, Claim{
				Claim: c.ID, Owner: c.Owner, Payer: c.Payer, Space: int(c.Space), Amount: c.Amount, Left: c.Left,
			})
		}
	}
	return list
}

func newGoods(t game.Terms) Goods {
	return Goods{Cash: t.Cash, Deeds: spaceList(t.Deeds), JailCards: deckList(t.Cards), Tickets: t.Tickets}
}

func newTrades(s *game.State, terms Agreements) []Trade {
	list := make([]Trade, 0, s.NumTrades)
	for _, t := range s.Trades[:s.NumTrades] {
		w := Trade{Trade: t.ID, From: t.From, To: t.To, Give: newGoods(t.Give), Want: newGoods(t.Want), Terms: terms[t.ID]}
		if t.Lift != 0 {
			w.Lift = spaceList(t.Lift)
		}
		if t.Held {
			w.Held, w.Asked = true, seatList(t.Ask)
		}
		list = append(list, w)
	}
	return list
}

func (w *State) addProcedures(st *setup.Setup, s *game.State) {
	if s.Last.Stage == game.UndoRequested {
		w.Undo = &Undo{Player: s.Last.Seat, To: s.Last.After, Asked: seatList(s.Last.Ask)}
	}
	if s.Lock.Open {
		w.Lock = &Lock{Player: s.Lock.Seat, Ordinal: s.Lock.Ordinal, Move: MoveName(s.Lock.Move)}
	}
	if s.Offer.Open && s.NumDebts > 0 {
		d := s.Debts[0]
		w.Settlement = &SettlementOffer{From: d.Debtor, To: Seat(d.Creditor), Give: newGoods(s.Offer.Give), Credit: s.Offer.Credit}
	}
	if s.Shortage.Open {
		w.Shortage = newShortage(s)
	}
	if s.Estate.Open {
		w.Estate = &Estate{Deeds: spaceList(s.Estate.Deeds), JailCards: deckList(s.Estate.Cards)}
	}
	if s.Transfer.Open {
		w.Transfer = &Transfer{Player: s.Transfer.Seat, Deeds: spaceList(s.Transfer.Deeds), Interest: s.Transfer.Due}
	}
	if s.Equal.Open {
		w.Equalise = &Equalise{Player: s.Equal.Seat, Group: groupID(st, s.Equal.Group), MoveHouse: s.MayMoveHouses()}
	}
}

func newShortage(s *game.State) *Shortage {
	x := &s.Shortage
	w := &Shortage{
		Building: BuildingName(x.Building), Player: x.Requester, Asked: seatList(x.Asked),
		Wishes: make([]int, s.NumSeats), Auction: x.Auctioned,
	}
	for i := range w.Wishes {
		w.Wishes[i] = int(x.Wishes[i])
	}
	if x.Placing >= 0 {
		w.Placing, w.Price = ptr(x.Placing), ptr(x.Price)
	}
	return w
}

func ptr[T any](v T) *T { return &v }
