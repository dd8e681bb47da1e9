package web

import "crypto/sha256"

// Hash returns the SHA-256 of a secret of some kind, under which it is looked up
// and kept where the secret itself must not be.
func Hash(kind, secret string) [sha256.Size]byte {
	var room [128]byte // enough for nearly all
	return sha256.Sum256(append(append(append(room[:0], kind...), 0), secret...))
}
