package fair

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
)

const labelHead = "pf1/head"

// LineHash is the hash of a line of the log, without its line break, or of the
// header. The next line repeats it.
func LineHash(line []byte) Hash { return sha256.Sum256(line) }

// Head is the head of a log: the number of its last event and the hash of
// that line. Before the first event it is 0 and the hash of the header.
type Head struct {
	Game string `json:"game"`
	Seq  uint32 `json:"seq"`
	Hash Hash   `json:"hash"`
}

// Sign signs the head. The same head has the same signature for ever.
func (h Head) Sign(key ed25519.PrivateKey) []byte { return ed25519.Sign(key, h.message()) }

// Verify reports whether the owner of the key has signed the head. A key or a
// signature of the wrong length is none.
func (h Head) Verify(key, signature []byte) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, h.message(), signature)
}

func (h Head) message() []byte {
	b := append([]byte(labelHead), h.Game...)
	b = binary.BigEndian.AppendUint32(b, h.Seq)
	return append(b, h.Hash[:]...)
}

// alphabet leaves out the letters that people confuse when they read aloud: I, L, O, U.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Fingerprint is the short form that people compare: the first 40 bits of the hash as two
// groups of four.
func (h Hash) Fingerprint() string {
	bits := binary.BigEndian.Uint64(h[:8]) >> 24
	var out [9]byte
	for i := 8; i >= 0; i-- {
		if i == 4 {
			out[i] = '-'
			continue
		}
		out[i] = alphabet[bits&31]
		bits >>= 5
	}
	return string(out[:])
}
