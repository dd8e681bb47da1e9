package notifications

import (
	"context"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
)

// tryFor is how long a player waits for a trial message they send by hand.
const tryFor = 10 * time.Second

// try sends a message now and returns its result, without counting it.
func (o *Service) try(ctx context.Context, c *notice.Channel, m *notice.Message) error {
	sender, ok := o.cfg.Senders[c.Way]
	if !ok || o.cfg.Site == "" {
		return ErrOff
	}
	within, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	if err := sender.Deliver(within, c, m); err != nil {
		o.cfg.Logger.Info("a message could not be delivered", "way", c.Way, "channel", c.ID, "err", err)
		return asFault(err)
	}
	return nil
}

// Test sends a message that says that it is one of trial; a feed shows it for a
// day. A channel that had been given up is taken up again if that works. ErrOften, ErrOff, *Fault,
// *Invalid for an address that is not confirmed.
func (o *Service) Test(ctx context.Context, player, id string) (notice.Channel, error) {
	c, err := o.channel(ctx, player, id)
	if err != nil {
		return c, err
	}
	if c.State == notice.Unconfirmed {
		return c, &Invalid{Field: "on", Why: "unconfirmed"}
	}
	if c.Way != notice.Feed && !o.CanSend(c.Way) {
		return c, ErrOff
	}
	return o.test(ctx, c, player)
}

// test sends a trial message for a player.
func (o *Service) test(ctx context.Context, c notice.Channel, player string) (notice.Channel, error) {
	now := o.now()
	if !o.tests.take(player, testsMost, testsWithin, now) {
		return c, ErrOften
	}
	if c.Way == notice.Feed {
		c.Tested = now
		return c, o.store.ChangeChannel(ctx, c)
	}
	w, _, err := o.preferencesOf(ctx, &c)
	if err != nil {
		return c, err
	}
	m := o.blank(&c, &w, now)
	m.Testing, m.URL = true, m.Preferences
	if c.Game != "" {
		m.URL = o.cfg.Site + o.cfg.Paths.Game(c.Game) // the settings are not those of the people who read it
	}
	m.ID = notice.ID(c.ID, nil) + strconv.FormatInt(now.UnixMilli(), 36)
	o.cfg.Writer.Write(m, &w)
	if err := o.try(ctx, &c, m); err != nil {
		if asFault(err).Gone && c.State == notice.On {
			c.Gone(err.Error(), now)
			if err := o.store.ChangeChannel(ctx, c); err != nil {
				return c, err
			}
			if err := o.relearnOf(ctx, &c); err != nil {
				return c, err
			}
		}
		return c, err
	}
	if c.State == notice.Dead || c.Error != "" {
		return o.revive(ctx, c)
	}
	return c, nil
}
