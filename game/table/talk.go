package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/talk"
)

// Talk is what a table needs of what people say there.
type Talk interface {
	// Muted is whose words a player does not want to read.
	Muted(ctx context.Context, p account.PlayerID) (map[account.PlayerID]bool, error)
	// Mute keeps from a player what another one of this name writes.
	Mute(ctx context.Context, by, whom account.PlayerID, name string) error
	// Remark writes the message of a computer player unless one of them has written
	// within the pause, and reports whether it did.
	Remark(ctx context.Context, m talk.Message, pause time.Duration) (bool, error)
	// Rev is the last change of a table's chat, 0 until the first reader.
	Rev(id string) uint64
	// Last is the last message, without its words, of each table at which a player
	// sits, if it is somebody else's.
	Last(ctx context.Context, p account.PlayerID) (map[string]talk.Message, error)
	// Forget lets everything be read anew: players were deleted or merged.
	Forget()
	// Evict removes from memory chats that have been idle for so long.
	Evict(idle time.Duration)
}

// SetTalk changes the rules of a table's chat, for its owner.
func (s *Service) SetTalk(ctx context.Context, id string, by account.PlayerID, rules talk.Rules) (Snapshot, error) {
	if err := rules.Check(); err != nil {
		return Snapshot{}, err
	}
	return s.arrange(ctx, id, by, func(g *Game) bool {
		changed := g.Talk != rules
		g.Talk = rules
		return changed
	})
}

// MayRead reports whether a player may read the chat of a table.
func (g *Game) MayRead(p account.PlayerID) bool { return g.Talk.Watchers || g.mayWrite(p) }

// mayWrite reports whether a player belongs to those who talk at a table,
// whether or not its chat is switched on.
func (g *Game) mayWrite(p account.PlayerID) bool {
	return p != "" && (g.Owner == p || g.SeatOf(p) >= 0)
}

// Speaker returns what a player may do in the chat of a table.
func (s *Service) Speaker(ctx context.Context, id string, by account.PlayerID) (talk.Speaker, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return talk.Speaker{}, err
	}
	g := v.g
	who := talk.Speaker{Rules: g.Talk, MayRead: g.MayRead(by), MayWrite: g.mayWrite(by), Owner: by != "" && g.Owner == by, Seat: g.SeatOf(by)}
	switch {
	case who.Seat >= 0 && g.Seats[who.Seat].Sub == by:
		who.Name = g.Seats[who.Seat].SubName
	case who.Seat >= 0:
		who.Name = g.Seats[who.Seat].Name
	case who.Owner:
		p, err := s.store.Player(ctx, by)
		if err != nil {
			return talk.Speaker{}, err
		}
		who.Name = p.Name
	}
	return who, nil
}

// Talked wakes those who look at a table and those who sit there: its chat has changed.
func (s *Service) Talked(ctx context.Context, id string) {
	s.games.wake(id)
	if _, v, err := s.peek(ctx, id); err == nil {
		s.feeds.tell(v.g)
	}
}
