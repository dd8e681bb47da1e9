package notifications

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
)

// The most channels of each way that a player may have, and how often they may try them.
const (
	maxChannels = 10
	testsMost   = 5
	testsWithin = 5 * time.Minute
	asksMost    = 4 // mails that ask to confirm an address, to it and from a player
	asksWithin  = 24 * time.Hour
)

// channel reads a channel of a player; ErrNotFound if it is another's.
func (o *Service) channel(ctx context.Context, player, id string) (notice.Channel, error) {
	c, err := o.store.Channel(ctx, id)
	if err == nil && (c.Player != player || c.Game != "") {
		return notice.Channel{}, storage.ErrNotFound
	}
	return c, err
}

// add keeps a new channel.
func (o *Service) add(ctx context.Context, c notice.Channel) (notice.Channel, error) {
	if !o.CanSend(c.Way) {
		return c, ErrOff
	}
	list, err := o.store.Channels(ctx, c.Player)
	if err != nil {
		return c, err
	}
	n := 0
	for i := range list {
		if list[i].Way == c.Way {
			n++
		}
		if list[i].Way == c.Way && list[i].Address == c.Address && c.Address != "" {
			return list[i], &Invalid{Field: "address", Why: "there"}
		}
	}
	if n >= maxChannels {
		return c, &Invalid{Field: "address", Why: "many"}
	}
	c.ID, c.CreatedAt = newChannelID(), o.now()
	if c.When == "" {
		c.When = notice.Once
	}
	if err := o.store.AddChannel(ctx, c); err != nil {
		return c, err
	}
	o.learn(c.Player, append(list, c))
	return c, nil
}

func newChannelID() string { return strings.ToLower(rand.Text()[:16]) }

// AddHook sends to a web address from now on; *Invalid, ErrOff.
func (o *Service) AddHook(ctx context.Context, player, address string, form notice.Form, label string) (notice.Channel, error) {
	if !knownForm(form) {
		return notice.Channel{}, Unknown("form", notice.Forms()...)
	}
	if why := o.wrongHook(ctx, notice.Hook, address); why != "" {
		return notice.Channel{}, &Invalid{Field: "address", Why: why}
	}
	return o.add(ctx, notice.Channel{
		Player: player, Way: notice.Hook, Address: address, Secret: newHookSecret(), State: notice.On,
		Extra: notice.Extra{Form: form, Label: cutLabel(label)},
	})
}

// AddPush sends to a browser from now on. One that is known already is taken up
// again with its new keys. *Invalid, ErrOff.
func (o *Service) AddPush(ctx context.Context, player, endpoint, key, auth, label string) (notice.Channel, error) {
	if !pushKeys(key, auth) {
		return notice.Channel{}, &Invalid{Field: "keys", Why: "unknown"}
	}
	if why := o.wrongHook(ctx, notice.Push, endpoint); why != "" {
		return notice.Channel{}, &Invalid{Field: "endpoint", Why: why}
	}
	c, err := o.add(ctx, notice.Channel{
		Player: player, Way: notice.Push, Address: endpoint, Secret: auth, State: notice.On,
		Extra: notice.Extra{Key: key, Label: cutLabel(label)},
	})
	if there := (*Invalid)(nil); asInvalid(err, &there) && there.Why == "there" {
		c.Secret, c.Key = auth, key
		return o.revive(ctx, c)
	}
	return c, err
}

// AddFeed makes a secret address for feeds. Only this call returns the secret.
func (o *Service) AddFeed(ctx context.Context, player, label string) (c notice.Channel, secret string, err error) {
	secret = rand.Text()
	c, err = o.add(ctx, notice.Channel{
		Player: player, Way: notice.Feed, Secret: feedHash(secret), State: notice.On, Extra: notice.Extra{Label: cutLabel(label)},
	})
	return c, secret, err
}

// FeedOf returns the feed that a secret opens; ErrNotFound if there is none.
func (o *Service) FeedOf(ctx context.Context, secret string) (notice.Channel, error) {
	c, err := o.store.FeedChannel(ctx, feedHash(secret))
	if err == nil && c.State != notice.On {
		err = storage.ErrNotFound
	}
	return c, err
}

func feedHash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// revive switches a channel on again, with nothing held against it.
func (o *Service) revive(ctx context.Context, c notice.Channel) (notice.Channel, error) {
	c.State, c.Failures, c.RetryAt, c.Error, c.FailedAt = notice.On, 0, time.Time{}, "", time.Time{}
	if err := o.store.ChangeChannel(ctx, c); err != nil {
		return c, err
	}
	return c, o.relearnOf(ctx, &c)
}

// Change lists the fields of a channel that a player may change; nil leaves one as it is.
type Change struct {
	On    *bool
	When  *notice.When
	Label *string
}

// ChangeChannel changes a channel of a player. One that is not confirmed cannot
// be switched on. *Invalid, ErrNotFound.
func (o *Service) ChangeChannel(ctx context.Context, player, id string, ch Change) (notice.Channel, error) {
	c, err := o.channel(ctx, player, id)
	if err != nil {
		return c, err
	}
	if ch.When != nil {
		if *ch.When != notice.Once && *ch.When != notice.Hourly && *ch.When != notice.Daily {
			return c, Unknown("when", notice.Once, notice.Hourly, notice.Daily)
		}
		c.When = *ch.When
	}
	if ch.Label != nil {
		c.Label = cutLabel(*ch.Label)
	}
	switch {
	case ch.On == nil:
	case c.State == notice.Unconfirmed:
		return c, &Invalid{Field: "on", Why: "unconfirmed"}
	case *ch.On:
		return o.revive(ctx, c)
	default:
		c.State = notice.Off
	}
	if err := o.store.ChangeChannel(ctx, c); err != nil {
		return c, err
	}
	return c, o.relearn(ctx, player)
}

// DropChannel forgets a channel of a player; ErrNotFound.
func (o *Service) DropChannel(ctx context.Context, player, id string) error {
	if err := o.store.DropChannel(ctx, player, id); err != nil {
		return err
	}
	return o.relearn(ctx, player)
}

// NewSecret gives a hook of a player a new secret; the old one ends at once.
func (o *Service) NewSecret(ctx context.Context, player, id string) (notice.Channel, error) {
	c, err := o.channel(ctx, player, id)
	if err == nil && c.Way != notice.Hook {
		err = storage.ErrNotFound
	}
	if err != nil {
		return c, err
	}
	c.Secret = newHookSecret()
	return c, o.store.ChangeChannel(ctx, c)
}
