package sqlite

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/gorilla/sessions"

	"github.com/bankhalter/bankhalter/game/account"
)

// SessionPlayer is the key of the player's id in a session's Values, a string.
// Sessions that have it can be listed and ended.
const SessionPlayer = "player"

// SessionAge is how long a session lasts after it was last saved.
const SessionAge = 180 * 24 * time.Hour

// extendAfter is how long ago a session was last saved when Extend saves it
// again: once a day at most, which is also the precision of the
// last use that people see.
const extendAfter = 24 * time.Hour

// Sessions is a sessions.Store in the database. The cookie is an opaque random
// token; the row is found by its sha256, so that a copy of the database signs
// no one in.
type Sessions struct {
	db   *DB
	opt  sessions.Options
	now  func() time.Time
	logf func(msg string, args ...any)
}

var _ sessions.Store = (*Sessions)(nil)

// Sessions returns the session store. Set secure if the public address is
// https: the browser then never sends the cookie over an open line. now is the
// clock, time.Now if nil.
func (d *DB) Sessions(secure bool, now func() time.Time) *Sessions {
	if now == nil {
		now = time.Now
	}
	return &Sessions{db: d, now: now, logf: d.opt.Logger.Warn, opt: sessions.Options{
		Path:     "/",
		MaxAge:   int(SessionAge / time.Second),
		Secure:   secure,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}}
}

// Get returns the session of this request, the same one at each call.
func (s *Sessions) Get(r *http.Request, name string) (*sessions.Session, error) {
	return sessions.GetRegistry(r).Get(s, name)
}

// New reads the session that the request's cookie names. A cookie that is
// missing, unknown or expired gives a new, empty session and no error; an error
// means that the database could not be read.
func (s *Sessions) New(r *http.Request, name string) (*sessions.Session, error) {
	fresh := sessions.NewSession(s, name)
	opt := s.opt
	fresh.Options, fresh.IsNew = &opt, true
	cookie, _ := r.Cookie(name)
	if cookie == nil || cookie.Value == "" {
		return fresh, nil
	}
	hash := sha256.Sum256([]byte(cookie.Value))
	var data []byte
	err := s.db.hot.session.QueryRowContext(r.Context(), hash[:], s.now().UnixMilli()).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return fresh, nil
	}
	if err != nil {
		return fresh, s.db.failure("read session", err)
	}
	if values, damaged := decodeValues(data); damaged != nil {
		s.logf("session cannot be read and is begun anew", "err", damaged)
	} else {
		fresh.Values, fresh.ID, fresh.IsNew = values, cookie.Value, false
	}
	return fresh, nil
}

// Save writes the session and sets its cookie. A negative MaxAge ends it.
func (s *Sessions) Save(r *http.Request, w http.ResponseWriter, sess *sessions.Session) error {
	if sess.Options.MaxAge < 0 {
		return s.end(r, w, sess)
	}
	data, err := encodeValues(sess.Values)
	if err != nil {
		return err
	}
	if sess.ID == "" {
		sess.ID = rand.Text()
	}
	player, _ := sess.Values[SessionPlayer].(string)
	now := s.now()
	age := time.Duration(sess.Options.MaxAge) * time.Second
	if age == 0 {
		age = SessionAge // a cookie that ends with the browser still needs an end here
	}
	ends := now.Add(age)
	if until, ok := sess.Values[account.SessionUntil].(int64); ok && time.Unix(until, 0).Before(ends) {
		ends = time.Unix(until, 0)
	}
	hash := sha256.Sum256([]byte(sess.ID))
	err = s.db.do(r.Context(), "save session", len(data), func(c *conn) error {
		_, err := c.exec(`INSERT INTO sessions (hash, player, data, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (hash) DO UPDATE SET player = excluded.player, data = excluded.data,
			seen_at = excluded.seen_at, expires_at = excluded.expires_at`,
			hash[:], orNull(player), data, now.UnixMilli(), now.UnixMilli(), ends.UnixMilli())
		return err
	})
	if err != nil {
		return err
	}
	http.SetCookie(w, sessions.NewCookie(sess.Name(), sess.ID, sess.Options))
	return nil
}

func (s *Sessions) end(r *http.Request, w http.ResponseWriter, sess *sessions.Session) error {
	if err := s.drop(r.Context(), sess.ID); err != nil {
		return err
	}
	sess.ID = ""
	http.SetCookie(w, sessions.NewCookie(sess.Name(), "", sess.Options))
	return nil
}

func (s *Sessions) drop(ctx context.Context, id string) error {
	if id == "" {
		return nil
	}
	hash := sha256.Sum256([]byte(id))
	return s.db.do(ctx, "end session", 64, func(c *conn) error {
		_, err := c.exec("DELETE FROM sessions WHERE hash = ?", hash[:])
		return err
	})
}

// Renew gives the session a new token at the next Save and forgets the old one.
// Call it when a player signs in, so that a cookie planted before is worthless.
func (s *Sessions) Renew(r *http.Request, sess *sessions.Session) error {
	err := s.drop(r.Context(), sess.ID)
	sess.ID = ""
	return err
}

// Extend saves a session again that was last saved a day ago or earlier, so
// that a player who comes by is not signed out before the end of SessionUntil.
func (s *Sessions) Extend(r *http.Request, w http.ResponseWriter, sess *sessions.Session) error {
	hash := sha256.Sum256([]byte(sess.ID))
	var saved int64
	err := s.db.read.QueryRowContext(r.Context(), "SELECT seen_at FROM sessions WHERE hash = ?", hash[:]).Scan(&saved)
	if errors.Is(err, sql.ErrNoRows) || err == nil && s.now().Sub(time.UnixMilli(saved)) < extendAfter {
		return nil
	}
	if err != nil {
		return s.db.failure("extend session", err)
	}
	return s.Save(r, w, sess)
}
