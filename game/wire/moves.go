package wire

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// MoveOption is one entry of the state's moves: a move with its arguments
// filled in, or with the ranges from which a program picks them. A range is
// named for its argument: spaces for space, options for option, groups for
// group, min/max/step for amount, count or credit, *_range and *_spaces for the
// rest. It may be sent back as a move, with the missing arguments added. Its
// JSON has besides, as example, a body that may be posted as it is, but for
// moves that lead nowhere now.
type MoveOption struct {
	Move       string      `json:"move"`
	Player     *game.Seat  `json:"player,omitempty"` // who may, where several may be meant
	Claim      *int32      `json:"claim,omitempty"`
	Trade      *int32      `json:"trade,omitempty"`
	Space      *int        `json:"space,omitempty"`
	Building   string      `json:"building,omitempty"`
	Price      *game.Money `json:"price,omitempty"`
	Min        *game.Money `json:"min,omitempty"`
	Max        *game.Money `json:"max,omitempty"`
	Step       *game.Money `json:"step,omitempty"`
	Spaces     []int       `json:"spaces,omitempty"`
	FromSpaces []int       `json:"from_spaces,omitempty"`
	ToSpaces   []int       `json:"to_spaces,omitempty"`
	Groups     []string    `json:"groups,omitempty"`
	Options    []string    `json:"options,omitempty"`
	GiveRange  *GoodsRange `json:"give_range,omitempty"`
	Partners   []Partner   `json:"partners,omitempty"`
	LiftRange  []int       `json:"lift_range,omitempty"` // deeds received that may be lifted at once
	MustLift   []int       `json:"must_lift,omitempty"`  // deeds that have to be among those lifted
	NeedsLink  bool        `json:"needs_link,omitempty"` // the table is locked for it: it takes the seat's next number as link, or "none"

	sample *deal  // for the example of a trade or settlement, nil if there can be none
	step   *shift // for the example of a change of buildings, nil if there is none that helps
}

// GoodsRange is the range of one side of a trade: cash from 0 to Max, and any of the rest.
type GoodsRange struct {
	Max       game.Money `json:"max_cash"`
	Step      game.Money `json:"step"`
	Deeds     []int      `json:"deeds" schema:"[]SpaceNumber"`
	JailCards []string   `json:"jail_cards" schema:"[]Deck"`
	Tickets   uint8      `json:"tickets,omitempty"`
}

// Partner is a player with whom a trade is possible, and the goods they could give.
type Partner struct {
	To        game.Seat  `json:"to"`
	WantRange GoodsRange `json:"want_range"`
}

// Moves spells the options of one seat in the state.
func Moves(st *setup.Setup, s *game.State, viewer game.Seat, opts []game.Option) []MoveOption {
	return appendMoves(make([]MoveOption, 0, len(opts)), new(arena), st, s, viewer, opts)
}

func appendMoves(list []MoveOption, in *arena, st *setup.Setup, s *game.State, viewer game.Seat, opts []game.Option) []MoveOption {
	for i := range opts {
		if opts[i].Kind <= game.Resign { // taking a seat again is no move
			list = append(list, newMove(in, st, s, viewer, &opts[i]))
		}
	}
	return list
}

func newMove(in *arena, st *setup.Setup, s *game.State, viewer game.Seat, o *game.Option) MoveOption {
	m := MoveOption{Move: MoveName(o.Kind), NeedsLink: s.Lock.Open}
	switch o.Kind {
	case game.Buy:
		m.Price = in.money(o.Min)
		m.Space = ptr(int(s.Turn.Space))
	case game.PayFine, game.PayDebt:
		m.Price = in.money(o.Min)
	case game.Bid, game.Intent:
		m.Min, m.Max, m.Step = in.money(o.Min), in.money(o.Max), in.money(o.Step)
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		m.Spaces = in.spaceList(o.Spaces)
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		m.Options = choiceList(o.Choices)
	case game.Build:
		m.Spaces, m.Building = in.spaceList(o.Spaces), BuildingName(o.Building)
		m.step = m.sampleStep(st, s, o.Spaces)
	case game.Sell:
		m.Spaces = in.spaceList(o.Spaces)
		m.step = m.sampleStep(st, s, o.Spaces)
	case game.SellGroup:
		for g := uint8(0); g < game.MaxGroups; g++ {
			if o.Groups>>g&1 == 1 {
				m.Groups = append(m.Groups, groupID(st, g))
			}
		}
	case game.MoveHouse:
		m.FromSpaces, m.ToSpaces = in.spaceList(o.Spaces), in.spaceList(o.Dests)
		m.step = sampleHouse(s, o.Spaces, o.Dests)
	case game.ClaimRent:
		m.Claim, m.Price = ptr(o.N), in.money(o.Min)
	case game.WaiveClaim:
		m.Claim = ptr(o.N)
	case game.ProposeTrade:
		m.GiveRange = ownGoods(in, st.Rules, s, viewer, o)
		m.Partners = newPartners(in, st.Rules, s, o)
		m.sample = m.sampleTrade(in, st.Rules, s, viewer)
	case game.AcceptTrade:
		m.Trade, m.LiftRange, m.MustLift = ptr(o.N), in.spaceList(o.Lift), in.spaceList(o.Must)
	case game.RejectTrade, game.CancelTrade:
		m.Trade = ptr(o.N)
	case game.OfferSettlement:
		m.Min, m.Max, m.Step = in.money(o.Min), in.money(o.Max), in.money(o.Step)
		m.GiveRange = ownGoods(in, st.Rules, s, viewer, o)
		m.GiveRange.Tickets = 0
		m.sample = m.sampleOffer(in)
	case game.Roll, game.UseJailCard, game.Stay, game.ChooseSum, game.Decline, game.Pass, game.SkipPick,
		game.Duel, game.NoDuel, game.Take, game.Leave, game.EndTurn, game.Done, game.AcceptSettlement,
		game.RejectSettlement, game.DeclareBankruptcy, game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack, game.Resign,
		game.NoCommand, game.Return, game.TimeUp, game.Start, game.Abandon, game.Reanchor, game.Renew, game.NumCommands:
	}
	return m
}

func choiceList(bits uint8) []string {
	var list []string
	for c := game.Flat; c < game.NumChoices; c++ {
		if bits>>c&1 == 1 {
			list = append(list, ChoiceName(c))
		}
	}
	return list
}

func ownGoods(in *arena, r *game.Ruleset, s *game.State, seat game.Seat, o *game.Option) *GoodsRange {
	return put(&in.goods, goodsRange(in, r, s, seat, o.Spaces))
}

func goodsRange(in *arena, r *game.Ruleset, s *game.State, seat game.Seat, deeds game.Set) GoodsRange {
	if seat < 0 || int(seat) >= len(s.Players) {
		return GoodsRange{Deeds: in.spaceList(deeds), JailCards: []string{}}
	}
	p := &s.Players[seat]
	g := GoodsRange{Max: r.Whole(p.Cash), Step: r.Step(), Deeds: in.spaceList(deeds), JailCards: deckList(p.Cards)}
	if r.MayTradeTickets() {
		g.Tickets = p.Tickets
	}
	return g
}

func newPartners(in *arena, r *game.Ruleset, s *game.State, o *game.Option) []Partner {
	from := len(in.partners)
	for seats := o.Seats; seats != 0; seats = seats.Rest() {
		to := seats.First()
		put(&in.partners, Partner{To: to, WantRange: goodsRange(in, r, s, to, r.Tradeable(s, to))})
	}
	return in.partners[from:len(in.partners):len(in.partners)]
}
