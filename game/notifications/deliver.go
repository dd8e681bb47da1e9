package notifications

import (
	"cmp"
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
)

const (
	leaseFor = 3 * time.Minute // far longer than a sender may take
	carryFor = 30 * time.Second
	keepFor  = 24 * time.Hour // what is queued on a way that is not set up
	abreast  = 8              // channels of one way served at the same time
)

// deliver serves the channels of one way that have something due, a few of
// them, waits until they are served, and returns how many there were.
func (o *Service) deliver(ctx context.Context, way notice.Way) (int, error) {
	p := places{served: make(chan served, abreast)}
	n, err := o.begin(ctx, way, &p)
	for range n {
		err = cmp.Or(err, p.leave(<-p.served))
	}
	return n, err
}

// places are those at which the channels of one way are served at the same time. Half
// of them are kept for channels that work: many receivers that hang together do not
// hold up the others.
type places struct {
	taken, unproven int
	served          chan served
}

// served is a channel that leaves its place.
type served struct {
	unproven bool
	err      error
}

func (p *places) enter(unproven bool) {
	p.taken++
	if unproven {
		p.unproven++
	}
}

func (p *places) leave(s served) error {
	p.taken--
	if s.unproven {
		p.unproven--
	}
	return s.err
}

// begin serves as many channels of one way that have something due as there are places
// for, those first whose messages have waited longest, and returns how many.
func (o *Service) begin(ctx context.Context, way notice.Way, p *places) (int, error) {
	if p.taken >= abreast {
		return 0, nil
	}
	now := o.now()
	lease := rand.Text()
	list, err := o.store.Claim(ctx, Claim{
		Way: way, Lease: lease, Now: now, Until: now.Add(leaseFor), Most: abreast - p.taken, Unproven: abreast/2 - p.unproven,
	})
	for i := range list {
		unproven := list[i].Unproven()
		p.enter(unproven)
		go func() {
			_, err := guarded(func() (int, error) { return 1, o.serve(ctx, lease, &list[i]) })
			p.served <- served{unproven, err}
		}()
	}
	return len(list), err
}

// discard takes out of the store what has been due for long on a way that is not
// set up, and returns on how many channels there was any: it was queued while the
// way was set up, and neither was it set up again nor did another server send it.
func (o *Service) discard(ctx context.Context, way notice.Way) (int, error) {
	now := o.now()
	lease, dueBy := rand.Text(), now.Add(-keepFor)
	list, err := o.store.Claim(ctx, Claim{Way: way, Lease: lease, Now: dueBy, Until: now.Add(leaseFor), Most: abreast, Unproven: abreast})
	if err != nil {
		return 0, err
	}
	for i := range list {
		messages, err := o.store.DueMessages(ctx, list[i].ID, dueBy)
		if err != nil {
			return len(list), err
		}
		if err := o.store.Settle(context.WithoutCancel(ctx), Settled{Lease: lease, Channel: list[i], Done: messages}); err != nil {
			return len(list), err
		}
		o.cfg.Logger.Warn("messages were dropped, their way is not set up any more", "way", way, "channel", list[i].ID, "messages", len(messages))
	}
	return len(list), nil
}

// serve sends one message with everything that is due on a claimed channel.
func (o *Service) serve(ctx context.Context, lease string, c *notice.Channel) error {
	now := o.now()
	messages, err := o.store.DueMessages(ctx, c.ID, now)
	if err != nil {
		return err
	}
	preferences, damaged, err := o.preferencesOf(ctx, c)
	if err != nil {
		return err
	}
	s := Settled{Lease: lease}
	var ready []notice.Queued
	for _, l := range messages {
		at := c.Earliest(&preferences, l.Kind, now)
		if damaged {
			at = now.Add(inPause)
		} else if c.Game != "" {
			at = c.AfterQuiet(at, preferences.Location())
		}
		snap, ok, err := o.snapshot(ctx, l.Game)
		if err != nil {
			return err
		}
		if until := o.held(&snap, l.Kind, now); ok && until.After(at) {
			at = until
		}
		if at.After(now) {
			l.DueAt = at
			s.Later = append(s.Later, l)
			continue
		}
		ready = append(ready, l)
	}
	items, err := o.items(ctx, c, &preferences, ready, now)
	if err != nil {
		return err
	}
	s.Done = ready
	if len(items) > 0 {
		m := o.message(c, &preferences, items, now)
		m.ID = notice.ID(c.ID, ready)
		if o.deliverMessage(ctx, c, m) {
			if c.Game == "" {
				o.markNotified(ctx, c, items)
			}
		} else if c.State != notice.Dead {
			s.Done = nil // they wait until the channel is tried again
		}
	}
	s.Channel = *c
	if err := o.store.Settle(context.WithoutCancel(ctx), s); err != nil {
		return err
	}
	if c.State == notice.Dead {
		return o.relearnOf(ctx, c)
	}
	return nil
}

