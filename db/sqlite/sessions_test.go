package sqlite_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// visit makes a request with a cookie, lets change work on its session and
// returns the cookie of the answer.
func visit(t *testing.T, s *sqlite.Sessions, cookie *http.Cookie, change func(r *http.Request, values map[any]any)) *http.Cookie {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
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

// player is the player whom the cookie signs in, "" if none.
func player(t *testing.T, s *sqlite.Sessions, cookie *http.Cookie) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.AddCookie(cookie)
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	p, _ := sess.Values[sqlite.SessionPlayer].(string)
	return p
}

func signIn(_ *http.Request, values map[any]any) { values[sqlite.SessionPlayer] = "p1" }

func TestSession(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	now := time.Now()
	s := d.Sessions(true, func() time.Time { return now })
	cookie := visit(t, s, nil, signIn)
	assert.True(t, cookie.HttpOnly)
	assert.True(t, cookie.Secure)
	assert.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	assert.Equal(t, "/", cookie.Path)
	assert.Positive(t, cookie.MaxAge)
	assert.GreaterOrEqual(t, len(cookie.Value), 26)
	assert.Equal(t, "p1", player(t, s, cookie))

	same := visit(t, s, cookie, func(_ *http.Request, values map[any]any) { values["lang"] = "de" })
	assert.Equal(t, cookie.Value, same.Value)
	assert.Equal(t, "p1", player(t, s, cookie))
	assert.Empty(t, player(t, s, &http.Cookie{Name: "bh", Value: "forged"}))

	visit(t, s, cookie, func(_ *http.Request, values map[any]any) { values["visits"] = 7 })
	visit(t, s, cookie, func(_ *http.Request, values map[any]any) {
		assert.Equal(t, map[any]any{sqlite.SessionPlayer: "p1", "lang": "de", "visits": 7}, values, "values of any type come back")
	})

	now = now.Add(sqlite.SessionAge + time.Second)
	assert.Empty(t, player(t, s, cookie), "expired")
}

func TestSessionOverPlainHTTP(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	assert.False(t, visit(t, d.Sessions(false, nil), nil, signIn).Secure)
}

func TestSessionsOutliveTheServer(t *testing.T) {
	path := file(t)
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	tabletest.NewPlayer(t, d, "p1")
	cookie := visit(t, d.Sessions(false, nil), nil, signIn)
	require.NoError(t, d.Close())
	again := open(t, path, sqlite.Options{})
	assert.Equal(t, "p1", player(t, again.Sessions(false, nil), cookie))
}

func TestSigningOut(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	s := d.Sessions(false, nil)
	cookie := visit(t, s, nil, signIn)
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.AddCookie(cookie)
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	sess.Options.MaxAge = -1
	w := httptest.NewRecorder()
	require.NoError(t, sess.Save(r, w))
	assert.Negative(t, w.Result().Cookies()[0].MaxAge)
	assert.Empty(t, player(t, s, cookie), "the old cookie is worthless")
	assert.NotEmpty(t, visit(t, s, nil, signIn).Value, "the store's own options are untouched")
}

func TestSigningInRenewsTheToken(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	s := d.Sessions(false, nil)
	planted := visit(t, s, nil, func(*http.Request, map[any]any) {})
	fresh := visit(t, s, planted, func(r *http.Request, values map[any]any) {
		sess, err := s.Get(r, "bh")
		require.NoError(t, err)
		require.NoError(t, s.Renew(r, sess))
		signIn(r, values)
	})
	assert.NotEqual(t, planted.Value, fresh.Value)
	assert.Equal(t, "p1", player(t, s, fresh))
	assert.Empty(t, player(t, s, planted))
}

func TestSigningOutEverywhere(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewPlayer(t, d, "p2")
	s := d.Sessions(false, nil)
	phone, laptop := visit(t, s, nil, signIn), visit(t, s, nil, signIn)
	other := visit(t, s, nil, func(_ *http.Request, values map[any]any) { values[sqlite.SessionPlayer] = "p2" })
	require.NoError(t, s.EndOthers(ctx, "p1", ""))
	assert.Empty(t, player(t, s, phone))
	assert.Empty(t, player(t, s, laptop))
	assert.Equal(t, "p2", player(t, s, other))
}

