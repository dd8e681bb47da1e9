package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// The statements that append a group of commits, each in one round trip: a
// single statement is a transaction of its own. A commit whose game has moved on
// changes no row of games, and so adds none to the other tables; the rest of the
// group is not touched by that. The rows are locked in the order of the ids, or
// two servers with the same games would wait for each other.
const (
	raiseGames = `WITH c AS MATERIALIZED (
	SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[], $7::bigint[], $8::int[], $9::int[], $10::boolean[],
		$11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::text[], $17::bigint[], $18::text[])
		AS c (game, after, stamp, seq, rev, status, waiting, turn, round, bots_due, started_at, ends_at, link_by, ended_at, updated_at, owner, due_at, clocks)
), held AS MATERIALIZED (
	SELECT c.*, g.seq AS had, g.stamp AS stamped FROM c JOIN games g ON g.id = c.game ORDER BY g.id FOR NO KEY UPDATE OF g
), up AS (
	UPDATE games g SET seq = h.seq, rev = h.rev, stamp = g.stamp + 1, status = h.status, waiting = h.waiting, turn = h.turn, round = h.round,
		bots_due = h.bots_due, started_at = h.started_at, ends_at = h.ends_at, link_by = h.link_by, ended_at = h.ended_at,
		updated_at = h.updated_at, owner = coalesce(h.owner, g.owner),
		due_at = CASE WHEN h.clocks IS NULL THEN g.due_at ELSE h.due_at END, clocks = coalesce(h.clocks, g.clocks)
	FROM held h
	WHERE g.id = h.game AND h.had = h.after AND (h.stamp = 0 OR h.stamped = h.stamp) RETURNING g.id
), log AS (
	INSERT INTO moves (game, seq, first, at, seat, origin, command, luck, events)
	SELECT m.* FROM unnest($19::text[], $20::bigint[], $21::bigint[], $22::bigint[], $23::int[], $24::text[], $25::text[], $26::text[], $27::text[])
		AS m (game, seq, first, at, seat, origin, command, luck, events) JOIN up ON up.id = m.game
)`
	appendMoves = raiseGames + " SELECT id FROM up"
	appendAll   = raiseGames + `, books AS (
	INSERT INTO orders (game, seat, book)
	SELECT b.* FROM unnest($28::text[], $29::int[], $30::text[]) AS b (game, seat, book) JOIN up ON up.id = b.game
	ON CONFLICT (game, seat) DO UPDATE SET book = excluded.book
), heads AS (
	UPDATE settings s SET settings = h.settings
	FROM unnest($31::text[], $32::text[]) AS h (game, settings) JOIN up ON up.id = h.game WHERE s.game = h.game
), news AS (
	INSERT INTO outbox (game, player, what, since, due_at)
	SELECT n.game, p.id, n.what, n.since, n.due_at FROM unnest($33::text[], $34::text[], $35::text[], $36::bigint[], $37::bigint[])
		AS n (game, player, what, since, due_at) JOIN up ON up.id = n.game JOIN players p ON p.id = n.player
	` + record.OnNotice + "$38" + record.LaterNotice + `
) SELECT id FROM up`
)

// The same for a single move of a single game, which is what a quiet server
// writes: without arrays it takes the database a third of the time.
const appendMove = `WITH up AS (
	UPDATE games SET seq = $4, rev = $5, stamp = stamp + 1, status = $6, waiting = $7, turn = $8, round = $9, bots_due = $10,
		started_at = $11, ends_at = $12, link_by = $13, ended_at = $14, updated_at = $15, owner = coalesce($16, owner),
		due_at = CASE WHEN $18::text IS NULL THEN due_at ELSE $17 END, clocks = coalesce($18, clocks)
	WHERE id = $1 AND seq = $2 AND ($3::bigint = 0 OR stamp = $3) RETURNING id
), log AS (
	INSERT INTO moves (game, seq, first, at, seat, origin, command, luck, events) SELECT id, $19, $20, $21, $22, $23, $24, $25, $26 FROM up
) SELECT id FROM up`

// lookUp are the settings of the connection that appends. A database that was
// never analysed takes games for a small table and would read all of it for each
// group; whatever it knows of the tables, the keys are the way.
var lookUp = map[string]string{"enable_seqscan": "off", "jit": "off"}

