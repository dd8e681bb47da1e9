package cards

import (
	"context"

	"github.com/bankhalter/bankhalter/game/edition"
)

// Editions finds boards.
type Editions interface {
	Edition(ctx context.Context, idOrHash string) (*edition.Edition, error)
}
