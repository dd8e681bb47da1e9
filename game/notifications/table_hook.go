package notifications

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// TableHook is the hook of a table as one of its people finds it.
type TableHook struct {
	Table   table.Snapshot
	Channel notice.Channel // with an empty id if the table has none
	Owner   bool           // may change it
	Player  bool           // sits at the table
	Giver   bool           // gave its address, and with it may see its secret
	Mention string         // the name that they gave for it
}

// tableOf looks at a table for one of its people: table.ErrForbidden for anybody else,
// and, if it has to be theirs, for everybody but its owner.
func (o *Service) tableOf(ctx context.Context, id, by string, owner bool) (h TableHook, err error) {
	if h.Table, err = o.tables.Snapshot(ctx, id); err != nil {
		return h, err
	}
	h.Owner = by != "" && string(h.Table.Meta.Owner) == by
	for _, seat := range h.Table.Seats {
		h.Player = h.Player || by != "" && (string(seat.Player) == by || string(seat.Sub) == by)
	}
	if !h.Owner && (owner || !h.Player) {
		return h, table.ErrForbidden
	}
	h.Channel, err = o.store.TableChannel(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		err = nil
	}
	h.Giver = h.Owner && h.Channel.Player == by
	return h, err
}

// TableHook returns the hook of a table; table.ErrForbidden to people who are not at it.
func (o *Service) TableHook(ctx context.Context, id, by string) (TableHook, error) {
	h, err := o.tableOf(ctx, id, by, false)
	if err != nil {
		return h, err
	}
	names, err := o.store.Mentions(ctx, id)
	h.Mention = names[by]
	return h, err
}

// TableChannels lists the hooks of tables to which a player gave the address.
func (o *Service) TableChannels(ctx context.Context, player string) ([]notice.Channel, error) {
	return o.store.TableChannels(ctx, player)
}

// MentionsOf are the names that a player gave for the hooks of tables, by table.
func (o *Service) MentionsOf(ctx context.Context, player string) (map[string]string, error) {
	return o.store.MentionsOf(ctx, player)
}

// HookChange lists what the owner of a table may change of its hook; nil leaves one as it is.
type HookChange struct {
	Address            *string // "" is nil
	Form               *notice.Form
	Lang, Zone         *string
	QuietFrom, QuietTo *int
	On                 *bool
}

// SetTableHook changes the hook of a table, for its owner, or makes one. A new address
// takes the place of the old one, with nothing held against it. table.ErrForbidden, *Invalid, ErrOff.
func (o *Service) SetTableHook(ctx context.Context, id, by string, ch HookChange) error {
	h, err := o.tableOf(ctx, id, by, true)
	if err != nil {
		return err
	}
	if !o.CanSend(notice.Hook) {
		return ErrOff
	}
	c := &h.Channel
	set(&c.Form, ch.Form)
	set(&c.Lang, ch.Lang)
	set(&c.Zone, ch.Zone)
	set(&c.QuietFrom, ch.QuietFrom)
	set(&c.QuietTo, ch.QuietTo)
	if c.Form == "" {
		c.Form = notice.Standard
	}
	w := hookPreferences(c)
	switch wrong := w.Wrong(); {
	case !knownForm(c.Form):
		return Unknown("form", notice.Forms()...)
	case wrong != "":
		return &Invalid{Field: wrong, Why: "range"}
	case c.QuietFrom < 0 || c.QuietFrom > 23:
		return &Invalid{Field: "quiet_from", Why: "range"}
	case c.QuietTo < 0 || c.QuietTo > 23:
		return &Invalid{Field: "quiet_to", Why: "range"}
	}
	if ch.Address == nil || *ch.Address == "" {
		if c.ID == "" {
			return &Invalid{Field: "address", Why: "address"}
		}
		return o.changeHook(ctx, c, ch.On)
	}
	if why := o.wrongHook(ctx, notice.Hook, *ch.Address); why != "" {
		return &Invalid{Field: "address", Why: why}
	}
	fresh := notice.Channel{
		ID: newChannelID(), Player: by, Game: id, Way: notice.Hook, Address: *ch.Address, Secret: newHookSecret(), Extra: c.Extra,
		State: notice.On, CreatedAt: o.now(),
	}
	fresh.When = notice.Once
	if ch.On != nil && !*ch.On {
		fresh.State = notice.Off
	}
	if err := o.store.AddChannel(ctx, fresh); err != nil {
		return err
	}
	return o.relearnOf(ctx, &fresh)
}

