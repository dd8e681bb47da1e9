package wire

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// State is a game as one viewer may see it.
// Its JSON form is the answer to every question about a game.
type State struct {
	Game       string           `json:"game"`
	Seq        uint32           `json:"seq" schema:"count"`
	Edition    string           `json:"edition"`
	Rulebook   string           `json:"rulebook"`
	Options    map[string]any   `json:"options" schema:"Options"`
	Status     string           `json:"status" schema:"Status"`
	Phase      string           `json:"phase" schema:"Phase"`
	WaitingFor []game.Seat      `json:"waiting_for" schema:"[]SeatNumber"`
	Turn       Turn             `json:"turn"`
	Players    []Player         `json:"players"`
	Deeds      []Deed           `json:"deeds"`
	Bank       BankStock        `json:"bank"`
	Auction    *Auction         `json:"auction"`
	Debts      []Debt           `json:"debts"`
	Claims     []Claim          `json:"claims"`
	Trades     []Trade          `json:"trades"`
	Standings  []Standing       `json:"standings" schema:",null"`
	Moves      []MoveOption     `json:"moves" schema:"[]MoveOption"`
	Banker     game.Seat        `json:"banker" schema:"SeatNumber"`
	TimeUp     bool             `json:"time_up"`
	Reason     string           `json:"reason,omitempty" schema:"EndReason"` // why the game ended
	Settlement *SettlementOffer `json:"settlement,omitempty"`
	Shortage   *Shortage        `json:"shortage,omitempty"`
	Estate     *Estate          `json:"estate,omitempty"`
	Transfer   *Transfer        `json:"transfer,omitempty"`
	Equalise   *Equalise        `json:"equalise,omitempty"`
	Lock       *Lock            `json:"lock,omitempty"`
	Undo       *Undo            `json:"undo,omitempty"`

	arena arena // the elements that Players and Moves point to
}

// Turn is the state of the running turn.
type Turn struct {
	Number uint16     `json:"number"`
	Player game.Seat  `json:"player" schema:"integer"`
	Throw  uint8      `json:"throw"`
	Dice   []int      `json:"dice,omitempty" schema:"[]Pips"`       // the last throw that moved or freed
	Speed  any        `json:"speed,omitempty" schema:"SpeedFace"`   // 1 to 3, "mr" or "bus"
	Space  *int       `json:"space,omitempty" schema:"SpaceNumber"` // the space of the decision
	Card   *CardShown `json:"card,omitempty"`                       // the pay-or-draw card
	Locked bool       `json:"locked,omitempty"`
}

// CardShown names an open card.
type CardShown struct {
	Deck string `json:"deck" schema:"Deck"`
	Card string `json:"card"`
}

// Player is one seat. Wealth and Liquidation are null before a blind tax choice.
type Player struct {
	Seat        game.Seat   `json:"seat"`
	Name        string      `json:"name"`
	Letter      string      `json:"letter"`
	Cash        game.Money  `json:"cash"`
	Space       int         `json:"space" schema:"SpaceNumber"`
	Jailed      bool        `json:"jailed"`
	JailTurn    uint8       `json:"jail_turn"`
	JailCards   []string    `json:"jail_cards" schema:"[]Deck"`
	Tickets     uint8       `json:"tickets"`
	Bankrupt    bool        `json:"bankrupt"`
	BankerOnly  bool        `json:"banker_only"`
	Wealth      *game.Money `json:"wealth"`
	Liquidation *game.Money `json:"liquidation"`
	Away        bool        `json:"away,omitempty"`
}

// Deed is one deed of the board; a nil owner is the bank.
type Deed struct {
	Space      int        `json:"space" schema:"SpaceNumber"`
	Owner      *game.Seat `json:"owner"`
	Mortgaged  bool       `json:"mortgaged"`
	Houses     uint8      `json:"houses"`
	Hotel      bool       `json:"hotel"`
	Skyscraper bool       `json:"skyscraper"`
	Depot      bool       `json:"depot"`
	Removed    bool       `json:"removed,omitempty"` // out of the game: neither the bank's nor a player's
}

// BankStock is the bank's remaining stock.
type BankStock struct {
	Houses      int         `json:"houses"`
	Hotels      int         `json:"hotels"`
	Skyscrapers int         `json:"skyscrapers"`
	Depots      int         `json:"depots"`
	Tickets     int         `json:"tickets"`
	Pot         *game.Money `json:"pot,omitempty"`
}

