package accounttest

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Memory is an account.Store that forgets everything at the end of the
// process. It knows no players: everybody exists who was not forgotten.
type Memory struct {
	mu       sync.Mutex
	accounts map[account.PlayerID]account.Account
	passkeys []account.Passkey
	links    map[account.PlayerID]account.Recovery
	mails    map[account.PlayerID]account.MailLink
	outgoing []account.Outgoing
}

var _ account.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{accounts: map[account.PlayerID]account.Account{}, links: map[account.PlayerID]account.Recovery{}, mails: map[account.PlayerID]account.MailLink{}}
}

// Account implements account.Store.
func (m *Memory) Account(_ context.Context, id account.PlayerID) (account.Account, error) {
	return m.find(func(a account.Account) bool { return a.Player == id })
}

// AccountByLogin implements account.Store.
func (m *Memory) AccountByLogin(_ context.Context, key string) (account.Account, error) {
	return m.find(func(a account.Account) bool { return account.Key(a.Login) == key })
}

func (m *Memory) find(is func(account.Account) bool) (account.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.accounts {
		if is(a) {
			return a, nil
		}
	}
	return account.Account{}, storage.ErrNotFound
}

// AccountsByMail implements account.Store.
func (m *Memory) AccountsByMail(_ context.Context, key string) ([]account.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []account.Account
	for _, a := range m.accounts {
		if key != "" && account.Key(a.Mail) == key && !a.MailAt.IsZero() {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b account.Account) int {
		return cmp.Or(a.ChangedAt.Compare(b.ChangedAt), cmp.Compare(a.Player, b.Player))
	})
	return list, nil
}

// SaveAccount implements account.Store.
func (m *Memory) SaveAccount(_ context.Context, a account.Account) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, other := range m.accounts {
		if id != a.Player && account.Key(other.Login) == account.Key(a.Login) {
			return storage.ErrConflict
		}
	}
	m.accounts[a.Player] = a
	delete(m.links, a.Player)
	return nil
}

// Rehash implements account.Store.
func (m *Memory) Rehash(_ context.Context, id account.PlayerID, old, fresh string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a, ok := m.accounts[id]; ok && a.Password == old {
		a.Password = fresh
		m.accounts[id] = a
	}
	return nil
}

// DropAccount implements account.Store.
func (m *Memory) DropAccount(_ context.Context, id account.PlayerID) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.accounts[id]; !ok {
		return storage.ErrNotFound
	}
	delete(m.accounts, id)
	delete(m.links, id)
	delete(m.mails, id)
	return nil
}

// Passkeys implements account.Store.
func (m *Memory) Passkeys(_ context.Context, id account.PlayerID) ([]account.Passkey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []account.Passkey
	for _, k := range m.passkeys {
		if k.Player == id {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b account.Passkey) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.ID, b.ID))
	})
	return list, nil
}

// AddPasskey implements account.Store.
func (m *Memory) AddPasskey(_ context.Context, k account.Passkey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if slices.ContainsFunc(m.passkeys, func(old account.Passkey) bool { return bytes.Equal(old.ID, k.ID) }) {
		return storage.ErrConflict
	}
	m.passkeys = append(m.passkeys, k)
	return nil
}

func (m *Memory) index(player account.PlayerID, id []byte) int {
	return slices.IndexFunc(m.passkeys, func(k account.Passkey) bool { return k.Player == player && bytes.Equal(k.ID, id) })
}

// SavePasskey implements account.Store.
func (m *Memory) SavePasskey(_ context.Context, k account.Passkey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.index(k.Player, k.ID)
	if i < 0 {
		return storage.ErrNotFound
	}
	k.CreatedAt = m.passkeys[i].CreatedAt
	m.passkeys[i] = k
	return nil
}

// DropPasskey implements account.Store.
func (m *Memory) DropPasskey(_ context.Context, player account.PlayerID, id []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.index(player, id)
	if i < 0 {
		return storage.ErrNotFound
	}
	m.passkeys = slices.Delete(m.passkeys, i, i+1)
	return nil
}

