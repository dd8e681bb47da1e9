package tabletest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/storage"
)

var _ notifications.Store = (*Memory)(nil)

// post is what a memory store keeps of notifications.
type post struct {
	preferences map[string]notice.Preferences
	channels    map[string]notice.Channel
	leases      map[string]lease
	outbox      map[outKey]notice.Notice
	messages    map[messageKey]notice.Queued
	mentions    map[mentionKey]string
}

type mentionKey struct{ game, player string }

type lease struct {
	by    string
	until time.Time
}

type outKey struct {
	player, game string
	kind         notice.Kind
}

type messageKey struct {
	channel, game string
	kind          notice.Kind
}

func newPost() post {
	return post{map[string]notice.Preferences{}, map[string]notice.Channel{}, map[string]lease{}, map[outKey]notice.Notice{}, map[messageKey]notice.Queued{}, map[mentionKey]string{}}
}

// forget drops everything about a game.
func (p *post) forget(game string) {
	for k := range p.outbox {
		if k.game == game {
			delete(p.outbox, k)
		}
	}
	for k := range p.messages {
		if k.game == game {
			delete(p.messages, k)
		}
	}
	for id, c := range p.channels {
		if c.Game == game {
			delete(p.channels, id)
		}
	}
	for k := range p.mentions {
		if k.game == game {
			delete(p.mentions, k)
		}
	}
}

func (p *post) dropMessages(channel string) {
	for k := range p.messages {
		if k.channel == channel {
			delete(p.messages, k)
		}
	}
}

func (m *Memory) putNews(news []notice.Notice) {
	for _, n := range news {
		if _, ok := m.players[account.PlayerID(n.Player)]; !ok {
			continue
		}
		k := outKey{n.Player, n.Game, n.Kind}
		old, there := m.post.outbox[k]
		switch {
		case !there:
			m.post.outbox[k] = n
		case n.DueAt.Before(old.DueAt) || !n.DueAt.After(old.Since.Add(notice.Longest)):
			old.DueAt = n.DueAt
			m.post.outbox[k] = old
		}
	}
}

// Preferences implements notifications.Store.
func (m *Memory) Preferences(_ context.Context, player string) (notice.Preferences, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, ok := m.post.preferences[player]
	if !ok {
		return w, storage.ErrNotFound
	}
	w.Muted = slices.Clone(w.Muted)
	return w, nil
}

// SavePreferences implements notifications.Store.
func (m *Memory) SavePreferences(_ context.Context, player string, w notice.Preferences) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	w.Muted = slices.Clone(w.Muted)
	m.post.preferences[player] = w
	return nil
}

// Heeding implements notifications.Store.
func (m *Memory) Heeding(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []string
	for _, c := range m.post.channels {
		if c.Game == "" && c.Sends() && !slices.Contains(list, c.Player) {
			list = append(list, c.Player)
		}
	}
	return list, nil
}

// Channels implements notifications.Store.
func (m *Memory) Channels(_ context.Context, player string) ([]notice.Channel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.channelsIf(func(c *notice.Channel) bool { return c.Player == player && c.Game == "" }), nil
}

func (m *Memory) channelsIf(want func(*notice.Channel) bool) []notice.Channel {
	var list []notice.Channel
	for _, c := range m.post.channels {
		if want(&c) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b notice.Channel) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Channel implements notifications.Store.
func (m *Memory) Channel(_ context.Context, id string) (notice.Channel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.post.channels[id]
	if !ok {
		return c, storage.ErrNotFound
	}
	return c, nil
}

// FeedChannel implements notifications.Store.
func (m *Memory) FeedChannel(_ context.Context, hash string) (notice.Channel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.channelsIf(func(c *notice.Channel) bool { return c.Way == notice.Feed && c.Secret == hash })
	if len(list) == 0 {
		return notice.Channel{}, storage.ErrNotFound
	}
	return list[0], nil
}

// AddChannel implements notifications.Store.
func (m *Memory) AddChannel(_ context.Context, c notice.Channel) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	same := m.channelsIf(func(o *notice.Channel) bool {
		return o.ID == c.ID || o.Game == "" && c.Game == "" && o.Player == c.Player && o.Way == c.Way && o.Address == c.Address && c.Address != ""
	})
	if _, ok := m.players[account.PlayerID(c.Player)]; !ok || len(same) > 0 {
		return storage.ErrConflict
	}
	for _, old := range m.channelsIf(func(o *notice.Channel) bool { return c.Game != "" && o.Game == c.Game }) {
		delete(m.post.channels, old.ID)
		m.post.dropMessages(old.ID)
	}
	m.post.channels[c.ID] = c
	return nil
}

