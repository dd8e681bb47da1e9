package notifications

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// sortBatch is how many notices are sorted in one go.
const sortBatch = 200

// inPause is when a table that pauses is looked at again, at the latest, and
// a player whose preferences cannot be read.
const inPause = 6 * time.Hour

// person is a player whose notices are sorted or delivered.
type person struct {
	preferences notice.Preferences
	channels    []notice.Channel
	damaged     bool // the preferences are unreadable: this player is notified later, and others now
}

// sends reports whether any of the player's channels brings them messages.
func (p *person) sends() bool {
	return slices.ContainsFunc(p.channels, func(c notice.Channel) bool { return c.Sends() })
}

func (o *Service) person(ctx context.Context, player string) (person, error) {
	var p person
	var err error
	if p.preferences, p.damaged, err = o.preferences(ctx, player); err != nil || p.damaged {
		return p, err
	}
	p.channels, err = o.store.Channels(ctx, player)
	return p, err
}

// sort takes a batch of due notices out of the outbox and returns how many there were.
func (o *Service) sort(ctx context.Context) (int, error) {
	now := o.now()
	if err := o.rewind(ctx, now); err != nil {
		return 0, err
	}
	list, err := o.store.DueNotices(ctx, now, sortBatch)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	people := map[string]person{}
	all := make([]Sorted, 0, len(list))
	for i := range list {
		n := &list[i]
		if n.Kind == notice.Table {
			one, err := o.sortTable(ctx, n, now)
			if err != nil {
				return 0, err
			}
			all = append(all, one)
			continue
		}
		p, ok := people[n.Player]
		if !ok {
			if p, err = o.person(ctx, n.Player); err != nil {
				return 0, err
			}
			people[n.Player] = p
		}
		one, err := o.sortOne(ctx, n, &p, now)
		if err != nil {
			return 0, err
		}
		all = append(all, one)
	}
	return len(list), o.store.Sort(ctx, all)
}

// setBack is by how much less than at the last look it has to be for the clock to have been set back.
const setBack = 5 * time.Second

// rewind looks at all that is queued again after the clock was set back: else it would
// wait until the old time comes round again.
func (o *Service) rewind(ctx context.Context, now time.Time) error {
	if now.Add(setBack).UnixMilli() < o.looked.Load() {
		if err := o.store.Rewind(ctx, now); err != nil {
			return err
		}
	}
	o.looked.Store(now.UnixMilli())
	return nil
}

// fact is the state of a table for a player.
type fact struct {
	snap                    table.Snapshot
	own                     game.Seat // of the player; Nobody if they have stood in for one
	seat                    game.Seat // that is asked: their own, or one that is played at their device
	asked, offered, voting  bool
	replaced                bool      // the table plays on without the player
	seen                    bool      // all that has happened so far
	last                    uint32    // the last event that the player has seen
	looked                  time.Time // last
	answer                  game.CommandKind
	by, next                string    // who invites the player to another game, and its table; "" if nobody
	since, begins, deadline time.Time // of the player's decision, if their time runs
}

// snapshot looks at a table; false if there is none to tell of.
func (o *Service) snapshot(ctx context.Context, id string) (table.Snapshot, bool, error) {
	snap, err := o.tables.Snapshot(ctx, id)
	switch {
	case errors.Is(err, storage.ErrNotFound), errors.Is(err, table.ErrSealed):
		return snap, false, nil
	case errors.Is(err, table.ErrDamaged), errors.Is(err, storage.ErrCorrupt):
		o.cfg.Logger.Warn("nobody is told of a damaged table", "game", id, "err", err)
		return snap, false, nil
	}
	return snap, err == nil, err
}

