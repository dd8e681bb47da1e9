package notifications

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
)

// confirmFor is how long an address can be confirmed after the mail that asks for it.
const confirmFor = 24 * time.Hour

// AddMail asks by mail whether an address wants messages; nothing else is
// sent to it before. Asking again for one that is not confirmed sends another
// such mail. *Invalid, ErrOff, ErrOften, *Fault.
func (o *Service) AddMail(ctx context.Context, player, address string) (notice.Channel, error) {
	clean, ok := mailAddress(address)
	if !ok {
		return notice.Channel{}, &Invalid{Field: "address", Why: "address"}
	}
	if !o.CanSend(notice.Mail) {
		return notice.Channel{}, ErrOff
	}
	now := o.now()
	if !o.asks.take("to "+strings.ToLower(clean), asksMost, asksWithin, now) || !o.asks.take("by "+player, 2*asksMost, asksWithin, now) {
		return notice.Channel{}, ErrOften
	}
	c, err := o.add(ctx, notice.Channel{Player: player, Way: notice.Mail, Address: clean, State: notice.Unconfirmed})
	if there := (*Invalid)(nil); asInvalid(err, &there) && there.Why == "there" && c.State == notice.Unconfirmed {
		err = nil
	}
	if err != nil {
		return c, err
	}
	w, err := o.Preferences(ctx, player)
	if err != nil {
		return c, err
	}
	m := o.blank(&c, &w, now)
	m.Confirm, m.Unsub = o.cfg.Site+o.cfg.Paths.Confirm(o.confirmToken(&c, now.Add(confirmFor))), ""
	m.ID, m.URL = notice.ID(c.ID, nil)+strconv.FormatInt(now.UnixMilli(), 36), m.Confirm
	o.cfg.Writer.Write(m, &w)
	if err := o.try(ctx, &c, m); err != nil {
		return c, err
	}
	return c, nil
}

func (o *Service) confirmToken(c *notice.Channel, until time.Time) string {
	end := strconv.FormatInt(until.Unix(), 36)
	return c.ID + "." + end + "." + encode(o.seal("confirm", c.ID, c.Address, end))
}

// confirming is the channel that a token from a mail confirms.
func (o *Service) confirming(ctx context.Context, token string) (notice.Channel, error) {
	id, rest, _ := strings.Cut(token, ".")
	end, _, _ := strings.Cut(rest, ".")
	c, err := o.store.Channel(ctx, id)
	if err != nil {
		return c, err
	}
	until, err := strconv.ParseInt(end, 36, 64)
	if err != nil || o.now().After(time.Unix(until, 0)) || !hmac.Equal([]byte(token), []byte(o.confirmToken(&c, time.Unix(until, 0)))) {
		return notice.Channel{}, storage.ErrNotFound
	}
	return c, nil
}

// PeekConfirm returns the address that a token would confirm, and changes nothing.
func (o *Service) PeekConfirm(ctx context.Context, token string) (notice.Channel, error) {
	return o.confirming(ctx, token)
}

// Confirm lets messages go to the address that a token belongs to. Doing it
// twice does no harm; one that was switched off since stays off. ErrNotFound.
func (o *Service) Confirm(ctx context.Context, token string) (notice.Channel, error) {
	c, err := o.confirming(ctx, token)
	if err != nil || c.State != notice.Unconfirmed {
		return c, err
	}
	return o.revive(ctx, c)
}

// unsubToken returns the token that ends a channel without signing in.
func (o *Service) unsubToken(id string) string { return id + "." + encode(o.seal("unsub", id)) }

// unsubbing is the channel that a token ends.
func (o *Service) unsubbing(ctx context.Context, token string) (notice.Channel, error) {
	id, _, _ := strings.Cut(token, ".")
	if !hmac.Equal([]byte(token), []byte(o.unsubToken(id))) {
		return notice.Channel{}, storage.ErrNotFound
	}
	return o.store.Channel(ctx, id)
}

// PeekUnsub returns the channel that a token would end, and changes nothing.
func (o *Service) PeekUnsub(ctx context.Context, token string) (notice.Channel, error) {
	return o.unsubbing(ctx, token)
}

// Unsub switches a channel off for any holder of its token. Doing it twice does
// no harm. ErrNotFound.
func (o *Service) Unsub(ctx context.Context, token string) (notice.Channel, error) {
	c, err := o.unsubbing(ctx, token)
	if err != nil || c.State == notice.Off {
		return c, err
	}
	c.State = notice.Off
	if err := o.store.ChangeChannel(ctx, c); err != nil {
		return c, err
	}
	return c, o.relearnOf(ctx, &c)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
