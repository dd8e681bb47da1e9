package talk

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Note reads what a player has noted about a table; the zero Note if nothing.
func (s *Service) Note(ctx context.Context, id string, by account.PlayerID) (Note, error) {
	n, err := s.chats.store.Note(ctx, by, id)
	if errors.Is(err, storage.ErrNotFound) {
		return Note{Player: by, Game: id}, nil
	}
	return n, err
}

// SaveNote keeps a note in place of the one of the time before, zero if there
// was none; an empty text removes it. ErrNoteChanged if another one is there by now,
// *invalid.Error, ErrNotFound if there is no such table.
func (s *Service) SaveNote(ctx context.Context, id string, by account.PlayerID, text string, before time.Time) (Note, error) {
	text, err := cleanNote(text)
	if err != nil {
		return Note{}, err
	}
	if _, err := s.tables.Speaker(ctx, id, by); err != nil {
		return Note{}, err
	}
	n := Note{Player: by, Game: id, Text: text, At: s.chats.now()}
	if !n.At.After(before) {
		n.At = before.Add(time.Millisecond)
	}
	err = s.chats.store.SaveNote(context.WithoutCancel(ctx), n, before)
	if errors.Is(err, storage.ErrConflict) {
		return Note{}, ErrNoteChanged
	}
	return n, err
}

// Notes lists what a player has noted, latest first.
func (s *Service) Notes(ctx context.Context, by account.PlayerID) ([]Note, error) {
	return s.chats.store.Notes(ctx, by)
}
