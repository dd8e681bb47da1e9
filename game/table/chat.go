package table

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Errors of the chat.
var (
	ErrChatOff   = problem.New("chat_off", "the table's chat is switched off")
	ErrNoMessage = problem.New("unknown_message", "there is no such message")
	ErrTooLate   = problem.New("too_late", "too late to take it back")
)

// rooms are the chats that are in memory.
type rooms struct {
	mu    sync.Mutex
	all   map[string]*room
	tells map[account.PlayerID]*bucket // of reports
}

// room is the chat of one table in memory: its last messages, how far it has
// got, and who may write again when.
type room struct {
	rev  atomic.Uint64 // the last change
	used atomic.Int64  // unix milliseconds
	open atomic.Int32  // streams that listen

	mu     sync.Mutex
	loaded bool
	last   uint64 // ID of the last message
	tail   []Message
	common bucket
	each   map[account.PlayerID]*bucket
	quiet  time.Time // until when computer players keep still
}

// room finds the chat of a table, not yet read perhaps.
func (s *Service) room(id string) *room {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	r := s.rooms.all[id]
	if r == nil {
		if s.rooms.all == nil {
			s.rooms.all = map[string]*room{}
		}
		r = &room{each: map[account.PlayerID]*bucket{}}
		s.rooms.all[id] = r
	}
	r.used.Store(s.cfg.Now().UnixMilli())
	return r
}

// enterRoom locks a room that has been read from the store. The caller unlocks it.
func (s *Service) enterRoom(ctx context.Context, id string) (*room, error) {
	r := s.room(id)
	r.mu.Lock()
	if r.loaded {
		return r, nil
	}
	last, rev, err := s.store.ChatEnd(ctx, id)
	var tail []Message
	if err == nil && last > 0 {
		tail, err = s.store.Messages(ctx, id, Span{Limit: recalled})
	}
	if err != nil {
		r.mu.Unlock()
		return nil, err
	}
	r.last, r.tail, r.loaded = max(r.last, last), tail, true
	r.rev.Store(max(r.rev.Load(), rev))
	return r, nil
}

// nextRev numbers a change. It follows the clock, so that a number that was
// given once does not come again when messages are gone.
func (r *room) nextRev(now time.Time) uint64 { return max(r.rev.Load()+1, uint64(now.UnixMilli())) }

// Talk is a chat as somebody may see it.
type Talk struct {
	Rules    TalkRules
	MayWrite bool
	Rev      uint64 // the last change of the chat
	More     bool   // there is more in the direction that was read
	List     []Message
	Muted    map[account.PlayerID]bool // whose words the reader does not want to see
}

// Chat reads a table's chat for somebody; ErrNoSeat if he may not.
func (s *Service) Chat(ctx context.Context, id string, by account.PlayerID, span Span) (Talk, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return Talk{}, err
	}
	if !v.g.MayRead(by) {
		return Talk{}, ErrNoSeat
	}
	muted, err := s.muted(ctx, by)
	if err != nil {
		return Talk{}, err
	}
	talk := Talk{Rules: v.g.Talk, MayWrite: v.g.MayWrite(by) && !v.g.Talk.Off, Muted: muted}
	r, err := s.enterRoom(ctx, id)
	if err != nil {
		return Talk{}, err
	}
	talk.Rev = r.rev.Load()
	if n := len(r.tail); span.After == 0 && span.Before == 0 && span.Limit > 0 && span.Limit < recalled {
		talk.List = slices.Clone(r.tail[max(0, n-span.Limit):])
		talk.More = n > span.Limit
		r.mu.Unlock()
		return talk, nil
	}
	caught := span.After >= talk.Rev && span.After > 0
	r.mu.Unlock()
	if caught {
		return talk, nil
	}
	if span.Limit > 0 {
		span.Limit++
	}
	talk.List, err = s.store.Messages(ctx, id, span)
	if talk.More = span.Limit > 0 && len(talk.List) == span.Limit; talk.More {
		if span.After > 0 {
			talk.List = talk.List[:span.Limit-1]
		} else {
			talk.List = talk.List[1:]
		}
	}
	return talk, err
}

// Say writes a message. The error is *invalid.Error, *TooSoon, ErrNoSeat for
// somebody who does not belong to the table, or ErrChatOff.
func (s *Service) Say(ctx context.Context, id string, by account.PlayerID, text string) (Message, error) {
	text, err := cleanMessage("text", text, MaxMessage)
	if err != nil {
		return Message{}, err
	}
	_, v, err := s.peek(ctx, id)
	switch {
	case err != nil:
		return Message{}, err
	case !v.g.MayWrite(by):
		return Message{}, ErrNoSeat
	case v.g.Talk.Off:
		return Message{}, ErrChatOff
	}
	m := Message{Game: id, Player: by, Seat: v.g.SeatOf(by), Text: text, About: -1}
	switch {
	case m.Seat >= 0 && v.g.Seats[m.Seat].Sub == by:
		m.Name = v.g.Seats[m.Seat].SubName
	case m.Seat >= 0:
		m.Name = v.g.Seats[m.Seat].Name
	default:
		p, err := s.store.Player(ctx, by)
		if err != nil {
			return Message{}, err
		}
		m.Name = p.Name
	}
	r, err := s.enterRoom(ctx, id)
	if err != nil {
		return Message{}, err
	}
	defer r.mu.Unlock()
	if err := r.admit(by, s.now()); err != nil {
		return Message{}, err
	}
	return s.post(ctx, r, m)
}

