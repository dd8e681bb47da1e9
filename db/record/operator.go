package record

import (
	"context"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// asOperator begins the data of a session of the operator, which no cookie of a
// player leads to: its data is none of a player's session.
const asOperator = "o%d %d"

// SaveOperator keeps a session of the operator that began, was used and will end at
// these times. hash leads to it, and to the server's password: one that has
// another password knows none of its sessions. ErrNotFound if it was used before and
// has ended.
func (s *Sessions) SaveOperator(ctx context.Context, hash [32]byte, began, used, ends time.Time) error {
	data := fmt.Appendf(nil, asOperator, began.UnixMilli(), used.UnixMilli())
	return s.rows.SaveSession(ctx, &Session{Hash: hash, Data: data, CreatedAt: began, SeenAt: used, ExpiresAt: ends, Again: used.After(began)})
}

// Operator returns when a session of the operator that has not ended began and was
// used last; ErrNotFound if there is none.
func (s *Sessions) Operator(ctx context.Context, hash [32]byte, now time.Time) (began, used time.Time, err error) {
	data, err := s.rows.SessionData(ctx, hash, now)
	if err != nil {
		return began, used, err
	}
	var b, u int64
	if _, err := fmt.Sscanf(string(data), asOperator, &b, &u); err != nil {
		return began, used, storage.ErrNotFound // it is a player's
	}
	return time.UnixMilli(b), time.UnixMilli(u), nil
}

// EndOperator ends a session of the operator, if there is one.
func (s *Sessions) EndOperator(ctx context.Context, hash [32]byte) error {
	return s.rows.DropSession(ctx, hash)
}
