package record

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/sessions"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
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

// Session is the row of a session.
type Session struct {
	Hash      [32]byte // of the token in the cookie
	Player    account.PlayerID
	Data      []byte
	CreatedAt time.Time
	SeenAt    time.Time // when it was saved last
	ExpiresAt time.Time
	Again     bool // it was there when it was read: if it has ended since, it stays so
}

// SessionRows keeps the rows of sessions. Its errors are those of package storage.
type SessionRows interface {
	// SessionData reads the data of a session that has not expired; ErrNotFound if there is none.
	SessionData(ctx context.Context, hash [32]byte, now time.Time) ([]byte, error)
	// SessionSeen reads when a session was saved last; ErrNotFound if there is none.
	SessionSeen(ctx context.Context, hash [32]byte) (time.Time, error)
	// SaveSession keeps a new session, or saves one again, of which CreatedAt stays;
	// ErrNotFound if that has ended.
	SaveSession(ctx context.Context, s *Session) error
	// DropSession removes a session, if there is one.
	DropSession(ctx context.Context, hash [32]byte) error
	// SessionsOf lists the sessions of a player that have not expired, the one used last first.
	SessionsOf(ctx context.Context, player account.PlayerID, now time.Time) ([]Session, error)
	// EndSession removes the session of a player whose hash begins like this; ErrNotFound if there is none.
	EndSession(ctx context.Context, player account.PlayerID, start []byte) error
	// EndOtherSessions removes all sessions of a player but the one whose hash begins like keep.
	EndOtherSessions(ctx context.Context, player account.PlayerID, keep []byte) error
}

// Sessions is a sessions.Store in a database. The cookie is an opaque random
// token; the row is found by its sha256, so that a copy of the database signs
// no one in.
type Sessions struct {
	rows SessionRows
	opt  sessions.Options
	now  func() time.Time
	logf func(msg string, args ...any)
}

var _ sessions.Store = (*Sessions)(nil)

// NewSessions returns the sessions in these rows. Set secure if the public address is
// https: the browser then never sends the cookie over an open line. now is the
// clock, time.Now if nil; logf hears of sessions that cannot be read.
func NewSessions(rows SessionRows, secure bool, now func() time.Time, logf func(msg string, args ...any)) *Sessions {
	if now == nil {
		now = time.Now
	}
	return &Sessions{rows: rows, now: now, logf: logf, opt: sessions.Options{
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
	data, err := s.rows.SessionData(r.Context(), sha256.Sum256([]byte(cookie.Value)), s.now())
	if errors.Is(err, storage.ErrNotFound) {
		return fresh, nil
	}
	if err != nil {
		return fresh, err
	}
	if values, damaged := decodeValues(data); damaged != nil {
		s.logf("session cannot be read and is begun anew", "err", damaged)
	} else {
		fresh.Values, fresh.ID, fresh.IsNew = values, cookie.Value, false
	}
	return fresh, nil
}

// Save writes the session and sets its cookie. A negative MaxAge ends it. One that has
// ended since it was read stays so.
func (s *Sessions) Save(r *http.Request, w http.ResponseWriter, sess *sessions.Session) error {
	if sess.Options.MaxAge < 0 {
		return s.end(r, w, sess)
	}
	data, err := encodeValues(sess.Values)
	if err != nil {
		return err
	}
	again := sess.ID != ""
	if !again {
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
	err = s.rows.SaveSession(r.Context(), &Session{
		Hash: sha256.Sum256([]byte(sess.ID)), Player: account.PlayerID(player), Data: data, CreatedAt: now, SeenAt: now, ExpiresAt: ends, Again: again,
	})
	if again && errors.Is(err, storage.ErrNotFound) {
		return nil
	}
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
	return s.rows.DropSession(ctx, sha256.Sum256([]byte(id)))
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
	saved, err := s.rows.SessionSeen(r.Context(), sha256.Sum256([]byte(sess.ID)))
	if errors.Is(err, storage.ErrNotFound) || err == nil && s.now().Sub(saved) < extendAfter {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Save(r, w, sess)
}

// List lists the sessions of a player, the one used last first.
func (s *Sessions) List(ctx context.Context, player account.PlayerID) ([]account.Session, error) {
	rows, err := s.rows.SessionsOf(ctx, player, s.now())
	if err != nil {
		return nil, err
	}
	var list []account.Session
	for i := range rows {
		row := &rows[i]
		one := account.Session{ID: account.SessionID(row.Hash), CreatedAt: row.CreatedAt, SeenAt: row.SeenAt, ExpiresAt: row.ExpiresAt}
		if values, err := decodeValues(row.Data); err == nil {
			one.Device, _ = values[account.SessionDevice].(string)
			if since, ok := values[account.SessionSince].(int64); ok {
				one.CreatedAt = time.Unix(since, 0).UTC()
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// End ends one session of a player, named by its id; ErrNotFound if they have none of this id.
func (s *Sessions) End(ctx context.Context, player account.PlayerID, id string) error {
	start, err := hex.DecodeString(id)
	if err != nil || len(start) != 8 {
		return storage.ErrNotFound
	}
	return s.rows.EndSession(ctx, player, start)
}

// EndOthers ends all sessions of a player but the one with this id; "" ends all.
func (s *Sessions) EndOthers(ctx context.Context, player account.PlayerID, keep string) error {
	start, err := hex.DecodeString(keep)
	if err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return s.rows.EndOtherSessions(ctx, player, start)
}