// changeHook stores a hook with the same address; one that was given up is taken up
// again when it is switched on.
func (o *Service) changeHook(ctx context.Context, c *notice.Channel, on *bool) error {
	if on != nil && *on {
		_, err := o.revive(ctx, *c)
		return err
	}
	if on != nil {
		c.State = notice.Off
	}
	if err := o.store.ChangeChannel(ctx, *c); err != nil {
		return err
	}
	return o.relearnOf(ctx, c)
}

func set[T any](into, from *T) {
	if from != nil {
		*into = *from
	}
}

// DropTableHook takes the hook of a table away, for its owner: table.ErrForbidden, ErrNotFound.
func (o *Service) DropTableHook(ctx context.Context, id, by string) error {
	h, err := o.tableOf(ctx, id, by, true)
	switch {
	case err != nil:
		return err
	case h.Channel.ID == "":
		return ErrNoHook
	}
	if err := o.store.DropChannel(ctx, h.Channel.Player, h.Channel.ID); err != nil {
		return err
	}
	h.Channel.State = notice.Off
	return o.relearnOf(ctx, &h.Channel)
}

// Rematched gives the hook of a table to the one at which its people play again, with its
// address, secret and settings, and the names by which it mentions them. One that
// was given up is tried anew.
func (o *Service) Rematched(ctx context.Context, from, to string) error {
	c, err := o.store.TableChannel(ctx, from)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	fresh := notice.Channel{
		ID: newChannelID(), Player: c.Player, Game: to, Way: c.Way, Address: c.Address, Secret: c.Secret, Extra: c.Extra, State: c.State, CreatedAt: o.now(),
	}
	if c.State == notice.Dead {
		fresh.State = notice.On
	}
	if err := o.store.AddChannel(ctx, fresh); err != nil {
		return err
	}
	names, err := o.store.Mentions(ctx, from)
	if err != nil {
		return err
	}
	for player, name := range names {
		if err := o.store.SetMention(ctx, to, player, name); err != nil {
			return err
		}
	}
	return o.relearnOf(ctx, &fresh)
}

// TestTableHook sends a trial message to the hook of a table, for its owner:
// table.ErrForbidden, ErrNotFound, ErrOften, ErrOff, *Fault.
func (o *Service) TestTableHook(ctx context.Context, id, by string) error {
	h, err := o.tableOf(ctx, id, by, true)
	switch {
	case err != nil:
		return err
	case h.Channel.ID == "":
		return ErrNoHook
	case !o.CanSend(notice.Hook):
		return ErrOff
	}
	_, err = o.test(ctx, h.Channel, by)
	return err
}

// maxMention is the longest name for a channel.
const maxMention = 100

// SetMention stores the name by which the hook of a table mentions one of its players,
// "" for none: table.ErrForbidden, *Invalid if the hook's service knows no such names.
func (o *Service) SetMention(ctx context.Context, id, by, name string) error {
	h, err := o.tableOf(ctx, id, by, false)
	if err != nil {
		return err
	}
	if !h.Player {
		return table.ErrForbidden
	}
	name = strings.TrimSpace(name)
	form := h.Channel.Form
	if form == "" {
		form = notice.Standard
	}
	if _, ok := notice.Mention(form, name); name != "" && (len(name) > maxMention || !ok) {
		return &Invalid{Field: "name", Why: "mention"}
	}
	return o.store.SetMention(ctx, id, by, name)
}

// preferencesOf are those by which a channel is written to: of the hook of a table its own.
func (o *Service) preferencesOf(ctx context.Context, c *notice.Channel) (w notice.Preferences, damaged bool, err error) {
	if c.Game != "" {
		return hookPreferences(c), false, nil
	}
	return o.preferences(ctx, c.Player)
}

