package sendertest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// Browser has the keys of a subscription to web push.
type Browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

// Key is a fresh key of P-256.
func Key(t testing.TB) *ecdh.PrivateKey {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	require.NoError(t, err)
	return key
}

// NewBrowser subscribes.
func NewBrowser(t testing.TB) *Browser {
	t.Helper()
	b := &Browser{key: Key(t), auth: make([]byte, 16)}
	_, err := rand.Read(b.auth)
	require.NoError(t, err)
	return b
}

// P256dh is the public key, as a browser sends it.
func (b *Browser) P256dh() string {
	return base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes())
}

// Auth is the auth secret, as a browser sends it.
func (b *Browser) Auth() string { return base64.RawURLEncoding.EncodeToString(b.auth) }

// Decrypt reads a message (RFC 8291, aes128gcm of RFC 8188), written from the
// documents and not from the library that encrypts.
func (b *Browser) Decrypt(t testing.TB, body []byte) []byte {
	t.Helper()
	require.Greater(t, len(body), 21)
	salt, size, n := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	require.Equal(t, 65, n, "length of the sender's key")
	sender, record := body[21:21+n], body[21+n:]
	require.LessOrEqual(t, len(record), int(size))
	from, err := ecdh.P256().NewPublicKey(sender)
	require.NoError(t, err)
	shared, err := b.key.ECDH(from)
	require.NoError(t, err)
	info := append(append([]byte("WebPush: info\x00"), b.key.PublicKey().Bytes()...), sender...)
	ikm, err := hkdf.Key(sha256.New, shared, b.auth, string(info), 32)
	require.NoError(t, err)
	cek, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	require.NoError(t, err)
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	require.NoError(t, err)
	block, err := aes.NewCipher(cek)
	require.NoError(t, err)
	gcm, err := cipher.NewGCM(block)
	require.NoError(t, err)
	plain, err := gcm.Open(nil, nonce, record, nil)
	require.NoError(t, err)
	plain = bytes.TrimRight(plain, "\x00")
	require.Equal(t, byte(2), plain[len(plain)-1], "the last record")
	return plain[:len(plain)-1]
}
