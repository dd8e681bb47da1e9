package talk

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Cache is what of the chats and mutes of a server is in memory, in front of
// their store: the last messages of each table, how far its chat has got, who may
// write again when, and who has muted whom. It knows no tables. It is safe for
// concurrent use.
type Cache struct {
	store Store
	clock func() time.Time

	mu    sync.Mutex
	chats map[string]*cachedChat

	muted mutedLists
}

// NewCache returns an empty cache; now is time.Now if nil.
func NewCache(store Store, now func() time.Time) *Cache {
	if now == nil {
		now = time.Now
	}
	return &Cache{store: store, clock: now, chats: map[string]*cachedChat{}}
}

// now is the time in the precision of the store.
func (c *Cache) now() time.Time { return c.clock().UTC().Truncate(time.Millisecond) }

// cachedChat is the chat of one table in memory.
type cachedChat struct {
	rev  atomic.Uint64 // the last change
	used atomic.Int64  // unix milliseconds
	open atomic.Int32  // streams that listen

	mu     sync.Mutex
	loaded bool
	last   uint64 // ID of the last message
	tail   []Message
	common *rate.Limiter
	each   limiters
	quiet  time.Time // until when computer players keep still
}

// chat finds the chat of a table, not yet read perhaps.
func (c *Cache) chat(id string) *cachedChat {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.chats[id]
	if r == nil {
		r = &cachedChat{common: rate.NewLimiter(rate.Every(tableEvery), tableBurst), each: newLimiters(sayBurst, sayEvery)}
		c.chats[id] = r
	}
	r.used.Store(c.clock().UnixMilli())
	return r
}

// enter locks a chat that has been read from the store. The caller unlocks it.
func (c *Cache) enter(ctx context.Context, id string) (*cachedChat, error) {
	r := c.chat(id)
	r.mu.Lock()
	if err := c.load(ctx, r, id); err != nil {
		r.mu.Unlock()
		return nil, err
	}
	return r, nil
}

// load reads a chat from the store unless it has been read. The chat is locked.
func (c *Cache) load(ctx context.Context, r *cachedChat, id string) error {
	if r.loaded {
		return nil
	}
	last, rev, err := c.store.ChatEnd(ctx, id)
	var tail []Message
	if err == nil && last > 0 {
		tail, err = c.store.Messages(ctx, id, Span{Limit: recalled})
	}
	if err != nil {
		return err
	}
	r.last, r.tail, r.loaded = max(r.last, last), tail, true
	r.rev.Store(max(r.rev.Load(), rev))
	return nil
}

// Heard is called when another server has written to a chat: if it is in memory
// it is read again, so that Rev tells of the change.
func (c *Cache) Heard(ctx context.Context, id string) error {
	c.mu.Lock()
	r := c.chats[id]
	c.mu.Unlock()
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.loaded = false
	return c.load(ctx, r, id)
}

// HeardMute is called when another server has changed whom a player has muted.
func (c *Cache) HeardMute(p account.PlayerID) { c.muted.drop(p) }

// nextRev numbers a change. It follows the clock, so that a number that was
// given once does not come again when messages are gone.
func (r *cachedChat) nextRev(now time.Time) uint64 {
	return max(r.rev.Load()+1, uint64(now.UnixMilli()))
}

// admit takes one message out of the author's share and the table's.
func (r *cachedChat) admit(by account.PlayerID, now time.Time) error {
	return take(now, r.each.get(by, now), r.common)
}

// attempts is how often a message is written when another server's messages keep
// coming first.
const attempts = 5

// add writes a message down. The chat is locked.
func (c *Cache) add(ctx context.Context, r *cachedChat, m Message) (Message, error) {
	m.At = c.now()
	for n := 1; ; n++ {
		m.ID, m.Rev = r.last+1, r.nextRev(m.At)
		err := c.store.AddMessage(context.WithoutCancel(ctx), m, keptMessages)
		if err == nil {
			break
		}
		r.loaded = false // what is there is unknown until it is read again
		if n == attempts || !errors.Is(err, storage.ErrConflict) {
			return Message{}, err
		}
		if err := c.load(ctx, r, m.Game); err != nil {
			return Message{}, err
		}
	}
	r.last, r.tail = m.ID, append(r.tail, m)
	if len(r.tail) > recalled {
		r.tail = slices.Clone(r.tail[len(r.tail)-recalled:])
	}
	r.rev.Store(m.Rev)
	return m, nil
}