func hookPreferences(c *notice.Channel) notice.Preferences {
	return notice.Preferences{Lang: c.Lang, Zone: c.Zone, Always: true}
}

// relearnOf looks again whether the owner of a channel, or its table, has one that sends.
func (o *Service) relearnOf(ctx context.Context, c *notice.Channel) error {
	if c.Game == "" {
		return o.relearn(ctx, c.Player)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.learnt++
	if c.Sends() {
		o.tells[c.Game] = struct{}{}
	} else {
		delete(o.tells, c.Game)
	}
	return nil
}

// up lists for whom a table waits, as everybody may know it: people only.
func up(snap *table.Snapshot) []table.Decision {
	return snap.SeenBy(game.Nobody, snap.Decisions())
}

// sortTable decides about a notice for the hook of a table. While all who are up are
// looking at the table, nothing is said.
func (o *Service) sortTable(ctx context.Context, n *notice.Notice, now time.Time) (Sorted, error) {
	s := Sorted{Notice: *n}
	c, err := o.store.TableChannel(ctx, n.Game)
	if errors.Is(err, storage.ErrNotFound) || err == nil && (!c.Sends() || !o.CanSend(c.Way)) {
		return s, nil
	} else if err != nil {
		return s, err
	}
	snap, ok, err := o.snapshot(ctx, n.Game)
	if err != nil || !ok {
		return s, err
	}
	if until := o.held(&snap, n.Kind, now); !until.IsZero() {
		s.Again, s.Since = until, n.Since
		return s, nil
	}
	asked := up(&snap)
	if snap.State.Status != game.Finished && len(asked) == 0 {
		return s, nil
	}
	here := len(asked) > 0 && o.cfg.Looking != nil
	for i := range asked {
		here = here && o.cfg.Looking(string(asked[i].Player), n.Game, now.Add(-notice.QuietFor))
	}
	if here {
		s.Again, s.Since = now.Add(notice.QuietFor), n.Since
		return s, nil
	}
	w := hookPreferences(&c)
	at := c.AfterQuiet(c.Due(&w, n.Kind, now), w.Location())
	s.Messages = []notice.Queued{{Channel: c.ID, Game: n.Game, Kind: n.Kind, Since: n.Since, DueAt: at}}
	return s, nil
}

// tableItems is what there is to say now on the hook of a table: nothing if nobody is up any more.
func (o *Service) tableItems(ctx context.Context, c *notice.Channel, w *notice.Preferences, messages []notice.Queued, now time.Time) ([]notice.Item, error) {
	if len(messages) == 0 {
		return nil, nil
	}
	snap, ok, err := o.snapshot(ctx, c.Game)
	if err != nil || !ok {
		return nil, err
	}
	asked := up(&snap)
	if snap.State.Status != game.Finished && len(asked) == 0 {
		return nil, nil
	}
	names, err := o.store.Mentions(ctx, c.Game)
	if err != nil {
		return nil, err
	}
	it := notice.Item{
		Game: c.Game, Title: snap.Meta.Title, Kinds: []notice.Kind{notice.Table}, Since: messages[0].Since,
		URL: o.cfg.Site + o.cfg.Paths.Game(c.Game), Others: snap.Names(), Seat: -1, // nobody's
	}
	it.Winners, _ = winners(&snap, game.Nobody)
	var seats game.Seats
	for i := range asked {
		d := &asked[i]
		if i == 0 || d.Asked.Before(it.Since) {
			it.Since = d.Asked
		}
		seats = seats.With(d.Seat)
		one := notice.Up{Seat: int(d.Seat), Name: it.Others[d.Seat], StandIn: snap.Seats[d.Seat].SubName, Mention: names[string(d.Player)]}
		if d.Deadline.After(now) {
			one.Until = d.Deadline
		}
		if it.Deadline.IsZero() || !one.Until.IsZero() && one.Until.Before(it.Deadline) {
			it.Deadline = one.Until
		}
		it.Up = append(it.Up, one)
	}
	if o.cfg.Teller != nil {
		err = o.cfg.Teller.TellAll(&it, &snap, seats, game.Nobody, w.Lang)
	}
	return []notice.Item{it}, err
}
