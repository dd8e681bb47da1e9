package web

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/views/page"
)

// keyHeader names a request, so that it can be sent again without being done again.
const keyHeader = "Idempotency-Key"

// maxKey is the longest key that is taken.
const maxKey = 200

// openKey is the shortest key of a caller without a name: the response to it
// holds their token.
const openKey = 16

// Receipts keeps the recorded responses to requests with a key.
type Receipts interface {
	Receipt(ctx context.Context, owner string, hash [sha256.Size]byte) (account.Receipt, error)
	ClaimReceipt(ctx context.Context, r *account.Receipt) (bool, error)
	SaveReceipt(ctx context.Context, r *account.Receipt) error
	DropReceipt(ctx context.Context, owner string, hash [sha256.Size]byte) error
}

// Idempotency handles requests that bear a key once, and repeats the recorded response.
type Idempotency struct {
	*Kit
	receipts Receipts
	running  running
}

// NewIdempotency returns one that keeps its answers in receipts.
func NewIdempotency(kit *Kit, receipts Receipts) *Idempotency {
	return &Idempotency{Kit: kit, receipts: receipts}
}

// Do answers a request with a key the first time it comes, and every time
// after that with the same answer, byte for byte, for a day. Requests without a
// key pass.
func (s *Idempotency) Do(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		key := c.Request().Header.Get(keyHeader)
		if key == "" {
			return next(c)
		}
		if !goodKey(key) || len(c.Request().Header.Values(keyHeader)) > 1 {
			return Fail("bad_key")
		}
		o, err := s.newRepeatable(c, key)
		if err != nil {
			return err
		}
		if !s.running.begin(o.receipt.Owner, o.receipt.Hash) {
			return keyRunning()
		}
		defer s.running.end(o.receipt.Owner, o.receipt.Hash)
		said, err := s.earlier(c, &o)
		if err != nil || said != nil {
			return said.send(c, err)
		}
		mine, err := s.receipts.ClaimReceipt(context.WithoutCancel(c.Request().Context()), &o.receipt)
		if err != nil {
			return err
		}
		if !mine { // another server was quicker
			if said, err = s.earlier(c, &o); err == nil && said == nil {
				err = keyRunning() // and has come to nothing
			}
			return said.send(c, err)
		}
		return s.first(c, &o, next)
	}
}

// keyRunning refuses a request while the same one is being answered.
func keyRunning() error {
	return &Error{Status: http.StatusConflict, Code: "key_running", Retry: time.Second}
}

func goodKey(key string) bool {
	for _, b := range []byte(key) {
		if b <= ' ' || b > '~' {
			return false
		}
	}
	return len(key) <= maxKey
}

// repeatable is a request with a key.
type repeatable struct {
	key     string
	receipt account.Receipt
}

