package tabletest

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// desk is what a memory store keeps of what people write.
type desk struct {
	notes   []table.Note
	chat    []table.Message
	mutes   []table.Mute
	reports []table.Report
}

// there reports whether a person and a game are known.
func (m *Memory) there(p account.PlayerID, id string) bool {
	_, ok := m.players[p]
	return (ok || p == "") && (m.games[id] != nil || id == "")
}

func (d *desk) forget(id string) {
	d.notes = slices.DeleteFunc(d.notes, func(n table.Note) bool { return n.Game == id })
	d.chat = slices.DeleteFunc(d.chat, func(x table.Message) bool { return x.Game == id })
}

func (d *desk) note(p account.PlayerID, id string) int {
	return slices.IndexFunc(d.notes, func(n table.Note) bool { return n.Player == p && n.Game == id })
}

// Note implements table.TalkStore.
func (m *Memory) Note(_ context.Context, p account.PlayerID, id string) (table.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.desk.note(p, id); i >= 0 {
		return m.desk.notes[i], nil
	}
	return table.Note{}, storage.ErrNotFound
}

// SaveNote implements table.TalkStore.
func (m *Memory) SaveNote(_ context.Context, n table.Note, before time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, was := m.desk.note(n.Player, n.Game), time.Time{}
	if i >= 0 {
		was = m.desk.notes[i].At
	}
	if !was.Equal(before) || !m.there(n.Player, n.Game) {
		return storage.ErrConflict
	}
	if i >= 0 {
		m.desk.notes = slices.Delete(m.desk.notes, i, i+1)
	}
	if n.Text != "" {
		m.desk.notes = append(m.desk.notes, n)
	}
	return nil
}

// Notes implements table.TalkStore.
func (m *Memory) Notes(_ context.Context, p account.PlayerID) ([]table.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.notes), func(n table.Note) bool { return n.Player != p })
	slices.SortFunc(list, func(a, b table.Note) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Game, b.Game)) })
	return list, nil
}

// AddMessage implements table.TalkStore.
func (m *Memory) AddMessage(_ context.Context, x table.Message, keep int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	taken := slices.ContainsFunc(m.desk.chat, func(o table.Message) bool { return o.Game == x.Game && (o.ID == x.ID || o.Rev == x.Rev) })
	if taken || !m.there(x.Player, x.Game) {
		return storage.ErrConflict
	}
	m.desk.chat = append(m.desk.chat, x)
	m.desk.chat = slices.DeleteFunc(m.desk.chat, func(o table.Message) bool { return o.Game == x.Game && o.ID+uint64(keep) <= x.ID })
	return nil
}

// RemoveMessage implements table.TalkStore.
func (m *Memory) RemoveMessage(_ context.Context, id string, message, rev uint64, by table.Remover) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.desk.chat {
		if o.Game == id && o.Rev == rev {
			return storage.ErrConflict
		}
	}
	for i := range m.desk.chat {
		if o := &m.desk.chat[i]; o.Game == id && o.ID == message {
			o.Text, o.Rev, o.Removed = "", rev, by
			return nil
		}
	}
	return storage.ErrNotFound
}

