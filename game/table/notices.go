package table

import (
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// news lists the notices for steps that led from one state to
// another, for players who want any: a player with a new decision or a proposed
// trade, one who was absent and is replaced, and all of them when the game begins or
// ends. The mover sees the result and gets none.
func (s *Service) news(g *Game, before, after *game.State, steps []step, at time.Time) []notice.Notice {
	list := s.tableNews(g, before, after, steps, at)
	if s.cfg.Heeds == nil {
		return list
	}
	shown := game.Nobody
	for i := range g.Seats {
		seat := game.Seat(i)
		p, absent := g.recipient(seat), g.Seats[i].Sub != "" && s.cfg.Heeds(g.Seats[i].Player)
		if (p == "" || !s.cfg.Heeds(p)) && !absent {
			continue
		}
		if shown == game.Nobody {
			shown = actors(steps).Shown
		}
		kind, ok := newsFor(before, after, seat)
		if ok && absent && kind == notice.Over {
			list = addNotice(list, newNotice(g.Seats[i].Player, g.ID, kind, at))
		}
		if g.Device(seat).Has(shown) {
			continue // they see it on the page from which the move came
		}
		if g.becomesSent(before, after, seat) {
			kind, ok = notice.Replaced, true
		} else if after.Players[i].Away && g.Seats[i].Sub == "" {
			ok = ok && kind == notice.Over
		}
		if ok && p != "" && s.cfg.Heeds(p) {
			list = addNotice(list, newNotice(p, g.ID, kind, at))
		}
	}
	return list
}

// becomesSent reports whether steps from one state to another took an absent player from the
// table, by a vote or because their time ran out.
func (g *Game) becomesSent(before, after *game.State, seat game.Seat) bool {
	if !g.Sent(seat) {
		return false
	}
	was, is := &before.Players[seat], &after.Players[seat]
	return !was.Away && !was.Bankrupt && (is.Away || is.Bankrupt)
}

// addNotice adds a notice to a list that does not have it.
func addNotice(list []notice.Notice, one notice.Notice) []notice.Notice {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

// tableNews is what the hook of a table is told: that somebody else than the mover is
// up, that the mover has got into debt, or that the game has ended. Of bots there is
// nothing to tell.
func (s *Service) tableNews(g *Game, before, after *game.State, steps []step, at time.Time) []notice.Notice {
	if s.cfg.Tells == nil || g.Owner == "" || !s.cfg.Tells(g.ID) {
		return nil
	}
	shown := actors(steps).Shown
	for i := range g.Seats {
		seat := game.Seat(i)
		kind, ok := newsFor(before, after, seat)
		own := seat == shown && (after.Phase() != game.PhaseDebt || before.Phase() == game.PhaseDebt)
		if !ok || kind == notice.Asked && (own || g.Seats[i].Holder() == "" || after.Players[i].Away && g.Seats[i].Sub == "") {
			continue
		}
		if kind == notice.Asked || kind == notice.Over {
			return []notice.Notice{newNotice(g.Owner, g.ID, notice.Table, at)}
		}
	}
	return nil
}

func newNotice(p account.PlayerID, id string, kind notice.Kind, at time.Time) notice.Notice {
	return notice.Notice{Player: string(p), Game: id, Kind: kind, Since: at, DueAt: notice.Collapse(at, at)}
}

// newsFor is the most urgent thing that is new for a seat.
func newsFor(before, after *game.State, seat game.Seat) (notice.Kind, bool) {
	switch {
	case after.Status == game.Finished && before.Status != game.Finished:
		return notice.Over, true
	case after.Status != game.Playing:
		return "", false
	case isAsked(after, seat) && (!isAsked(before, seat) || timecontrol.DecisionID(before, seat) != timecontrol.DecisionID(after, seat)):
		return notice.Asked, true
	case latestTrade(after, seat) > latestTrade(before, seat), after.Last.Ask.Has(seat) && !before.Last.Ask.Has(seat):
		return notice.Offer, true
	case before.Status == game.InLobby && after.In(seat):
		return notice.Started, true
	}
	return "", false
}

// isAsked reports whether the game waits for the seat.
func isAsked(s *game.State, seat game.Seat) bool {
	return s.Status == game.Playing && s.Waiting().Has(seat)
}

// latestTrade is the newest open proposal that the seat has to answer or to
// vote on, 0 if there is none.
func latestTrade(s *game.State, seat game.Seat) (id uint16) {
	for i := range s.Trades[:s.NumTrades] {
		if t := &s.Trades[i]; t.To == seat && !t.Held || t.Held && t.Ask.Has(seat) {
			id = max(id, t.ID)
		}
	}
	return id
}

// changed lists the players to notify of a change of the times or the votes of a
// table: of a motion that is put, all who vote on it; of a stand-in, whom they play for;
// and the time of those who are asked is to be looked at again.
func (s *Service) changed(before, after *Game, st *game.State) []notice.Notice {
	if after.Tempo == nil || after.Status != game.Playing {
		return nil
	}
	list := s.resumed(before, after, st)
	if s.cfg.Heeds == nil {
		return list
	}
	voters := timed(after, st)
	for i := range after.Tempo.Motions {
		m := &after.Tempo.Motions[i]
		if before.Tempo != nil && slices.ContainsFunc(before.Tempo.Motions, func(o timecontrol.Motion) bool { return sameMotion(&o, m) }) {
			continue
		}
		for j, seat := range after.Seats {
			p := seat.Holder()
			if p == "" || !voters.Has(game.Seat(j)) || game.Seat(j) == m.By || game.Seat(j) == m.About || !s.cfg.Heeds(p) {
				continue
			}
			list = addNotice(list, newNotice(p, after.ID, notice.Vote, m.At))
		}
	}
	list = append(list, s.nudges(before, after, st)...)
	for i, seat := range after.Seats {
		if seat.Sub != "" && i < len(before.Seats) && before.Seats[i].Sub == "" && s.cfg.Heeds(seat.Player) {
			list = append(list, newNotice(seat.Player, after.ID, notice.Replaced, s.now()))
		}
		list = append(list, s.lookAgain(after, st, seat.Holder())...)
	}
	return list
}

// resumed lists whom to notify when a pause ends before its time: those who have not been
// told yet what they are asked, and the hook of the table.
func (s *Service) resumed(before, after *Game, st *game.State) (list []notice.Notice) {
	now := s.now()
	_, paused := before.Tempo.Paused(now)
	if _, still := after.Tempo.Paused(now); !paused || still {
		return nil
	}
	asked := timed(after, st) & st.Waiting()
	if asked != 0 && after.Owner != "" && s.cfg.Tells != nil && s.cfg.Tells(after.ID) {
		list = append(list, newNotice(after.Owner, after.ID, notice.Table, now))
	}
	for ; asked != 0 && s.cfg.Heeds != nil; asked = asked.Rest() {
		p := after.recipient(asked.First())
		if p == "" || !s.cfg.Heeds(p) || !after.Tempo.Seats[asked.First()].Notified.IsZero() {
			continue
		}
		list = addNotice(list, newNotice(p, after.ID, notice.Asked, now))
	}
	return list
}

// lookAgain has the notifier look again at the time of a player who has to decide:
// it may run out at another hour than their reminder assumes.
func (s *Service) lookAgain(g *Game, st *game.State, p account.PlayerID) []notice.Notice {
	if s.cfg.Heeds == nil || p == "" || st.Status != game.Playing || st.Waiting()&g.AnswersFor(p) == 0 || !s.cfg.Heeds(p) {
		return nil
	}
	one := newNotice(p, g.ID, notice.Remind, s.now())
	one.Since = notice.Never()
	return []notice.Notice{one}
}

func sameMotion(a, b *timecontrol.Motion) bool {
	return a.What == b.What && a.About == b.About && a.At.Equal(b.At)
}
