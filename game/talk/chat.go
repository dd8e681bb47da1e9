package talk

import (
	"context"
	"slices"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/problem"
)

// What the service answers besides *invalid.Error and *TooSoon. Errors of the
// store and of the tables come through wrapped.
var (
	ErrNoSeat      = problem.New("no_seat", "no seat at this table")
	ErrNotYours    = problem.New("not_yours", "nothing that this player may do about the message")
	ErrChatOff     = problem.New("chat_off", "the table's chat is switched off")
	ErrNoMessage   = problem.New("unknown_message", "there is no such message")
	ErrTooLate     = problem.New("too_late", "too late to take it back")
	ErrNoteChanged = problem.New("note_changed", "another note is there by now")
)

// Tables is what talk needs of the tables.
type Tables interface {
	// Speaker returns what a player, or nobody, may do in the chat of a table;
	// storage.ErrNotFound if there is no such table.
	Speaker(ctx context.Context, id string, p account.PlayerID) (Speaker, error)
	// Talked wakes those who look at a table and those who sit there: its chat
	// has changed.
	Talked(ctx context.Context, id string)
}

// Speaker is what a caller may do in the chat of a table.
type Speaker struct {
	Rules    Rules
	MayRead  bool
	MayWrite bool      // whether or not the chat is switched on
	Owner    bool      // of the table
	Seat     game.Seat // game.Nobody if there is none
	Name     string    // at the table, of one who may write
}

// Service is what people write beside the game, each as far as they may. It
// is safe for concurrent use.
type Service struct {
	chats  *Cache
	tables Tables

	tellMu sync.Mutex
	tells  limiters // of reports
}

// New returns the talk at tables, by the clock of the cache.
func New(chats *Cache, tables Tables) *Service {
	return &Service{chats: chats, tables: tables, tells: newLimiters(tellBurst, tellEvery)}
}

// Chat is a chat as a viewer may see it.
type Chat struct {
	Rules    Rules
	MayWrite bool
	Rev      uint64 // the last change of the chat
	More     bool   // there is more in the direction that was read
	List     []Message
	Muted    map[account.PlayerID]bool // whose words the reader does not want to see
}

// Chat reads a table's chat for a viewer; ErrNoSeat if they may not.
func (s *Service) Chat(ctx context.Context, id string, by account.PlayerID, span Span) (Chat, error) {
	who, err := s.tables.Speaker(ctx, id, by)
	if err != nil {
		return Chat{}, err
	}
	if !who.MayRead {
		return Chat{}, ErrNoSeat
	}
	muted, err := s.chats.Muted(ctx, by)
	if err != nil {
		return Chat{}, err
	}
	talk := Chat{Rules: who.Rules, MayWrite: who.MayWrite && !who.Rules.Off, Muted: muted}
	r, err := s.chats.enter(ctx, id)
	if err != nil {
		return Chat{}, err
	}
	talk.Rev = r.rev.Load()
	if n := len(r.tail); span.After == nil && span.Before == 0 && span.Limit > 0 && span.Limit < recalled {
		talk.List = slices.Clone(r.tail[max(0, n-span.Limit):])
		talk.More = n > span.Limit
		r.mu.Unlock()
		return talk, nil
	}
	caught := span.After != nil && *span.After >= talk.Rev
	r.mu.Unlock()
	if caught {
		return talk, nil
	}
	if span.Limit > 0 {
		span.Limit++
	}
	talk.List, err = s.chats.store.Messages(ctx, id, span)
	if talk.More = span.Limit > 0 && len(talk.List) == span.Limit; talk.More {
		if span.After != nil {
			talk.List = talk.List[:span.Limit-1]
		} else {
			talk.List = talk.List[1:]
		}
	}
	return talk, err
}

// MessagesOf lists what a player has written in chats, oldest first.
func (s *Service) MessagesOf(ctx context.Context, by account.PlayerID) ([]Message, error) {
	return s.chats.store.MessagesOf(ctx, by)
}

// Listen returns what says, until leave is called, how far a table's chat has
// got: changes of it wake those who are subscribed to the table.
func (s *Service) Listen(ctx context.Context, id string) (rev func() uint64, leave func(), err error) {
	r, err := s.chats.enter(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	r.open.Add(1)
	r.mu.Unlock()
	return r.rev.Load, sync.OnceFunc(func() { r.open.Add(-1) }), nil
}

// Say writes a message. The error is *invalid.Error, *TooSoon, ErrNoSeat for
// a player who does not belong to the table, or ErrChatOff.
func (s *Service) Say(ctx context.Context, id string, by account.PlayerID, text string) (Message, error) {
	text, err := account.CleanText("text", text, MaxMessage)
	if err != nil {
		return Message{}, err
	}
	who, err := s.tables.Speaker(ctx, id, by)
	switch {
	case err != nil:
		return Message{}, err
	case !who.MayWrite:
		return Message{}, ErrNoSeat
	case who.Rules.Off:
		return Message{}, ErrChatOff
	}
	r, err := s.chats.enter(ctx, id)
	if err != nil {
		return Message{}, err
	}
	defer r.mu.Unlock()
	if err := r.admit(by, s.chats.now()); err != nil {
		return Message{}, err
	}
	m, err := s.chats.add(ctx, r, Message{Game: id, Player: by, Seat: who.Seat, Name: who.Name, Text: text, About: -1})
	if err == nil {
		s.tables.Talked(ctx, id)
	}
	return m, err
}

// TakeBack removes the words of a message: its author for a while, the owner
// of the table at any time. Once removed it stays so. ErrNoMessage,
// ErrNotYours, ErrTooLate.
func (s *Service) TakeBack(ctx context.Context, id string, by account.PlayerID, n uint64) error {
	who, err := s.tables.Speaker(ctx, id, by)
	if err != nil {
		return err
	}
	if !who.MayRead || by == "" {
		return ErrNoSeat
	}
	r, err := s.chats.enter(ctx, id)
	if err != nil {
		return err
	}
	defer r.mu.Unlock()
	m, err := s.chats.message(ctx, r, id, n)
	switch {
	case err != nil:
		return err
	case m.Removed != "":
		return nil
	case m.Player == by && s.chats.now().Sub(m.At) <= takeBack:
		return s.remove(ctx, r, id, n, ByAuthor)
	case who.Owner:
		return s.remove(ctx, r, id, n, ByOwner)
	case m.Player == by:
		return ErrTooLate
	default:
		return ErrNotYours
	}
}

// MayTakeBack reports whether TakeBack would do it now, at a table of this owner.
func (s *Service) MayTakeBack(owner, by account.PlayerID, m *Message) bool {
	if by == "" || m.Removed != "" {
		return false
	}
	return owner == by || m.Player == by && s.chats.now().Sub(m.At) <= takeBack
}

// RemoveMessage takes the words of a message away, for the operator. ErrNoMessage.
func (s *Service) RemoveMessage(ctx context.Context, id string, n uint64, by Remover) error {
	r, err := s.chats.enter(ctx, id)
	if err != nil {
		return err
	}
	defer r.mu.Unlock()
	return s.remove(ctx, r, id, n, by)
}

// remove takes the words of a message away and wakes the readers. The chat is locked.
func (s *Service) remove(ctx context.Context, r *cachedChat, id string, n uint64, by Remover) error {
	err := s.chats.blot(ctx, r, id, n, by)
	if err == nil {
		s.tables.Talked(ctx, id)
	}
	return err
}
