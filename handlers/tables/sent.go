package tables

import (
	"hash/maphash"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// sentStates remembers which states were sent to whom. The validator of a state
// is its sequence number alone, so one viewer's would fit what another may see:
// only a viewer who was sent that very state, with the same credentials and in
// the same language, is told that nothing has changed. Two programs may share a
// credential: as soon as one state of a number differs from another that was sent
// under it, as the clocks may without a move, nobody is told so before the next
// number. It has a fixed size; what it has forgotten is sent once more.
type sentStates struct {
	seed  maphash.Seed
	slots [1 << 13]atomic.Uint64
}

func newSentStates() *sentStates { return &sentStates{seed: maphash.MakeSeed()} }

// differing stands in a slot for states that differ under one number.
const differing = 1

// sentKey names the states of a number as one viewer sees them; 0 for strangers, who
// cannot be told from a player who has just signed out.
func (s *Handler) sentKey(c echo.Context, id string, seq uint32) uint64 {
	credential := c.Request().Header.Get("Authorization")
	if credential == "" {
		if cookie, err := c.Cookie(s.SessionCookie(c)); err == nil {
			credential = cookie.Value
		}
	}
	me := web.Viewer(c).ID
	if me == "" || credential == "" {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(s.sent.seed)
	for _, part := range []string{credential, string(me), web.LangOf(c), c.Request().URL.RawQuery, id, strconv.FormatUint(uint64(seq), 10)} {
		h.WriteString(part) //nolint:errcheck // never fails
		h.WriteByte(0)      //nolint:errcheck // never fails
	}
	return max(1, h.Sum64())
}

// has reports whether the state with this around it, clocks, votes and who is there, was
// sent before and no other one of its number, and notes that it is sent now.
func (s *sentStates) has(key uint64, around []byte) bool {
	if key == 0 {
		return false
	}
	slot, mine := &s.slots[key%uint64(len(s.slots))], key>>32<<32
	now := mine | max(differing+1, maphash.Bytes(s.seed, around)&math.MaxUint32)
	for {
		was, next := slot.Load(), now
		switch {
		case was == now:
			return true
		case was != 0 && was>>32<<32 == mine:
			next = mine | differing
		}
		if slot.CompareAndSwap(was, next) {
			return false
		}
	}
}
