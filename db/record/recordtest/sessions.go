package recordtest

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// Store is an engine that keeps players and their sessions.
type Store interface {
	tabletest.Store
	account.Store
	Sessions(secure bool, now func() time.Time) *record.Sessions
}

// Sessions runs the promises of the sessions against a store that open makes anew.
func Sessions(t *testing.T, open func(t *testing.T) Store) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, Store){
		"a session reads back until it expires": session,
		"a cookie over plain http":              sessionOverPlainHTTP,
		"signing out":                           signingOut,
		"signing in renews the token":           signingInRenewsTheToken,
		"signing out everywhere":                signingOutEverywhere,
		"a session that is used does not end":   aSessionThatIsUsedDoesNotEnd,
		"a session ends when it was said":       aSessionEndsWhenItWasSaid,
		"sessions are listed and ended":         sessionsAreListedAndEnded,
		"nobody's session is not extended":      nobodysSessionIsNotExtended,
		"a session that has ended stays so":     aSessionThatHasEndedStaysSo,
		"recovery ends everything else":         recoveryEndsEverythingElse,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

// Visit makes a request with a cookie, lets change work on its session and
// returns the cookie of the answer.
func Visit(t *testing.T, s *record.Sessions, cookie *http.Cookie, change func(r *http.Request, values map[any]any)) *http.Cookie {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	if cookie != nil {
		r.AddCookie(cookie)
	}
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	change(r, sess.Values)
	w := httptest.NewRecorder()
	require.NoError(t, sess.Save(r, w))
	cookies := w.Result().Cookies()
	require.Len(t, cookies, 1)
	return cookies[0]
}

// SignedIn is the player whom the cookie signs in, "" if none.
func SignedIn(t *testing.T, s *record.Sessions, cookie *http.Cookie) string {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	r.AddCookie(cookie)
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	p, _ := sess.Values[record.SessionPlayer].(string)
	return p
}

// SignIn is a change that signs in the player p1.
func SignIn(_ *http.Request, values map[any]any) { values[record.SessionPlayer] = "p1" }

func session(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	now := time.Now()
	s := d.Sessions(true, func() time.Time { return now })
	cookie := Visit(t, s, nil, SignIn)
	assert.True(t, cookie.HttpOnly)
	assert.True(t, cookie.Secure)
	assert.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	assert.Equal(t, "/", cookie.Path)
	assert.Positive(t, cookie.MaxAge)
	assert.GreaterOrEqual(t, len(cookie.Value), 26)
	assert.Equal(t, "p1", SignedIn(t, s, cookie))

	same := Visit(t, s, cookie, func(_ *http.Request, values map[any]any) { values["lang"] = "de" })
	assert.Equal(t, cookie.Value, same.Value)
	assert.Equal(t, "p1", SignedIn(t, s, cookie))
	assert.Empty(t, SignedIn(t, s, &http.Cookie{Name: "bh", Value: "forged"}))

	Visit(t, s, cookie, func(_ *http.Request, values map[any]any) { values["visits"] = 7 })
	Visit(t, s, cookie, func(_ *http.Request, values map[any]any) {
		assert.Equal(t, map[any]any{record.SessionPlayer: "p1", "lang": "de", "visits": 7}, values, "values of any type come back")
	})

	now = now.Add(record.SessionAge + time.Second)
	assert.Empty(t, SignedIn(t, s, cookie), "expired")
}

// aSessionThatHasEndedStaysSo ends sessions while a request that has read them is answered.
func aSessionThatHasEndedStaysSo(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	s, now := d.Sessions(false, nil), time.Now()
	cookie := Visit(t, s, nil, SignIn)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	r.AddCookie(cookie)
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	require.NoError(t, s.EndOthers(t.Context(), "p1", ""))
	w := httptest.NewRecorder()
	require.NoError(t, sess.Save(r, w))
	assert.Empty(t, w.Result().Cookies())
	assert.Empty(t, SignedIn(t, s, cookie))

	operator, ends := [32]byte{1}, now.Add(time.Hour)
	require.NoError(t, s.SaveOperator(t.Context(), operator, now, now, ends))
	require.NoError(t, s.SaveOperator(t.Context(), operator, now, now.Add(time.Minute), ends))
	require.NoError(t, s.EndOperator(t.Context(), operator))
	require.ErrorIs(t, s.SaveOperator(t.Context(), operator, now, now.Add(2*time.Minute), ends), storage.ErrNotFound)
	_, _, err = s.Operator(t.Context(), operator, now)
	assert.ErrorIs(t, err, storage.ErrNotFound)
}

func sessionOverPlainHTTP(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	assert.False(t, Visit(t, d.Sessions(false, nil), nil, SignIn).Secure)
}

func signingOut(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	s := d.Sessions(false, nil)
	cookie := Visit(t, s, nil, SignIn)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	r.AddCookie(cookie)
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	sess.Options.MaxAge = -1
	w := httptest.NewRecorder()
	require.NoError(t, sess.Save(r, w))
	assert.Negative(t, w.Result().Cookies()[0].MaxAge)
	assert.Empty(t, SignedIn(t, s, cookie), "the old cookie is worthless")
	assert.NotEmpty(t, Visit(t, s, nil, SignIn).Value, "the store's own options are untouched")
}

func signingInRenewsTheToken(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	s := d.Sessions(false, nil)
	planted := Visit(t, s, nil, func(*http.Request, map[any]any) {})
	fresh := Visit(t, s, planted, func(r *http.Request, values map[any]any) {
		sess, err := s.Get(r, "bh")
		require.NoError(t, err)
		require.NoError(t, s.Renew(r, sess))
		SignIn(r, values)
	})
	assert.NotEqual(t, planted.Value, fresh.Value)
	assert.Equal(t, "p1", SignedIn(t, s, fresh))
	assert.Empty(t, SignedIn(t, s, planted))
}

func signingOutEverywhere(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewPlayer(t, d, "p2")
	s := d.Sessions(false, nil)
	phone, laptop := Visit(t, s, nil, SignIn), Visit(t, s, nil, SignIn)
	other := Visit(t, s, nil, func(_ *http.Request, values map[any]any) { values[record.SessionPlayer] = "p2" })
	require.NoError(t, s.EndOthers(t.Context(), "p1", ""))
	assert.Empty(t, SignedIn(t, s, phone))
	assert.Empty(t, SignedIn(t, s, laptop))
	assert.Equal(t, "p2", SignedIn(t, s, other))
}

func aSessionThatIsUsedDoesNotEnd(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	now := time.Now()
	s := d.Sessions(true, func() time.Time { return now })
	cookie := Visit(t, s, nil, SignIn)
	extended := 0
	for range 400 { // days, more than twice the age of a session
		now = now.Add(24 * time.Hour)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.AddCookie(cookie)
		sess, err := s.Get(r, "bh")
		require.NoError(t, err)
		require.Equal(t, "p1", sess.Values[record.SessionPlayer])
		w := httptest.NewRecorder()
		require.NoError(t, s.Extend(r, w, sess))
		require.NoError(t, s.Extend(r, httptest.NewRecorder(), sess), "not at every visit")
		if set := w.Result().Cookies(); len(set) == 1 {
			extended++
			assert.Equal(t, cookie.Value, set[0].Value, "the token stays, another tab may use it at this moment")
			assert.Equal(t, int(record.SessionAge/time.Second), set[0].MaxAge)
		}
	}
	assert.Equal(t, 400, extended, "once a day")
	now = now.Add(record.SessionAge)
	assert.Empty(t, SignedIn(t, s, cookie), "one that nobody uses ends")
}

// A player with a password or passkey is asked for it now and then.
func aSessionEndsWhenItWasSaid(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	now := time.Now()
	s := d.Sessions(true, func() time.Time { return now })
	cookie := Visit(t, s, nil, func(r *http.Request, values map[any]any) {
		SignIn(r, values)
		values[account.SessionUntil] = now.Add(200 * 24 * time.Hour).Unix()
	})
	for range 19 {
		now = now.Add(10 * 24 * time.Hour)
		require.Equal(t, "p1", SignedIn(t, s, Visit(t, s, cookie, func(*http.Request, map[any]any) {})))
	}
	now = now.Add(10*24*time.Hour + time.Second)
	assert.Empty(t, SignedIn(t, s, cookie))
}

func sessionsAreListedAndEnded(t *testing.T, d Store) {
	t.Helper()
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewPlayer(t, d, "p2")
	now := time.Now().UTC().Truncate(time.Second)
	s := d.Sessions(false, func() time.Time { return now })
	laptop := Visit(t, s, nil, func(r *http.Request, values map[any]any) {
		SignIn(r, values)
		values[account.SessionDevice], values[account.SessionSince] = "firefox/linux", now.Add(-time.Hour).Unix()
	})
	now = now.Add(48 * time.Hour)
	phone, tablet := Visit(t, s, nil, SignIn), Visit(t, s, nil, SignIn)
	other := Visit(t, s, nil, func(_ *http.Request, values map[any]any) { values[record.SessionPlayer] = "p2" })
	list, err := s.List(t.Context(), "p1")
	require.NoError(t, err)
	require.Len(t, list, 3)
	assert.Equal(t, account.Session{
		ID: account.SessionIDOf(laptop.Value), Device: "firefox/linux", CreatedAt: now.Add(-49 * time.Hour),
		SeenAt: now.Add(-48 * time.Hour), ExpiresAt: now.Add(-48*time.Hour + record.SessionAge),
	}, list[2])
	assert.ErrorIs(t, s.End(t.Context(), "p1", account.SessionIDOf(other.Value)), storage.ErrNotFound, "somebody else's")
	for _, id := range []string{"", "x", "0011223344556677", list[0].ID + "00"} {
		assert.ErrorIs(t, s.End(t.Context(), "p1", id), storage.ErrNotFound, id)
	}
	require.NoError(t, s.End(t.Context(), "p1", account.SessionIDOf(phone.Value)))
	assert.Empty(t, SignedIn(t, s, phone))
	require.NoError(t, s.EndOthers(t.Context(), "p1", account.SessionIDOf(laptop.Value)))
	assert.Empty(t, SignedIn(t, s, tablet))
	assert.Equal(t, "p1", SignedIn(t, s, laptop))
	assert.Equal(t, "p2", SignedIn(t, s, other))
	now = now.Add(record.SessionAge)
	list, err = s.List(t.Context(), "p1")
	require.NoError(t, err)
	assert.Empty(t, list, "what has ended is not shown")
}

func nobodysSessionIsNotExtended(t *testing.T, d Store) {
	t.Helper()
	s := d.Sessions(true, nil)
	r, w := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), httptest.NewRecorder()
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	require.NoError(t, s.Extend(r, w, sess))
	assert.Empty(t, w.Result().Cookies())
}

// A new password by mail ends everything that signed the player in before, and no other player's.
func recoveryEndsEverythingElse(t *testing.T, d Store) {
	t.Helper()
	for _, id := range []account.PlayerID{"p1", "p2"} {
		tabletest.NewPlayer(t, d, id)
	}
	require.NoError(t, d.SaveAccount(t.Context(), account.Account{Player: "p1", Login: "ada", Mail: "a@b", Password: "h"}))
	s := d.Sessions(false, nil)
	cookie := Visit(t, s, nil, SignIn)
	hash := account.HashToken("x")
	now := time.Now()
	require.NoError(t, d.AddRecovery(t.Context(), account.Recovery{Player: "p1", Hash: hash, ExpiresAt: now.Add(1e9)}))
	_, err := d.Recover(t.Context(), hash, now, "new", false)
	require.NoError(t, err)
	assert.Empty(t, SignedIn(t, s, cookie))
	_, err = d.PlayerByToken(t.Context(), account.Bearer, account.HashToken("t-p1"), now)
	require.ErrorIs(t, err, storage.ErrNotFound)
	_, err = d.PlayerByToken(t.Context(), account.Bearer, account.HashToken("t-p2"), now)
	assert.NoError(t, err)
}