// fact looks at a table; false if there is no news of it for the player any more.
func (o *Service) fact(ctx context.Context, player, id string) (f fact, ok bool, err error) {
	if f.snap, ok, err = o.snapshot(ctx, id); !ok || err != nil {
		return f, false, err
	}
	f.own = f.snap.SeatOf(account.PlayerID(player))
	if f.seat = f.own; f.own < 0 {
		return f, true, nil
	}
	stoodIn := f.snap.Meta.HeldBy(account.PlayerID(player)) < 0
	if f.replaced = stoodIn || f.snap.Seats[f.own].Away || f.snap.Meta.Sent(f.own); !stoodIn {
		f.seat = f.concerned(f.snap.Meta.AnswersFor(account.PlayerID(player)))
		f.offered, f.voting = f.snap.Wanted(f.seat)
	}
	for _, d := range f.snap.Decisions() {
		if d.Seat == f.seat && !d.Settled && !stoodIn {
			f.asked, f.since, f.begins, f.deadline, f.answer = true, d.Asked, d.Begins, d.Deadline, d.Default.Kind
			if !d.Notified.IsZero() {
				f.begins = d.Notified
			}
		}
	}
	if f.last, f.looked, err = o.tables.Seen(ctx, id, account.PlayerID(player)); err != nil {
		return f, true, err
	}
	f.seen = f.last >= f.snap.Seq()
	return f, true, o.invite(ctx, &f, account.PlayerID(player))
}

// invite adds the table at which the people of a finished game play again, while the player may
// still join it.
func (o *Service) invite(ctx context.Context, f *fact, player account.PlayerID) error {
	if f.snap.Meta.Rematch == "" {
		return nil
	}
	next, ok, err := o.snapshot(ctx, f.snap.Meta.Rematch)
	if !ok || err != nil || next.State.Status != game.InLobby || next.Meta.HeldBy(player) >= 0 {
		return err
	}
	for _, seat := range next.Seats {
		if seat.Owner {
			f.by, f.next = seat.Name, next.Meta.ID
		}
	}
	return nil
}

// concerned is the seat of those played at one device that is asked something; the first of
// them if none is.
func (f *fact) concerned(seats game.Seats) game.Seat {
	for rest := seats; rest != 0; rest = rest.Rest() {
		for _, d := range f.snap.Decisions() {
			if d.Seat == rest.First() && !d.Settled {
				return d.Seat
			}
		}
	}
	for rest := seats; rest != 0; rest = rest.Rest() {
		if offered, _ := f.snap.Wanted(rest.First()); offered {
			return rest.First()
		}
	}
	return f.own
}

// late reports whether the player's time has run out although the table still waits for them.
func (f *fact) late(now time.Time) bool {
	return f.asked && !f.deadline.IsZero() && !f.deadline.After(now)
}

// saw reports whether the player has seen what a notice of this kind is about. Neither an
// invitation nor a vote nor who sits down is an event of the game.
func (f *fact) saw(k notice.Kind) bool {
	if k == notice.Full {
		return f.looked.After(f.snap.Meta.UpdatedAt)
	}
	if k == notice.Vote {
		for _, m := range f.snap.OpenVotes(f.seat) {
			if !f.looked.After(m.At) {
				return false
			}
		}
		return true
	}
	return f.seen && !k.Insists() && k != notice.Rematch
}

// holds reports whether a notice of this kind is still true.
func (f *fact) holds(k notice.Kind, now time.Time) bool {
	if stoodIn := f.own < 0; stoodIn || k == notice.Returned {
		return stoodIn && k == notice.Returned && f.snap.State.Status == game.Playing
	}
	switch k {
	case notice.Asked:
		return f.asked
	case notice.Nudge:
		return f.asked && !f.snap.Patience(f.seat).Nudged.IsZero()
	case notice.Remind:
		return f.asked && f.deadline.After(now)
	case notice.Offer:
		return f.offered
	case notice.Vote:
		return f.voting
	case notice.Full:
		return f.snap.State.Status == game.InLobby && f.snap.Meta.CheckRoom() != nil
	case notice.Lobby:
		return f.snap.State.Status == game.InLobby
	case notice.Started:
		return f.snap.State.Status == game.Playing
	case notice.Replaced:
		return f.snap.State.Status == game.Playing && f.replaced
	case notice.Rematch:
		return f.next != ""
	case notice.Over:
		return f.snap.State.Status == game.Finished
	case notice.Returned, notice.Table: // above; and that is no player's
	}
	return false
}