// group is the arguments of the statements above: a column each.
type group struct {
	id                                        []string
	after, stamp, seq, rev, waiting, updated  []int64
	status, turn, round                       []int32
	botsDue                                   []bool
	started, ends, linkBy, ended              []*int64
	owner, tempo                              []*string
	due                                       []*int64
	logGame, logOrigin, logCommand, logEvents []string
	logSeq, logFirst, logAt                   []int64
	logSeat                                   []int32
	logLuck                                   []*string
	bookGame, bookText                        []string
	bookSeat                                  []int32
	headGame, headSettings                    []string
	newsGame, newsPlayer, newsWhat            []string
	newsSince, newsDue                        []int64
}

// entry is one commit of a group, put into its stored form.
type entry struct {
	*table.Commit
	tempo    string // "" leaves the stored one
	books    []string
	settings string // with the signed head of a game that ends; "" leaves the stored ones
	news     []notice.Notice
}

// Append implements table.Store.
func (d *DB) Append(ctx context.Context, c table.Commit) error {
	if err := record.Contiguous(c); err != nil {
		return err
	}
	if d.writer == nil {
		return fmt.Errorf("%w: append move: %w", storage.ErrFailed, storage.ErrReadOnly)
	}
	tempo, err := record.Tempo(c.Tempo)
	if err != nil {
		return err
	}
	e := entry{Commit: &c, tempo: tempo, news: merged(c.News)}
	for _, b := range c.Books {
		text, err := json.Marshal(b.Book)
		if err != nil {
			return fmt.Errorf("encode orders: %w", err)
		}
		e.books = append(e.books, string(text))
	}
	if c.Head != nil {
		if e.settings, err = d.withHead(ctx, c.Game, c.Head); err != nil {
			return err
		}
	}
	return d.writer.do(ctx, &e)
}

// withHead is the settings of a game with the signature of its end in them.
func (d *DB) withHead(ctx context.Context, id string, head json.RawMessage) (string, error) {
	var set []byte
	if err := d.row(ctx, "SELECT settings FROM settings WHERE game = $1", id).Scan(&set); err != nil {
		return "", d.failure("read settings", err)
	}
	g := table.Game{ID: id}
	if err := record.ReadSettings(set, &g); err != nil {
		return "", err
	}
	g.Head = head
	return record.Settings(&g)
}

// add puts a commit into the group.
func (g *group) add(e *entry) {
	sum := &e.Summary
	g.id = append(g.id, e.Game)
	g.after, g.stamp = append(g.after, int64(e.After)), append(g.stamp, int64(e.Stamp))
	g.seq, g.rev = append(g.seq, int64(sum.Seq)), append(g.rev, int64(sum.Rev))
	g.status, g.waiting = append(g.status, int32(sum.Status)), append(g.waiting, int64(sum.Waiting))
	g.turn, g.round = append(g.turn, int32(sum.Turn)), append(g.round, int32(sum.Round))
	g.botsDue = append(g.botsDue, sum.BotsDue)
	g.started, g.ends = append(g.started, record.Millis(sum.StartedAt)), append(g.ends, record.Millis(sum.EndsAt))
	g.linkBy, g.ended = append(g.linkBy, record.Millis(sum.LinkBy)), append(g.ended, record.Millis(sum.EndedAt))
	g.updated, g.owner = append(g.updated, sum.UpdatedAt.UnixMilli()), append(g.owner, record.OrNull(e.Owner))
	g.due, g.tempo = append(g.due, record.Millis(e.DueAt)), append(g.tempo, record.OrNull(e.tempo))
	for i := range e.Moves {
		m := &e.Moves[i]
		g.logGame, g.logSeq, g.logFirst = append(g.logGame, e.Game), append(g.logSeq, int64(m.Seq)), append(g.logFirst, int64(m.First))
		g.logAt, g.logSeat, g.logOrigin = append(g.logAt, m.At.UnixMilli()), append(g.logSeat, int32(m.Seat)), append(g.logOrigin, string(m.Origin))
		g.logCommand, g.logLuck, g.logEvents = append(g.logCommand, string(m.Command)), append(g.logLuck, text(m.Luck)), append(g.logEvents, string(m.Events))
	}
	for i, book := range e.books {
		g.bookGame, g.bookSeat, g.bookText = append(g.bookGame, e.Game), append(g.bookSeat, int32(e.Books[i].Seat)), append(g.bookText, book)
	}
	if e.settings != "" {
		g.headGame, g.headSettings = append(g.headGame, e.Game), append(g.headSettings, e.settings)
	}
	for i := range e.news {
		n := &e.news[i]
		g.newsGame, g.newsPlayer, g.newsWhat = append(g.newsGame, n.Game), append(g.newsPlayer, n.Player), append(g.newsWhat, string(n.Kind))
		g.newsSince, g.newsDue = append(g.newsSince, n.Since.UnixMilli()), append(g.newsDue, n.DueAt.UnixMilli())
	}
}

