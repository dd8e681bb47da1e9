package game

// canStart checks the number of players and the dealt deeds (R-SETUP-2, -7, -9).
func (r *Ruleset) canStart(s *State) Refusal {
	if s.Status != InLobby {
		return no(WrongPhase, RSetup1)
	}
	playing := uint8(0)
	for i := range s.Players[:s.NumSeats] {
		if !s.Players[i].BankerOnly {
			playing++
		}
	}
	if playing != s.NumSeats && !r.bankerAlone(s.NumSeats) {
		return no(BadConfig, RSetup7)
	}
	if least, most := r.PlayerRange(); int(playing) < least || int(playing) > most {
		return no(BadCount, RSetup2)
	}
	if n := r.DeedsDealt(); n > 0 && !r.canDeal(n, int(playing)) {
		return no(BadConfig, RSetup9)
	}
	return Refusal{}
}

// bankerAlone reports whether one of so many participants may keep the bank and nothing else (R-SETUP-7).
func (r *Ruleset) bankerAlone(participants uint8) bool {
	least, most := r.BankerOnlyRange()
	return least > 0 && int(participants) >= least && (most == 0 || int(participants) <= most)
}

// PlayerRange is how few and how many can play (R-SETUP-2).
func (r *Ruleset) PlayerRange() (least, most int) { return int(r.MinPlayers), int(r.MaxPlayers) }

// BankerOnlyRange is with how many participants one of them may keep the bank
// and not play (R-SETUP-7): least is 0 if that is never so, most is 0 if the
// number of players is the only limit.
func (r *Ruleset) BankerOnlyRange() (least, most int) {
	return int(r.BankerOnlyMin), int(r.BankerOnlyMax)
}

// StartingCash is the money that every player starts with (R-SETUP-3).
func (r *Ruleset) StartingCash() Money { return r.StartCash }

// DeedsDealt is how many deeds every player is dealt at the start (R-SETUP-9).
func (r *Ruleset) DeedsDealt() int { return int(r.DealDeeds) }

// canDeal reports whether n deeds a seat are there and the dearest of them affordable.
func (r *Ruleset) canDeal(n, players int) bool {
	if n*players > r.Deeds.Len() {
		return false
	}
	var dearest [MaxSpaces]Money
	for d := r.Deeds; d != 0; d = d.Rest() {
		p := r.dealPrice(d.First())
		for i := range dearest[:n] {
			if p > dearest[i] {
				p, dearest[i] = dearest[i], p
			}
		}
	}
	var sum Money
	for _, p := range dearest[:n] {
		sum += p
	}
	return sum <= r.StartingCash()
}

// dealPrice is the price of a dealt deed to its new owner (R-SETUP-9, H-17).
func (r *Ruleset) dealPrice(sp Space) Money {
	if r.DealFree {
		return 0
	}
	return r.Spaces[sp].Price
}

// start deals deeds if the table plays so, throws for the order and begins the first turn.
func (t *Turn) start() {
	t.emit(Event{Kind: GameStarted, Seat: Nobody, Other: Nobody})
	for range t.R.DeedsDealt() {
		for seats := t.S.Alive(); seats != 0; seats = seats.Rest() {
			t.deal(seats.First())
		}
	}
	first := t.throwForOrder()
	t.emit(Event{Kind: Ordered, Seat: Nobody, Other: first})
	t.beginTurn(first)
}

func (t *Turn) deal(seat Seat) {
	pick := t.luck.Deal(t.S.Free.Len())
	left := t.S.Free
	for range pick {
		left = left.Rest()
	}
	sp := left.First()
	t.emit(Event{Kind: DeedDealt, Seat: seat, Other: Nobody, Space: sp})
	t.pay(seat, Bank, t.R.dealPrice(sp), ForPrice, RSetup9, sp)
}

// throwForOrder returns the seat with the highest throw; ties throw again (R-ORDER-1, -2).
func (t *Turn) throwForOrder() Seat {
	begin := Seat(0)
	if t.R.BankerFirst {
		begin = t.S.Banker
	}
	if !t.S.In(begin) {
		begin = t.S.Left(begin)
	}
	among := t.S.Alive()
	for {
		best, tied := 0, Seats(0)
		seat := begin
		for range t.S.NumSeats {
			if among.Has(seat) {
				d := t.luck.Roll(seat, ByOrder, nil)
				t.emit(Event{Kind: Rolled, Seat: seat, Other: Nobody, Dice: d, Cause: ByOrder})
				switch sum := int(d[0]) + int(d[1]); {
				case sum > best:
					best, tied = sum, Seats(0).With(seat)
				case sum == best:
					tied = tied.With(seat)
				}
			}
			seat = Seat((int(seat) + 1) % int(t.S.NumSeats))
		}
		if tied.Len() == 1 {
			return tied.First()
		}
		among = tied
	}
}

// beginTurn makes the seat the active player.
func (t *Turn) beginTurn(seat Seat) {
	e := Event{Kind: TurnStarted, Seat: seat, Other: Nobody, N: int32(t.S.Turn.Number) + 1, Phase: PhaseRoll}
	e.Flag = t.S.Turn.Number > 0 && t.S.newRound(seat)
	if p := &t.S.Players[seat]; p.Jailed {
		e.Phase, e.Left = PhaseJail, p.JailTurn+1
	}
	t.emit(e)
}

// nextTurn passes the dice to the left, or to the final count if time is up.
func (t *Turn) nextTurn() {
	if t.S.TimeUp {
		t.ask(PhaseFinal, NoSpace)
		return
	}
	next := t.S.Left(t.S.Turn.Seat)
	if limit := t.R.MostRounds(); limit > 0 && t.S.newRound(next) && t.S.Round+1 >= limit {
		t.ask(PhaseFinal, NoSpace)
		return
	}
	t.beginTurn(next)
}

// MostRounds is after how many rounds the game is over (H-18), 0 for any number.
func (r *Ruleset) MostRounds() uint16 { return r.RoundLimit }

// WithoutRoundLimit returns the same rules with games that may last any number of rounds (H-18).
func (r *Ruleset) WithoutRoundLimit() Ruleset {
	long := *r
	long.RoundLimit = 0
	return long
}

// newRound reports whether the dice come round to, or past, the seat that began.
func (s *State) newRound(next Seat) bool {
	n := int(s.NumSeats)
	step := (int(next)-int(s.Turn.Seat)+n-1)%n + 1
	toFirst := (int(s.First)-int(s.Turn.Seat)+n-1)%n + 1
	return toFirst <= step
}

// canEndTurn follows R-TURN-2, R-TURN-3 and R-DEBT-9.
func (r *Ruleset) canEndTurn(s *State, seat Seat) Refusal {
	phase := s.Phase()
	switch {
	case s.NumDebts > 0:
		return no(DebtOpen, RDebt9)
	case phase == PhaseRoll && s.Turn.Throw > 1:
		return no(WrongPhase, RDbl1)
	case phase == PhaseRoll:
		return no(WrongPhase, RTurn2)
	}
	return s.asked(seat, PhaseHub, RTurn3)
}

func (t *Turn) endTurn() {
	t.emit(Event{Kind: TurnEnded, Seat: t.S.Turn.Seat, Other: Nobody})
	t.nextTurn()
}
