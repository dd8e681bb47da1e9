package table

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Parting says what becomes of a table when one of its players is erased.
type Parting uint8

// The partings.
const (
	PartAlone  Parting = iota // the game is over, or cannot be read: only the name at it changes
	PartSeat                  // not begun: the seat becomes free
	PartClosed                // no one else is there: the table is closed
	PartPlayed                // the computer plays on in the person's place
	PartRuined                // by the rules of this table a player who leaves is bankrupt
	PartVoted                 // those who are still there vote on how to go on: wait, computer, or bankruptcy where the rules have it
)

// parting looks what would become of a table without one of its players.
func (v *view) parting(who account.PlayerID) Parting {
	others := false
	for i, seat := range v.g.Seats {
		if seat.Player != "" && seat.Player != who && !v.g.lends(who, game.Seat(i)) && (v.g.Status == game.InLobby || v.state.In(game.Seat(i))) {
			others = true
		}
	}
	seat := v.g.SeatOf(who)
	switch {
	case v.g.Status == game.Finished:
		return PartAlone
	case !others:
		return PartClosed
	case v.g.Status == game.InLobby:
		return PartSeat
	case seat >= 0 && v.g.Seats[seat].Sub == who:
		return PartPlayed
	case seat == game.Nobody || !v.state.In(seat) || v.state.Players[seat].Away:
		return PartAlone
	case v.setup.Rules.LeavingRuins():
		return PartRuined
	}
	return PartPlayed
}

// Parted is a table and what becomes of it.
type Parted struct {
	Game *Game
	How  Parting   // if nothing else is chosen
	May  []Parting // what can be chosen, How first
}

// Running reports whether a game is under way that this person leaves.
func (p *Parted) Running() bool { return p.Game.Status == game.Playing && p.How != PartAlone }

// choices are the options of a player who leaves. Only a table with a time control asks
// the others about an absent player.
func (v *view) choices(who account.PlayerID) []Parting {
	how := v.parting(who)
	may := []Parting{how}
	seat := v.g.SeatOf(who)
	if (how == PartPlayed || how == PartRuined) && v.g.Tempo != nil && v.g.Clock.Timed() && v.g.Seats[seat].Sub != who {
		may = append(may, PartVoted)
	}
	return may
}

// PlanErase looks what would become of the tables of a player that are not over.
func (s *Service) PlanErase(ctx context.Context, who account.PlayerID) ([]Parted, error) {
	games, err := s.store.Games(ctx, Filter{Player: who, Statuses: []game.Status{game.InLobby, game.Playing}})
	if err != nil {
		return nil, err
	}
	list := make([]Parted, 0, len(games))
	for _, g := range games {
		_, v, err := s.peek(ctx, g.ID)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			continue
		case Unreadable(err): // nobody can leave it, and it must not keep anybody
			list = append(list, Parted{g, PartAlone, []Parting{PartAlone}})
			continue
		case err != nil:
			return nil, err
		}
		may := v.choices(who)
		list = append(list, Parted{g, may[0], may})
	}
	return list, nil
}

// Erase deletes a player. First they leave their tables as chosen, by
// the id of the table, or else as PlanErase says;
// then, at once, their name becomes a pseudonym at every table they ever sat at,
// and all data only about them is deleted. The logs of their games stay as
// they are: names are not in them. It returns the pseudonym. An error before
// that leaves the player known, and Erase may be called again.
func (s *Service) Erase(ctx context.Context, who account.PlayerID, chosen map[string]Parting) (string, error) {
	if _, err := s.store.Player(ctx, who); err != nil {
		return "", err
	}
	open := []game.Status{game.InLobby, game.Playing}
	games, err := s.store.Games(ctx, Filter{Player: who, Statuses: open})
	if err != nil {
		return "", err
	}
	owned, err := s.store.Games(ctx, Filter{Owner: who, Statuses: open})
	if err != nil {
		return "", err
	}
	for _, g := range owned {
		if g.SeatOf(who) == game.Nobody {
			games = append(games, g)
		}
	}
	for _, g := range games {
		if err := s.part(ctx, g.ID, who, chosen[g.ID]); err != nil && !Lost(err) {
			return "", err
		}
	}
	defer s.talk.Forget()
	placeholder := account.Player{ID: account.NewPlayerID(), CreatedAt: s.now()}
	err = s.withTables(ctx, func() error {
		if placeholder.Name, err = s.pseudonym(ctx, who); err != nil {
			return err
		}
		heirs, err := s.heirs(ctx, who)
		if err != nil {
			return err
		}
		return s.store.ErasePlayer(context.WithoutCancel(ctx), who, placeholder, heirs)
	}, who)
	return placeholder.Name, err
}

