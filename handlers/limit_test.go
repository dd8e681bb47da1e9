package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThrottleTellsWhenToComeBack(t *testing.T) {
	now := time.Unix(1e9, 0)
	th := newThrottle(Limits{Creations: 60, Burst: 3})
	for range 3 {
		require.NoError(t, th.take("192.0.2.1", now))
	}
	err := th.take("192.0.2.1", now)
	var f *failure
	require.True(t, errors.As(err, &f))
	assert.Equal(t, http.StatusTooManyRequests, f.status)
	assert.Equal(t, "1", f.retryAfter())
	assert.NoError(t, th.take("192.0.2.2", now), "another address has its own share")
	assert.NoError(t, th.take("192.0.2.1", now.Add(time.Second)), "the announced time is enough")
	assert.Error(t, th.take("192.0.2.1", now.Add(time.Second)), "a refused request has not used the next share")
}

func TestThrottleCountsAnIPv6NetworkAsOne(t *testing.T) {
	now := time.Unix(1e9, 0)
	th := newThrottle(Limits{Creations: 1, Burst: 1})
	require.NoError(t, th.take("2001:db8::1", now))
	assert.Error(t, th.take("2001:db8::ffff:1", now))
	assert.NoError(t, th.take("2001:db8:0:1::1", now))
}

func TestThrottleForgetsAddresses(t *testing.T) {
	now := time.Unix(1e9, 0)
	th := newThrottle(Limits{Creations: 1, Burst: 1, maxTracked: 8})
	for i := range 100 {
		require.NoError(t, th.take(fmt.Sprintf("192.0.2.%d", i), now.Add(time.Duration(i)*time.Second)))
		assert.LessOrEqual(t, len(th.seen), 8)
	}
	assert.Error(t, th.take("192.0.2.99", now.Add(99*time.Second)), "the latest are remembered")
}

func TestNoLimitIsNoLimit(t *testing.T) {
	th := newThrottle(Limits{})
	for range 1000 {
		require.NoError(t, th.take("192.0.2.1", time.Unix(1e9, 0)))
	}
}

func TestCounterGivesBack(t *testing.T) {
	n := newCounter()
	keys, limits := []string{"a:1", "p:x"}, []int{2, 1}
	leave, ok := n.enter(keys, limits)
	require.True(t, ok)
	_, ok = n.enter(keys, limits)
	assert.False(t, ok, "the player is at his limit")
	other, ok := n.enter([]string{"a:1", ""}, limits)
	require.True(t, ok, "a watcher counts for the address alone")
	_, ok = n.enter([]string{"a:1", ""}, limits)
	assert.False(t, ok, "the address is at its limit")
	leave()
	other()
	assert.Empty(t, n.open)
	assert.Zero(t, n.total())
}
