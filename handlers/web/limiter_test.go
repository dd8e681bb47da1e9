package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

func TestThrottleTellsWhenToComeBack(t *testing.T) {
	now := time.Unix(1e9, 0)
	th := NewLimiter(Limits{Creations: 60, Burst: 3})
	for range 3 {
		require.NoError(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now))
	}
	require.Error(t, th.Check(LimitCreations, "192.0.2.1", now))
	err := th.Take(LimitCreations, NetworkOf("192.0.2.1"), now)
	var f *Error
	require.True(t, errors.As(err, &f))
	assert.Equal(t, http.StatusTooManyRequests, f.Status)
	assert.Equal(t, "1", f.RetryAfter())
	assert.NoError(t, th.Take(LimitCreations, NetworkOf("192.0.2.2"), now), "another address has its own share")
	assert.NoError(t, th.Take(LimitJoins, "192.0.2.1", now), "another limit too")
	assert.NoError(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now.Add(time.Second)), "the announced time is enough")
	assert.Error(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now.Add(time.Second)), "a refused request has not used the next share")
	assert.Error(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now.Add(-time.Hour)))
	assert.NoError(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now.Add(-time.Hour+time.Second)), "a clock that was set back shuts nobody out for an hour")
}

// Who is generous beyond reason gets no limit that shuts everybody out.
func TestLimitsDoNotWrap(t *testing.T) {
	now := time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, l := range []Limits{{Creations: 1, Burst: math.MaxInt32}, {Creations: 1e-9, Burst: 1000}} {
		th := NewLimiter(l)
		for range 1000 {
			require.NoError(t, th.Take(LimitCreations, "192.0.2.1", now), l)
		}
	}
	th := NewLimiter(Limits{Creations: 1e-9, Burst: 1})
	require.NoError(t, th.Take(LimitCreations, "192.0.2.1", now))
	assert.Error(t, th.Take(LimitCreations, "192.0.2.1", now.Add(time.Hour)))
}

func TestThrottleCountsAnIPv6NetworkAsOne(t *testing.T) {
	now := time.Unix(1e9, 0)
	th := NewLimiter(Limits{Creations: 1, Burst: 1})
	require.NoError(t, th.Take(LimitCreations, NetworkOf("2001:db8::1"), now))
	assert.Error(t, th.Take(LimitCreations, NetworkOf("2001:db8::ffff:1"), now))
	assert.Error(t, th.Take(LimitCreations, NetworkOf("2001:db8::2%eth0"), now))
	assert.NoError(t, th.Take(LimitCreations, NetworkOf("2001:db8:0:1::1"), now))
	require.NoError(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now))
	assert.Error(t, th.Take(LimitCreations, NetworkOf("::ffff:192.0.2.1"), now), "the same address in the clothes of IPv6")
}

// A caller with a million addresses takes no more memory, and does not make
// the limiter forget the callers at their limit.
func TestThrottleIsBounded(t *testing.T) {
	now := time.Unix(1e9, 0)
	th := NewLimiter(Limits{Creations: 1, Burst: 3})
	for range 3 {
		require.NoError(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now))
	}
	before := len(th.buckets.shards) * len(th.buckets.shards[0].entries)
	for i := range 1 << 18 {
		_ = th.Take(LimitCreations, NetworkOf(fmt.Sprintf("2001:db8:%x:%x::1", i>>16, i&0xffff)), now)
	}
	assert.Error(t, th.Take(LimitCreations, NetworkOf("192.0.2.1"), now.Add(time.Second)))
	assert.Equal(t, before, len(th.buckets.shards)*len(th.buckets.shards[0].entries))
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = th.Check(LimitMoves, "p", now) }))
}

func TestNoLimitIsNoLimit(t *testing.T) {
	th := NewLimiter(Limits{})
	for g := range numLimits {
		for range 10000 {
			if g == LimitOperator {
				continue // the operator's password is guarded whatever the settings
			}
			require.NoError(t, th.Take(g, "192.0.2.1", time.Unix(1e9, 0)))
		}
	}
}

// Each limit names its dependants, and each limit of a rate is in the table.
func TestTheTableOfLimitsIsComplete(t *testing.T) {
	all := DefaultLimits().Table()
	assert.Len(t, all, int(numLimits)+4)
	for _, l := range all {
		assert.NotEmpty(t, l.What)
		assert.NotEmpty(t, l.Setting)
		assert.Contains(t, []string{"address", "player", "table"}, l.By)
		assert.Positive(t, l.AtOnce, l.What)
	}
	for g, a := range DefaultLimits().rates() {
		assert.False(t, a.unlimited(), "limit %d", g)
	}
}

// OPERATING.md shows the table of limits as it is.
func TestTheLimitsAreDocumented(t *testing.T) {
	data, err := os.ReadFile("../../OPERATING.md")
	require.NoError(t, err)
	var lines []string
	for _, l := range DefaultLimits().Table() {
		minute := ""
		if l.PerMinute > 0 {
			minute = strconv.FormatFloat(l.PerMinute, 'f', -1, 64)
		}
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %d | `--%s` |", l.What, l.By, minute, l.AtOnce, l.Setting))
	}
	want := strings.Join(lines, "\n")
	if !strings.Contains(string(data), want) {
		t.Errorf("OPERATING.md should have\n%s", want)
	}
}

func BenchmarkThrottle(b *testing.B) {
	th, now := NewLimiter(DefaultLimits()), time.Now()
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(20 * time.Millisecond)
		if err := th.Take(LimitMoves, "abcdefghijklmnop", now); err != nil {
			b.Fatal(err)
		}
	}
}

func TestCounterGivesBack(t *testing.T) {
	n := NewCounter()
	keys := []Slot{{"a:1", 2}, {"p:x", 1}}
	leave, ok := n.Enter(keys...)
	require.True(t, ok)
	_, ok = n.Enter(keys...)
	assert.False(t, ok, "the player is at his limit")
	other, ok := n.Enter(Slot{"a:1", 2}, Slot{"", 1})
	require.True(t, ok, "a watcher counts for the address alone")
	_, ok = n.Enter(Slot{"a:1", 2}, Slot{"", 1})
	assert.False(t, ok, "the address is at its limit")
	leave()
	other()
	assert.Empty(t, n.open)
	assert.Zero(t, n.Total())
}

// onceTried counts tries on servers that share them, and cannot take one back.
type onceTried struct{ account.Tries }

func (onceTried) Try(context.Context, string, int, time.Duration) (time.Duration, error) {
	return 0, nil
}

func (onceTried) TakeBack(context.Context, string, time.Duration) error { return storage.ErrFailed }

func TestATryThatStaysCountedRefusesNothing(t *testing.T) {
	t.Parallel()
	k := NewKit(KitConfig{Limits: DefaultLimits(), Tries: onceTried{}, Logger: slog.New(slog.DiscardHandler), Now: time.Now})
	c := echo.New().NewContext(httptest.NewRequest(http.MethodPost, "/", nil), httptest.NewRecorder())
	require.NoError(t, k.LimitGuessesAt(LimitOperator, c, func() error { return nil }), "the password was right")
	require.ErrorIs(t, k.LimitGuessesAt(LimitOperator, c, func() error { return storage.ErrNotFound }), storage.ErrNotFound)
	require.ErrorIs(t, k.LimitGuessesAt(LimitOperator, c, func() error { return storage.ErrBusy }), storage.ErrBusy)
}
