package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

const upsertTempo = `INSERT INTO tempo (game, due_at, tempo) VALUES (?, ?, ?)
	ON CONFLICT (game) DO UPDATE SET due_at = excluded.due_at, tempo = excluded.tempo`

// saveTempo writes the times of a table, as record.Tempo has encoded them; "" leaves
// them as they are.
func saveTempo(c *conn, id, tempo string, due time.Time) error {
	if tempo == "" {
		return nil
	}
	_, err := c.exec(upsertTempo, id, record.Millis(due), tempo)
	return err
}

// SaveTempo implements table.Store.
func (d *DB) SaveTempo(ctx context.Context, id string, _ uint64, tempo *timecontrol.State, due time.Time, notices ...notice.Notice) error {
	text, err := record.Tempo(tempo)
	if err != nil {
		return err
	}
	return d.do(ctx, "save times", 200, func(c *conn) error {
		if err := putNews(c, notices); err != nil {
			return err
		}
		return saveTempo(c, id, text, due)
	})
}
