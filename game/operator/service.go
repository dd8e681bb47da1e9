package operator

import (
	"context"
	"crypto/rand"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
)

// Service holds the operator's decisions. The parts that every request needs are in memory.
type Service struct {
	Store
	now  func() time.Time
	rule atomic.Pointer[rule]
}

// rule is the set of bans and announcements in force.
type rule struct {
	players map[account.PlayerID]Ban
	nets    []Ban
	said    Announcement
}

// Open reads what is in force. now is the clock, time.Now if nil.
func Open(ctx context.Context, store Store, now func() time.Time) (*Service, error) {
	if now == nil {
		now = time.Now
	}
	d := &Service{Store: store, now: now}
	return d, d.read(ctx)
}

// Heard reads bans and the announcement again: another server has changed them, or
// players were merged.
func (d *Service) Heard(ctx context.Context) error { return d.read(ctx) }

func (d *Service) read(ctx context.Context) error {
	bans, err := d.Bans(ctx)
	if err != nil {
		return err
	}
	r := &rule{players: map[account.PlayerID]Ban{}}
	if r.said, err = d.Announcement(ctx); err != nil {
		return err
	}
	now := d.now()
	for _, b := range bans {
		switch old, ok := r.players[b.Player]; {
		case b.Over(now):
		case b.Player == "":
			r.nets = append(r.nets, b)
		case !ok || b.Until.IsZero() || !old.Until.IsZero() && b.Until.After(old.Until): // the longest counts
			r.players[b.Player] = b
		}
	}
	d.rule.Store(r)
	return nil
}

// BannedPlayer finds the ban of a person.
func (d *Service) BannedPlayer(p account.PlayerID) (Ban, bool) {
	b, ok := d.rule.Load().players[p]
	return b, ok && p != "" && !b.Over(d.now())
}

// BannedAddress finds the ban of an address.
func (d *Service) BannedAddress(address string) (Ban, bool) {
	nets := d.rule.Load().nets
	if len(nets) == 0 {
		return Ban{}, false
	}
	a, err := netip.ParseAddr(address)
	if err != nil {
		return Ban{}, false
	}
	a = a.Unmap().WithZone("")
	for _, b := range nets {
		if b.Net.Contains(a) && !b.Over(d.now()) {
			return b, true
		}
	}
	return Ban{}, false
}

// Said is the announcement in a language, or in another if it lacks that one;
// "" if there is none.
func (d *Service) Said(lang string) string {
	a := d.rule.Load().said
	if len(a.Texts) == 0 || !a.Until.IsZero() && !d.now().Before(a.Until) {
		return ""
	}
	if text := a.Texts[lang]; text != "" {
		return text
	}
	for _, text := range a.Texts {
		return text
	}
	return ""
}

// Ban stores a ban and applies it at once. The error is *invalid.Error if a field
// of it is wrong.
func (d *Service) Ban(ctx context.Context, b Ban, from string) (Ban, error) {
	b.ID, b.At = strings.ToLower(rand.Text()[:10]), d.now().UTC().Truncate(time.Millisecond)
	reason, err := clean("reason", b.Reason, MaxReason)
	switch {
	case err != nil:
		return b, err
	case (b.Player == "") == !b.Net.IsValid():
		return b, &invalid.Error{Field: "player", Why: "unknown"}
	case !b.Until.IsZero() && !b.Until.After(b.At):
		return b, &invalid.Error{Field: "days", Why: "range"}
	}
	b.Reason = reason
	if b.Player == "" {
		b.Net = b.Net.Masked()
	}
	if err := d.AddBan(ctx, b, d.act("ban", b.whom(), b.Reason, from)); err != nil {
		return b, err
	}
	return b, d.read(ctx)
}

// Lift ends a ban at once.
func (d *Service) Lift(ctx context.Context, id, from string) error {
	bans, err := d.Bans(ctx)
	if err != nil {
		return err
	}
	on := id
	for i := range bans {
		if bans[i].ID == id { // which nothing leads from once it is lifted
			on = bans[i].whom()
		}
	}
	if err := d.LiftBan(ctx, id, d.act("lift", on, "", from)); err != nil {
		return err
	}
	return d.read(ctx)
}

// Say puts an announcement on every page, or takes it away if all its texts are
// empty.
func (d *Service) Say(ctx context.Context, a Announcement, from string) error {
	texts := map[string]string{}
	for lang, text := range a.Texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		text, err := clean("announcement", text, maxMessage)
		if err != nil {
			return err
		}
		texts[lang] = text
	}
	note := strings.Join(slices.Sorted(maps.Values(texts)), " / ")
	a.At, a.Texts = d.now().UTC().Truncate(time.Millisecond), texts
	if !a.Until.IsZero() && !a.Until.After(a.At) {
		return &invalid.Error{Field: "days", Why: "range"}
	}
	if err := d.Announce(ctx, a, d.act("announce", "", note, from)); err != nil {
		return err
	}
	return d.read(ctx)
}

// Do records an act in the audit log, does it, and records too if it
// failed.
func (d *Service) Do(ctx context.Context, what, on, note, from string, do func() error) error {
	if err := d.Write(ctx, d.act(what, on, note, from)); err != nil {
		return err
	}
	err := do()
	if err == nil {
		return nil
	}
	if noting := d.Write(ctx, d.act(what+"_failed", on, "", from)); noting != nil {
		return noting
	}
	return err
}

// End ends all sessions and tokens of a person.
func (d *Service) End(ctx context.Context, p account.PlayerID, from string) error {
	return d.SignOut(ctx, p, d.act("sign_out", string(p), "", from))
}

func (d *Service) act(what, on, note, from string) Act {
	return Act{At: d.now().UTC().Truncate(time.Millisecond), What: what, On: on, Note: note, From: from}
}

// clean checks a text that others will read.
func clean(field, text string, most int) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case text == "":
		return "", &invalid.Error{Field: field, Why: "empty"}
	case utf8.RuneCountInString(text) > most:
		return "", &invalid.Error{Field: field, Why: "long"}
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", &invalid.Error{Field: field, Why: "characters"}
	}
	return text, nil
}

// ParseNet reads an address or a network. An IPv6 address means the /64 of
// its household.
func ParseNet(text string) (netip.Prefix, bool) {
	text = strings.TrimSpace(text)
	if p, err := netip.ParsePrefix(text); err == nil {
		least := 8
		if p.Addr().Is6() {
			least = 16
		}
		return p.Masked(), p.Bits() >= least && !p.Addr().Is4In6()
	}
	a, err := netip.ParseAddr(text)
	if err != nil || a.Zone() != "" {
		return netip.Prefix{}, false
	}
	if a = a.Unmap(); a.Is4() {
		return netip.PrefixFrom(a, 32), true
	}
	return netip.PrefixFrom(a, 64).Masked(), true
}
