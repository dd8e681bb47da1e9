package sender

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// Push sends encrypted messages to browsers through their push services.
type Push struct {
	*Guard
	subscriber string
	public     string
	secret     string
	now        func() time.Time
}

// NewPush returns a sender that signs with a private key of P-256, which makes
// its public key known to browsers. The contact is an https address or a mail
// address under which push services reach the operator.
func NewPush(guard *Guard, key []byte, contact string, now func() time.Time) (*Push, error) {
	k, err := ecdh.P256().NewPrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("key of web push: %w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	if now == nil {
		now = time.Now
	}
	return &Push{
		Guard: guard, subscriber: contact, public: encode(k.PublicKey().Bytes()), secret: encode(key), now: now,
	}, nil
}

// PublicKey is the key that a browser needs before it subscribes.
func (p *Push) PublicKey() string { return p.public }

// pushJSON is the payload for the service worker.
type pushJSON struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"`
	Lang  string `json:"lang"`
}

// maxPush is how long title and text may be together, so that a message fits into a record.
const maxPush = 2500

// Deliver implements notifications.Sender.
func (p *Push) Deliver(ctx context.Context, c *notice.Channel, m *notice.Message) error {
	if !p.secure(c.Address) {
		return &notifications.Fault{Code: "blocked"}
	}
	text := strings.Join(m.Short, "\n")
	tag := m.Game
	if tag == "" {
		tag = "tables"
	}
	body, err := json.Marshal(pushJSON{m.Title, cutBytes(text, maxPush-len(m.Title)), m.URL, tag, m.Lang})
	if err != nil {
		return err
	}
	res, err := webpush.SendNotificationWithContext(ctx, body, &webpush.Subscription{
		Endpoint: c.Address, Keys: webpush.Keys{Auth: c.Secret, P256dh: c.Key},
	}, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.subscriber, Topic: tag, TTL: int(pushLife / time.Second), Urgency: urgency(m.Kind),
		VAPIDPublicKey: p.public, VAPIDPrivateKey: p.secret, VapidExpiration: p.now().Add(12 * time.Hour),
	})
	if err != nil {
		return webFault(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer))
	if res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusGone {
		return &notifications.Fault{Code: "gone", Detail: "HTTP " + strconv.Itoa(res.StatusCode), Gone: true}
	}
	return answered(res, m.At)
}

// pushLife is how long a push service keeps a message for a browser that is off.
const pushLife = 24 * time.Hour

func urgency(k notice.Kind) webpush.Urgency {
	if k.Insists() {
		return webpush.UrgencyHigh
	}
	return webpush.UrgencyNormal
}

func cutBytes(text string, most int) string {
	for len(text) > max(0, most) {
		list := []rune(text)
		text = string(list[:len(list)*3/4])
	}
	return text
}
