package tabletest

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk/talktest"
)

// Memory is a Store that forgets everything at the end of the process.
type Memory struct {
	*talktest.Memory

	mu       sync.Mutex
	games    map[string]*table.Game
	seeds    map[string][32]byte
	moves    map[string][]table.Move
	editions map[string]*library.Edition
	owners   map[string]map[account.PlayerID]time.Time // of a board, since when
	players  map[account.PlayerID]account.Player
	learners map[account.PlayerID]account.Learner
	tokens   map[[32]byte]account.Token
	times    map[string]*times
	visits   map[account.PlayerID]map[string]table.Visit
	secrets  map[string][]byte
	receipts map[receiptKey]account.Receipt
	post     post

	// Fail, if set, is asked before each Append; its error is returned instead.
	Fail func(table.Commit) error
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	m := &Memory{
		times: map[string]*times{},
		games: map[string]*table.Game{}, seeds: map[string][32]byte{}, moves: map[string][]table.Move{},
		editions: map[string]*library.Edition{}, owners: map[string]map[account.PlayerID]time.Time{}, players: map[account.PlayerID]account.Player{}, tokens: map[[32]byte]account.Token{},
		learners: map[account.PlayerID]account.Learner{},
		visits:   map[account.PlayerID]map[string]table.Visit{},
		secrets:  map[string][]byte{}, receipts: map[receiptKey]account.Receipt{},
		post: newPost(),
	}
	m.Memory = talktest.NewMemory(m.knows, m.sits)
	return m
}

// knows reports whether a person and a game are known, as far as they are named.
func (m *Memory) knows(p account.PlayerID, id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.players[p]
	return (ok || p == "") && (m.games[id] != nil || id == "")
}

// sits reports whether a person has a seat in a game.
func (m *Memory) sits(p account.PlayerID, id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[id]
	return g != nil && g.SeatOf(p) >= 0
}

// Copy is the store as it is now, as from a backup.
func (m *Memory) Copy() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := NewMemory()
	for id, g := range m.games {
		c.games[id] = copyGame(g)
	}
	maps.Copy(c.seeds, m.seeds)
	maps.Copy(c.editions, m.editions)
	for hash, of := range m.owners {
		c.owners[hash] = maps.Clone(of)
	}
	maps.Copy(c.players, m.players)
	maps.Copy(c.tokens, m.tokens)
	maps.Copy(c.secrets, m.secrets)
	maps.Copy(c.receipts, m.receipts)
	for id, moves := range m.moves {
		c.moves[id] = slices.Clone(moves)
	}
	return c
}

// copyGame makes a copy as deep as a database would.
func copyGame(g *table.Game) *table.Game {
	c := *g
	c.Seats = slices.Clone(g.Seats)
	c.Scenario = slices.Clone(g.Scenario)
	c.Options = nil
	if b, err := json.Marshal(g.Options); err == nil {
		_ = json.Unmarshal(b, &c.Options)
	}
	return &c
}

// CreateGame implements table.Store.
func (m *Memory) CreateGame(ctx context.Context, g *table.Game, seed [32]byte, ed *library.Edition) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[g.ID] != nil {
		return storage.ErrConflict
	}
	m.keepEdition(ed)
	m.games[g.ID], m.seeds[g.ID] = copyGame(g), seed
	return ctx.Err()
}

// SaveGame implements table.Store.
func (m *Memory) SaveGame(_ context.Context, g *table.Game, news ...notice.Notice) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := m.games[g.ID]
	if old == nil || old.Rev+1 != g.Rev || old.Seq != g.Seq {
		return storage.ErrConflict
	}
	saved := copyGame(g)
	saved.Edition, saved.CreatedAt = old.Edition, old.CreatedAt
	m.games[g.ID] = saved
	m.keepTempo(g.ID, g.Tempo, g.DueAt)
	m.putNews(news)
	return nil
}

