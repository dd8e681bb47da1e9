package tables

import (
	"bytes"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/table"
)

// finishedGame names a finished game as far as its log goes.
type finishedGame struct {
	game string
	seq  uint32
}

// fromExport returns what is found in the export of a finished game, which is read at
// no table's expense, and keeps it in known.
func fromExport[T any](s *Handler, c echo.Context, snap *table.Snapshot, known *lru.Cache[finishedGame, *T], find func(*export.File) *T) (*T, error) {
	of := finishedGame{snap.Meta.ID, snap.Seq()}
	if found, ok := known.Get(of); ok {
		return found, nil
	}
	leave, err := s.admitHeavy(c, longLog+1)
	if err != nil {
		return nil, err
	}
	defer leave()
	var b bytes.Buffer
	if err := s.WriteExport(c.Request().Context(), &b, snap.Meta.ID); err != nil {
		return nil, err
	}
	f, err := export.Read(&b)
	if err != nil {
		return nil, err
	}
	found := find(f)
	known.Add(of, found)
	return found, nil
}
