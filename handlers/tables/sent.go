package tables

import (
	"hash/maphash"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// sentStates remembers which states were sent to whom. The validator of a state
// is its sequence number alone, so one viewer's would fit what another may see:
// only a viewer who was sent that very state, with the same credentials and in
// the same language, is told that nothing has changed. It has a fixed size;
// what it has forgotten is sent once more.
type sentStates struct {
	seed  maphash.Seed
	slots [1 << 13]atomic.Uint64
}

func newSentStates() *sentStates { return &sentStates{seed: maphash.MakeSeed()} }

// sentKey names the state of a table as one viewer sees it, with what it says
// about clocks and votes; 0 for strangers, who cannot be told from a player who
// has just signed out.
func (s *Handler) sentKey(c echo.Context, id string, seq uint32, times []byte) uint64 {
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
	for _, part := range []string{credential, string(me), web.LangOf(c), c.Request().URL.RawQuery, id, strconv.FormatUint(uint64(seq), 10), string(times)} {
		h.WriteString(part) //nolint:errcheck // never fails
		h.WriteByte(0)      //nolint:errcheck // never fails
	}
	return max(1, h.Sum64())
}

// has reports whether the state was sent before, and notes that it is sent now.
func (s *sentStates) has(key uint64) bool {
	if key == 0 {
		return false
	}
	return s.slots[key%uint64(len(s.slots))].Swap(key) == key
}