// Seal implements table.Store.
func (m *Memory) Seal(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[id]
	switch {
	case g == nil:
		return storage.ErrNotFound
	case g.Sealed:
		return table.ErrSealed
	}
	g.Sealed, g.Status, g.Waiting, g.BotsDue, g.UpdatedAt = true, game.Finished, 0, false, at
	if g.Rev++; g.EndedAt.IsZero() {
		g.EndedAt = at
	}
	return nil
}

// DeleteGame implements table.Store.
func (m *Memory) DeleteGame(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[id] == nil {
		return storage.ErrNotFound
	}
	delete(m.games, id)
	delete(m.seeds, id)
	delete(m.moves, id)
	delete(m.times, id)
	m.post.forget(id)
	for _, seen := range m.visits {
		delete(seen, id)
	}
	m.DropGame(id)
	return nil
}

// Append implements table.Store.
func (m *Memory) Append(_ context.Context, c table.Commit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Fail != nil {
		if err := m.Fail(c); err != nil {
			return err
		}
	}
	g := m.games[c.Game]
	if g == nil || g.Seq != c.After {
		return storage.ErrConflict
	}
	m.moves[c.Game] = append(m.moves[c.Game], c.Moves...)
	g.Summary = c.Summary
	if c.Head != nil {
		g.Head = c.Head
	}
	if c.Owner != "" {
		g.Owner = c.Owner
	}
	m.keepTempo(c.Game, c.Tempo, c.DueAt)
	for _, b := range c.Books {
		m.keepBook(c.Game, b.Seat, b.Book)
	}
	m.putNews(c.News)
	return nil
}

// Game implements table.Store.
func (m *Memory) Game(_ context.Context, id string) (*table.Game, [32]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[id]
	if g == nil {
		return nil, [32]byte{}, storage.ErrNotFound
	}
	return copyGame(g), m.seeds[id], nil
}

// Moves implements table.Store.
func (m *Memory) Moves(_ context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []table.Move
	for _, mv := range m.moves[id] {
		if mv.Seq > after && (limit <= 0 || len(out) < limit) {
			out = append(out, mv)
		}
	}
	return out, nil
}

// Games implements table.Store.
func (m *Memory) Games(_ context.Context, f table.Filter) ([]*table.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []*table.Game
	for _, g := range m.games {
		if matches(g, f) {
			out = append(out, copyGame(g))
		}
	}
	slices.SortFunc(out, func(a, b *table.Game) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	if n := len(out) - f.Limit; f.Limit > 0 && n > 0 && f.Newer != nil {
		out = out[n:]
	} else if f.Limit > 0 && n > 0 {
		out = out[:f.Limit]
	}
	return out, nil
}

// before compares the place of a game in lists with another place.
func before(g *table.Game, p *table.Spot) int {
	return cmp.Or(p.At.Compare(g.UpdatedAt.Truncate(time.Millisecond)), cmp.Compare(g.ID, p.ID))
}

func matches(g *table.Game, f table.Filter) bool {
	switch {
	case f.Player != "" && g.SeatOf(f.Player) < 0,
		f.Owner != "" && g.Owner != f.Owner,
		f.Public && g.Private && (f.Visible == "" || g.SeatOf(f.Visible) < 0),
		f.Older != nil && before(g, f.Older) <= 0,
		f.Newer != nil && before(g, f.Newer) >= 0,
		len(f.Statuses) > 0 && !slices.Contains(f.Statuses, g.Status),
		f.BotsDue && !g.BotsDue,
		f.Clocked && g.EndsAt.IsZero() && g.LinkBy.IsZero(),
		!f.Before.IsZero() && !g.UpdatedAt.Before(f.Before):
		return false
	}
	return true
}

// Secret implements table.Store.
func (m *Memory) Secret(_ context.Context, name string, fresh []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.secrets[name] == nil {
		m.secrets[name] = slices.Clone(fresh)
	}
	return slices.Clone(m.secrets[name]), nil
}

// Counts implements table.Store.
func (m *Memory) Counts(context.Context) (table.Counts, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := table.Counts{Players: len(m.players)}
	for id, g := range m.games {
		*[...]*int{&c.Lobby, &c.Playing, &c.Finished}[g.Status]++
		c.Moves += int64(len(m.moves[id]))
	}
	return c, nil
}

func (m *Memory) keepEdition(ed *library.Edition) {
	if m.editions[ed.Hash] == nil {
		c := *ed
		c.Owner = ""
		m.editions[ed.Hash] = &c
	}
	if ed.Owner == "" {
		return
	}
	if m.owners[ed.Hash] == nil {
		m.owners[ed.Hash] = map[account.PlayerID]time.Time{}
	}
	if _, has := m.owners[ed.Hash][ed.Owner]; !has {
		m.owners[ed.Hash][ed.Owner] = ed.CreatedAt
	}
}

// dropUnwanted removes a board that no list and no table has.
func (m *Memory) dropUnwanted(hash string) {
	for _, g := range m.games {
		if g.Edition == hash {
			return
		}
	}
	if len(m.owners[hash]) == 0 {
		delete(m.editions, hash)
	}
}

// DropEdition implements library.Store.
func (m *Memory) DropEdition(_ context.Context, owner account.PlayerID, hash string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, has := m.owners[hash][owner]; !has {
		return storage.ErrNotFound
	}
	delete(m.owners[hash], owner)
	m.dropUnwanted(hash)
	return nil
}

// SaveEdition implements library.Store.
func (m *Memory) SaveEdition(_ context.Context, ed *library.Edition) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keepEdition(ed)
	return nil
}