// Item is the thing under the hammer: one field is set.
type Item struct {
	Deed     *int   `json:"deed,omitempty" schema:"SpaceNumber"`
	Building string `json:"building,omitempty" schema:"Building"`
	JailCard string `json:"jail_card,omitempty" schema:"Deck"`
	Space    *int   `json:"space,omitempty" schema:"SpaceNumber|null"` // of events alone: null with a building
}

// Auction is the running auction.
type Auction struct {
	Item    Item        `json:"item"`
	Bid     game.Money  `json:"bid"`
	Bidder  *game.Seat  `json:"bidder"`
	Passed  []game.Seat `json:"passed"`
	Minimum game.Money  `json:"minimum"`
	Bidders []game.Seat `json:"bidders"`
	Sealed  *game.Money `json:"sealed,omitempty"`      // the viewer's own secret bid
	Bids    []SealedBid `json:"sealed_bids,omitempty"` // all of them, where nothing is hidden
}

// SealedBid is a secret bid.
type SealedBid struct {
	Player game.Seat  `json:"player"`
	Amount game.Money `json:"amount"`
}

// Debt is money due that could not be taken at once.
type Debt struct {
	Debtor   game.Seat  `json:"debtor"`
	Creditor Seat       `json:"creditor"`
	Amount   game.Money `json:"amount"`
	Reason   string     `json:"reason" schema:"PaymentKind"`
	Rule     string     `json:"rule,omitempty"`
	Called   bool       `json:"called"` // its debtor has to pay it now
}

// Claim is rent that its owner may demand.
type Claim struct {
	Claim  uint16     `json:"claim"`
	Owner  game.Seat  `json:"owner"`
	Payer  game.Seat  `json:"payer"`
	Space  int        `json:"space" schema:"SpaceNumber"`
	Amount game.Money `json:"amount"`
	Left   uint8      `json:"left"` // first throws until it lapses
}

// Goods is one side of a trade or a settlement.
type Goods struct {
	Cash      game.Money `json:"cash"`
	Deeds     []int      `json:"deeds" schema:"[]SpaceNumber"`
	JailCards []string   `json:"jail_cards" schema:"[]Deck"`
	Tickets   uint8      `json:"tickets,omitempty"`
}

// Trade is an open proposal.
type Trade struct {
	Trade uint16    `json:"trade"`
	From  game.Seat `json:"from"`
	To    game.Seat `json:"to"`
	Give  Goods     `json:"give"`
	Want  Goods     `json:"want"`
	Lift  []int     `json:"lift,omitempty" schema:"[]SpaceNumber"` // deeds that are lifted on receipt, as far as it is said

	Terms string      `json:"terms,omitempty"` // the side agreement, kept but not enforced
	Held  bool        `json:"held,omitempty"`  // accepted; the others vote on it
	Asked []game.Seat `json:"asked,omitempty"` // who has not voted yet
}

// Standing is one line of the final count.
type Standing struct {
	Seat   game.Seat  `json:"seat"`
	Rank   uint8      `json:"rank"`
	Wealth game.Money `json:"wealth"`
}

// SettlementOffer is a debtor's open settlement.
type SettlementOffer struct {
	From   game.Seat  `json:"from"`
	To     Seat       `json:"to"`
	Give   Goods      `json:"give"`
	Credit game.Money `json:"credit"`
}

// Shortage is the procedure for contested buildings.
type Shortage struct {
	Building string      `json:"building" schema:"Building"`
	Player   game.Seat   `json:"player"` // the first to ask
	Asked    []game.Seat `json:"asked"`  // who has not answered yet
	Wishes   []int       `json:"wishes"` // buildings still wanted, by seat
	Placing  *game.Seat  `json:"placing"`
	Price    *game.Money `json:"price,omitempty"` // the price of the placed building
	Auction  bool        `json:"auction"`
}

// Estate is the property that the bank still has to auction after a bankruptcy.
type Estate struct {
	Deeds     []int    `json:"deeds" schema:"[]SpaceNumber"`
	JailCards []string `json:"jail_cards" schema:"[]Deck"`
}

