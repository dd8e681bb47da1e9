package account

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
)

func TestPasswordsThatAreTriedFirstAreRefused(t *testing.T) {
	for _, bad := range []string{
		"password", "Passwort", "passwort123", "P@ssw0rd!", "12345678", "87654321", "123123123", "qwertzuiop", "aaaaaaaa", "abcabcabc",
		"iloveyou", "Sommer2026!", "schlossallee", "monopoly1", "1q2w3e4r", "letmein!!", "dragondragon", "00000000", "20262026",
	} {
		var no *Invalid
		require.ErrorAs(t, checkPassword(bad, "x"), &no, bad)
		assert.Equal(t, "common", no.Why, bad)
	}
	for _, good := range []string{"correct horse", "vier Hotels im Regen", "j4s8dk2lq0", "Käsekuchen am Dienstag", "73 91 04 22", "лошадь батарея"} {
		assert.NoError(t, checkPassword(good, "ada", "ada@example.org"), good)
	}
	for bad, why := range map[string]string{
		"kurz 12": "short", strings.Repeat("ab c", 33): "long", "a\xff1234567": "characters",
		"Ada.Byron": "like", "ada.byron@example.org": "like",
	} {
		var no *Invalid
		require.ErrorAs(t, checkPassword(bad, "ada.byron", "ada.byron@example.org"), &no, bad)
		assert.Equal(t, why, no.Why, bad)
	}
	assert.NoError(t, checkPassword(strings.Repeat("ü", 127)+"x"), "characters are counted, not bytes")
}

func TestLoginsAndAddresses(t *testing.T) {
	for in, want := range map[string]string{"Ada\t": "Ada", "zoë_7": "zoë_7", "Ada@Example.org": "Ada@Example.org", "ada@localhost": "ada@localhost", "д.м-и": "д.м-и"} {
		got, err := cleanLogin(in)
		require.NoError(t, err, in)
		assert.Equal(t, want, got)
	}
	for in, why := range map[string]string{
		"ab": "short", strings.Repeat("a", 65): "long", "a b c": "characters", "ada\n": "", "<ada>": "characters", "a@": "characters",
		"a@b": "characters", "a@b@c": "characters", "Ada <a@b.org>": "characters", "<a@b.org>": "characters", "a@b.org, c@d.org": "characters", "a@b.org\r\nBcc: x@y.org": "characters",
		"x@" + strings.Repeat("y", 253): "long",
	} {
		_, err := cleanLogin(in)
		if why == "" {
			assert.NoError(t, err, in)
			continue
		}
		var no *Invalid
		require.ErrorAs(t, err, &no, in)
		assert.Equal(t, why, no.Why, in)
	}
	assert.Equal(t, Key("ADA@Example.ORG "), Key("ada@example.org"))
}

func TestHashesHoldTheirParameters(t *testing.T) {
	c := cost{64, 1, 1}
	phc := c.hash("vier Hotels im Regen")
	assert.True(t, strings.HasPrefix(phc, "$argon2id$v=19$m=64,t=1,p=1$"), phc)
	assert.NotEqual(t, phc, c.hash("vier Hotels im Regen"), "salted")
	s, err := parseHash(phc)
	require.NoError(t, err)
	assert.True(t, s.is("vier Hotels im Regen"))
	assert.False(t, s.is("vier Hotels im Regen "))
	e := c.hash("Käsekuchen")
	s, err = parseHash(e)
	require.NoError(t, err)
	assert.True(t, s.is("Ka\u0308sekuchen"), "however it was typed")
	for _, bad := range []string{
		"", "x", "$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=99999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=64,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$", "$argon2id$v=19$m=64,t=1,p=1$*$AAAA",
	} {
		_, err := parseHash(bad)
		assert.ErrorIs(t, err, errHash, bad)
	}
}

// one is a store with a single account, for tests that need no other.
type one struct {
	Store
	mu sync.Mutex
	a  Account
}

func (o *one) Account(context.Context, PlayerID) (Account, error) { return o.a, nil }

func (o *one) AccountByLogin(_ context.Context, key string) (Account, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if key != Key(o.a.Login) {
		return Account{}, storage.ErrNotFound
	}
	return o.a, nil
}

func (o *one) Rehash(_ context.Context, _ PlayerID, old, fresh string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.a.Password == old {
		o.a.Password = fresh
	}
	return nil
}

func signInto(t *testing.T) (*Service, *one, *time.Time) {
	t.Helper()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	store := &one{a: Account{Player: "p1", Login: "Ada", Password: cost{64, 1, 1}.hash("vier Hotels")}}
	s := New(store, nil, Config{Now: func() time.Time { return now }})
	s.cost = cost{128, 1, 1}
	return s, store, &now
}