// statement is the statement for this group and its arguments: most groups only
// have moves, and the short statement is planned and run in half the time.
func (g *group) statement() (string, []any) {
	rare := len(g.bookGame)+len(g.headGame)+len(g.newsGame) > 0
	if !rare && len(g.id) == 1 && len(g.logGame) == 1 {
		return g.single()
	}
	args := []any{
		g.id, g.after, g.stamp, g.seq, g.rev, g.status, g.waiting, g.turn, g.round, g.botsDue, g.started, g.ends, g.linkBy, g.ended, g.updated, g.owner, g.due, g.tempo,
		g.logGame, g.logSeq, g.logFirst, g.logAt, g.logSeat, g.logOrigin, g.logCommand, g.logLuck, g.logEvents,
	}
	if !rare {
		return appendMoves, args
	}
	return appendAll, append(args, g.bookGame, g.bookSeat, g.bookText, g.headGame, g.headSettings,
		g.newsGame, g.newsPlayer, g.newsWhat, g.newsSince, g.newsDue, notice.Longest.Milliseconds())
}

// single is the same for one move of one game.
func (g *group) single() (string, []any) {
	return appendMove, []any{
		g.id[0], g.after[0], g.stamp[0], g.seq[0], g.rev[0], g.status[0], g.waiting[0], g.turn[0], g.round[0], g.botsDue[0],
		g.started[0], g.ends[0], g.linkBy[0], g.ended[0], g.updated[0], g.owner[0], g.due[0], g.tempo[0],
		g.logSeq[0], g.logFirst[0], g.logAt[0], g.logSeat[0], g.logOrigin[0], g.logCommand[0], g.logLuck[0], g.logEvents[0],
	}
}

// text passes JSON as text; absent is NULL.
func text(b []byte) *string {
	if b == nil {
		return nil
	}
	s := string(b)
	return &s
}

// merged leaves one of the notices about the same, as the outbox would.
func merged(all []notice.Notice) []notice.Notice {
	list := all[:0:0]
next:
	for _, n := range all {
		for i := range list {
			if have := &list[i]; have.Player == n.Player && have.Game == n.Game && have.Kind == n.Kind {
				if n.DueAt.Before(have.DueAt) || !n.DueAt.After(have.Since.Add(notice.Longest)) {
					have.DueAt = n.DueAt
				}
				continue next
			}
		}
		list = append(list, n)
	}
	return list
}

// stored reports whether the last row of a commit is in the log, as it is. It is
// asked after a connection was lost in the middle of a commit.
func (d *DB) stored(ctx context.Context, e *entry) (bool, error) {
	if len(e.Moves) == 0 {
		return false, nil
	}
	m := &e.Moves[len(e.Moves)-1]
	var same bool
	err := d.row(ctx, `SELECT EXISTS (SELECT 1 FROM moves WHERE game = $1 AND seq = $2 AND first = $3 AND at = $4 AND seat = $5 AND command = $6 AND events = $7)`,
		e.Game, int64(m.Seq), int64(m.First), m.At.UnixMilli(), int32(m.Seat), string(m.Command), string(m.Events)).Scan(&same)
	return same, err
}

// outcome is the result of a commit that was, or was not, among those that were written.
func outcome(written map[string]bool, e *entry) error {
	if written[e.Game] {
		return nil
	}
	return fmt.Errorf("%w: append move: game %s does not stand at %d any more", storage.ErrConflict, e.Game, e.After)
}

// size is about how many bytes a commit has.
func (e *entry) size() int {
	n := 200 + len(e.tempo) + len(e.settings)
	for i := range e.Moves {
		n += 100 + len(e.Moves[i].Command) + len(e.Moves[i].Events)
	}
	return n
}

// deadline is until when a commit is tried again after the connection was lost.
func deadline() time.Time { return time.Now().Add(patience / 2) }
