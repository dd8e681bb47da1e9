package timecontrol_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// TestAlarmsRingInOrder compares them with a list that is looked through.
func TestAlarmsRingInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var a timecontrol.Alarms[int]
	list := map[int]time.Time{}
	now := noon
	for range 20_000 {
		key := rng.IntN(300)
		switch rng.IntN(5) {
		case 0:
			a.Set(key, time.Time{})
			delete(list, key)
		case 1:
			now = now.Add(time.Duration(rng.IntN(60)) * time.Second)
			for {
				var due []int
				for k, at := range list {
					if !at.After(now) {
						due = append(due, k)
					}
				}
				key, ok := a.Ring(now)
				require.Equal(t, len(due) > 0, ok)
				if !ok {
					break
				}
				first := slices.MinFunc(due, func(x, y int) int { return cmp.Compare(list[x].UnixNano(), list[y].UnixNano()) })
				require.True(t, list[first].Equal(list[key]))
				delete(list, key)
			}
		default:
			at := now.Add(time.Duration(rng.IntN(3600)-60) * time.Second)
			if rng.IntN(4) == 0 {
				at = now.Add(time.Duration(rng.IntN(72)) * time.Hour)
			}
			a.Set(key, at)
			list[key] = at
		}
		require.Equal(t, len(list), a.Len())
		if rng.IntN(10) == 0 {
			next, ok := a.Next()
			require.Equal(t, len(list) > 0, ok)
			for _, at := range list {
				require.False(t, at.Before(next))
			}
		}
		require.True(t, a.At(key).Equal(list[key]))
	}
}

func TestNextAlarm(t *testing.T) {
	var a timecontrol.Alarms[string]
	_, ok := a.Next()
	assert.False(t, ok)
	a.Set("b", noon.Add(time.Hour))
	a.Set("a", noon)
	next, ok := a.Next()
	assert.True(t, ok && next.Equal(noon))
	a.Set("a", noon.Add(2*time.Hour))
	next, _ = a.Next()
	assert.Equal(t, noon.Add(time.Hour), next)
	_, ok = a.Ring(noon)
	assert.False(t, ok)
}

// BenchmarkAlarms moves the deadline of one table, with few and with many idle
// ones besides.
func BenchmarkAlarms(b *testing.B) {
	for name, idle := range map[string]int{"1k idle": 1_000, "100k idle": 100_000, "1M idle": 1_000_000} {
		b.Run(name, func(b *testing.B) {
			var a timecontrol.Alarms[int]
			for i := range idle {
				a.Set(i, noon.Add(time.Duration(1000+i)*time.Hour/100))
			}
			now := noon
			b.ReportAllocs()
			for b.Loop() {
				now = now.Add(time.Millisecond)
				a.Set(-1, now)
				if _, ok := a.Ring(now); !ok {
					b.Fatal("it did not ring")
				}
			}
		})
	}
}

// BenchmarkDeadline reckons one with quiet hours, weekends and a reserve of days.
func BenchmarkDeadline(b *testing.B) {
	p := timecontrol.Usual(timecontrol.Correspondence)
	p.Hours = night
	cal := calendar(b, p.Hours, nil, nil)
	c := p.Fresh()
	c.Ask(noon, noon)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := p.Deadline(cal, &c, noon); !ok {
			b.Fatal("no deadline")
		}
	}
}