func TestSigningInRaisesTheCostOfAnOldHash(t *testing.T) {
	s, store, _ := signInto(t)
	ctx := context.Background()
	_, err := s.Login(ctx, "ada", "wrong", "a")
	require.ErrorIs(t, err, ErrWrong)
	assert.Contains(t, store.a.Password, "m=64")
	for range 2 {
		id, err := s.Login(ctx, " ADA", "vier Hotels", "a")
		require.NoError(t, err)
		assert.Equal(t, PlayerID("p1"), id)
		assert.Contains(t, store.a.Password, "m=128")
	}
}

func TestAttemptsAreCounted(t *testing.T) {
	s, _, now := signInto(t)
	ctx := context.Background()
	for range perAccountHere().burst {
		_, err := s.Login(ctx, "ada", "wrong", "a")
		require.ErrorIs(t, err, ErrWrong)
	}
	var wait *TooOften
	_, err := s.Login(ctx, "Ada ", "vier Hotels", "a")
	require.ErrorAs(t, err, &wait, "the right password is not tried either")
	assert.LessOrEqual(t, wait.Wait, time.Minute)
	_, err = s.Login(ctx, "ada", "vier Hotels", "b")
	require.NoError(t, err, "from another network its owner comes in")
	*now = now.Add(time.Minute)
	_, err = s.Login(ctx, "ada", "vier Hotels", "a")
	require.NoError(t, err)
	for range perAccountHere().burst {
		_, err = s.Login(ctx, "ada", "vier Hotels", "a")
		require.NoError(t, err, "what succeeds is not counted against anybody")
	}
	for n := range perNetwork().burst {
		_, _ = s.Login(ctx, "nobody"+strings.Repeat("x", n), "wrong", "c")
	}
	_, err = s.Login(ctx, "somebody", "wrong", "c")
	require.ErrorAs(t, err, &wait, "one network may not try all logins")
}

func TestTooManyAtOnceAreSentAway(t *testing.T) {
	s, _, _ := signInto(t)
	ctx, cancel := context.WithCancel(context.Background())
	hold := make(chan struct{})
	var wait sync.WaitGroup
	for range maxWaiting {
		wait.Go(func() { _ = s.hashed(ctx, func() { <-hold }) })
	}
	require.Eventually(t, func() bool { return len(s.waiting) == maxWaiting }, time.Minute, time.Millisecond)
	assert.LessOrEqual(t, len(s.hashing), maxHashing)
	require.ErrorIs(t, s.hashed(ctx, func() {}), ErrBusy)
	cancel()
	close(hold)
	wait.Wait()
	assert.NoError(t, s.hashed(context.Background(), func() {}))
}

func TestPasskeysNeedAName(t *testing.T) {
	for origin, ok := range map[string]bool{
		"http://localhost:8080": true, "http://127.0.0.1:8080": false, "http://play.example.org": false, "https://evil.example": false, "": false,
	} {
		s := New(&one{}, nil, Config{})
		assert.Equal(t, ok, s.HasPasskeys(origin), origin)
	}
	for public, ok := range map[string]bool{
		"https://play.example.org": true, "http://play.example.org": false, "http://localhost:9": true, "https://192.0.2.1": false, "https://play.example.org:8443": true,
	} {
		s := New(&one{}, nil, Config{Public: parse(t, public)})
		assert.Equal(t, ok, s.HasPasskeys("http://localhost:1"), public)
	}
}

func parse(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	require.NoError(t, err)
	return u
}

func TestQuestionsAreAnsweredOnceAndSoon(t *testing.T) {
	a, now := newQuestions(nil), time.Unix(0, 0)
	ask := func(challenge string) {
		require.NoError(t, a.add(t.Context(), question{Data: webauthn.SessionData{Challenge: challenge}}, now))
	}
	ask("1")
	_, err := a.take(t.Context(), "1", now)
	require.NoError(t, err)
	_, err = a.take(t.Context(), "1", now)
	require.ErrorIs(t, err, ErrExpired)
	ask("2")
	_, err = a.take(t.Context(), "2", now.Add(questionLife+1))
	require.ErrorIs(t, err, ErrExpired)
	for n := range maxQuestions + 10 {
		ask(strconv.Itoa(n))
	}
	assert.LessOrEqual(t, len(a.open), maxQuestions)
}

func TestDevicesHavePlainNames(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0":                                                           "firefox/linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0":            "edge/windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1": "safari/iphone",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36":                         "chrome/android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":            "safari/macos",
		"Lynx/2.9.0 libwww-FM/2.14": "lynx/", "curl/8.5": "curl/", "": "/", "<script>": "/",
	} {
		assert.Equal(t, want, Device(agent), agent)
	}
}
