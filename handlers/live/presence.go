package live

import (
	"context"
	"slices"
	"sync"
	"time"
)

// How long somebody counts as here who has no stream open.
const (
	reopening = 5 * time.Second  // after it was closed: a page that is loaded again opens one anew
	lookedIn  = 75 * time.Second // after a request: a page without a script asks again within a minute
	forgotten = 12 * time.Hour   // after that it is no longer known when they were last here
	answering = 6 * time.Second  // within which other servers say again who is there
)

// Presence knows who is at which table: who has a stream of it open, or has asked
// for it lately. It is kept in memory, here and on the other servers of a database,
// which tell each other who comes and goes.
type Presence struct {
	now   func() time.Time
	wake  func(game string) // its streams look again
	dirty chan struct{}

	mu      sync.Mutex
	at      map[place]*visitor
	unsaid  map[place]struct{} // what the other servers may not know yet; nil if nobody tells them
	doubted time.Time          // what other servers said before may be out of date
	swept   time.Time
}

// place is a player at a table.
type place struct{ game, player string }

// visitor is when a player was at a table.
type visitor struct {
	open          int       // streams of this server
	asked, closed time.Time // the last request, and when the last stream ended
	last          time.Time // when they were here, as far as another server told
	far           map[string]time.Time
	said          bool // the other servers were told that they are here
}

// Sight is a player coming to a table or going away from it.
type Sight struct {
	Game, Player string
	Here         bool
}

// NewPresence returns one that knows nobody; now is time.Now if nil.
func NewPresence(now func() time.Time) *Presence {
	if now == nil {
		now = time.Now
	}
	return &Presence{now: now, wake: func(string) {}, dirty: make(chan struct{}, 1), at: map[place]*visitor{}}
}

// OnChange sets what is called when somebody comes; who goes is noticed by those who
// look. It is to be set before anybody comes.
func (p *Presence) OnChange(wake func(game string)) { p.wake = wake }

// Enter notes a stream of a player, and returns the function that notes its end.
func (p *Presence) Enter(game, player string) (leave func()) {
	if player == "" {
		return func() {}
	}
	p.mu.Lock()
	v, came := p.visitor(place{game, player})
	v.open++
	p.mu.Unlock()
	if came {
		p.wake(game)
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if v.open--; v.open == 0 {
			v.closed = p.now()
			p.note(place{game, player})
		}
	}
}

// Ask notes that a player has asked for a table or moved there.
func (p *Presence) Ask(game, player string) {
	if player == "" {
		return
	}
	p.mu.Lock()
	v, came := p.visitor(place{game, player})
	v.asked = p.now()
	p.mu.Unlock()
	if came {
		p.wake(game)
	}
}

// visitor finds one, and reports whether they were not here until now.
func (p *Presence) visitor(key place) (v *visitor, came bool) {
	now := p.now()
	p.sweep(now)
	if v = p.at[key]; v == nil {
		v = &visitor{}
		p.at[key] = v
	}
	if came = !p.isHere(v, now); came {
		p.note(key)
	}
	return v, came
}

// sweep forgets players of whom it is no longer known when they were last here.
func (p *Presence) sweep(now time.Time) {
	if now.Sub(p.swept) <= lookedIn {
		return
	}
	p.swept = now
	for key, v := range p.at {
		if v.open == 0 && len(v.far) == 0 && now.Sub(v.seen()) > forgotten {
			delete(p.at, key)
		}
	}
}

// seen is when a player was last known to be here.
func (v *visitor) seen() time.Time {
	return later(v.last, later(v.asked, v.closed))
}

// isNear reports whether a player is at a table of this server.
func (v *visitor) isNear(now time.Time) bool {
	return v.open > 0 || !v.closed.IsZero() && now.Sub(v.closed) < reopening || v.asked.After(v.closed) && now.Sub(v.asked) < lookedIn
}

func (p *Presence) isHere(v *visitor, now time.Time) bool {
	if v.isNear(now) {
		return true
	}
	for _, told := range v.far {
		if !p.isStale(told, now) {
			return true
		}
	}
	return false
}

