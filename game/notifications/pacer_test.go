package notifications

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// However many keys strangers make it remember, nobody's count is forgotten.
func TestManyKeysLiftNoLimit(t *testing.T) {
	t.Parallel()
	var p pacer
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	take := func(key string) bool { return p.take(key, 3, time.Hour, now) }
	for range 3 {
		require.True(t, take("ada"))
	}
	require.False(t, take("ada"))
	for i := range maxPaced {
		take(strconv.Itoa(i))
	}
	assert.False(t, take("ada"))
	assert.False(t, take("one more"), "there is no room for it")
	now = now.Add(time.Hour)
	assert.True(t, take("one more"), "those that are as good as new are forgotten")
	for range 3 {
		assert.True(t, take("ada"))
	}
	assert.False(t, take("ada"))
}