// items returns the present news of the messages, by table.
func (o *Service) items(ctx context.Context, c *notice.Channel, w *notice.Preferences, messages []notice.Queued, now time.Time) ([]notice.Item, error) {
	if c.Game != "" {
		return o.tableItems(ctx, c, w, messages, now)
	}
	var items []notice.Item
	for _, l := range messages {
		if w.Mutes(l.Game) {
			continue
		}
		f, ok, err := o.fact(ctx, c.Player, l.Game)
		if err != nil {
			return nil, err
		}
		if !ok || !f.holds(l.Kind, now) || f.saw(l.Kind) && !w.Always && !(c.When == notice.Daily && l.Kind.Lasts()) {
			continue
		}
		if old, err := o.outdated(ctx, c, &l, &f); err != nil {
			return nil, err
		} else if old {
			continue
		}
		i := slices.IndexFunc(items, func(one notice.Item) bool { return one.Game == l.Game })
		if i < 0 {
			i = len(items)
			it, err := o.item(ctx, &f, w, now)
			if err != nil {
				return nil, err
			}
			it.Since = l.Since
			if l.Kind == notice.Replaced {
				it.By, it.Out = f.snap.Seats[f.own].SubName, f.snap.State.Players[f.own].Bankrupt
			}
			items = append(items, it)
		}
		if l.Kind == notice.Rematch {
			items[i].By, items[i].Next = f.by, o.cfg.Site+o.cfg.Paths.Game(f.next)
		}
		items[i].Kinds = append(items[i].Kinds, l.Kind)
		if l.Kind == notice.Asked && f.asked { // the news may have begun with a decision before
			items[i].Since = f.since
		}
		if deadline := f.snap.DeadlineIfNotified(f.own); starts(l.Kind) && f.seat == f.own && deadline.After(now) {
			items[i].Deadline = deadline
		}
	}
	for i := range items {
		if it := &items[i]; notice.First(it.Kinds) == notice.Rematch { // the game before is none of it
			it.URL, it.Winners, it.Won, it.News = it.Next, nil, false, nil
		}
		o.leadToVote(&items[i])
	}
	return items, nil
}

// leadToVote gives what tells of a vote and of nothing more urgent the address and the
// end of the vote.
func (o *Service) leadToVote(it *notice.Item) {
	if notice.First(it.Kinds) == notice.Vote && !it.VoteEnds.IsZero() {
		it.URL, it.Deadline = o.cfg.Site+o.cfg.Paths.Votes(it.Game), it.VoteEnds
	}
}

// outdated reports whether a message is about a decision before the present one, of which the
// player hears by itself: its own reminder is planned, or it is news that is still collected. A
// message of a day brings whatever is asked at its hour.
func (o *Service) outdated(ctx context.Context, c *notice.Channel, l *notice.Queued, f *fact) (bool, error) {
	switch {
	case !f.since.After(l.Since):
		return false, nil
	case l.Kind == notice.Remind:
		return true, nil
	case l.Kind == notice.Asked && c.When != notice.Daily:
		return o.store.HasNotice(ctx, c.Player, l.Game, l.Kind)
	}
	return false, nil
}

// maxNews is how many events of a table are looked at for the news of a message.
const maxNews = 120

// item is what a player is told about a table.
func (o *Service) item(ctx context.Context, f *fact, w *notice.Preferences, now time.Time) (notice.Item, error) {
	it := notice.Item{Game: f.snap.Meta.ID, Title: f.snap.Meta.Title, Since: f.since, Deadline: f.deadline}
	if it.Late = f.late(now) && f.snap.State.Auction.Open; it.Late {
		it.Deadline = time.Time{}
	} else if at, ok := w.RemindAt(f.begins, f.deadline); ok {
		it.Remind = at
	}
	it.URL = o.cfg.Site + o.cfg.Paths.Game(it.Game)
	if f.asked || f.offered {
		it.URL = o.cfg.Site + o.cfg.Paths.Decision(it.Game)
	}
	for _, m := range f.snap.OpenVotes(f.seat) {
		if it.VoteEnds.IsZero() || m.Ends.Before(it.VoteEnds) {
			it.VoteEnds = m.Ends
		}
	}
	for _, seat := range f.snap.Seats {
		if seat.Seat != f.own {
			it.Others = append(it.Others, seat.Name)
		}
	}
	it.Winners, it.Won = winners(&f.snap, f.own)
	if f.seat != f.own && int(f.seat) < len(f.snap.Seats) {
		it.For = f.snap.Seats[f.seat].Name
	}
	if o.cfg.Teller == nil {
		return it, nil
	}
	if it.For != "" { // what only they may see is for the table to show them
		it.Seat = int(f.seat)
		return it, o.cfg.Teller.TellAll(&it, &f.snap, game.Seats(0).With(f.seat), f.own, w.Lang)
	}
	if f.own < 0 || f.snap.Seats[f.own].Sub != "" && f.replaced && f.snap.State.Status == game.Playing { // what the stand-in may see is theirs
		it.Seat = int(f.own)
		return it, o.cfg.Teller.TellAll(&it, &f.snap, 0, f.own, w.Lang)
	}
	n := News{Table: &f.snap, Seat: f.seat, Zone: w.Location(), Seen: f.last, Answer: f.answer}
	from := f.last
	if seq := f.snap.Seq(); seq > from+maxNews {
		from = seq - maxNews
	}
	var err error
	if n.Since, err = o.tables.ShownEvents(ctx, it.Game, from, 0); err != nil {
		return it, err
	}
	for len(n.Since) > 0 && n.Since[len(n.Since)-1].Seq > f.snap.Seq() {
		n.Since = n.Since[:len(n.Since)-1] // what happened while this was read
	}
	return it, o.cfg.Teller.Tell(&it, &n, w.Lang)
}