// isStale reports whether what a server told at a time was doubted since, and it has
// not said it again in time.
func (p *Presence) isStale(told, now time.Time) bool {
	return told.Before(p.doubted) && now.Sub(p.doubted) >= answering
}

// Of reports whether a player is at a table, and else since when they are not; the
// zero time if that is not known.
func (p *Presence) Of(game, player string) (here bool, since time.Time) {
	if player == "" {
		return false, since
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	v := p.at[place{game, player}]
	if v == nil {
		return false, since
	}
	if p.isHere(v, p.now()) {
		return true, since
	}
	return false, v.seen()
}

// note says that the other servers have to be told of a player.
func (p *Presence) note(key place) {
	if p.unsaid == nil {
		return
	}
	p.unsaid[key] = struct{}{}
	select {
	case p.dirty <- struct{}{}:
	default:
	}
}

// Soon is how long those who come and go are gathered before other servers hear of it.
const Soon = 250 * time.Millisecond

// Announce tells the other servers who comes and goes until ctx ends. Who is here
// without a stream is looked at again until they are gone.
func (p *Presence) Announce(ctx context.Context, tell func(context.Context, []Sight) error) {
	p.Repeat()
	again := time.NewTimer(0)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.dirty:
			again.Reset(Soon)
		case <-again.C:
			list, more := p.unsaidSights()
			if len(list) > 0 && tell(ctx, list) != nil {
				p.unsay(list)
				more = true
			}
			if more {
				again.Reset(4 * Soon)
			}
		}
	}
}

// unsaidSights are those of whom the other servers know something else, and whether
// some will be gone without anything that happens.
func (p *Presence) unsaidSights() (list []Sight, more bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	for key := range p.unsaid {
		v := p.at[key]
		if v == nil {
			delete(p.unsaid, key)
			continue
		}
		here := v.isNear(now)
		if here != v.said {
			v.said = here
			list = append(list, Sight{key.game, key.player, here})
		}
		if !here || v.open > 0 {
			delete(p.unsaid, key)
		}
	}
	return list, len(p.unsaid) > 0
}

// unsay takes back what could not be told.
func (p *Presence) unsay(list []Sight) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range list {
		key := place{x.Game, x.Player}
		if v := p.at[key]; v != nil {
			v.said = !x.Here
			p.unsaid[key] = struct{}{}
		}
	}
}

// Repeat tells the other servers of everybody once more: one has asked for it, or
// this one begins.
func (p *Presence) Repeat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.unsaid == nil {
		p.unsaid = map[place]struct{}{}
	}
	for key, v := range p.at {
		if v.isNear(p.now()) {
			v.said = false
			p.note(key)
		}
	}
}

// Doubt is called when news of other servers may have been missed: what they do not
// say again within a moment counts no longer.
func (p *Presence) Doubt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doubted = p.now()
}

// Heard takes what another server has told.
func (p *Presence) Heard(server string, x Sight) {
	p.mu.Lock()
	key, now := place{x.Game, x.Player}, p.now()
	v := p.at[key]
	if v == nil {
		v = &visitor{}
		p.at[key] = v
	}
	was := p.isHere(v, now)
	if x.Here {
		if v.far == nil {
			v.far = map[string]time.Time{}
		}
		v.far[server] = now
	} else if _, ok := v.far[server]; ok {
		delete(v.far, server)
		v.last = now
	}
	changed := was != p.isHere(v, now)
	p.mu.Unlock()
	if changed {
		p.wake(x.Game)
	}
}

// Keep forgets what servers have told that are not among those that are alive, what
// was doubted and not said again, and players who went long ago. If it is not known
// which servers are alive (nil), none counts as gone.
func (p *Presence) Keep(alive []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	for _, v := range p.at {
		for server, told := range v.far {
			switch {
			case p.isStale(told, now):
				delete(v.far, server)
				v.last = later(v.last, p.doubted)
			case alive != nil && now.Sub(told) > answering && !slices.Contains(alive, server):
				delete(v.far, server)
				v.last = now
			}
		}
	}
	p.sweep(now)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