// Messages implements table.TalkStore.
func (m *Memory) Messages(_ context.Context, id string, s table.Span) ([]table.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.chat), func(o table.Message) bool {
		return o.Game != id || s.After > 0 && o.Rev <= s.After || s.After == 0 && s.Before > 0 && o.ID >= s.Before
	})
	slices.SortFunc(list, func(a, b table.Message) int {
		if s.After > 0 {
			return cmp.Compare(a.Rev, b.Rev)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	if over := len(list) - s.Limit; s.Limit > 0 && over > 0 {
		if s.After > 0 {
			return list[:s.Limit], nil
		}
		return list[over:], nil
	}
	return list, nil
}

// ChatEnd implements table.TalkStore.
func (m *Memory) ChatEnd(_ context.Context, id string) (last, rev uint64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.desk.chat {
		if o.Game == id {
			last, rev = max(last, o.ID), max(rev, o.Rev)
		}
	}
	return last, rev, nil
}

// MessagesOf implements table.TalkStore.
func (m *Memory) MessagesOf(_ context.Context, p account.PlayerID) ([]table.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.chat), func(o table.Message) bool { return o.Player != p })
	slices.SortFunc(list, func(a, b table.Message) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Game, b.Game), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// LastTalk implements table.TalkStore.
func (m *Memory) LastTalk(_ context.Context, p account.PlayerID) (map[string]table.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := map[string]table.Message{}
	for _, o := range m.desk.chat {
		if g := m.games[o.Game]; g != nil && g.SeatOf(p) >= 0 && o.ID > last[o.Game].ID {
			o.Text = ""
			last[o.Game] = o
		}
	}
	for id, o := range last {
		if o.Player == p {
			delete(last, id)
		}
	}
	return last, nil
}

// AddMute implements table.TalkStore.
func (m *Memory) AddMute(_ context.Context, x table.Mute) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.there(x.Player, "") || !m.there(x.Muted, "") {
		return storage.ErrConflict
	}
	if !slices.ContainsFunc(m.desk.mutes, func(o table.Mute) bool { return o.Player == x.Player && o.Muted == x.Muted }) {
		m.desk.mutes = append(m.desk.mutes, x)
	}
	return nil
}

// DropMute implements table.TalkStore.
func (m *Memory) DropMute(_ context.Context, p account.PlayerID, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.desk.mutes, func(o table.Mute) bool { return o.Player == p && o.ID == id })
	if i < 0 {
		return storage.ErrNotFound
	}
	m.desk.mutes = slices.Delete(m.desk.mutes, i, i+1)
	return nil
}

// Mutes implements table.TalkStore.
func (m *Memory) Mutes(_ context.Context, p account.PlayerID) ([]table.Mute, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.mutes), func(o table.Mute) bool { return o.Player != p })
	slices.SortFunc(list, func(a, b table.Mute) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return list, nil
}

// AddReport implements table.TalkStore.
func (m *Memory) AddReport(_ context.Context, r table.Report) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.ContainsFunc(m.desk.reports, func(o table.Report) bool {
		return o.Reporter == r.Reporter && o.Game == r.Game && o.Message == r.Message
	}) {
		m.desk.reports = append(m.desk.reports, r)
	}
	return nil
}

// Reports implements table.TalkStore.
func (m *Memory) Reports(_ context.Context, f table.ReportFilter) ([]table.Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.reports), func(r table.Report) bool {
		return f.Settled != nil && *f.Settled == r.SettledAt.IsZero() || !f.Before.IsZero() && !r.At.Before(f.Before)
	})
	slices.SortFunc(list, func(a, b table.Report) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	if f.Limit > 0 && len(list) > f.Limit {
		list = list[:f.Limit]
	}
	return list, nil
}

// SettleReport implements table.TalkStore.
func (m *Memory) SettleReport(_ context.Context, id string, at time.Time, note string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.desk.reports {
		if r := &m.desk.reports[i]; r.ID == id {
			r.SettledAt, r.Note = at, note
			return nil
		}
	}
	return storage.ErrNotFound
}

// Visits implements table.Store.
func (m *Memory) Visits(_ context.Context, p account.PlayerID) ([]table.Visit, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []table.Visit
	for _, v := range m.visits[p] {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b table.Visit) int { return cmp.Compare(a.Game, b.Game) })
	return list, nil
}

// Tempos implements table.Store.
func (m *Memory) Tempos(_ context.Context, p account.PlayerID) (map[string]*table.Tempo, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]*table.Tempo{}
	for id, t := range m.times {
		g := m.games[id]
		if g == nil || g.SeatOf(p) < 0 || g.Status != game.Playing || t.tempo == nil {
			continue
		}
		var tempo table.Tempo
		if err := json.Unmarshal(t.tempo, &tempo); err != nil {
			return nil, err
		}
		all[id] = &tempo
	}
	return all, nil
}
