package handlers_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// authenticator is a passkey made of software.
type authenticator struct {
	t      *testing.T
	origin string
	rp     string
	key    *ecdsa.PrivateKey
	id     []byte
	handle string // of its owner, as the server named them
	count  uint32
}

func newAuthenticator(t *testing.T, origin string) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	u, err := url.Parse(origin)
	require.NoError(t, err)
	id := sha256.Sum256(key.X.Bytes()) //nolint:staticcheck // a test
	return &authenticator{t: t, origin: origin, rp: u.Hostname(), key: key, id: id[:16]}
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// data is what the authenticator says of itself: user present and verified, and more.
func (x *authenticator) data(flags byte, more []byte) []byte {
	hash := sha256.Sum256([]byte(x.rp))
	d := append(hash[:], 0x05|flags)
	d = binary.BigEndian.AppendUint32(d, x.count)
	return append(d, more...)
}

func (x *authenticator) client(kind string, options *answer) []byte {
	c, err := json.Marshal(map[string]any{"type": kind, "challenge": options.str("challenge"), "origin": x.origin, "crossOrigin": false})
	require.NoError(x.t, err)
	return c
}

// create answers what a new passkey is asked.
func (x *authenticator) create(options *answer) map[string]any {
	x.handle = options.str("user", "id")
	point := elliptic.Marshal(elliptic.P256(), x.key.X, x.key.Y) //nolint:staticcheck // a test
	cose := append([]byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20}, point[1:33]...)
	cose = append(append(cose, 0x22, 0x58, 0x20), point[33:]...)
	more := append(make([]byte, 16), 0, byte(len(x.id)))
	data := x.data(0x40, append(append(more, x.id...), cose...))
	object := append([]byte{0xa3, 0x63}, "fmt"...)
	object = append(append(object, 0x64), "none"...)
	object = append(append(append(object, 0x67), "attStmt"...), 0xa0, 0x68)
	object = append(append(append(object, "authData"...), 0x58, byte(len(data))), data...)
	return map[string]any{
		"id": b64(x.id), "rawId": b64(x.id), "type": "public-key", "clientExtensionResults": map[string]any{},
		"response": map[string]any{"clientDataJSON": b64(x.client("webauthn.create", options)), "attestationObject": b64(object), "transports": []string{"internal"}},
	}
}

// get answers what is asked to sign in.
func (x *authenticator) get(options *answer) map[string]any {
	x.count++
	client, data := x.client("webauthn.get", options), x.data(0, nil)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(data[:len(data):len(data)], hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, x.key, digest[:])
	require.NoError(x.t, err)
	return map[string]any{
		"id": b64(x.id), "rawId": b64(x.id), "type": "public-key", "clientExtensionResults": map[string]any{},
		"response": map[string]any{"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": x.handle},
	}
}

// local is the site under a name that passkeys accept.
func local(t *testing.T, change ...func(*handlers.Config)) *site {
	t.Helper()
	s := open(t, change...)
	s.url = strings.Replace(s.url, "127.0.0.1", "localhost", 1)
	return s
}

