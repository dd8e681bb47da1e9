package notifications

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// Invalid names the wrong field of a preference or a channel, and the reason.
type Invalid struct {
	Field  string
	Values []string // those that the field takes, if it is unknown
	Why    string   // unknown, range, address, https, port, inside, unlisted, there, many or unconfirmed
}

// Unknown refuses a word that is none of those that a field takes.
func Unknown[T ~string](field string, takes ...T) *Invalid {
	i := &Invalid{Field: field, Why: "unknown"}
	for _, word := range takes {
		i.Values = append(i.Values, string(word))
	}
	return i
}

// Error is for the log.
func (i *Invalid) Error() string { return i.Field + ": " + i.Why }

// Problem names the field and the reason.
func (i *Invalid) Problem() problem.Problem {
	return problem.Problem{Code: "bad_notice", Field: i.Field, Why: i.Why, Values: i.Values}
}

// ErrOff says that a way is not set up on this server.
var ErrOff = problem.New("notices_off", "not set up on this server")

// ErrOften is returned for too many attempts.
var ErrOften = problem.Later("too_many", "too often", time.Minute)

// Preferences returns a player's preferences, or the usual ones.
func (o *Service) Preferences(ctx context.Context, player string) (notice.Preferences, error) {
	w, err := o.store.Preferences(ctx, player)
	if errors.Is(err, storage.ErrNotFound) {
		return notice.Usual(""), nil
	}
	return w, err
}

// preferences reads a player's preferences, and reports whether they are damaged.
func (o *Service) preferences(ctx context.Context, player string) (w notice.Preferences, damaged bool, err error) {
	w, err = o.Preferences(ctx, player)
	if errors.Is(err, table.ErrDamaged) {
		o.cfg.Logger.Error("somebody is told nothing until their preferences are mended", "player", player, "err", err)
		return w, true, nil
	}
	return w, false, err
}

// SetPreferences stores a player's preferences; *Invalid.
func (o *Service) SetPreferences(ctx context.Context, player string, w notice.Preferences) error {
	if field := w.Wrong(); field != "" {
		return &Invalid{Field: field, Why: "range"}
	}
	if err := o.store.SavePreferences(ctx, player, w); err != nil {
		return err
	}
	return o.remindAnew(ctx, player)
}

// Mute changes whether a player wants news of a table; *Invalid.
func (o *Service) Mute(ctx context.Context, player, game string, on bool) error {
	w, err := o.Preferences(ctx, player)
	if err != nil {
		return err
	}
	w.Mute(game, on)
	return o.SetPreferences(ctx, player, w)
}

// Channels lists the channels of a player, the oldest first.
func (o *Service) Channels(ctx context.Context, player string) ([]notice.Channel, error) {
	return o.store.Channels(ctx, player)
}

// relearn looks again whether a player has channels that send.
func (o *Service) relearn(ctx context.Context, player string) error {
	list, err := o.store.Channels(ctx, player)
	if err != nil {
		return err
	}
	o.learn(player, list)
	return o.remindAnew(ctx, player)
}

// remindAnew plans the reminders of the decisions that a player has before them: they may have
// had no channel, or wanted none, when they were asked.
func (o *Service) remindAnew(ctx context.Context, player string) error {
	if !o.Heeds(account.PlayerID(player)) {
		return nil
	}
	games, err := o.tables.List(ctx, table.Filter{Player: account.PlayerID(player), Statuses: []game.Status{game.Playing}, Limit: sortBatch})
	if err != nil || len(games) == 0 {
		return err
	}
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	return o.store.PlanReminders(ctx, player, ids, o.now())
}
