package talktest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

// Memory is a talk.Store that forgets everything at the end of the process.
type Memory struct {
	mu      sync.Mutex
	notes   []talk.Note
	chat    []talk.Message
	mutes   []talk.Mute
	reports []talk.Report
	knows   func(p account.PlayerID, game string) bool
	sits    func(p account.PlayerID, game string) bool
}

// NewMemory returns an empty store, beside what keeps players and games: knows
// reports whether it has a player and a game, of which either may be left out, and
// sits whether the player has a seat there. Both are called without a lock.
func NewMemory(knows, sits func(p account.PlayerID, game string) bool) *Memory {
	return &Memory{knows: knows, sits: sits}
}

// DropGame forgets what was written at a game that is gone; reports stay.
func (m *Memory) DropGame(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.notes = slices.DeleteFunc(m.notes, func(n talk.Note) bool { return n.Game == id })
	m.chat = slices.DeleteFunc(m.chat, func(x talk.Message) bool { return x.Game == id })
}

func (m *Memory) note(p account.PlayerID, id string) int {
	return slices.IndexFunc(m.notes, func(n talk.Note) bool { return n.Player == p && n.Game == id })
}

// Note implements talk.Store.
func (m *Memory) Note(_ context.Context, p account.PlayerID, id string) (talk.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.note(p, id); i >= 0 {
		return m.notes[i], nil
	}
	return talk.Note{}, storage.ErrNotFound
}

// SaveNote implements talk.Store.
func (m *Memory) SaveNote(_ context.Context, n talk.Note, before time.Time) error {
	if !m.knows(n.Player, n.Game) {
		return storage.ErrConflict
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	i, was := m.note(n.Player, n.Game), time.Time{}
	if i >= 0 {
		was = m.notes[i].At
	}
	if !was.Equal(before) {
		return storage.ErrConflict
	}
	if i >= 0 {
		m.notes = slices.Delete(m.notes, i, i+1)
	}
	if n.Text != "" {
		m.notes = append(m.notes, n)
	}
	return nil
}

// Notes implements talk.Store.
func (m *Memory) Notes(_ context.Context, p account.PlayerID) ([]talk.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.notes), func(n talk.Note) bool { return n.Player != p })
	slices.SortFunc(list, func(a, b talk.Note) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Game, b.Game)) })
	return list, nil
}

// AddMessage implements talk.Store.
func (m *Memory) AddMessage(_ context.Context, x talk.Message, keep int) error {
	if !m.knows(x.Player, x.Game) {
		return storage.ErrConflict
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	taken := slices.ContainsFunc(m.chat, func(o talk.Message) bool { return o.Game == x.Game && (o.ID == x.ID || o.Rev == x.Rev) })
	if taken {
		return storage.ErrConflict
	}
	m.chat = append(m.chat, x)
	m.chat = slices.DeleteFunc(m.chat, func(o talk.Message) bool { return o.Game == x.Game && o.ID+uint64(keep) <= x.ID })
	return nil
}

// RemoveMessage implements talk.Store.
func (m *Memory) RemoveMessage(_ context.Context, id string, message, rev uint64, by talk.Remover) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.chat {
		if o.Game == id && o.Rev == rev {
			return storage.ErrConflict
		}
	}
	for i := range m.chat {
		if o := &m.chat[i]; o.Game == id && o.ID == message {
			o.Text, o.Rev, o.Removed = "", rev, by
			return nil
		}
	}
	return storage.ErrNotFound
}