func TestTheFileDoesNotHoldTheCookie(t *testing.T) {
	path := file(t)
	d := open(t, path, sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	cookie := visit(t, d.Sessions(false, nil), nil, signIn)
	copied := filepath.Join(t.TempDir(), "copy.db")
	require.NoError(t, d.Backup(ctx, copied, false))
	assert.NotContains(t, string(readAll(t, copied)), cookie.Value)
	assert.NotContains(t, string(readAll(t, copied)), "t-p1", "nor a bearer token")
}

func TestASessionThatIsUsedDoesNotEnd(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	now := time.Now()
	s := d.Sessions(true, func() time.Time { return now })
	cookie := visit(t, s, nil, signIn)
	extended := 0
	for range 400 { // days, more than twice the age of a session
		now = now.Add(24 * time.Hour)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(cookie)
		sess, err := s.Get(r, "bh")
		require.NoError(t, err)
		require.Equal(t, "p1", sess.Values[sqlite.SessionPlayer])
		w := httptest.NewRecorder()
		require.NoError(t, s.Extend(r, w, sess))
		require.NoError(t, s.Extend(r, httptest.NewRecorder(), sess), "not at every visit")
		if set := w.Result().Cookies(); len(set) == 1 {
			extended++
			assert.Equal(t, cookie.Value, set[0].Value, "the token stays, another tab may use it at this moment")
			assert.Equal(t, int(sqlite.SessionAge/time.Second), set[0].MaxAge)
		}
	}
	assert.Equal(t, 400, extended, "once a day")
	now = now.Add(sqlite.SessionAge)
	assert.Empty(t, player(t, s, cookie), "one that nobody uses ends")
}

// A player with a password or passkey is asked for it now and then.
func TestASessionEndsWhenItWasSaid(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	now := time.Now()
	s := d.Sessions(true, func() time.Time { return now })
	cookie := visit(t, s, nil, func(r *http.Request, values map[any]any) {
		signIn(r, values)
		values[account.SessionUntil] = now.Add(200 * 24 * time.Hour).Unix()
	})
	for range 19 {
		now = now.Add(10 * 24 * time.Hour)
		require.Equal(t, "p1", player(t, s, visit(t, s, cookie, func(*http.Request, map[any]any) {})))
	}
	now = now.Add(10*24*time.Hour + time.Second)
	assert.Empty(t, player(t, s, cookie))
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	d := open(t, file(t), sqlite.Options{})
	tabletest.NewPlayer(t, d, "p1")
	tabletest.NewPlayer(t, d, "p2")
	now := time.Now().UTC().Truncate(time.Second)
	s := d.Sessions(false, func() time.Time { return now })
	laptop := visit(t, s, nil, func(r *http.Request, values map[any]any) {
		signIn(r, values)
		values[account.SessionDevice], values[account.SessionSince] = "firefox/linux", now.Add(-time.Hour).Unix()
	})
	now = now.Add(48 * time.Hour)
	phone, tablet := visit(t, s, nil, signIn), visit(t, s, nil, signIn)
	other := visit(t, s, nil, func(_ *http.Request, values map[any]any) { values[sqlite.SessionPlayer] = "p2" })
	list, err := s.List(ctx, "p1")
	require.NoError(t, err)
	require.Len(t, list, 3)
	assert.Equal(t, account.Session{
		ID: account.SessionIDOf(laptop.Value), Device: "firefox/linux", CreatedAt: now.Add(-49 * time.Hour),
		SeenAt: now.Add(-48 * time.Hour), ExpiresAt: now.Add(-48*time.Hour + sqlite.SessionAge),
	}, list[2])
	assert.ErrorIs(t, s.End(ctx, "p1", account.SessionIDOf(other.Value)), storage.ErrNotFound, "somebody else's")
	for _, id := range []string{"", "x", "0011223344556677", list[0].ID + "00"} {
		assert.ErrorIs(t, s.End(ctx, "p1", id), storage.ErrNotFound, id)
	}
	require.NoError(t, s.End(ctx, "p1", account.SessionIDOf(phone.Value)))
	assert.Empty(t, player(t, s, phone))
	require.NoError(t, s.EndOthers(ctx, "p1", account.SessionIDOf(laptop.Value)))
	assert.Empty(t, player(t, s, tablet))
	assert.Equal(t, "p1", player(t, s, laptop))
	assert.Equal(t, "p2", player(t, s, other))
	now = now.Add(sqlite.SessionAge)
	list, err = s.List(ctx, "p1")
	require.NoError(t, err)
	assert.Empty(t, list, "what has ended is not shown")
}

func TestNobodysSessionIsNotExtended(t *testing.T) {
	s := open(t, file(t), sqlite.Options{}).Sessions(true, nil)
	r, w := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
	sess, err := s.Get(r, "bh")
	require.NoError(t, err)
	require.NoError(t, s.Extend(r, w, sess))
	assert.Empty(t, w.Result().Cookies())
}
