package game

// land resolves the space on which the active token came to rest. A card may
// ask for a special rent with a factor for its dice.
func (t *Turn) land(special CardRent, factor Money) {
	if t.chain++; t.chain > maxChain {
		return
	}
	seat := t.S.Turn.Seat
	sp := t.S.Players[seat].Space
	d := &t.R.Spaces[sp]
	switch d.Kind {
	case KindLot, KindStation, KindUtility:
		t.landDeed(sp, special, factor)
	case KindTax:
		t.landTax(sp)
	case KindChance, KindChest:
		t.draw(d.Deck)
	case KindGoToJail:
		t.jail(BySquare)
	case KindParking:
		if pot := t.S.Pot; t.R.HasPot() && pot > 0 {
			t.emit(Event{Kind: PotChanged, Seat: seat, Other: Nobody})
			t.pay(Bank, seat, pot, ForPot, RMove7, sp)
		}
	case KindAuction:
		t.landAuction()
	case KindTicket:
		t.drawTicket(seat)
	case KindGift:
		t.ask(PhaseGift, sp)
	case KindGo, KindJail:
	}
}

// landDeed offers an unowned deed, or opens the claim of its owner.
func (t *Turn) landDeed(sp Space, special CardRent, factor Money) {
	s, r := &t.S, t.R
	seat := s.Turn.Seat
	if s.Free.Has(sp) {
		switch {
		case r.FirstLap && !s.Players[seat].Lapped:
		case r.AuctionAll:
			t.openAuction(Item{Kind: ItemDeed, Space: sp}, r.AuctionMin, s.Alive())
		default:
			t.emit(Event{Kind: Offered, Seat: seat, Other: Nobody, Space: sp})
		}
		return
	}
	owner := s.Owner(sp)
	if owner < 0 || owner == seat || s.Mortgaged.Has(sp) {
		return
	}
	if r.duelOffered(s, seat, sp) {
		t.ask(PhaseDuel, sp)
		return
	}
	pips := Money(s.Turn.Pips)
	if r.Spaces[sp].Kind == KindUtility && r.ThrowsForUtility(int(pips), special) {
		d := t.luck.Roll(seat, ForRent, nil)
		t.emit(Event{Kind: Rolled, Seat: seat, Other: Nobody, Dice: d, Cause: ForRent})
		pips = Money(d[0]) + Money(d[1])
		if special == RentDiceTen {
			t.openClaim(sp, pips*factor)
			return
		}
	}
	t.openClaim(sp, r.rent(s, sp, special, pips))
}

// rent is the rent of an owned, unmortgaged deed (R-RENT-3 to -7). Utilities
// ask their factor times the pips.
func (r *Ruleset) rent(s *State, sp Space, special CardRent, pips Money) Money {
	owner := s.Owner(sp)
	if owner < 0 {
		return 0
	}
	d := &r.Spaces[sp]
	n := (s.Owned[owner] & r.Groups[d.Group].Spaces).Len()
	switch d.Kind {
	case KindStation:
		rent := r.StationRent[n]
		if s.Depots.Has(sp) {
			rent *= r.DepotFactor
		}
		if special == RentDouble {
			rent *= 2
		}
		return rent
	case KindUtility:
		return r.UtilityFactor[n] * pips
	default:
	}
	if s.Level[sp] > 0 {
		return r.RentAt(sp, s.Level[sp])
	}
	return d.Rent[0] * r.bareFactor(s, d.Group, n)
}

// bareFactor multiplies the rent of an unbuilt lot (R-RENT-3, -4, R-MBUILD-3).
func (r *Ruleset) bareFactor(s *State, group uint8, n int) Money {
	g := r.Groups[group].Spaces
	size := g.Len()
	if r.FactorNeedsUnmortgaged && g&s.Mortgaged != 0 {
		return 1
	}
	switch n {
	case size:
		return r.GroupRentFactor()
	case size - 1:
		return r.MajorityRentFactor()
	}
	return 1
}

