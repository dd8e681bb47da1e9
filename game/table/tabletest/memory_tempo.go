package tabletest

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// times is what a memory store keeps of the times of a table, encoded as a
// data base would.
type times struct {
	tempo []byte
	due   time.Time
	books map[game.Seat][]byte
}

func (m *Memory) timesOf(id string) *times {
	t := m.times[id]
	if t == nil {
		t = &times{books: map[game.Seat][]byte{}}
		m.times[id] = t
	}
	return t
}

func (m *Memory) keepTempo(id string, tempo *timecontrol.State, due time.Time) {
	if tempo == nil {
		return
	}
	t := m.timesOf(id)
	t.tempo, _ = json.Marshal(tempo)
	t.due = due
}

func (m *Memory) keepBook(id string, seat game.Seat, book *orders.Book) {
	m.timesOf(id).books[seat], _ = json.Marshal(book)
}

// SaveTempo implements table.Store.
func (m *Memory) SaveTempo(_ context.Context, id string, _ uint64, tempo *timecontrol.State, due time.Time, news ...notice.Notice) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keepTempo(id, tempo, due)
	m.putNews(news)
	return nil
}

// SaveBook implements table.Store.
func (m *Memory) SaveBook(_ context.Context, id string, _ uint64, seat game.Seat, book *orders.Book) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keepBook(id, seat, book)
	return nil
}

// Tempo implements table.Store.
func (m *Memory) Tempo(_ context.Context, id string) (*timecontrol.State, time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.times[id]
	if t == nil || t.tempo == nil {
		return nil, time.Time{}, storage.ErrNotFound
	}
	var tempo timecontrol.State
	err := json.Unmarshal(t.tempo, &tempo)
	return &tempo, t.due, err
}

// Tempos implements table.Store.
func (m *Memory) Tempos(_ context.Context, p account.PlayerID) (map[string]*timecontrol.State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]*timecontrol.State{}
	for id, t := range m.times {
		g := m.games[id]
		if g == nil || g.SeatOf(p) < 0 || g.Status != game.Playing || t.tempo == nil {
			continue
		}
		var tempo timecontrol.State
		if err := json.Unmarshal(t.tempo, &tempo); err != nil {
			return nil, err
		}
		all[id] = &tempo
	}
	return all, nil
}

// Books implements table.Store.
func (m *Memory) Books(_ context.Context, id string) (table.Books, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.times[id]
	if t == nil {
		return nil, nil
	}
	var books table.Books
	for seat, text := range t.books {
		var book orders.Book
		if err := json.Unmarshal(text, &book); err != nil {
			return nil, err
		}
		books = books.With(seat, book)
	}
	return books, nil
}

// Due implements table.Store.
func (m *Memory) Due(context.Context) ([]table.Due, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []table.Due
	for id, t := range m.times {
		if g := m.games[id]; g != nil && g.Status == game.Playing && !t.due.IsZero() {
			list = append(list, table.Due{Game: id, At: t.due})
		}
	}
	return list, nil
}

// MovesOf is the log of a game as it is stored.
func (m *Memory) MovesOf(id string) []table.Move {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]table.Move(nil), m.moves[id]...)
}
