package page

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The drawing has the three finder patterns and the timing pattern of a QR code,
// within its quiet zone.
func TestQR(t *testing.T) {
	q, ok := NewQR("https://play.example.org/games/k7m2p9x4w3")
	require.True(t, ok)
	dark := map[[2]int]bool{}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(q.Path, -1) {
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[i+1])
		}
		require.Equal(t, n[2], n[3])
		for x := range n[2] {
			dark[[2]int{n[0] + x - 4, n[1] - 4}] = true
		}
	}
	size := q.Size - 8
	assert.Zero(t, (size-17)%4, "a size that there is")
	for at := range dark {
		assert.True(t, at[0] >= 0 && at[1] >= 0 && at[0] < size && at[1] < size, "nothing lies in the quiet zone")
	}
	for _, corner := range [][2]int{{0, 0}, {size - 7, 0}, {0, size - 7}} {
		for y := range 7 {
			for x := range 7 {
				ring := max(abs(x-3), abs(y-3))
				assert.Equal(t, ring != 2, dark[[2]int{corner[0] + x, corner[1] + y}], "finder pattern at %v", corner)
			}
		}
	}
	for i := 8; i < size-8; i++ {
		assert.Equal(t, i%2 == 0, dark[[2]int{i, 6}], "timing pattern")
	}
	_, ok = NewQR("https://play.example.org/" + strings.Repeat("x", 400))
	assert.False(t, ok)
}

func abs(n int) int { return max(n, -n) }
