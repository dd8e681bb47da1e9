package notifications

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/problem"
)

// wrongHook returns the fault of a web address, "" if there is none. Where it
// leads is for the sender to say, now and whenever something is sent there.
func (o *Service) wrongHook(ctx context.Context, w notice.Way, address string) string {
	u, err := url.Parse(address)
	switch {
	case len(address) > 1000, err != nil, u.Hostname() == "", u.User != nil, u.Fragment != "", u.Opaque != "":
		return "address"
	case u.Scheme != "https" && u.Scheme != "http":
		return "https"
	}
	if c, ok := o.cfg.Senders[w].(Checker); ok {
		return c.Check(ctx, address)
	}
	return ""
}

// mailAddress is an address that would be good for an account, with its host in lower
// case; false if it is none.
func mailAddress(text string) (string, bool) {
	address, err := account.CleanMail(text)
	if err != nil {
		return "", false
	}
	at := strings.LastIndexByte(address, '@')
	return address[:at] + strings.ToLower(address[at:]), true
}

// pushKeys reports whether these can be the keys of a browser.
func pushKeys(key, auth string) bool {
	k, err := unpad(key)
	if err != nil {
		return false
	}
	if _, err := ecdh.P256().NewPublicKey(k); err != nil {
		return false
	}
	a, err := unpad(auth)
	return err == nil && len(a) == 16
}

func unpad(text string) ([]byte, error) {
	text = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(text, "="))
	return base64.RawURLEncoding.DecodeString(text)
}

func knownForm(f notice.Form) bool { return slices.Contains(notice.Forms(), f) }

// newHookSecret returns a secret in the form of Standard Webhooks.
func newHookSecret() string {
	b := make([]byte, 24)
	_, _ = rand.Read(b) // never fails
	return "whsec_" + base64.StdEncoding.EncodeToString(b)
}

// ErrNoHook says that a table has no hook.
var ErrNoHook = problem.New("unknown_channel", "the table has no hook")

// maxLabel is how many characters of a label are kept.
const maxLabel = 60

// cutLabel shortens the label of a channel, in one line.
func cutLabel(label string) string {
	label = strings.Join(strings.Fields(label), " ")
	if utf8.RuneCountInString(label) > maxLabel {
		label = string([]rune(label)[:maxLabel])
	}
	return label
}

func asInvalid(err error, into **Invalid) bool { return errors.As(err, into) }
