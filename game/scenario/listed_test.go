package scenario_test

import (
	"fmt"
	"testing"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// requireOptions holds every seat's list of options against the referee:
// it accepts every listed command and no other.
func requireOptions(t *testing.T, r *game.Ruleset, s *game.State) {
	t.Helper()
	for seat := game.Seat(0); uint8(seat) < s.NumSeats; seat++ {
		opts := game.Options(r, s, seat, nil)
		for _, c := range candidates(r, s, seat) {
			listed := lists(r, opts, &c)
			accepted := r.Check(s, &c)
			if listed == accepted.OK() || listed && accepted.Why == game.SameOffer { // no list shows earlier offers
				continue
			}
			t.Errorf("phase %s, seat %d, %s: listed %v, refused with %q", wire.PhaseName(s.Phase()), seat, spell(&c), listed, wire.CodeName(accepted.Code))
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

func spell(c *game.Command) string {
	return fmt.Sprintf("%s space %d dest %d choice %d n %d amount %d group %d steps %v lift %b give %v want %v",
		wire.MoveName(c.Kind), c.Space, c.Dest, c.Choice, c.N, c.Amount, c.Group, c.Spaces[:c.Steps], c.Lift, c.Give, c.Want)
}

// lists reports whether one of the options covers the command.
func lists(r *game.Ruleset, opts []game.Option, c *game.Command) bool {
	for i := range opts {
		if o := &opts[i]; o.Kind == c.Kind && covers(r, o, c) {
			return true
		}
	}
	return false
}

func covers(r *game.Ruleset, o *game.Option, c *game.Command) bool {
	switch c.Kind {
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.PayInKind, game.Place:
		return o.Spaces.Has(c.Space)
	case game.Build, game.Sell:
		return o.Spaces.Has(c.Spaces[0])
	case game.SellGroup:
		return o.Groups>>c.Group&1 == 1
	case game.MoveHouse:
		return o.Spaces.Has(c.Space) && o.Dests.Has(c.Dest)
	case game.Bid:
		return c.Amount >= o.Min && c.Amount <= o.Max && (c.Amount-o.Min)%o.Step == 0
	case game.Intent:
		return c.N >= 0 && game.Money(c.N) <= o.Max
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		return o.Choices>>c.Choice&1 == 1
	case game.ClaimRent, game.WaiveClaim, game.RejectTrade, game.CancelTrade:
		return o.N == c.N
	case game.AcceptTrade:
		return o.N == c.N && c.Lift == o.Must
	case game.ProposeTrade:
		return o.Seats.Has(c.To) && c.Give.Deeds&^o.Spaces == 0 && c.Give.Cash <= o.Max
	default:
		return true
	}
}

// candidates are the commands tried: every move with every single argument,
// and amounts round the limits.
func candidates(r *game.Ruleset, s *game.State, seat game.Seat) []game.Command {
	var out []game.Command
	for _, k := range []game.CommandKind{
		game.Roll, game.PayFine, game.UseJailCard, game.Stay, game.ChooseSum, game.Buy, game.Decline, game.Pass, game.SkipPick,
		game.Duel, game.NoDuel, game.Take, game.Leave, game.EndTurn, game.Done, game.AcceptSettlement, game.RejectSettlement,
		game.PayDebt, game.DeclareBankruptcy, game.Resign,
	} {
		out = append(out, game.Move(k, seat))
	}
	for sp := game.Space(0); uint8(sp) < r.Size; sp++ {
		for _, k := range []game.CommandKind{game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.PayInKind, game.Place} {
			out = append(out, game.MoveAt(k, seat, sp))
		}
		out = append(out, game.MoveSteps(game.Build, seat, sp), game.MoveSteps(game.Sell, seat, sp))
	}
	for g := uint8(0); g < r.NumGroups; g++ {
		c := game.Move(game.SellGroup, seat)
		c.Group = g
		out = append(out, c)
	}
	for choice := game.NoAnswer + 1; choice < game.NumChoices; choice++ {
		for _, k := range []game.CommandKind{game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard} {
			out = append(out, game.MoveChoice(k, seat, choice))
		}
	}
	cash := s.Players[seat].Cash
	for _, m := range []game.Money{0, 1, r.Unit, s.Auction.Min, s.Auction.Bid, s.Auction.Bid + r.Unit, s.Auction.Bid + 1, cash, cash + r.Unit, cash - s.DebtOf(seat)} {
		if m >= 0 {
			out = append(out, game.MoveFor(game.Bid, seat, m))
		}
	}
	for n := int32(0); n <= 13; n++ {
		out = append(out, game.MoveN(game.Intent, seat, n))
	}
	for id := int32(1); id <= 9; id++ {
		for _, k := range []game.CommandKind{game.ClaimRent, game.WaiveClaim, game.RejectTrade, game.CancelTrade} {
			out = append(out, game.MoveN(k, seat, id))
		}
	}
	return append(append(out, redistributions(r, s, seat)...), deals(r, s, seat)...)
}

func redistributions(r *game.Ruleset, s *game.State, seat game.Seat) []game.Command {
	var out []game.Command
	if !s.Equal.Open {
		return nil
	}
	lots := r.Groups[s.Equal.Group].Spaces
	for from := lots; from != 0; from = from.Rest() {
		c := game.MoveAt(game.MoveHouse, seat, from.First())
		for to := lots.Without(from.First()); to != 0; to = to.Rest() {
			c.Dest = to.First()
			if s.Level[c.Space] > 0 { // from an empty lot nothing can be moved, whatever is listed
				out = append(out, c)
			}
		}
	}
	return out
}

// deals are one deed for one unit, with every player, and the answers to open trades.
func deals(r *game.Ruleset, s *game.State, seat game.Seat) []game.Command {
	var out []game.Command
	for to := game.Seat(0); uint8(to) < s.NumSeats; to++ {
		if to == seat || s.Players[to].BankerOnly || s.DebtOf(to) > 0 {
			continue
		}
		for d := s.Owned[seat]; d != 0; d = d.Rest() {
			c := game.Move(game.ProposeTrade, seat)
			c.To, c.Give.Deeds, c.Want.Cash = to, game.SetOf(d.First()), r.Unit
			out = append(out, c)
		}
	}
	for i := range s.Trades[:s.NumTrades] {
		c := game.MoveN(game.AcceptTrade, seat, int32(s.Trades[i].ID))
		if o, ok := acceptOption(game.Options(r, s, seat, nil), c.N); ok {
			c.Lift = o.Must
		}
		out = append(out, c)
	}
	return out
}

func acceptOption(opts []game.Option, id int32) (game.Option, bool) {
	for _, o := range opts {
		if o.Kind == game.AcceptTrade && o.N == id {
			return o, true
		}
	}
	return game.Option{}, false
}