// admit takes one message out of the author's share and the table's.
func (r *room) admit(by account.PlayerID, now time.Time) error {
	own := r.each[by]
	if own == nil {
		for p, b := range r.each {
			if b.full(now, sayBurst, sayEvery) {
				delete(r.each, p)
			}
		}
		own = &bucket{}
		r.each[by] = own
	}
	if err := own.take(now, sayBurst, sayEvery); err != nil {
		return err
	}
	return r.common.take(now, tableBurst, tableEvery)
}

// post writes a message down and wakes those who listen. The room is locked.
func (s *Service) post(ctx context.Context, r *room, m Message) (Message, error) {
	m.At = s.now()
	m.ID, m.Rev = r.last+1, r.nextRev(m.At)
	if err := s.store.AddMessage(context.WithoutCancel(ctx), m, keptMessages); err != nil {
		r.loaded = false // what is there is unknown until it is read again
		return Message{}, err
	}
	r.last, r.tail = m.ID, append(r.tail, m)
	if len(r.tail) > recalled {
		r.tail = slices.Clone(r.tail[len(r.tail)-recalled:])
	}
	r.rev.Store(m.Rev)
	s.talked(ctx, m.Game)
	return m, nil
}

// talked wakes those who look at a table and those who sit there.
func (s *Service) talked(ctx context.Context, id string) {
	s.games.wake(id)
	if _, v, err := s.peek(ctx, id); err == nil {
		s.feeds.tell(v.g)
	}
}

// message finds one message. The room is locked.
func (s *Service) message(ctx context.Context, r *room, id string, n uint64) (Message, error) {
	i := slices.IndexFunc(r.tail, func(m Message) bool { return m.ID == n })
	if i >= 0 {
		return r.tail[i], nil
	}
	list, err := s.store.Messages(ctx, id, Span{Before: n + 1, Limit: 1})
	if err != nil {
		return Message{}, err
	}
	if len(list) == 0 || list[0].ID != n {
		return Message{}, ErrNoMessage
	}
	return list[0], nil
}

// TakeBack removes the words of a message: its author for a while, the owner
// of the table at any time. Once removed it stays so. ErrNoMessage,
// ErrForbidden, ErrTooLate.
func (s *Service) TakeBack(ctx context.Context, id string, by account.PlayerID, n uint64) error {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return err
	}
	if !v.g.MayRead(by) || by == "" {
		return ErrNoSeat
	}
	r, err := s.enterRoom(ctx, id)
	if err != nil {
		return err
	}
	defer r.mu.Unlock()
	m, err := s.message(ctx, r, id, n)
	switch {
	case err != nil:
		return err
	case m.Removed != "":
		return nil
	case m.Player == by && s.now().Sub(m.At) <= takeBack:
		return s.blot(ctx, r, id, n, ByAuthor)
	case v.g.Owner == by:
		return s.blot(ctx, r, id, n, ByOwner)
	case m.Player == by:
		return ErrTooLate
	default:
		return ErrForbidden
	}
}

// MayTakeBack reports whether TakeBack would do it now.
func (s *Service) MayTakeBack(g *Game, by account.PlayerID, m *Message) bool {
	if by == "" || m.Removed != "" {
		return false
	}
	return g.Owner == by || m.Player == by && s.now().Sub(m.At) <= takeBack
}

// RemoveMessage takes the words of a message away, for the operator.
func (s *Service) RemoveMessage(ctx context.Context, id string, n uint64, by Remover) error {
	r, err := s.enterRoom(ctx, id)
	if err != nil {
		return err
	}
	defer r.mu.Unlock()
	return s.blot(ctx, r, id, n, by)
}

// blot does it. The room is locked.
func (s *Service) blot(ctx context.Context, r *room, id string, n uint64, by Remover) error {
	rev := r.nextRev(s.now())
	err := s.store.RemoveMessage(context.WithoutCancel(ctx), id, n, rev, by)
	if errors.Is(err, storage.ErrNotFound) {
		return ErrNoMessage
	}
	if err != nil {
		r.loaded = false
		return err
	}
	for i := range r.tail {
		if r.tail[i].ID == n {
			r.tail = slices.Clone(r.tail)
			r.tail[i].Text, r.tail[i].Rev, r.tail[i].Removed = "", rev, by
		}
	}
	r.rev.Store(rev)
	s.talked(ctx, id)
	return nil
}

// Listen tells, for as long as it is wanted, how far a table's chat has got:
// changes of it wake whoever is subscribed to the table.
func (s *Service) Listen(ctx context.Context, id string) (rev func() uint64, leave func(), err error) {
	r, err := s.enterRoom(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	r.open.Add(1)
	r.mu.Unlock()
	var once sync.Once
	return r.rev.Load, func() { once.Do(func() { r.open.Add(-1) }) }, nil
}

// ForgetTalk reads chats and mutes anew when somebody wants them next: people
// were deleted or merged behind the back of the service.
func (s *Service) ForgetTalk() {
	s.rooms.mu.Lock()
	all := make([]*room, 0, len(s.rooms.all))
	for _, r := range s.rooms.all {
		all = append(all, r)
	}
	s.rooms.mu.Unlock()
	for _, r := range all {
		r.mu.Lock()
		r.loaded = false
		r.mu.Unlock()
	}
	s.muteds.Clear()
}

// leaveRooms forgets chats that nobody has looked at for a while.
func (s *Service) leaveRooms() {
	now := s.cfg.Now()
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	for id, r := range s.rooms.all {
		if r.open.Load() == 0 && r.used.Load() < now.Add(-s.cfg.Idle).UnixMilli() && r.mu.TryLock() {
			if !now.Before(r.quiet) {
				delete(s.rooms.all, id)
			}
			r.mu.Unlock()
		}
	}
	for p, b := range s.rooms.tells {
		if b.full(now, tellBurst, tellEvery) {
			delete(s.rooms.tells, p)
		}
	}
}
