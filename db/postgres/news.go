package postgres

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// News is what other servers have written. It says where to look, not what is there.
type News struct {
	Games    []string           // that were written to
	Calm     []Calm             // as well, and nothing goes on there by itself for a time
	Chats    []string           // in which somebody wrote, or took a message away
	Mutes    []account.PlayerID // who have changed whom they mute
	Players  []account.PlayerID // whose name has changed, what signs them in, or what was explained to them
	Operator bool               // bans or the announcement
	Sights   []Sight            // who came to a table or went away from it
	Asked    bool               // a server wants to know who is where
	Begun    bool               // news are heard again, others were missed
	From     string             // the server whose news they are
	All      bool               // anything may have changed
}

// Calm is a game in which nothing goes on by itself before a time, zero if never.
type Calm struct {
	Game string
	Next time.Time
}

// Sight is a player coming to a table or going away from it. Nothing is stored of it.
type Sight struct {
	Game, Player string
	Here         bool
}

// The kinds of news in a payload, each before its id.
const (
	newsOfGame     = byte(record.NewsOfGame)
	newsOfCalm     = 'd'
	newsOfChat     = byte(record.NewsOfChat)
	newsOfMutes    = byte(record.NewsOfMutes)
	newsOfPlayer   = byte(record.NewsOfPlayer)
	newsOfOperator = byte(record.NewsOfOperator)
	newsOfAll      = byte(record.NewsOfAll)
	newsOfComing   = 'h'
	newsOfGoing    = 'l'
	newsOfAsking   = 'w'
)

// maxPayload is as much as goes into one notification; PostgreSQL takes 8000 bytes.
const maxPayload = 7500

// payloads puts news into as few notifications as can be, each led by the
// server's own name.
func (d *DB) payloads(items []string) []string {
	var all []string
	var b strings.Builder
	for _, item := range items {
		if b.Len() > 0 && b.Len()+1+len(item) > maxPayload {
			all = append(all, b.String())
			b.Reset()
		}
		if b.Len() == 0 {
			b.WriteString(d.node)
		}
		b.WriteByte(' ')
		b.WriteString(item)
	}
	if b.Len() > 0 {
		all = append(all, b.String())
	}
	return all
}

// readNews reads a payload; false if it is this server's own.
func (d *DB) readNews(payload string) (n News, ok bool) {
	from, rest, _ := strings.Cut(payload, " ")
	if from == d.node {
		return n, false
	}
	n.From = from
	for item := range strings.FieldsSeq(rest) {
		switch id := item[1:]; item[0] {
		case newsOfGame, 'q': // the latter of the version before this one
			n.Games = append(n.Games, id)
		case newsOfCalm:
			at, next, _ := strings.Cut(id, "/")
			n.Calm = append(n.Calm, Calm{at, readNext(next)})
		case newsOfChat:
			n.Chats = append(n.Chats, id)
		case newsOfMutes:
			n.Mutes = append(n.Mutes, account.PlayerID(id))
		case newsOfPlayer:
			n.Players = append(n.Players, account.PlayerID(id))
		case newsOfOperator:
			n.Operator = true
		case newsOfComing, newsOfGoing:
			at, who, _ := strings.Cut(id, "/")
			n.Sights = append(n.Sights, Sight{at, who, item[0] == newsOfComing})
		case newsOfAsking:
			n.Asked = true
		default: // of a newer version perhaps
			n.All = true
		}
	}
	return n, true
}

// newsOf is what the other servers should hear of a commit.
func newsOf(c *table.Commit) string {
	if !c.Calm {
		return string(newsOfGame) + c.Game
	}
	next := ""
	if !c.Next.IsZero() {
		next = strconv.FormatInt(c.Next.UnixMilli(), 10)
	}
	return string(newsOfCalm) + c.Game + "/" + next
}

// readNext reads when a clock strikes. A time that cannot be read is now: then the
// game is looked at.
func readNext(text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Now()
	}
	return time.UnixMilli(ms).UTC()
}

// tell lets the other servers hear of what this write changes, when it is committed.
func (c *conn) tell(kind byte, id string) { c.news = append(c.news, string(kind)+id) }

// TellSights lets the other servers hear who came and went.
func (d *DB) TellSights(ctx context.Context, list []Sight) error {
	return d.tellPassing(ctx, "say who is here", func(c *conn) {
		for _, x := range list {
			kind := byte(newsOfGoing)
			if x.Here {
				kind = newsOfComing
			}
			c.tell(kind, x.Game+"/"+x.Player)
		}
	})
}

// AskSights asks the other servers who is at tables of theirs.
func (d *DB) AskSights(ctx context.Context) error {
	return d.tellPassing(ctx, "ask who is here", func(c *conn) { c.tell(newsOfAsking, "") })
}

// tellPassing tells the other servers what is stored nowhere, so that no disk is
// waited for.
func (d *DB) tellPassing(ctx context.Context, doing string, tell func(*conn)) error {
	return d.do(ctx, doing, func(c *conn) error {
		tell(c)
		_, err := c.exec("SET LOCAL synchronous_commit TO off")
		return err
	})
}

// silence is how long the listening connection may be still before it is tried.
const silence = 5 * time.Second

// Listen calls heard for the news of other servers until ctx ends, and with All
// whenever some may have been missed: at the beginning and after a connection was lost.
func (d *DB) Listen(ctx context.Context, heard func(context.Context, News)) {
	var deaf trouble
	for ctx.Err() == nil {
		err := d.listen(ctx, func(ctx context.Context, n News) {
			if lasted, ended := deaf.over(time.Now()); ended {
				d.log.Info("news of other servers are heard again", "after", lasted)
			}
			heard(ctx, n)
		})
		if ctx.Err() != nil {
			return
		}
		if deaf.again(time.Now()) {
			d.log.Warn("news of other servers are not heard for a moment", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (d *DB) listen(ctx context.Context, heard func(context.Context, News)) error {
	begin, cancel := context.WithTimeout(ctx, patience/2)
	defer cancel()
	conn, err := pgx.ConnectConfig(begin, d.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(end) // it may be lost
	}()
	if _, err := conn.Exec(begin, "LISTEN "+pgx.Identifier{d.channel}.Sanitize()); err != nil {
		return err
	}
	heard(ctx, News{All: true, Begun: true})
	for {
		n, err := next(ctx, conn)
		if err != nil {
			return err
		}
		if n == nil {
			continue
		}
		if news, ok := d.readNews(n.Payload); ok {
			heard(ctx, news)
		}
	}
}

// next waits for a notification; nil if there was none for a while and the
// connection still answers.
func next(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	wait, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	n, err := conn.WaitForNotification(wait)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return n, err
	}
	ask, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err = conn.Exec(ask, "SELECT 1")
	return nil, err
}