// part removes a player from a table that is not over, as they have chosen if they may.
func (s *Service) part(ctx context.Context, id string, who account.PlayerID, chosen Parting) error {
	return s.again(ctx, func() error { return s.partOnce(ctx, id, who, chosen) })
}

func (s *Service) partOnce(ctx context.Context, id string, who account.PlayerID, chosen Parting) error {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	seat := v.g.SeatOf(who)
	switch {
	case seat == game.Nobody:
		return t.passOn(ctx, v, who)
	case v.g.Opening():
		return ErrOpening
	case v.g.Seats[seat].Sub == who:
		_, err = t.leaveOff(ctx, v, seat)
		return err
	}
	if v.state.Lock.Open && v.state.Lock.Seat == seat { // their number will not come any more
		if v, err = t.goOn(ctx, v); err != nil {
			return err
		}
	}
	may := v.choices(who)
	for at := v.g.Device(seat); v.g.Status == game.Playing && !v.g.isGuest(seat) && at != 0; at = at.Rest() {
		if one := at.First(); one != seat && v.state.In(one) && !v.state.Players[one].Away { // nobody could play there any more
			if v, err = t.give(ctx, v, game.Move(game.Resign, one), ByPerson); err != nil {
				return err
			}
		}
	}
	how := may[0]
	if slices.Contains(may, chosen) {
		how = chosen
	}
	switch how {
	case PartVoted:
		if v, err = t.askOthers(ctx, v, seat); err == nil {
			err = t.passOn(ctx, v, who)
		}
	case PartSeat:
		_, err = t.vacate(ctx, v, seat)
	case PartClosed:
		if v.g.Status == game.InLobby {
			return t.remove(ctx)
		}
		_, err = t.give(ctx, v, game.Move(game.Abandon, game.Nobody), BySystem)
	case PartPlayed, PartRuined:
		_, err = t.give(ctx, v, game.Move(game.Resign, seat), ByPerson)
	case PartAlone:
		err = t.passOn(ctx, v, who)
	}
	return err
}

// askOthers puts it to those who are still there how to go on without a seat,
// whose orders end.
func (t *live) askOthers(ctx context.Context, v *view, seat game.Seat) (*view, error) {
	v, err := t.dropBook(ctx, v, seat)
	if err != nil {
		return nil, err
	}
	if v.g.voted(timecontrol.Absent, seat) {
		return v, nil
	}
	g := v.g.cloneTimed()
	g.Tempo.Motions = append(g.Tempo.Motions, t.absence(v, seat, t.s.now()))
	return t.saveTempo(ctx, v, g)
}

// pseudonym is a name that is free at all tables of a player.
func (s *Service) pseudonym(ctx context.Context, who account.PlayerID) (string, error) {
	games, err := s.store.Games(ctx, Filter{Player: who})
	if err != nil {
		return "", err
	}
	for {
		var b [2]byte
		_, _ = rand.Read(b[:]) // never fails; the process ends instead
		name, taken := "Person "+strings.ToUpper(hex.EncodeToString(b[:])), false
		for _, g := range games {
			for _, seat := range g.Seats {
				taken = taken || strings.EqualFold(seat.Name, name)
			}
		}
		if !taken {
			return name, nil
		}
	}
}