func TestAPasskeySignsIn(t *testing.T) {
	t.Parallel()
	s := local(t)
	ada := s.player("Ada")
	ada.token = ""
	before := cookieOf(t, ada.post("/players", map[string]any{"name": "Ada"}))
	phone := newAuthenticator(t, s.url)
	begin := func() *answer {
		a := ada.post("/me/account/passkeys/begin", map[string]any{})
		require.Equal(t, http.StatusOK, a.status, a.text())
		return a
	}
	options := begin()
	assert.Equal(t, "required", options.str("authenticatorSelection", "residentKey"))
	assert.Equal(t, "required", options.str("authenticatorSelection", "userVerification"))
	made := ada.post("/me/account/passkeys", map[string]any{"name": "Telefon", "credential": phone.create(options)})
	require.Equal(t, http.StatusCreated, made.status, made.text())
	assert.NotEqual(t, before, cookieOf(t, made), "a cookie of before is worth nothing")
	wantProblem(t, s.program().get("/me", "Cookie", before), http.StatusUnauthorized, "unauthorized")
	replay := ada.post("/me/account/passkeys", map[string]any{"name": "Noch einmal", "credential": phone.create(options)})
	wantProblem(t, replay, http.StatusConflict, "passkey_expired")
	known := ada.post("/me/account/passkeys", map[string]any{"name": "Noch einmal", "credential": phone.create(begin())})
	wantProblem(t, known, http.StatusForbidden, "passkey_refused")

	laptop := s.program()
	ask := laptop.post("/login/passkey/begin", map[string]any{})
	require.Equal(t, http.StatusOK, ask.status, ask.text())
	assert.Nil(t, ask.at("allowCredentials"), "nobody learns who has passkeys")
	said := phone.get(ask)
	in := laptop.post("/login/passkey", map[string]any{"credential": said})
	require.Equal(t, http.StatusCreated, in.status, in.text())
	assert.Equal(t, "Ada", in.str("name"))
	wantProblem(t, s.program().post("/login/passkey", map[string]any{"credential": said}), http.StatusConflict, "passkey_expired")

	id := made.str("id")
	path := "/me/account/passkeys/" + id
	eve := s.player("Eve")
	for _, a := range []*answer{eve.send(http.MethodDelete, path, nil), eve.post(path+"/name", map[string]any{"name": "Eves"})} {
		wantProblem(t, a, http.StatusNotFound, "unknown_passkey")
	}
	require.Equal(t, http.StatusOK, ada.post(path+"/name", map[string]any{"name": "Handy"}).status)
	page := ada.get("/me/account", "Accept", "text/html").page()
	assert.Contains(t, page.Find("#passkey-"+id).Text(), "Handy")
	assert.Equal(t, 1, page.Find("form[data-passkey=create][hidden]").Length(), "without the script there is no button")
	require.Equal(t, http.StatusNoContent, ada.send(http.MethodDelete, path, nil).status)
	ask = laptop.post("/login/passkey/begin", map[string]any{})
	wantProblem(t, s.program().post("/login/passkey", map[string]any{"credential": phone.get(ask)}), http.StatusForbidden, "passkey_refused")
}

func TestPasskeysThatAreNotRefused(t *testing.T) {
	t.Parallel()
	s := local(t)
	ada := s.player("Ada")
	ada.token = ""
	phone := newAuthenticator(t, s.url)
	options := ada.post("/me/account/passkeys/begin", map[string]any{})
	require.Equal(t, http.StatusCreated, ada.post("/me/account/passkeys", map[string]any{"name": "Telefon", "credential": phone.create(options)}).status)
	ask := func() *answer { return s.program().post("/login/passkey/begin", map[string]any{}) }
	try := func(credential map[string]any) *answer {
		return s.program().post("/login/passkey", map[string]any{"credential": credential})
	}
	other := *phone
	other.origin = "http://evil.example"
	wantProblem(t, try(other.get(ask())), http.StatusForbidden, "passkey_refused")
	thief := newAuthenticator(t, s.url)
	thief.id, thief.handle = phone.id, phone.handle
	wantProblem(t, try(thief.get(ask())), http.StatusForbidden, "passkey_refused")
	silent := phone.get(ask())
	silent["response"].(map[string]any)["userHandle"] = b64([]byte("nobody"))
	wantProblem(t, try(silent), http.StatusForbidden, "passkey_refused")
	wantProblem(t, try(map[string]any{"id": "x"}), http.StatusForbidden, "passkey_refused")
	wantProblem(t, s.program().post("/login/passkey", map[string]any{}), http.StatusForbidden, "passkey_refused")
	require.Equal(t, http.StatusCreated, try(phone.get(ask())).status)
	phone.count = 0 // a copy of the authenticator that has counted less
	wantProblem(t, try(phone.get(ask())), http.StatusForbidden, "passkey_refused")

	eve := s.player("Eve")
	stolen := ada.post("/me/account/passkeys/begin", map[string]any{})
	a := eve.post("/me/account/passkeys", map[string]any{"name": "Eve", "credential": newAuthenticator(t, s.url).create(stolen)})
	wantProblem(t, a, http.StatusConflict, "passkey_expired")
}

// A page over plain http under a name or a number offers no passkeys.
func TestPasskeysNeedASafeWay(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	assert.Equal(t, false, ada.get("/me/account").at("offers", "passkeys"))
	wantProblem(t, ada.post("/me/account/passkeys/begin", map[string]any{}), http.StatusConflict, "no_passkeys")
	wantProblem(t, ada.post("/login/passkey/begin", map[string]any{}), http.StatusConflict, "no_passkeys")
	assert.Equal(t, 0, ada.get("/me/account", "Accept", "text/html").page().Find("form[data-passkey]").Length())
	safe := open(t, public(t, "https://play.example.org"))
	assert.Equal(t, true, safe.player("Ada").get("/me/account").at("offers", "passkeys"))
}