// Edition implements library.Store.
func (m *Memory) Edition(_ context.Context, hash string) (*library.Edition, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ed := m.editions[hash]
	if ed == nil {
		return nil, storage.ErrNotFound
	}
	c := *ed
	return &c, nil
}

// Editions implements library.Store.
func (m *Memory) Editions(_ context.Context, owner account.PlayerID) ([]*library.Edition, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []*library.Edition
	for _, ed := range m.editions {
		if at, has := m.owners[ed.Hash][owner]; has {
			c := *ed
			c.Body, c.Owner, c.CreatedAt = nil, owner, at
			out = append(out, &c)
		}
	}
	slices.SortFunc(out, func(a, b *library.Edition) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.Hash, b.Hash))
	})
	return out, nil
}

// Visit implements table.Store.
func (m *Memory) Visit(_ context.Context, p account.PlayerID, game string) (table.Visit, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.visits[p][game]; ok {
		return v, nil
	}
	return table.Visit{}, storage.ErrNotFound
}

// LastSeen implements table.Store.
func (m *Memory) LastSeen(_ context.Context, p account.PlayerID) ([]table.Visit, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []table.Visit
	for _, v := range m.visits[p] {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b table.Visit) int { return cmp.Compare(a.Game, b.Game) })
	return list, nil
}

// SaveLastSeen implements table.Store.
func (m *Memory) SaveLastSeen(_ context.Context, all []table.Visit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, v := range all {
		if _, ok := m.players[v.Player]; !ok || m.games[v.Game] == nil {
			continue
		}
		if m.visits[v.Player] == nil {
			m.visits[v.Player] = map[string]table.Visit{}
		}
		v.Seq = max(v.Seq, m.visits[v.Player][v.Game].Seq)
		m.visits[v.Player][v.Game] = v
	}
	return nil
}

// Sweep implements table.Store.
func (m *Memory) Sweep(_ context.Context, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for hash, tok := range m.tokens {
		if !tok.ExpiresAt.IsZero() && !now.Before(tok.ExpiresAt) {
			delete(m.tokens, hash)
		}
	}
	maps.DeleteFunc(m.receipts, func(_ receiptKey, r account.Receipt) bool { return !r.At.After(now.Add(-account.ReceiptLife)) })
	for _, seen := range m.visits {
		for id, v := range seen {
			if v.At.Before(now.Add(-table.VisitLife)) {
				delete(seen, id)
			}
		}
	}
	return nil
}
