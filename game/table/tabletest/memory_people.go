package tabletest

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// MergePlayer implements table.Store.
func (m *Memory) MergePlayer(_ context.Context, from, into account.PlayerID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range m.games {
		if g.SeatOf(from) >= 0 && g.SeatOf(into) >= 0 && g.Status != game.Finished {
			return storage.ErrConflict
		}
	}
	if m.unknown(from) || m.unknown(into) {
		return storage.ErrNotFound
	}
	for _, g := range m.games {
		if seat := g.SeatOf(from); seat >= 0 {
			g.Rev++
			one, both := &g.Seats[seat], g.SeatOf(into) >= 0
			if one.Sub == from {
				one.Sub = into
			}
			if one.Player == from {
				one.Player = ""
				if !both {
					one.Player = into
				}
			}
		}
		if g.Owner == from {
			g.Owner = into
		}
	}
	l := m.learners[into]
	l.Taught |= m.learners[from].Taught
	m.learners[into] = l
	for _, of := range m.owners {
		if at, has := of[from]; has {
			delete(of, from)
			if _, has := of[into]; !has {
				of[into] = at
			}
		}
	}
	if m.visits[into] == nil {
		m.visits[into] = map[string]table.Visit{}
	}
	for id, v := range m.visits[from] {
		have := m.visits[into][id]
		v.Player, v.Seq = into, max(v.Seq, have.Seq)
		if have.At.After(v.At) {
			v.At = have.At
		}
		m.visits[into][id] = v
	}
	m.Merge(from, into)
	m.post.merge(string(from), string(into))
	m.removePlayer(from)
	return nil
}

// ErasePlayer implements table.Store.
func (m *Memory) ErasePlayer(_ context.Context, id account.PlayerID, placeholder account.Player, heirs map[string]account.PlayerID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unknown(id) {
		return storage.ErrNotFound
	}
	m.players[placeholder.ID] = placeholder
	for _, g := range m.games {
		if g.Owner == id {
			g.Owner = heirs[g.ID]
		}
		if seat := g.SeatOf(id); seat >= 0 {
			g.Rev++
			one := &g.Seats[seat]
			if one.Sub == id {
				one.Sub, one.SubName = "", ""
			}
			if one.Player == id {
				one.Player, one.Name = placeholder.ID, placeholder.Name
			}
		}
	}
	for hash, of := range m.owners {
		if _, has := of[id]; has {
			delete(of, id)
			m.dropUnwanted(hash)
		}
	}
	m.removePlayer(id)
	return nil
}

// Living implements table.Store.
func (m *Memory) Living(_ context.Context, id account.PlayerID) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, tok := range m.tokens {
		if tok.Player == id {
			return true, nil
		}
	}
	return false, nil
}

func (m *Memory) unknown(id account.PlayerID) bool {
	_, ok := m.players[id]
	return !ok
}

func (m *Memory) removePlayer(id account.PlayerID) {
	delete(m.players, id)
	delete(m.visits, id)
	m.Erase(id)
	m.post.erase(string(id))
	for hash, tok := range m.tokens {
		if tok.Player == id {
			delete(m.tokens, hash)
		}
	}
}
