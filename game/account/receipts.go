package account

import (
	"context"
	"time"
)

// ReceiptLife is how long an answer is remembered for a request that comes again.
const ReceiptLife = 24 * time.Hour

// Receipt is the recorded response to a request that came with a key, so that
// the same request may be sent again without being done again.
type Receipt struct {
	Owner  string   // the sender: a player, or the address of a stranger
	Hash   [32]byte // of the key
	Digest [32]byte // of the request
	Player PlayerID // the sender's player after the request, empty if none
	At     time.Time
	Sealed []byte // the response, readable with the key; nil: begun, and not known to be finished

	Elsewhere bool // another server, which is alive, has begun to answer it
}

// Receipt reads a receipt that is not too old; ErrNotFound if there is none.
func (s *Players) Receipt(ctx context.Context, owner string, hash [32]byte) (Receipt, error) {
	return s.store.Receipt(ctx, owner, hash, s.now().Add(-ReceiptLife))
}

// ClaimReceipt keeps a receipt from now on, unless there is one already, and
// reports whether it did: of two servers that get the same request one answers it.
func (s *Players) ClaimReceipt(ctx context.Context, r *Receipt) (bool, error) {
	r.At = s.now()
	return s.store.ClaimReceipt(ctx, r, r.At.Add(-ReceiptLife))
}

// SaveReceipt keeps a receipt from now on.
func (s *Players) SaveReceipt(ctx context.Context, r *Receipt) error {
	r.At = s.now()
	return s.store.SaveReceipt(ctx, r)
}

// DropReceipt forgets a request that came to nothing.
func (s *Players) DropReceipt(ctx context.Context, owner string, hash [32]byte) error {
	return s.store.DropReceipt(ctx, owner, hash)
}
