package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/game/notice"
)

// TableChannel implements notifications.Store.
func (d *DB) TableChannel(ctx context.Context, game string) (notice.Channel, error) {
	c, err := scanChannel(d.read.QueryRowContext(ctx, "SELECT "+channelColumns+" FROM channels WHERE game = ?", game))
	return c, d.failure("read the hook of a table", err)
}

// TableChannels implements notifications.Store.
func (d *DB) TableChannels(ctx context.Context, player string) ([]notice.Channel, error) {
	return d.channels(ctx, "player = ? AND game IS NOT NULL", player)
}