// held is until when news of a kind is held back because its table pauses; zero if it is
// not. A pause that ends early has the table notify those who are asked.
func (o *Service) held(snap *table.Snapshot, k notice.Kind, now time.Time) time.Time {
	until, paused := o.tables.Paused(snap.Meta)
	switch {
	case !paused || snap.State.Status != game.Playing || k != notice.Asked && k != notice.Table && !k.Insists():
		return time.Time{}
	case until.IsZero() || until.After(now.Add(inPause)):
		return now.Add(inPause)
	}
	return until
}

// sortOne decides about one notice.
func (o *Service) sortOne(ctx context.Context, n *notice.Notice, p *person, now time.Time) (Sorted, error) {
	s := Sorted{Notice: *n}
	if p.damaged {
		s.Again, s.Since = now.Add(inPause), n.Since
		return s, nil
	}
	if !p.sends() || p.preferences.Mutes(n.Game) {
		return s, nil
	}
	f, ok, err := o.fact(ctx, n.Player, n.Game)
	if err != nil || !ok {
		return s, err
	}
	if until := o.held(&f.snap, n.Kind, now); !until.IsZero() {
		s.Again, s.Since = until, n.Since
		return s, nil
	}
	late := f.late(now)
	if late && n.Kind == notice.Asked && !f.snap.State.Auction.Open {
		return s, nil // the rest of a turn in which the player's time ran out
	} else if late && n.Kind == notice.Remind {
		// The table waits for others too. If the time is prolonged meanwhile, the
		// player has been reminded all the same.
		s.Again, s.Since = now.Add(inPause), n.Since
		return s, nil
	}
	if !f.holds(n.Kind, now) {
		return s, nil
	}
	remind, wanted := p.preferences.RemindAt(f.begins, f.deadline)
	if n.Kind == notice.Remind {
		if !wanted {
			return s, nil
		}
		s.Again, s.Since = f.deadline, f.since
		switch {
		case n.Since.Equal(f.since): // they have been reminded of it
			return s, nil
		case remind.After(now):
			s.Again, s.Since = remind, n.Since
			return s, nil
		}
	}
	if n.Kind == notice.Asked && wanted && !late {
		s.Plan = append(s.Plan, notice.Notice{Player: n.Player, Game: n.Game, Kind: notice.Remind, Since: notice.Never(), DueAt: remind})
	}
	seen := f.saw(n.Kind) && !p.preferences.Always
	if n.Kind != notice.Remind && !seen && o.looks(p, n) {
		// The player's stream is open, but the table has not been fetched: perhaps
		// they are not there any more. Look again.
		s.Again, s.Since = now.Add(notice.QuietFor), n.Since
		return s, nil
	}
	about := *n
	if n.Kind == notice.Remind {
		about.Since = f.since
	}
	s.Messages = o.messages(&about, p, seen, now)
	return s, nil
}

// messages queues a notice on those channels of a player that send it. What the player
// has seen goes into the message of a day alone, and only if it lasts.
func (o *Service) messages(n *notice.Notice, p *person, seen bool, now time.Time) (list []notice.Queued) {
	for i := range p.channels {
		c := &p.channels[i]
		if !c.Sends() || !o.CanSend(c.Way) || seen && !(c.When == notice.Daily && n.Kind.Lasts()) {
			continue
		}
		list = append(list, notice.Queued{Channel: c.ID, Game: n.Game, Kind: n.Kind, Since: n.Since, DueAt: c.Due(&p.preferences, n.Kind, now)})
	}
	return list
}

// looks reports whether the player is looking at the table and wants no messages
// then.
func (o *Service) looks(p *person, n *notice.Notice) bool {
	return !p.preferences.Always && o.cfg.Looking != nil && o.cfg.Looking(n.Player, n.Game, n.Since)
}
