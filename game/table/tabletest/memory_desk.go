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
	"github.com/bankhalter/bankhalter/game/talk"
)

// desk is what a memory store keeps of what people write.
type desk struct {
	notes   []talk.Note
	chat    []talk.Message
	mutes   []talk.Mute
	reports []talk.Report
}

// there reports whether a person and a game are known.
func (m *Memory) there(p account.PlayerID, id string) bool {
	_, ok := m.players[p]
	return (ok || p == "") && (m.games[id] != nil || id == "")
}

func (d *desk) forget(id string) {
	d.notes = slices.DeleteFunc(d.notes, func(n talk.Note) bool { return n.Game == id })
	d.chat = slices.DeleteFunc(d.chat, func(x talk.Message) bool { return x.Game == id })
}

func (d *desk) note(p account.PlayerID, id string) int {
	return slices.IndexFunc(d.notes, func(n talk.Note) bool { return n.Player == p && n.Game == id })
}

// Note implements talk.Store.
func (m *Memory) Note(_ context.Context, p account.PlayerID, id string) (talk.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.desk.note(p, id); i >= 0 {
		return m.desk.notes[i], nil
	}
	return talk.Note{}, storage.ErrNotFound
}

// SaveNote implements talk.Store.
func (m *Memory) SaveNote(_ context.Context, n talk.Note, before time.Time) error {
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

// Notes implements talk.Store.
func (m *Memory) Notes(_ context.Context, p account.PlayerID) ([]talk.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.notes), func(n talk.Note) bool { return n.Player != p })
	slices.SortFunc(list, func(a, b talk.Note) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Game, b.Game)) })
	return list, nil
}

// AddMessage implements talk.Store.
func (m *Memory) AddMessage(_ context.Context, x talk.Message, keep int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	taken := slices.ContainsFunc(m.desk.chat, func(o talk.Message) bool { return o.Game == x.Game && (o.ID == x.ID || o.Rev == x.Rev) })
	if taken || !m.there(x.Player, x.Game) {
		return storage.ErrConflict
	}
	m.desk.chat = append(m.desk.chat, x)
	m.desk.chat = slices.DeleteFunc(m.desk.chat, func(o talk.Message) bool { return o.Game == x.Game && o.ID+uint64(keep) <= x.ID })
	return nil
}

// RemoveMessage implements talk.Store.
func (m *Memory) RemoveMessage(_ context.Context, id string, message, rev uint64, by talk.Remover) error {
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

// Messages implements talk.Store.
func (m *Memory) Messages(_ context.Context, id string, s talk.Span) ([]talk.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.chat), func(o talk.Message) bool {
		return o.Game != id || s.After > 0 && o.Rev <= s.After || s.After == 0 && s.Before > 0 && o.ID >= s.Before
	})
	slices.SortFunc(list, func(a, b talk.Message) int {
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

// ChatEnd implements talk.Store.
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

// MessagesOf implements talk.Store.
func (m *Memory) MessagesOf(_ context.Context, p account.PlayerID) ([]talk.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.chat), func(o talk.Message) bool { return o.Player != p })
	slices.SortFunc(list, func(a, b talk.Message) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Game, b.Game), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// LastTalk implements talk.Store.
func (m *Memory) LastTalk(_ context.Context, p account.PlayerID) (map[string]talk.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := map[string]talk.Message{}
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

// AddMute implements talk.Store.
func (m *Memory) AddMute(_ context.Context, x talk.Mute) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.there(x.Player, "") || !m.there(x.Muted, "") {
		return storage.ErrConflict
	}
	if !slices.ContainsFunc(m.desk.mutes, func(o talk.Mute) bool { return o.Player == x.Player && o.Muted == x.Muted }) {
		m.desk.mutes = append(m.desk.mutes, x)
	}
	return nil
}

// DropMute implements talk.Store.
func (m *Memory) DropMute(_ context.Context, p account.PlayerID, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.desk.mutes, func(o talk.Mute) bool { return o.Player == p && o.ID == id })
	if i < 0 {
		return storage.ErrNotFound
	}
	m.desk.mutes = slices.Delete(m.desk.mutes, i, i+1)
	return nil
}

// Mutes implements talk.Store.
func (m *Memory) Mutes(_ context.Context, p account.PlayerID) ([]talk.Mute, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.mutes), func(o talk.Mute) bool { return o.Player != p })
	slices.SortFunc(list, func(a, b talk.Mute) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return list, nil
}

// AddReport implements talk.Store.
func (m *Memory) AddReport(_ context.Context, r talk.Report) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.ContainsFunc(m.desk.reports, func(o talk.Report) bool {
		return o.Reporter == r.Reporter && o.Game == r.Game && o.Message == r.Message
	}) {
		m.desk.reports = append(m.desk.reports, r)
	}
	return nil
}

// Reports implements talk.Store.
func (m *Memory) Reports(_ context.Context, f talk.ReportFilter) ([]talk.Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.desk.reports), func(r talk.Report) bool {
		return f.Settled != nil && *f.Settled == r.SettledAt.IsZero() || !f.Before.IsZero() && !r.At.Before(f.Before)
	})
	slices.SortFunc(list, func(a, b talk.Report) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	if f.Limit > 0 && len(list) > f.Limit {
		list = list[:f.Limit]
	}
	return list, nil
}

// SettleReport implements talk.Store.
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
