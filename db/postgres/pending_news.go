package postgres

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// tellEvery is how often, at most, the other servers hear of written moves. Each
// notification wakes all of them and takes a lock of the whole database, so that it
// costs as much as a small group.
const tellEvery = 10 * time.Millisecond

// pendingNews are the games that were written to and of which the other servers have not
// heard. Who writes seldom tells with the moves themselves; of groups in quick
// succession the others hear a moment later, of each game once.
type pendingNews struct {
	db *DB

	mu     sync.Mutex
	last   time.Time         // when something was told
	games  map[string]string // what is to be told of each
	timer  *time.Timer       // nil: nothing is gathered
	closed bool
}

// take returns what a group should tell of each game, which has just these news; nil
// if it is too early for that.
func (u *pendingNews) take(news map[string]string) map[string]string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if time.Since(u.last) < tellEvery {
		return nil
	}
	u.last = time.Now()
	all := u.games
	if all == nil {
		return news
	}
	u.games = nil
	u.timer.Stop()
	u.timer = nil
	maps.Copy(all, news)
	return all
}

// keep has games told soon. They are written already, or the others could look too early.
func (u *pendingNews) keep(news map[string]string, soon time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return
	}
	if u.games == nil {
		u.games = map[string]string{}
		u.timer = time.AfterFunc(soon, u.tell)
	}
	maps.Copy(u.games, news)
}

// tell tells of what was gathered.
func (u *pendingNews) tell() {
	u.mu.Lock()
	news := u.games
	u.games, u.timer, u.last = nil, nil, time.Now()
	u.mu.Unlock()
	if news == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience/2)
	defer cancel()
	for _, payload := range u.db.payloads(slices.Collect(maps.Values(news))) {
		// Nothing is stored, so that no disk has to be waited for.
		if _, err := u.db.pool.Exec(ctx, "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", u.db.channel, payload); err != nil {
			u.keep(news, 50*tellEvery)
			return
		}
	}
}

// close tells of the rest. What cannot be told any more the others find when they
// compare what they have with what is stored.
func (u *pendingNews) close() {
	u.mu.Lock()
	u.closed = true
	if u.timer != nil {
		u.timer.Stop()
	}
	u.mu.Unlock()
	u.tell()
}
