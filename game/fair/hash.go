package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Size is the length of hashes, links and roots in bytes.
const Size = sha256.Size

// Hash is a hash, or a link or root of a chain. As text it is 64 digits of
// lower-case hexadecimal; any other text is refused.
type Hash [Size]byte

// ParseHash reads 64 digits of lower-case hexadecimal.
func ParseHash(text string) (h Hash, err error) {
	return h, h.UnmarshalText([]byte(text))
}

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hash in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads a hash and leaves it as it was if the text is none.
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) != 2*Size {
		return fmt.Errorf("%d characters instead of %d hexadecimal digits", len(text), 2*Size)
	}
	var read Hash
	if _, err := hex.Decode(read[:], text); err != nil {
		return fmt.Errorf("no hexadecimal number: %w", err)
	}
	for _, c := range text {
		if 'A' <= c && c <= 'F' {
			return fmt.Errorf("%q: hexadecimal digits are written small", c)
		}
	}
	*h = read
	return nil
}

func u32(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

// mac is HMAC-SHA256 under a key of one block or less, without allocating as
// long as the message has at most 64 bytes.
func mac(key *Hash, message []byte) Hash {
	var inner, outer [2 * sha256.BlockSize]byte
	for i := range sha256.BlockSize {
		inner[i], outer[i] = 0x36, 0x5c
	}
	for i, k := range key {
		inner[i] ^= k
		outer[i] ^= k
	}
	h := sha256.Sum256(append(inner[:sha256.BlockSize], message...))
	return sha256.Sum256(append(outer[:sha256.BlockSize], h[:]...))
}