// message finds one message. The chat is locked.
func (c *Cache) message(ctx context.Context, r *cachedChat, id string, n uint64) (Message, error) {
	i := slices.IndexFunc(r.tail, func(m Message) bool { return m.ID == n })
	if i >= 0 {
		return r.tail[i], nil
	}
	list, err := c.store.Messages(ctx, id, Span{Before: n + 1, Limit: 1})
	if err != nil {
		return Message{}, err
	}
	if len(list) == 0 || list[0].ID != n {
		return Message{}, ErrNoMessage
	}
	return list[0], nil
}

// blot takes the words of a message away. The chat is locked.
func (c *Cache) blot(ctx context.Context, r *cachedChat, id string, n uint64, by Remover) error {
	rev := r.nextRev(c.now())
	err := c.store.RemoveMessage(context.WithoutCancel(ctx), id, n, rev, by)
	if errors.Is(err, storage.ErrNotFound) {
		return ErrNoMessage
	}
	if err != nil {
		r.loaded = false
		return err
	}
	for i := range r.tail {
		if r.tail[i].ID == n {
			r.tail = slices.Clone(r.tail)
			r.tail[i].Text, r.tail[i].Rev, r.tail[i].Removed = "", rev, by
		}
	}
	r.rev.Store(rev)
	return nil
}

// Remark writes the message of a computer player, unless one of them has written
// at this table within the pause, and reports whether it did. The caller
// wakes the readers.
func (c *Cache) Remark(ctx context.Context, m Message, pause time.Duration) (bool, error) {
	r, err := c.enter(ctx, m.Game)
	if err != nil {
		return false, err
	}
	defer r.mu.Unlock()
	now := c.now()
	for i := len(r.tail) - 1; i >= 0 && r.quiet.IsZero(); i-- {
		if r.tail[i].Bot != "" {
			r.quiet = r.tail[i].At.Add(pause)
		}
	}
	if quiet := now.Add(pause); r.quiet.After(quiet) {
		r.quiet = quiet // the clock was set back, or the rule changed
	}
	if now.Before(r.quiet) {
		return false, nil
	}
	r.quiet = now.Add(pause)
	_, err = c.add(ctx, r, m)
	return err == nil, err
}

// Rev is the last change of a table's chat, 0 until the first reader.
func (c *Cache) Rev(id string) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.chats[id]; r != nil {
		return r.rev.Load()
	}
	return 0
}

// Last is the last message, without its words, of each table at which a player
// sits, if it is somebody else's.
func (c *Cache) Last(ctx context.Context, p account.PlayerID) (map[string]Message, error) {
	return c.store.LastTalk(ctx, p)
}

// Muted is whose words a player does not want to read. It stays in memory until
// it changes.
func (c *Cache) Muted(ctx context.Context, p account.PlayerID) (map[account.PlayerID]bool, error) {
	if p == "" {
		return nil, nil
	}
	known, drops, ok := c.muted.get(p)
	if ok {
		return known, nil
	}
	list, err := c.store.Mutes(ctx, p)
	if err != nil {
		return nil, err
	}
	var all map[account.PlayerID]bool
	for _, m := range list {
		if all == nil {
			all = map[account.PlayerID]bool{}
		}
		all[m.Muted] = true
	}
	c.muted.put(p, all, drops)
	return all, nil
}

// Mute keeps from a player what another one writes, at all tables; name is what
// the other one is called. One who is muted already stays so.
func (c *Cache) Mute(ctx context.Context, by, whom account.PlayerID, name string) error {
	err := c.store.AddMute(context.WithoutCancel(ctx), Mute{ID: newID(), Player: by, Muted: whom, Name: name, At: c.now()})
	c.muted.drop(by)
	return err
}

// Forget lets chats and mutes be read anew when they are wanted next: players
// were deleted or merged in the store.
func (c *Cache) Forget() {
	c.mu.Lock()
	all := make([]*cachedChat, 0, len(c.chats))
	for _, r := range c.chats {
		all = append(all, r)
	}
	c.mu.Unlock()
	for _, r := range all {
		r.mu.Lock()
		r.loaded = false
		r.mu.Unlock()
	}
	c.muted.clear()
}

// Evict removes chats from memory that have been idle for so long.
func (c *Cache) Evict(idle time.Duration) {
	now := c.clock()
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, r := range c.chats {
		if r.open.Load() == 0 && r.used.Load() < now.Add(-idle).UnixMilli() && r.mu.TryLock() {
			if !now.Before(r.quiet) {
				delete(c.chats, id)
			}
			r.mu.Unlock()
		}
	}
}

// newID returns the id of a mute or a report: 50 random bits in base32.
func newID() string { return strings.ToLower(rand.Text()[:10]) }
