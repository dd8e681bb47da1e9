package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/game/notice"
)

// TableChannel implements notifications.Store.
func (d *DB) TableChannel(ctx context.Context, game string) (notice.Channel, error) {
	c, err := scanChannel(d.row(ctx, "SELECT "+channelColumns+" FROM channels WHERE game = $1", game))
	return c, d.failure("read the hook of a table", err)
}

// TableChannels implements notifications.Store.
func (d *DB) TableChannels(ctx context.Context, player string) ([]notice.Channel, error) {
	return d.channels(ctx, "player = $1 AND game IS NOT NULL", player)
}
