package tables

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Tables is one table after the other: who sits there, and their moves.
type Tables interface {
	TimeControl
	History
	AddBot(ctx context.Context, id string, by account.PlayerID, persona string, name string) (table.Snapshot, game.Seat, error)
	AddOrders(ctx context.Context, id string, by account.PlayerID, list []orders.Order, this bool) (table.Snapshot, error)
	Anchor(ctx context.Context, id string, by account.PlayerID, anchor fair.Hash) (table.Snapshot, error)
	Ban(ctx context.Context, id string, by account.PlayerID, seat game.Seat, pre table.Pre) (table.Snapshot, error)
	Join(ctx context.Context, id string, by account.PlayerID, name string) (table.Snapshot, game.Seat, error)
	JoinDevice(ctx context.Context, id string, owner, by account.PlayerID, name string) (table.Snapshot, game.Seat, error)
	Leave(ctx context.Context, id string, by account.PlayerID, seat game.Seat, pre table.Pre) (table.Snapshot, error)
	List(ctx context.Context, f table.Filter) ([]*table.Game, error)
	Orders(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, orders.Book, error)
	Play(ctx context.Context, id string, by account.PlayerID, c game.Command, pre table.Pre) (table.Outcome, error)
	Hurry(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Rematch(ctx context.Context, id string, by account.PlayerID) (snap table.Snapshot, opened bool, err error)
	Departed(ctx context.Context, snap *table.Snapshot) (game.Seats, error)
	Rejoin(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Reveal(ctx context.Context, id string, by account.PlayerID, link wire.Link) (table.Outcome, error)
	RevokeOrder(ctx context.Context, id string, by account.PlayerID, order uint32) (table.Snapshot, error)
	Choose(ctx context.Context, id string, by account.PlayerID, seat game.Seat, want wire.Look) (table.Snapshot, error)
	Snapshot(ctx context.Context, id string) (table.Snapshot, error)
	DeletedAt(g *table.Game) time.Time
	InMemory(ctx context.Context, id string) (table.Snapshot, error)
	SetTalk(ctx context.Context, id string, by account.PlayerID, rules talk.Rules) (table.Snapshot, error)
	SetHints(ctx context.Context, id string, by account.PlayerID, hints bool) (table.Snapshot, error)
	SetFramed(ctx context.Context, id string, by account.PlayerID, framed bool) (table.Snapshot, error)
	Start(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Stay(id string, p account.PlayerID) (leave func())
	Subscribe(id string) (<-chan struct{}, func())
	MarkNotified(ctx context.Context, id string, by account.PlayerID) error
	Wake(id string)
	Visit(ctx context.Context, id string, p account.PlayerID, seq uint32, moved bool) (table.Absence, error)
}

// Talk is the chat of tables, and notes to oneself.
type Talk interface {
	Chat(ctx context.Context, id string, by account.PlayerID, span talk.Span) (talk.Chat, error)
	Say(ctx context.Context, id string, by account.PlayerID, text string) (talk.Message, error)
	TakeBack(ctx context.Context, id string, by account.PlayerID, n uint64) error
	Mute(ctx context.Context, id string, by account.PlayerID, n uint64) error
	Mutes(ctx context.Context, by account.PlayerID) ([]talk.Mute, error)
	Unmute(ctx context.Context, by account.PlayerID, mute string) error
	Report(ctx context.Context, id string, by account.PlayerID, n uint64, why string) error
	Note(ctx context.Context, id string, by account.PlayerID) (talk.Note, error)
	Notes(ctx context.Context, by account.PlayerID) ([]talk.Note, error)
	SaveNote(ctx context.Context, id string, by account.PlayerID, text string, before time.Time) (talk.Note, error)
	MayTakeBack(owner, by account.PlayerID, m *talk.Message) bool
	Listen(ctx context.Context, id string) (rev func() uint64, leave func(), err error)
}

// TimeControl is what people agree upon about time, and who is away.
type TimeControl interface {
	Move(ctx context.Context, id string, by account.PlayerID, m timecontrol.Motion) (table.Snapshot, error)
	Vote(ctx context.Context, id string, by account.PlayerID, what timecontrol.What, about game.Seat, v timecontrol.Voice) (table.Snapshot, error)
	TakeLeave(ctx context.Context, id string, by account.PlayerID, from timecontrol.Day, to timecontrol.Day) (table.Snapshot, error)
	EndLeave(ctx context.Context, id string, by account.PlayerID, from timecontrol.Day) (table.Snapshot, error)
	SetAside(ctx context.Context, id string, by account.PlayerID, keep game.Money) (table.Snapshot, error)
	TimeUp(ctx context.Context, id string, by account.PlayerID, ifMatch *uint32) (table.Outcome, error)
	StandIn(ctx context.Context, id string, by account.PlayerID, seat game.Seat, name string) (table.Snapshot, error)
	Keep(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Give(ctx context.Context, id string, by account.PlayerID, to game.Seat) (table.Snapshot, error)
	Nudge(ctx context.Context, id string, by account.PlayerID, about game.Seat) (table.Snapshot, error)
	Think(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Times(snap *table.Snapshot) []table.Times
	Zone(g *table.Game) *time.Location
}

// History is what has happened at tables, and what proves it.
type History interface {
	Lines(ctx context.Context, id string, after uint32, upTo uint32, show func(line []byte) error) error
	Log(ctx context.Context, id string, after uint32, limit int) ([]table.Entry, error)
	ShownEvents(ctx context.Context, id string, after uint32, limit int) ([]table.ShownEvent, error)
	Turns(ctx context.Context, id string) ([]uint32, error)
	Walk(ctx context.Context, id string, after uint32, upTo uint32, show func([]table.Entry) error) error
	WalkMoves(ctx context.Context, id string, p *table.Proof, show func(*table.Move) error) error
	Opening(ctx context.Context, id string) (game.State, error)
	Past(ctx context.Context, id string, seq uint32) (table.Snapshot, error)
	Salvage(ctx context.Context, id string) (out table.Salvaged, err error)
	Proof(ctx context.Context, id string) (table.Proof, error)
	Head(ctx context.Context, id string) (table.SignedHead, error)
	HeadAt(ctx context.Context, snap *table.Snapshot) (table.SignedHead, error)
	Story(ctx context.Context, id string) (stats.Story, error)
	Figures(ctx context.Context, id string) (*stats.Figures, error)
}