// AddRecovery implements account.Store.
func (m *Memory) AddRecovery(_ context.Context, r account.Recovery) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.accounts[r.Player]; !ok {
		return storage.ErrConflict
	}
	m.links[r.Player] = r
	return nil
}

func (m *Memory) recovery(hash [32]byte, now time.Time) (account.PlayerID, error) {
	for id, r := range m.links {
		if r.Hash == hash && now.Before(r.ExpiresAt) {
			return id, nil
		}
	}
	return "", storage.ErrNotFound
}

// RecoveryOf implements account.Store.
func (m *Memory) RecoveryOf(_ context.Context, hash [32]byte, now time.Time) (account.PlayerID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.recovery(hash, now)
}

// Recover implements account.Store.
func (m *Memory) Recover(_ context.Context, hash [32]byte, now time.Time, password string, keep bool) (account.PlayerID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, err := m.recovery(hash, now)
	if err != nil {
		return "", err
	}
	a := m.accounts[id]
	a.Password, a.ChangedAt = password, now
	m.accounts[id] = a
	delete(m.links, id)
	if !keep {
		m.passkeys = slices.DeleteFunc(m.passkeys, func(k account.Passkey) bool { return k.Player == id })
	}
	return id, nil
}

// AddMailLink implements account.Store.
func (m *Memory) AddMailLink(_ context.Context, l account.MailLink) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.accounts[l.Player]; !ok {
		return storage.ErrConflict
	}
	m.mails[l.Player] = l
	return nil
}

// MailLinkOf implements account.Store.
func (m *Memory) MailLinkOf(_ context.Context, hash [32]byte, now time.Time) (account.PlayerID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for player := range m.mails {
		if m.mailLink(player, hash, now) {
			return player, nil
		}
	}
	return "", storage.ErrNotFound
}

func (m *Memory) mailLink(player account.PlayerID, hash [32]byte, now time.Time) bool {
	l, a := m.mails[player], m.accounts[player]
	return l.Hash == hash && now.Before(l.ExpiresAt) && l.Mail == account.Key(a.Mail)
}

// ConfirmMail implements account.Store.
func (m *Memory) ConfirmMail(_ context.Context, player account.PlayerID, hash [32]byte, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.mailLink(player, hash, now) {
		return storage.ErrNotFound
	}
	a := m.accounts[player]
	a.MailAt = now
	m.accounts[player] = a
	delete(m.mails, player)
	return nil
}

// AddMail implements account.Store.
func (m *Memory) AddMail(_ context.Context, o account.Outgoing) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outgoing = slices.DeleteFunc(m.outgoing, func(old account.Outgoing) bool {
		return old.Kind != account.MailNews && old.Kind == o.Kind && old.Player == o.Player
	})
	m.outgoing = append(m.outgoing, o)
	return nil
}

// NextMail implements account.Store.
func (m *Memory) NextMail(context.Context) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.firstMail(); i >= 0 {
		return m.outgoing[i].DueAt, nil
	}
	return time.Time{}, nil
}

// firstMail is the index of the mail that is due first; -1 if none waits.
func (m *Memory) firstMail() int {
	first := -1
	for i, o := range m.outgoing {
		if first < 0 || o.DueAt.Before(m.outgoing[first].DueAt) {
			first = i
		}
	}
	return first
}

// ClaimMail implements account.Store.
func (m *Memory) ClaimMail(_ context.Context, now, until time.Time) (account.Outgoing, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.firstMail()
	if i < 0 || m.outgoing[i].DueAt.After(now) {
		return account.Outgoing{}, storage.ErrNotFound
	}
	m.outgoing[i].DueAt = until
	return m.outgoing[i], nil
}

// PutOffMail implements account.Store.
func (m *Memory) PutOffMail(_ context.Context, id string, due time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.outgoing {
		if o := &m.outgoing[i]; o.ID == id {
			o.DueAt, o.Tries = due, o.Tries+1
		}
	}
	return nil
}

// DropMail implements account.Store.
func (m *Memory) DropMail(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outgoing = slices.DeleteFunc(m.outgoing, func(o account.Outgoing) bool { return o.ID == id })
	return nil
}
