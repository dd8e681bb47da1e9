package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// saveTempo writes the times of a table; nil leaves them as they are.
func saveTempo(c *conn, id string, tempo *timecontrol.State, due time.Time) error {
	text, err := record.Tempo(tempo)
	if err != nil || text == "" {
		return err
	}
	_, err = c.exec("UPDATE games SET due_at = $1, clocks = $2 WHERE id = $3", record.Millis(due), text, id)
	return err
}

// touch lets every server that has the game in memory read it again. If stamp is
// not 0, the game has to have it.
func touch(c *conn, id string, stamp uint64) error {
	c.tell(newsOfGame, id)
	n, err := c.change("UPDATE games SET stamp = stamp + 1 WHERE id = $1 AND ($2 = 0 OR stamp = $2)", id, int64(stamp))
	if err == nil && n == 0 && stamp > 0 {
		return storage.ErrConflict
	}
	return err
}

// SaveTempo implements table.Store.
func (d *DB) SaveTempo(ctx context.Context, id string, stamp uint64, tempo *timecontrol.State, due time.Time, notices ...notice.Notice) error {
	return d.do(ctx, "save times", func(c *conn) error {
		if err := record.PutNotices(writing{c}, notices); err != nil {
			return err
		}
		if err := touch(c, id, stamp); err != nil {
			return err
		}
		return saveTempo(c, id, tempo, due)
	})
}