// ChangeChannel implements notifications.Store.
func (m *Memory) ChangeChannel(_ context.Context, c notice.Channel) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.post.channels[c.ID]
	if !ok || old.Player != c.Player {
		return storage.ErrNotFound
	}
	old.Secret, old.Extra, old.State = c.Secret, c.Extra, c.State
	old.Failures, old.RetryAt, old.Error, old.FailedAt = c.Failures, c.RetryAt, c.Error, c.FailedAt
	m.post.channels[c.ID] = old
	if !old.Sends() {
		m.post.dropMessages(c.ID)
	}
	return nil
}

// DropChannel implements notifications.Store.
func (m *Memory) DropChannel(_ context.Context, player, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c, ok := m.post.channels[id]; !ok || c.Player != player {
		return storage.ErrNotFound
	}
	delete(m.post.channels, id)
	delete(m.post.leases, id)
	m.post.dropMessages(id)
	return nil
}

// HeedingTables implements notifications.Store.
func (m *Memory) HeedingTables(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []string
	for _, c := range m.post.channels {
		if c.Game != "" && c.Sends() {
			list = append(list, c.Game)
		}
	}
	return list, nil
}

// TableChannel implements notifications.Store.
func (m *Memory) TableChannel(_ context.Context, game string) (notice.Channel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.channelsIf(func(c *notice.Channel) bool { return game != "" && c.Game == game })
	if len(list) == 0 {
		return notice.Channel{}, storage.ErrNotFound
	}
	return list[0], nil
}

// TableChannels implements notifications.Store.
func (m *Memory) TableChannels(_ context.Context, player string) ([]notice.Channel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.channelsIf(func(c *notice.Channel) bool { return c.Player == player && c.Game != "" }), nil
}

// Mentions implements notifications.Store.
func (m *Memory) Mentions(_ context.Context, game string) (map[string]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]string{}
	for k, name := range m.post.mentions {
		if k.game == game {
			all[k.player] = name
		}
	}
	return all, nil
}

// MentionsOf implements notifications.Store.
func (m *Memory) MentionsOf(_ context.Context, player string) (map[string]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]string{}
	for k, name := range m.post.mentions {
		if k.player == player {
			all[k.game] = name
		}
	}
	return all, nil
}

// SetMention implements notifications.Store.
func (m *Memory) SetMention(_ context.Context, game, player, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if name == "" || m.games[game] == nil {
		delete(m.post.mentions, mentionKey{game, player})
		return nil
	}
	m.post.mentions[mentionKey{game, player}] = name
	return nil
}

// merge moves what a player gave for the hooks of tables to another one.
func (p *post) merge(from, into string) {
	for id, c := range p.channels {
		if c.Player == from && c.Game != "" {
			c.Player = into
			p.channels[id] = c
		}
	}
	for k, name := range p.mentions {
		if k.player != from {
			continue
		}
		delete(p.mentions, k)
		if _, has := p.mentions[mentionKey{k.game, into}]; !has {
			p.mentions[mentionKey{k.game, into}] = name
		}
	}
}

// erase drops what was a player's.
func (p *post) erase(player string) {
	for id, c := range p.channels {
		if c.Player == player {
			delete(p.channels, id)
			p.dropMessages(id)
		}
	}
	for k := range p.mentions {
		if k.player == player {
			delete(p.mentions, k)
		}
	}
}
