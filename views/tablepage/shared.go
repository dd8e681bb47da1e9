package tablepage

import (
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Shared keeps of the tables that are looked at what all their viewers are shown,
// a position of each in a language. The next position takes over what is the same.
// It forgets the tables that nobody has looked at for the longest time.
type Shared struct {
	tables *lru.Cache[sharedTable, *lastDrawn]
	bodies *lru.Cache[uint64, ownBody] // of the players' own sections, by their digest
}

type sharedTable struct{ id, lang string }

// NewShared returns one that keeps nothing yet.
func NewShared() *Shared {
	tables, _ := lru.New[sharedTable, *lastDrawn](512) // of some 40 kB each; only a size below 1 is an error
	bodies, _ := lru.New[uint64, ownBody](1024)        // of some 6 kB each
	return &Shared{tables, bodies}
}

// Len returns the number of tables of which something is kept, once for each language.
func (s *Shared) Len() int { return s.tables.Len() }

// Own returns the number of sections of single players that are kept.
func (s *Shared) Own() int { return s.bodies.Len() }

// position is a running table as everybody may see it, drawn, and where it is kept;
// nil if it is not.
func (s *Shared) position(lang string, d *TableData) (*lastDrawn, *position) {
	if s == nil || d.Past != nil || d.State.Status != game.Playing {
		public := d.public()
		return nil, newPosition(lang, &public)
	}
	key := sharedTable{d.ID, lang}
	x, ok := s.tables.Get(key)
	if !ok {
		x = &lastDrawn{bodies: s.bodies}
		s.tables.Add(key, x) // of two that come at once one is kept
	}
	return x, x.position(lang, d)
}

// lastDrawn is the latest position of a table that was drawn, and what it was made of.
type lastDrawn struct {
	mu     sync.Mutex
	now    *position
	rev    uint64
	bag    partBag
	own    map[ownSection]ownDigest
	bodies *lru.Cache[uint64, ownBody]
	tapes  map[tapeOf]*keptTape // by whom they speak to

	before [8]drawnAt // the positions that were drawn last
	next   int
}

// drawnAt is the digests of the shared sections at a position.
type drawnAt struct {
	seq    uint32
	rev    uint64
	shared [3]uint64 // board, players, purses
}

// Changed names the sections of a running table that may show something else
// than after an earlier event: of those that all share the ones that do, and all
// that speak to one viewer. It returns nil if that may be any.
func (s *Shared) Changed(lang string, d *TableData, since uint32, rev uint64) []string {
	home, now := s.position(lang, d)
	if home == nil {
		return nil
	}
	sums := now.sums()
	home.mu.Lock()
	defer home.mu.Unlock()
	for _, then := range home.before {
		if then.seq != since || then.rev != rev {
			continue
		}
		list := []string{shell, "sub", "tape", "times", "undo", "act", "missed", "ahead", "offers", "bidders", "debts", "deeds", "trade", "others", "more"}
		for i, name := range []string{"board", "players", "purses"} {
			if then.shared[i] != sums[i] {
				list = append(list, name)
			}
		}
		return list
	}
	return nil
}

// sums are the digests of the shared sections as strangers are shown them.
func (v *position) sums() [3]uint64 {
	x := v.drawnParts()
	return [3]uint64{x.board.digest(game.Nobody), x.players.digest(game.Nobody), x.purses.digest(game.Nobody)}
}

func (x *lastDrawn) position(lang string, d *TableData) *position {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now != nil && x.shows(d) {
		return x.now
	}
	public := d.public()
	v := newPosition(lang, &public)
	if x.now != nil && d.State.Seq < x.now.s.Seq {
		return v // one that read the table before a move of the meantime
	}
	if x.bag.takeFor(v) {
		x.own, x.tapes = nil, nil
	}
	v.parts = v.draw(&x.bag)
	x.now, x.rev = v, d.Rev
	x.before[x.next%len(x.before)] = drawnAt{v.s.Seq, d.Rev, v.sums()}
	x.next++
	return v
}

// shows reports whether the position is the one of the table now.
func (x *lastDrawn) shows(d *TableData) bool {
	return x.now.s.Seq == d.State.Seq && x.rev == d.Rev && x.now.Setup == d.Setup && x.now.endAt.Equal(d.EndAt) && x.now.paused == d.paused() &&
		slices.EqualFunc(x.now.seats, d.Seats, func(a, b Seat) bool {
			return a.Name == b.Name && a.Bot == b.Bot && a.StandIn == b.StandIn && a.Attendance == b.Attendance
		})
}

// partBag is the parts of the position before, by what they show.
type partBag struct {
	setup   *setup.Setup
	names   []string
	letters [game.MaxSeats]string
	looks   [game.MaxSeats]wire.Look

	spaces  [game.MaxSpaces]keptPart[spaceShows]
	strips  *stripBag
	players [game.MaxSeats]keptPart[playerShows]
	purses  [game.MaxSeats]keptPart[playerShows]
}

// keptPart is a part and what it shows.
type keptPart[S comparable] struct {
	shows S
	part  *part
}

// of is the part that shows this: the one that is kept, or it is drawn.
func (k *keptPart[S]) of(shows S, draw func() *part) *part {
	if k.part == nil || k.shows != shows {
		k.shows, k.part = shows, draw()
	}
	return k.part
}

// takeFor empties it if the names or marks of a position are others, and reports
// whether they are.
func (b *partBag) takeFor(v *position) bool {
	if b.setup == v.Setup && slices.Equal(b.names, v.Names) && b.letters == v.letters && b.looks == v.known {
		return false
	}
	*b = partBag{setup: v.Setup, names: v.Names, letters: v.letters, looks: v.known, strips: &stripBag{}}
	return true
}

// sharedParts are what all viewers of a position are shown.
type sharedParts struct {
	board, players, purses *part
	strips                 *stripBag
}

// drawnParts are the shared parts of the position; of one that is not kept they
// are drawn when they are wanted.
func (v *position) drawnParts() *sharedParts {
	if v.parts == nil {
		v.parts = v.draw(&partBag{strips: &stripBag{}})
	}
	return v.parts
}

func (v *position) board() *part   { return v.drawnParts().board }
func (v *position) players() *part { return v.drawnParts().players }
func (v *position) purses() *part  { return v.drawnParts().purses }

// drawnStrip is the way ahead that the viewer is shown.
func (v *view) drawnStrip() *part { return v.strip(v.myStrip()) }

func (v *position) draw(b *partBag) *sharedParts {
	x := &sharedParts{board: v.drawBoard(b), strips: b.strips}
	x.players, x.purses = v.drawPlayers(b)
	return x
}

// stripOf says whose way ahead is shown, and whether to them.
type stripOf struct {
	seat game.Seat
	own  bool
}

// stripBag is the ways ahead that were drawn last, by what they show.
type stripBag struct {
	mu     sync.Mutex
	strips map[stripOf]*keptPart[stripShows]
}

// stripShows is what a way ahead shows that may change.
type stripShows struct {
	start  game.Space
	spaces [mostAhead]spaceShows
}

// strip is the way ahead of a player, drawn when it is first wanted.
func (v *position) strip(of stripOf) *part {
	shows := stripShows{start: v.s.Players[of.seat].Space}
	for i, sp := range v.aheadSpaces(of.seat) {
		shows.spaces[i] = v.spaceShows(sp, &trail{from: game.NoSpace}, game.NoSpace)
	}
	b := v.drawnParts().strips
	b.mu.Lock()
	defer b.mu.Unlock()
	kept := b.strips[of]
	if kept == nil {
		if b.strips == nil {
			b.strips = map[stripOf]*keptPart[stripShows]{}
		}
		kept = &keptPart[stripShows]{}
		b.strips[of] = kept
	}
	return kept.of(shows, func() *part { return leaf("section", "strip", aheadSection(v, of)) })
}

// keptTape is the tape of a table that was drawn last for those at a seat, or for
// strangers.
type keptTape struct {
	of     *position
	missed uint32 // what is marked as new comes after this event
	tape   *part
	bag    tapeBag
}

// tapeOf is whom a tape speaks to: who plays on a seat, or its player while somebody else does.
type tapeOf struct {
	seat     game.Seat
	relieved bool
}

// drawnTape is the tape in the words for the viewer's seat: all who play there, all whom
// somebody plays for there, and all who have no seat, are shown the same.
func (v *view) drawnTape() *part {
	if v.home == nil {
		return v.drawTape(&tapeBag{})
	}
	return v.home.tape(&v.telling)
}

func (x *lastDrawn) tape(of *telling) *part {
	missed := of.s.Seq
	if of.missed != nil {
		missed = of.missed.Seq
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.now != of.position {
		return of.drawTape(&tapeBag{}) // of an older position than the one that is kept
	}
	to := tapeOf{of.me, of.relieved}
	t := x.tapes[to]
	if t == nil {
		if x.tapes == nil {
			x.tapes = map[tapeOf]*keptTape{}
		}
		t = &keptTape{}
		x.tapes[to] = t
	}
	if t.of != of.position || t.missed != missed {
		t.of, t.missed, t.tape = of.position, missed, of.drawTape(&t.bag)
	}
	return t.tape
}