// newRepeatable reads a request. Strangers are distinguished by their address,
// and so are all requests that make a new player.
func (s *Idempotency) newRepeatable(c echo.Context, key string) (repeatable, error) {
	r := c.Request()
	body, err := WholeBody(r)
	if err != nil {
		return repeatable{}, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	h := sha256.New()
	address := r.URL.Path
	if r.URL.RawQuery != "" {
		address += "?" + r.URL.RawQuery
	}
	for _, part := range []string{r.Method, address, r.Header.Get("Content-Type"), string('0' + rune(FormatOf(r)))} {
		h.Write([]byte(part + "\x00"))
	}
	h.Write(body)
	o := repeatable{key: key}
	o.receipt = account.Receipt{Hash: Hash("key "+c.Path(), key), Digest: [sha256.Size]byte(h.Sum(nil)), Owner: "address " + NetworkOf(c.RealIP())}
	if me := Viewer(c).ID; me != "" && c.Path() != page.PlayersPath() {
		o.receipt.Owner = "player " + string(me)
	} else if len(key) < openKey {
		return repeatable{}, Fail("bad_key") // others at the same address could guess it and get the token
	}
	return o, nil
}

// earlier looks for the recorded response to the same request. A caller who became
// a player by it may repeat it as that player.
func (s *Idempotency) earlier(c echo.Context, o *repeatable) (*answer, error) {
	ctx, me := c.Request().Context(), Viewer(c).ID
	r, err := s.receipts.Receipt(ctx, o.receipt.Owner, o.receipt.Hash)
	if errors.Is(err, storage.ErrNotFound) && me != "" && c.Path() != page.PlayersPath() {
		stranger, again := s.receipts.Receipt(ctx, "address "+NetworkOf(c.RealIP()), o.receipt.Hash)
		if again == nil && stranger.Player == me {
			r, err = stranger, nil
		}
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case r.Digest != o.receipt.Digest:
		return nil, Fail("key_reused")
	case r.Elsewhere:
		return nil, keyRunning()
	case r.Sealed == nil:
		return nil, Fail("key_lost")
	}
	return unseal(o.key, r.Sealed)
}

// first handles a request that was claimed, and records the response, if something was made.
// A failed request may be tried again with the same key.
func (s *Idempotency) first(c echo.Context, o *repeatable, next echo.HandlerFunc) error {
	ctx := context.WithoutCancel(c.Request().Context()) // a client that hangs up now will ask again
	c.SetRequest(c.Request().WithContext(ctx))
	was := c.Response().Writer
	rec := &recorder{header: was.Header(), status: http.StatusOK}
	over := false
	defer func() {
		if !over { // it panicked: nobody answers it any more
			_ = s.receipts.SaveReceipt(ctx, &o.receipt) // the panic is logged
		}
	}()
	err := record(c, rec, next)
	over = true
	if err != nil || rec.status >= http.StatusBadRequest {
		if dropped := s.receipts.DropReceipt(ctx, o.receipt.Owner, o.receipt.Hash); dropped != nil {
			s.Logger.Warn("receipt could not be dropped", "err", dropped)
		}
	} else if kept := s.keep(c, o, rec.answer()); kept != nil {
		s.Logger.Warn("receipt could not be kept", "err", kept)
	}
	if err != nil {
		return err
	}
	was.WriteHeader(rec.status)
	_, err = was.Write(rec.body.Bytes())
	return err
}

// record lets the request be answered to a listener.
func record(c echo.Context, rec *recorder, next echo.HandlerFunc) error {
	was := c.Response().Writer
	c.Response().Writer = rec
	defer func() { c.Response().Writer = was }()
	return next(c)
}

// isRecorded reports whether the answer is being taken down. It is compressed when it is
// sent, each time for the client that gets it.
func isRecorded(c echo.Context) bool {
	_, ok := c.Response().Writer.(*recorder)
	return ok
}

func (s *Idempotency) keep(c echo.Context, o *repeatable, said *answer) (err error) {
	o.receipt.Player = Viewer(c).ID
	if o.receipt.Sealed, err = said.seal(o.key); err != nil {
		return err
	}
	return s.receipts.SaveReceipt(c.Request().Context(), &o.receipt)
}

// answer is an answer.
type answer struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// kept are the headers that belong to the resource made and not to the request.
func kept() []string {
	return []string{"Content-Type", "Location", "Etag", "Cache-Control", "Content-Language", "Hx-Redirect", "Set-Cookie"}
}

// send answers again.
func (a *answer) send(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	h := c.Response().Header()
	maps.Copy(h, a.Header)
	h.Set("Idempotency-Replayed", "true")
	c.Response().WriteHeader(a.Status)
	_, err = c.Response().Write(a.Body)
	return err
}

// newCipher is made from the key that the client alone has: the answer may hold a
// token, and the data on disk must sign no one in.
func newCipher(key string) (cipher.AEAD, error) {
	secret, err := hkdf.Key(sha256.New, []byte(key), nil, "bankhalter receipt", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (a *answer) seal(key string) ([]byte, error) {
	aead, err := newCipher(key)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, plain, nil), nil
}

func unseal(key string, sealed []byte) (*answer, error) {
	aead, err := newCipher(key)
	if err != nil {
		return nil, err
	}
	plain, err := aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, err
	}
	var a answer
	return &a, json.Unmarshal(plain, &a)
}

// recorder takes an answer down before it is sent.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header is that of the answer.
func (l *recorder) Header() http.Header { return l.header }

// WriteHeader notes the status.
func (l *recorder) WriteHeader(status int) { l.status = status }

// Write notes the body.
func (l *recorder) Write(p []byte) (int, error) { return l.body.Write(p) }

func (l *recorder) answer() *answer {
	a := &answer{Status: l.status, Header: http.Header{}, Body: l.body.Bytes()}
	for name, values := range l.header {
		if slices.Contains(kept(), name) {
			a.Header[name] = values
		}
	}
	return a
}

// running are the requests with a key that are being answered now.
type running struct {
	mu  sync.Mutex
	all map[runningKey]bool
}

type runningKey struct {
	owner string
	hash  [sha256.Size]byte
}

func (u *running) begin(owner string, hash [sha256.Size]byte) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	key := runningKey{owner, hash}
	if u.all[key] {
		return false
	}
	if u.all == nil {
		u.all = map[runningKey]bool{}
	}
	u.all[key] = true
	return true
}

func (u *running) end(owner string, hash [sha256.Size]byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.all, runningKey{owner, hash})
}