// GroupRentFactor multiplies the rent of an unbuilt lot whose whole group has one owner (R-RENT-3).
func (r *Ruleset) GroupRentFactor() Money { return r.GroupFactor }

// MajorityRentFactor multiplies the rent of an unbuilt lot whose owner lacks one
// lot of the group; 1 unless a house rule says otherwise.
func (r *Ruleset) MajorityRentFactor() Money { return max(1, r.MajorityFactor) }

// ThrowsForUtility reports whether the rent of a utility takes a throw of its
// own: by the rulebook, for a card that asks for it, or because the token came
// there without one; pips are those of the throw that moved it (R-RENT-7).
func (r *Ruleset) ThrowsForUtility(pips int, special CardRent) bool {
	return pips == 0 || r.UtilityDice == DiceFresh || special == RentDiceTen
}

// RentNow is the present rent of an owned deed, 0 if mortgaged or unowned; for a utility the factor of the dice.
func (r *Ruleset) RentNow(s *State, sp Space) Money {
	if s.Mortgaged.Has(sp) {
		return 0
	}
	return r.rent(s, sp, RentNormal, 1)
}

// openClaim notes rent that the owner may demand (R-RENT-1).
func (t *Turn) openClaim(sp Space, amount Money) { t.openClaimOf(t.S.Owner(sp), sp, amount) }

func (t *Turn) openClaimOf(owner Seat, sp Space, amount Money) {
	if amount <= 0 {
		return
	}
	s := &t.S
	if s.NumClaims == MaxClaims {
		t.emit(Event{Kind: ClaimLapsed, Seat: Nobody, Other: Nobody, N: int32(s.Claims[0].ID)})
	}
	id := int32(s.LastClaim) + 1
	t.emit(Event{
		Kind: ClaimOpened, N: id, Seat: owner, Other: s.Turn.Seat, Space: sp,
		Amount: amount, Left: t.R.ClaimTurns(),
	})
	if t.R.ClaimsAutomatic() && !t.R.RentBarred(s, owner) {
		t.emit(Event{Kind: RentClaimed, Seat: Nobody, Other: Nobody, N: id})
		t.owe(s.Turn.Seat, owner, amount, ForRent, RRent9, sp)
	}
}

// landTax takes a flat tax or asks for the choice (R-TAX-1, -2).
func (t *Turn) landTax(sp Space) {
	d := &t.R.Spaces[sp]
	if t.R.taxChoice() && d.Percent > 0 {
		t.ask(PhaseTax, sp)
		return
	}
	t.owe(t.S.Turn.Seat, Bank, d.Tax, ForTax, RTax1, sp)
}

// taxChoice reports whether income tax may be paid as a share of one's worth (R-TAX-2).
func (r *Ruleset) taxChoice() bool { return r.TaxChoice }

// WorthHidden reports whether a player's totals are not shown because they have to
// choose their tax before the count (R-TAX-3).
func (r *Ruleset) WorthHidden(s *State, seat Seat) bool {
	return r.TaxBlind && s.Turn.Phase == PhaseTax && s.Turn.Seat == seat && s.Status == Playing
}

// TaxShare is the price of choosing a share of everything on a tax space (R-TAX-2).
func (r *Ruleset) TaxShare(s *State, seat Seat, sp Space) Money {
	return r.up(r.Worth(s, seat), int64(r.Spaces[sp].Percent))
}

func (t *Turn) chooseTax(c *Command) {
	sp := t.S.Turn.Space
	d := &t.R.Spaces[sp]
	amount := d.Tax
	if c.Choice == Percent {
		amount = t.R.TaxShare(&t.S, c.Seat, sp)
	}
	t.emit(Event{Kind: TaxChosen, Seat: c.Seat, Other: Nobody, N: int32(c.Choice), Space: sp})
	t.owe(c.Seat, Bank, amount, ForTax, RTax2, sp)
}
