package record

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game/storage"
)

// Secret implements notifications.Store.
func (d Notifications) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	stored, err := d.secret(ctx, name)
	if !errors.Is(err, storage.ErrNotFound) {
		return stored, err
	}
	if err := exec(ctx, d, "keep secret", "INSERT INTO instance (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, fresh); err != nil {
		return nil, err
	}
	return d.secret(ctx, name)
}

func (d Notifications) secret(ctx context.Context, name string) ([]byte, error) {
	return first(ctx, d, "read secret", "SELECT value FROM instance WHERE name = ?", []any{name}, value[[]byte])
}
