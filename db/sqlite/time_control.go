package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// SaveTempo implements table.Store.
func (d *DB) SaveTempo(ctx context.Context, id string, _ uint64, tempo *timecontrol.State, due time.Time, notices ...notice.Notice) error {
	text, err := record.Tempo(tempo)
	if err != nil {
		return err
	}
	return d.do(ctx, "save times", 200, func(c *conn) error {
		if err := record.PutNotices(writing{c}, notices); err != nil || text == "" {
			return err
		}
		_, err := c.exec("UPDATE games SET due_at = ?, clocks = ? WHERE id = ?", record.Millis(due), record.OrNull(text), id)
		return err
	})
}