// Messages implements talk.Store.
func (m *Memory) Messages(_ context.Context, id string, s talk.Span) ([]talk.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.chat), func(o talk.Message) bool {
		return o.Game != id || s.After != nil && o.Rev <= *s.After || s.After == nil && s.Before > 0 && o.ID >= s.Before
	})
	slices.SortFunc(list, func(a, b talk.Message) int {
		if s.After != nil {
			return cmp.Compare(a.Rev, b.Rev)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	if over := len(list) - s.Limit; s.Limit > 0 && over > 0 {
		if s.After != nil {
			return list[:s.Limit], nil
		}
		return list[over:], nil
	}
	return list, nil
}

// ChatEnd implements talk.Store.
func (m *Memory) ChatEnd(_ context.Context, id string) (last, rev uint64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.chat {
		if o.Game == id {
			last, rev = max(last, o.ID), max(rev, o.Rev)
		}
	}
	return last, rev, nil
}

// MessagesOf implements talk.Store.
func (m *Memory) MessagesOf(_ context.Context, p account.PlayerID) ([]talk.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.chat), func(o talk.Message) bool { return o.Player != p })
	slices.SortFunc(list, func(a, b talk.Message) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Game, b.Game), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// LastTalk implements talk.Store.
func (m *Memory) LastTalk(_ context.Context, p account.PlayerID) (map[string]talk.Message, error) {
	last := map[string]talk.Message{}
	m.mu.Lock()
	for _, o := range m.chat {
		if o.ID > last[o.Game].ID {
			o.Text = ""
			last[o.Game] = o
		}
	}
	m.mu.Unlock()
	maps.DeleteFunc(last, func(id string, o talk.Message) bool { return o.Player == p || !m.sits(p, id) })
	return last, nil
}

// AddMute implements talk.Store.
func (m *Memory) AddMute(_ context.Context, x talk.Mute) error {
	if !m.knows(x.Player, "") || !m.knows(x.Muted, "") {
		return storage.ErrConflict
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.ContainsFunc(m.mutes, func(o talk.Mute) bool { return o.Player == x.Player && o.Muted == x.Muted }) {
		m.mutes = append(m.mutes, x)
	}
	return nil
}

// DropMute implements talk.Store.
func (m *Memory) DropMute(_ context.Context, p account.PlayerID, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.mutes, func(o talk.Mute) bool { return o.Player == p && o.ID == id })
	if i < 0 {
		return storage.ErrNotFound
	}
	m.mutes = slices.Delete(m.mutes, i, i+1)
	return nil
}

// Mutes implements talk.Store.
func (m *Memory) Mutes(_ context.Context, p account.PlayerID) ([]talk.Mute, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.mutes), func(o talk.Mute) bool { return o.Player != p })
	slices.SortFunc(list, func(a, b talk.Mute) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return list, nil
}

// AddReport implements talk.Store.
func (m *Memory) AddReport(_ context.Context, r talk.Report) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.ContainsFunc(m.reports, func(o talk.Report) bool {
		return o.Reporter == r.Reporter && o.Game == r.Game && o.Message == r.Message
	}) {
		m.reports = append(m.reports, r)
	}
	return nil
}

// Reports implements talk.Store.
func (m *Memory) Reports(_ context.Context, f talk.ReportFilter) ([]talk.Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.reports), func(r talk.Report) bool {
		return f.Settled != nil && *f.Settled == r.SettledAt.IsZero() || f.ID != "" && r.ID != f.ID
	})
	slices.SortFunc(list, func(a, b talk.Report) int {
		if f.Oldest {
			return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID))
	})
	if f.Limit > 0 {
		list = list[min(f.Skip, len(list)):]
		list = list[:min(f.Limit, len(list))]
	}
	return list, nil
}

// OpenReports implements talk.Store.
func (m *Memory) OpenReports(context.Context) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for i := range m.reports {
		if m.reports[i].SettledAt.IsZero() {
			n++
		}
	}
	return n, nil
}

// SettleReport implements talk.Store.
func (m *Memory) SettleReport(_ context.Context, id string, at time.Time, note string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.reports {
		if r := &m.reports[i]; r.ID == id {
			r.SettledAt, r.Note = at, note
			return nil
		}
	}
	return storage.ErrNotFound
}

// Merge makes what one player has written another's.
func (m *Memory) Merge(from, into account.PlayerID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.notes {
		one := &m.notes[i]
		if one.Player == from && !slices.ContainsFunc(m.notes, func(o talk.Note) bool { return o.Player == into && o.Game == one.Game }) {
			one.Player = into
		}
	}
	for i := range m.chat {
		if m.chat[i].Player == from {
			m.chat[i].Player = into
		}
	}
	has := func(player, muted account.PlayerID) bool {
		return player == muted || slices.ContainsFunc(m.mutes, func(o talk.Mute) bool { return o.Player == player && o.Muted == muted })
	}
	for i := range m.mutes {
		one := &m.mutes[i]
		if one.Player == from && !has(into, one.Muted) {
			one.Player = into
		}
		if one.Muted == from && !has(one.Player, into) {
			one.Muted = into
		}
	}
	for i := range m.reports {
		if m.reports[i].Author == from {
			m.reports[i].Author = into
		}
		if m.reports[i].Reporter == from {
			m.reports[i].Reporter = into
		}
	}
}

// Erase forgets what a player has written; reports stay, without them.
func (m *Memory) Erase(id account.PlayerID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.notes = slices.DeleteFunc(m.notes, func(o talk.Note) bool { return o.Player == id })
	m.chat = slices.DeleteFunc(m.chat, func(o talk.Message) bool { return o.Player == id })
	m.mutes = slices.DeleteFunc(m.mutes, func(o talk.Mute) bool { return o.Player == id || o.Muted == id })
	for i := range m.reports {
		if m.reports[i].Author == id {
			m.reports[i].Author = ""
		}
		if m.reports[i].Reporter == id {
			m.reports[i].Reporter = ""
		}
	}
}
