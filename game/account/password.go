package account

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// Bounds of a password, in characters.
const (
	minPassword = 8
	maxPassword = 128
)

// cost holds the parameters of a hash. They are part of each hash, so that they can be raised.
type cost struct {
	memory uint32 // KiB
	time   uint32
	lanes  uint8
}

// today is the cost of new hashes (OWASP's first choice for argon2id): 24 ms
// on a small machine.
func today() cost { return cost{19456, 2, 1} }

const (
	saltLen = 16
	hashLen = 32
)

// Bounds of the cost that a stored hash may name, so that a damaged one cannot exhaust the machine.
const (
	mostMemory = 256 << 10
	mostTime   = 16
	mostLanes  = 8
)

var errHash = errors.New("stored password cannot be read")

// cleanPassword is the password as it is hashed: the same characters whatever the
// keyboard composed them from.
func cleanPassword(password string) string { return norm.NFC.String(password) }

// checkPassword reports whether a password may be set for a login and address.
func checkPassword(password string, about ...string) error {
	p := cleanPassword(password)
	switch n := utf8.RuneCountInString(p); {
	case !utf8.ValidString(password):
		return &Invalid{"password", "characters"}
	case n < minPassword:
		return &Invalid{"password", "short"}
	case n > maxPassword:
		return &Invalid{"password", "long"}
	}
	key := Key(p)
	if common(key) {
		return &Invalid{"password", "common"}
	}
	for _, word := range about {
		name, _, _ := strings.Cut(Key(word), "@")
		if word != "" && (key == Key(word) || key == name) {
			return &Invalid{"password", "like"}
		}
	}
	return nil
}

// hash makes a PHC string of a password with a fresh salt.
func (c cost) hash(password string) string {
	salt := make([]byte, saltLen)
	_, _ = rand.Read(salt) // never fails; the process ends instead
	return c.phc(salt, c.key(password, salt, hashLen))
}

func (c cost) key(password string, salt []byte, n uint32) []byte {
	return argon2.IDKey([]byte(cleanPassword(password)), salt, c.time, c.memory, c.lanes, n)
}

func (c cost) phc(salt, key []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, c.lanes, b64.EncodeToString(salt), b64.EncodeToString(key))
}

// stored is a hash taken apart.
type stored struct {
	cost
	salt, key []byte
}

func parseHash(phc string) (stored, error) {
	var s stored
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return s, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &s.memory, &s.time, &s.lanes); err != nil {
		return s, errHash
	}
	if s.memory == 0 || s.memory > mostMemory || s.time == 0 || s.time > mostTime || s.lanes == 0 || s.lanes > mostLanes {
		return s, errHash
	}
	var err error
	if s.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err == nil {
		s.key, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil || len(s.salt) < 8 || len(s.key) < 16 || len(s.key) > 64 {
		return s, errHash
	}
	return s, nil
}

// is reports whether this is the password, in a time that does not depend on how alike they are.
func (s *stored) is(password string) bool {
	return subtle.ConstantTimeCompare(s.cost.key(password, s.salt, uint32(len(s.key))), s.key) == 1 //nolint:gosec // at most 64
}