// Transfer is the decision over mortgaged deeds received.
type Transfer struct {
	Player   game.Seat  `json:"player"`
	Deeds    []int      `json:"deeds" schema:"[]SpaceNumber"`
	Interest game.Money `json:"interest"` // due for the deeds kept so far
}

// Equalise is the duty to even out a group.
type Equalise struct {
	Player    game.Seat `json:"player"`
	Group     string    `json:"group"`
	MoveHouse bool      `json:"move_house"`
}

// Lock is a draw for which the table waits for its player's number.
type Lock struct {
	Player  game.Seat `json:"player"`
	Ordinal uint32    `json:"ordinal"`                // of the draw
	Move    string    `json:"move" schema:"MoveName"` // that draws
}

// Undo is a player's open request to take back their last decision.
type Undo struct {
	Player game.Seat   `json:"player"`
	To     uint32      `json:"to" schema:"count"` // the event to which the game would go back
	Asked  []game.Seat `json:"asked"`             // who has not agreed yet
}

// View says whose view of which game is wanted.
type View struct {
	Game    string
	Names   []string   // by seat; missing ones are empty
	Bots    game.Seats // seats of computer players, whose letters come after those of people
	S       *game.State
	Viewer  game.Seat     // a seat, game.Nobody for a watcher, All for nothing hidden
	Options []game.Option // the viewer's options now
	Terms   Agreements    // of the open proposals
}

// NewState is the state as the viewer may see it. It shares nothing with v.S.
func NewState(st *setup.Setup, v View) State {
	var w State
	w.Show(st, v)
	return w
}

// Show makes w what NewState returns. It reuses the memory of the lists of the
// state that w was: nothing may refer to that one any more, nor to its moves.
func (w *State) Show(st *setup.Setup, v View) {
	s, in := v.S, w.arena.cleared()
	*w = State{
		Game: v.Game, Seq: s.Seq,
		Edition: st.Edition.ID, Rulebook: st.Rulebook, Options: st.Options,
		Status: StatusName(s.Status), Phase: PhaseName(s.Phase()),
		WaitingFor: waiting(s, v.Viewer),
		Turn:       newTurn(st, s),
		Players:    appendPlayers(again(w.Players, int(s.NumSeats)), &in, st, v),
		Deeds:      appendDeeds(again(w.Deeds, st.Rules.Deeds.Len()), st.Rules, s),
		Bank:       newBank(st.Rules, s),
		Auction:    newAuction(s, v.Viewer),
		Debts:      newDebts(s),
		Claims:     newClaims(st.Rules, s, v.Viewer),
		Trades:     newTrades(s, v.Terms),
		Moves:      appendMoves(again(w.Moves, len(v.Options)), &in, st, s, v.Viewer, v.Options),
		Banker:     s.Banker, TimeUp: s.TimeUp, Reason: EndName(s.Reason),
	}
	if w.Options == nil {
		w.Options = map[string]any{}
	}
	for _, x := range s.Standings[:s.NumRanked] {
		w.Standings = append(w.Standings, Standing{x.Seat, x.Rank, x.Wealth})
	}
	w.addProcedures(st, s)
	w.arena = in
}

// again is an empty list with room for n, in the place of an old one if it is large enough.
func again[T any](old []T, n int) []T {
	if cap(old) < n || old == nil {
		return make([]T, 0, n)
	}
	return old[:0]
}

// waiting hides in the final phase who still has a claim.
func waiting(s *game.State, viewer game.Seat) []game.Seat {
	w := s.Waiting()
	if s.Phase() == game.PhaseFinal && viewer != All {
		if !w.Has(viewer) {
			return []game.Seat{}
		}
		return []game.Seat{viewer}
	}
	return seatList(w)
}

func seatList(set game.Seats) []game.Seat {
	list := make([]game.Seat, 0, set.Len())
	for ; set != 0; set = set.Rest() {
		list = append(list, set.First())
	}
	return list
}

func spaceList(set game.Set) []int {
	list := make([]int, 0, set.Len())
	for ; set != 0; set = set.Rest() {
		list = append(list, int(set.First()))
	}
	return list
}

func deckList(bits uint8) []string {
	list := []string{}
	for d := game.Deck(0); d < game.NumDecks; d++ {
		if bits>>d&1 == 1 {
			list = append(list, DeckName(d))
		}
	}
	return list
}
