package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers/live"
)

// How often a server looks for what it may have missed: at the tables that it has in
// memory, and at the clocks of all games. The latter reads each game that is under way,
// so it is done when there is a reason, and else seldom.
const (
	compareEvery = 10 * time.Second
	shareEvery   = 5 * time.Minute
)

// neighbours keeps this server in step with the others on one database.
type neighbours struct {
	store     *postgres.DB
	tables    *table.Service
	chats     *talk.Cache
	operators *operator.Service
	presence  *live.Presence
	players   *account.Players
	callers   callers
	log       *slog.Logger
}

// callers remembers who sends requests.
type callers interface {
	ForgetCaller(id account.PlayerID)
	ForgetCallers()
}

// neighbours is how this server keeps in step with others; nil if it has the
// database to itself.
func (plan *servePlan) neighbours(store database, tables *table.Service, chats *talk.Cache, operators *operator.Service, presence *live.Presence, players *account.Players, callers callers) *neighbours {
	if d, ok := store.(*postgres.DB); ok {
		return &neighbours{d, tables, chats, operators, presence, players, callers, plan.log}
	}
	return nil
}

// begin keeps in step until the function that it returns is called.
func (n *neighbours) begin(ctx context.Context) (stop func()) {
	if n == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var busy sync.WaitGroup
	busy.Go(func() { n.store.Listen(ctx, n.heard) })
	busy.Go(func() {
		n.store.Live(ctx, func(ctx context.Context) {
			n.changed(ctx)
			n.note("compare tables", n.tables.Compare(ctx)) // a server that was killed may have had news to tell
			n.presence.Repeat()
		})
	})
	busy.Go(func() { n.presence.Announce(ctx, n.tell) })
	busy.Go(func() {
		compare, share := time.NewTicker(compareEvery), time.NewTicker(shareEvery)
		defer compare.Stop()
		defer share.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-compare.C:
				n.heard(ctx, postgres.News{All: true})
				n.presence.Keep(n.store.Alive())
			case <-share.C:
				n.changed(ctx)
			}
		}
	})
	return func() { cancel(); busy.Wait() }
}

// heard takes the news of other servers.
func (n *neighbours) heard(ctx context.Context, news postgres.News) {
	for _, id := range news.Games {
		n.tables.Heard(id)
	}
	for _, x := range news.Calm {
		n.tables.HeardCalm(x.Game, x.Next)
	}
	for _, id := range news.Chats {
		n.note("read a chat again", n.chats.Heard(ctx, id))
		n.tables.Talked(ctx, id)
	}
	for _, x := range news.Sights {
		n.presence.Heard(news.From, live.Sight(x))
	}
	if news.Asked {
		n.presence.Repeat()
	}
	if news.Begun {
		n.presence.Doubt()
		n.note("ask who is here", n.store.AskSights(ctx))
		n.changed(ctx)
	}
	for _, p := range news.Mutes {
		n.chats.HeardMute(p)
	}
	for _, p := range news.Players {
		n.players.Heard(p)
		n.callers.ForgetCaller(p)
	}
	if news.All {
		n.callers.ForgetCallers()
		n.chats.Forget()
		n.note("compare tables", n.tables.Compare(ctx))
	}
	if news.Operator || news.All {
		n.note("read bans", n.operators.Heard(ctx))
	}
}

// changed is called when servers came or went.
func (n *neighbours) changed(ctx context.Context) {
	n.note("share the games", n.tables.Share(ctx))
	n.presence.Keep(n.store.Alive())
}

// tell lets the other servers hear who came to tables of this one and who went.
func (n *neighbours) tell(ctx context.Context, list []live.Sight) error {
	sights := make([]postgres.Sight, len(list))
	for i, x := range list {
		sights[i] = postgres.Sight(x)
	}
	err := n.store.TellSights(ctx, sights)
	n.note("say who is here", err)
	return err
}

// note logs what failed; it is tried again with the next news. What is broken off
// because this server stops has not failed.
func (n *neighbours) note(doing string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		n.log.Warn("not in step with the other servers for a moment", "doing", doing, "err", err)
	}
}
