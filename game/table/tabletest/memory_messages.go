package tabletest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// DueNotices implements notifications.Store.
func (m *Memory) DueNotices(_ context.Context, now time.Time, limit int) ([]notice.Notice, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []notice.Notice
	for _, n := range m.post.outbox {
		if !n.DueAt.After(now) {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b notice.Notice) int {
		return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.Player, b.Player), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Kind, b.Kind))
	})
	return list[:min(limit, len(list))], nil
}

// HasNotice implements notifications.Store.
func (m *Memory) HasNotice(_ context.Context, player, game string, kind notice.Kind) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.post.outbox[outKey{player, game, kind}]
	return ok, nil
}

// PlanReminders implements notifications.Store.
func (m *Memory) PlanReminders(_ context.Context, player string, games []string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.players[account.PlayerID(player)]; !ok {
		return nil
	}
	for _, id := range games {
		n := notice.Notice{Player: player, Game: id, Kind: notice.Remind, Since: notice.Never(), DueAt: at}
		k := outKey{player, id, notice.Remind}
		if old, ok := m.post.outbox[k]; m.games[id] != nil && (!ok || old.Since.Equal(n.Since)) {
			m.post.outbox[k] = n
		}
	}
	return nil
}

// Sort implements notifications.Store.
func (m *Memory) Sort(_ context.Context, all []notifications.Sorted) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range all {
		k := outKey{s.Notice.Player, s.Notice.Game, s.Notice.Kind}
		old, there := m.post.outbox[k]
		if !there || !old.DueAt.Equal(s.Notice.DueAt) {
			continue
		}
		if delete(m.post.outbox, k); !s.Again.IsZero() {
			old.DueAt, old.Since = s.Again, s.Since
			m.post.outbox[k] = old
		}
		for _, l := range s.Messages {
			m.addMessage(l)
		}
		for _, n := range s.Plan {
			if _, ok := m.players[account.PlayerID(n.Player)]; ok && m.games[n.Game] != nil {
				m.post.outbox[outKey{n.Player, n.Game, n.Kind}] = n
			}
		}
	}
	return nil
}

func (m *Memory) addMessage(l notice.Queued) {
	if c, ok := m.post.channels[l.Channel]; !ok || c.State != notice.On || m.games[l.Game] == nil {
		return
	}
	k := messageKey{l.Channel, l.Game, l.Kind}
	if old, ok := m.post.messages[k]; ok && old.DueAt.Before(l.DueAt) {
		l.DueAt = old.DueAt
	}
	m.post.messages[k] = l
}

// Claim implements notifications.Store.
func (m *Memory) Claim(_ context.Context, of notifications.Claim) ([]notice.Channel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := map[string]time.Time{} // of the oldest
	for _, l := range m.post.messages {
		if at, ok := due[l.Channel]; !ok || l.DueAt.Before(at) {
			due[l.Channel] = l.DueAt
		}
	}
	list := m.channelsIf(func(c *notice.Channel) bool {
		at, ok := due[c.ID]
		return c.Way == of.Way && c.State == notice.On && ok && !at.After(of.Now) && !m.post.leases[c.ID].until.After(of.Now)
	})
	slices.SortStableFunc(list, func(a, b notice.Channel) int { return due[a.ID].Compare(due[b.ID]) })
	unproven := 0
	list = slices.DeleteFunc(list, func(c notice.Channel) bool {
		if c.Unproven() {
			unproven++
		}
		return c.Unproven() && unproven > of.Unproven
	})
	list = list[:min(of.Most, len(list))]
	for _, c := range list {
		m.post.leases[c.ID] = lease{of.Lease, of.Until}
	}
	return list, nil
}

// Rewind implements notifications.Store.
func (m *Memory) Rewind(_ context.Context, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, n := range m.post.outbox {
		if n.DueAt.After(now) {
			n.DueAt = now
			m.post.outbox[key] = n
		}
	}
	for key, l := range m.post.messages {
		if l.DueAt.After(now) {
			l.DueAt = now
			m.post.messages[key] = l
		}
	}
	return nil
}

// DueMessages implements notifications.Store.
func (m *Memory) DueMessages(_ context.Context, channel string, now time.Time) ([]notice.Queued, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []notice.Queued
	for _, l := range m.post.messages {
		if l.Channel == channel && !l.DueAt.After(now) {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b notice.Queued) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Kind, b.Kind))
	})
	return list, nil
}

// Settle implements notifications.Store.
func (m *Memory) Settle(_ context.Context, s notifications.Settled) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.post.channels[s.Channel.ID]
	if !ok {
		return nil
	}
	if m.post.leases[c.ID].by == s.Lease {
		delete(m.post.leases, c.ID)
		n := s.Channel
		if c.State == notice.On {
			c.State = n.State
		}
		c.SentAt, c.Day, c.Sent = n.SentAt, n.Day, n.Sent
		c.Failures, c.RetryAt, c.Error, c.FailedAt = n.Failures, n.RetryAt, n.Error, n.FailedAt
		m.post.channels[c.ID] = c
	}
	for i, list := range [][]notice.Queued{s.Done, s.Later} {
		for _, l := range list {
			k := messageKey{c.ID, l.Game, l.Kind}
			old, there := m.post.messages[k]
			switch {
			case !there || !old.Since.Equal(l.Since):
			case i == 0:
				delete(m.post.messages, k)
			default:
				m.post.messages[k] = l
			}
		}
	}
	if s.Channel.State == notice.Dead {
		m.post.dropMessages(c.ID)
	}
	for k, l := range m.post.messages {
		if k.channel == c.ID && l.DueAt.Before(s.Channel.RetryAt) {
			l.DueAt = s.Channel.RetryAt
			m.post.messages[k] = l
		}
	}
	return nil
}

// NextDue implements notifications.Store.
func (m *Memory) NextDue(context.Context) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.nextDue(), nil
}

func (m *Memory) nextDue() (first time.Time) {
	sooner := func(t time.Time) {
		if first.IsZero() || t.Before(first) {
			first = t
		}
	}
	for _, n := range m.post.outbox {
		sooner(n.DueAt)
	}
	for _, l := range m.post.messages {
		sooner(l.DueAt)
	}
	return first
}

// Backlog implements notifications.Store.
func (m *Memory) Backlog(context.Context) (notices, messages int, oldest time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.post.outbox), len(m.post.messages), m.nextDue(), nil
}
