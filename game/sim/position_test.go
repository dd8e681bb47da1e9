package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
)

// TestAnyPositionIsPlayable walks by random options from positions that games
// seldom reach: little cash, many buildings, claims, debts and mortgages.
func TestAnyPositionIsPlayable(t *testing.T) {
	for _, table := range tables() {
		t.Run(table.name, func(t *testing.T) {
			t.Parallel()
			st := table.load(t)
			rapid.Check(t, func(t *rapid.T) { walkFrom(t, st.Rules, table.players) })
		})
	}
}

func walkFrom(t *rapid.T, r *game.Ruleset, players int) {
	seed := rapid.Uint64().Draw(t, "seed")
	w := walker{t: t, luck: chance.Seeded(SeedOf(seed, 0)), noise: rand.New(rand.NewPCG(seed, 0))}
	s := position(r, players, rand.New(rand.NewPCG(seed, 1)))
	w.turn.Begin(r, &s)
	w.turn.Remember = true
	for range rapid.IntRange(1, 25).Draw(t, "steps") {
		if w.turn.S.Status != game.Playing {
			return
		}
		if r.TimeLimit && !w.turn.S.TimeUp && w.noise.IntN(20) == 0 {
			w.give(game.Move(game.TimeUp, game.Nobody))
			continue
		}
		w.step()
	}
}

// position draws a state in which a player is to throw or to pay.
func position(r *game.Ruleset, players int, rnd *rand.Rand) game.State {
	s := game.NewState(r, players, 0, false)
	s.Status = game.Playing
	most := []int{20, 200, 2000}[rnd.IntN(3)] * int(r.Unit)
	for i := range s.Players[:players] {
		s.Players[i].Cash = game.Money(rnd.IntN(most)) / r.Unit * r.Unit
		s.Players[i].Space = game.Space(rnd.IntN(int(r.Size)))
		if rnd.IntN(5) == 0 {
			s.Players[i].Jailed, s.Players[i].Space, s.Players[i].JailTurn = true, r.Jail, uint8(rnd.IntN(int(r.JailTurns)))
		}
		if r.Tickets && s.Tickets > 0 {
			s.Players[i].Tickets, s.Tickets = 1, s.Tickets-1
		}
	}
	ownGroups(r, &s, rnd)
	s.Turn = game.TurnState{Number: 1, Seat: game.Seat(rnd.IntN(players)), Throw: 1, Phase: game.PhaseRoll, Space: game.NoSpace}
	if p := &s.Players[s.Turn.Seat]; p.Jailed {
		p.JailTurn++
		s.Turn.Phase = game.PhaseJail
	}
	for range rnd.IntN(4) {
		payer, owner := game.Seat(rnd.IntN(players)), game.Seat(rnd.IntN(players))
		if payer != owner {
			s.LastClaim++
			s.Claims[s.NumClaims] = game.Claim{
				ID: s.LastClaim, Owner: owner, Payer: payer, Space: r.Deeds.First(), Left: r.RentWindow,
				Amount: r.Unit * game.Money(1+rnd.IntN(most/int(r.Unit))),
			}
			s.NumClaims++
		}
	}
	return s
}

// ownGroups deals the deeds, mostly by whole groups, builds on some and mortgages others.
func ownGroups(r *game.Ruleset, s *game.State, rnd *rand.Rand) {
	for g := range r.NumGroups {
		owner := rnd.IntN(int(s.NumSeats) + 1)
		whole := rnd.IntN(3) > 0
		for d := r.Groups[g].Spaces; d != 0; d = d.Rest() {
			if !whole {
				owner = rnd.IntN(int(s.NumSeats) + 1)
			}
			if sp := d.First(); owner < int(s.NumSeats) {
				s.Free = s.Free.Without(sp)
				s.Owned[owner] = s.Owned[owner].With(sp)
			}
		}
		for seat := range game.Seat(s.NumSeats) {
			own := r.Groups[g].Spaces & s.Owned[seat]
			if r.Groups[g].Kind == game.KindLot && r.MayHouse(s, seat, g) && rnd.IntN(2) == 0 {
				buildUp(r, s, own, rnd.IntN(int(r.HotelLevel())*own.Len()+1))
				continue
			}
			for ; own != 0; own = own.Rest() {
				if rnd.IntN(3) == 0 {
					s.Mortgaged = s.Mortgaged.With(own.First())
				}
			}
		}
	}
}

// buildUp puts so many buildings on the lots, evenly, as far as the stock goes.
func buildUp(r *game.Ruleset, s *game.State, lots game.Set, n int) {
	for range n {
		low := lots.First()
		for l := lots; l != 0; l = l.Rest() {
			if s.Level[l.First()] < s.Level[low] {
				low = l.First()
			}
		}
		level := s.Level[low] + 1
		b := r.StepBuilding(level)
		if s.Stock[b] == 0 {
			return
		}
		e := game.Event{Kind: game.Built, Space: low, Building: b, Amount: r.StepPrice(low, level), Flag: r.Unlimited}
		if b == game.Hotel {
			e.Left = r.HousesPerLot
		}
		s.Apply(&e)
	}
}

func TestPositionsAreSound(t *testing.T) {
	for _, table := range tables() {
		st := table.load(t)
		for seed := range uint64(50) {
			s := position(st.Rules, table.players, rand.New(rand.NewPCG(seed, 1)))
			var turn game.Turn
			turn.Begin(st.Rules, &s)
			require.NoError(t, Audit(&s, &turn, game.Refusal{}), "%s, seed %d", table.name, seed)
		}
	}
}