// winners are the names of the players who have won, without the one whose own seat is
// named, and whether they have won, too.
func winners(snap *table.Snapshot, own game.Seat) (names []string, won bool) {
	st := snap.State
	if st.Status != game.Finished {
		return nil, false
	}
	for _, one := range st.Standings[:st.NumRanked] {
		switch {
		case one.Rank != 1 || int(one.Seat) >= len(snap.Seats):
		case one.Seat == own:
			won = true
		default:
			names = append(names, snap.Seats[one.Seat].Name)
		}
	}
	return names, won
}

// Waiting is what a table wants of one of its players now, or how its game has ended, as in a
// message about it; false if neither.
func (o *Service) Waiting(ctx context.Context, player, id string, w *notice.Preferences) (notice.Item, bool, error) {
	f, ok, err := o.fact(ctx, player, id)
	if err != nil || !ok {
		return notice.Item{}, false, err
	}
	var kinds []notice.Kind
	for _, k := range []notice.Kind{notice.Asked, notice.Offer, notice.Vote, notice.Full, notice.Lobby, notice.Over} {
		if k == notice.Full && f.snap.Meta.Owner != account.PlayerID(player) {
			continue // another player starts the game
		}
		if f.holds(k, o.now()) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		return notice.Item{}, false, nil
	}
	switch {
	case f.snap.State.Status == game.Finished:
		f.since = f.snap.Meta.EndedAt
	case !f.asked:
		f.since = f.snap.Meta.UpdatedAt
	}
	it, err := o.item(ctx, &f, w, o.now())
	it.Kinds = kinds
	if f.next != "" {
		it.By, it.Next = f.by, o.cfg.Site+o.cfg.Paths.Game(f.next)
	}
	o.leadToVote(&it)
	return it, err == nil, err
}

// message puts items into words.
func (o *Service) message(c *notice.Channel, w *notice.Preferences, items []notice.Item, now time.Time) *notice.Message {
	m := o.blank(c, w, now)
	m.Items, m.URL = items, o.cfg.Site+o.cfg.Paths.Games
	var kinds []notice.Kind
	for i := range items {
		kinds = append(kinds, items[i].Kinds...)
	}
	if m.Kind = notice.First(kinds); len(items) == 1 {
		m.Game, m.URL = items[0].Game, items[0].URL
	}
	o.cfg.Writer.Write(m, w)
	return m
}

// blank is a message that says nothing yet.
func (o *Service) blank(c *notice.Channel, w *notice.Preferences, now time.Time) *notice.Message {
	return &notice.Message{
		Lang: w.Lang, At: now, Preferences: o.cfg.Site + o.cfg.Paths.Preferences,
		Unsub: o.cfg.Site + o.cfg.Paths.Unsub(o.unsubToken(c.ID)),
	}
}

// deliverMessage hands a message to its sender and notes on the channel how that went.
func (o *Service) deliverMessage(ctx context.Context, c *notice.Channel, m *notice.Message) bool {
	within, cancel := context.WithTimeout(ctx, carryFor)
	defer cancel()
	err := o.cfg.Senders[c.Way].Deliver(within, c, m)
	now := o.now()
	if err == nil {
		c.Delivered(m.Kind, now)
		o.count(c.Way, sent)
		return true
	}
	if ctx.Err() != nil { // the server stops: no one's fault
		c.RetryAt = now
		return false
	}
	f := asFault(err)
	switch {
	case f.Gone:
		c.Gone(f.Error(), now)
		o.count(c.Way, gone)
	case f.Down:
		c.Stalled(f.Error(), now, mathrand.Float64())
		o.count(c.Way, stalled)
	default:
		c.Failed(f.Error(), now, mathrand.Float64())
		c.NotBefore(now.Add(f.RetryAfter))
		o.count(c.Way, failed)
	}
	o.cfg.Logger.Info("a message could not be delivered", "way", c.Way, "channel", c.ID, "failures", c.Failures, "state", c.State, "err", err)
	return false
}

// starts reports whether a message of a kind starts the time of the decision that it is
// about.
func starts(k notice.Kind) bool { return k == notice.Asked || k.Insists() }

// markNotified starts the time of a player who has been notified that they have to
// decide. Tables then look again when the reminder is due.
func (o *Service) markNotified(ctx context.Context, c *notice.Channel, items []notice.Item) {
	for i := range items {
		if !slices.ContainsFunc(items[i].Kinds, starts) {
			continue
		}
		if err := o.tables.MarkNotified(context.WithoutCancel(ctx), items[i].Game, account.PlayerID(c.Player)); err != nil {
			o.cfg.Logger.Info("it could not be noted that somebody was told", "game", items[i].Game, "err", err)
		}
	}
}
