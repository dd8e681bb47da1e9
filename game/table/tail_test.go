package table

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// leaves lists every number and flag of an event, those within others too.
func leaves(v reflect.Value) (all []reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			all = append(all, leaves(field)...)
		}
	case reflect.Array:
		for i := range v.Len() {
			all = append(all, leaves(v.Index(i))...)
		}
	default:
		all = append(all, v)
	}
	return all
}

// fill sets a number to one of the given bits, as far as it has them.
func fill(t *testing.T, v reflect.Value, bits uint64) {
	t.Helper()
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(bits&1 == 1)
	case v.CanInt():
		shift := 64 - v.Type().Bits()
		v.SetInt(int64(bits) << shift >> shift)
	case v.CanUint():
		v.SetUint(bits & (math.MaxUint64 >> (64 - v.Type().Bits())))
	default:
		t.Fatalf("an event has a %s, which is not packed", v.Type())
	}
}

// TestPackedEvents: whatever an event says, in whichever of its fields, comes
// back as it was, with its time and words.
func TestPackedEvents(t *testing.T) {
	var e game.Event
	fields := leaves(reflect.ValueOf(&e).Elem())
	require.Greater(t, len(fields), 25)
	rng := rand.New(rand.NewPCG(7, 1))
	events := []game.Event{{}}
	for _, f := range fields { // each alone: a field that is forgotten is missed
		for _, bits := range []uint64{1, math.MaxUint64, 1 << 63, 0x8181818181818181} {
			e = game.Event{}
			fill(t, f, bits)
			events = append(events, e)
		}
	}
	for range 1000 {
		for _, f := range fields {
			fill(t, f, rng.Uint64()&rng.Uint64())
		}
		events = append(events, e)
	}
	times := []time.Time{{}, time.Unix(0, 1).UTC(), time.Date(2026, 11, 21, 20, 40, 0, 123e6, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)}
	words := []string{"", wordsOf(300), "ein Bier\n\x00"}
	for i := range events {
		x := ShownEvent{uint32(i + 1), times[i%len(times)], events[i], words[i%len(words)], words[i/2%len(words)]}
		for _, before := range times {
			b := packEvent([]byte("front"), &x, before)
			got := ShownEvent{Seq: uint32(i), At: before, Terms: "old", By: "old"}
			rest := unpackEvent(append(b, "behind"...)[len("front"):], &got)
			require.Equal(t, "behind", string(rest))
			require.Equal(t, x, got, "event %d", i)
		}
	}
}

func wordsOf(n int) string { return fmt.Sprintf("%0*d", n, 0) }

// lineOf is an entry as the log of a game would have it.
func lineOf(seq uint32, at time.Time) Entry {
	e := game.Event{Kind: game.Paid, Seat: game.Seat(seq % 4), Other: game.Bank, Amount: game.Money(seq) * 7, Cause: game.ForRent, Space: game.Space(seq % 40)}
	line := fmt.Appendf(nil, `{"seq":%d,"type":"paid","text":"%s"}`, seq, wordsOf(int(seq%50)))
	return Entry{seq, at, e, line[:len(line):len(line)]}
}

// TestTail: it tells the last events and nothing else, however they come, and
// what was read of it stays as it was.
func TestTail(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	type was struct {
		tail
		list []ShownEvent
		log  []Entry
	}
	var now tail
	var all []Entry
	var earlier []was
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	for range 400 {
		n := 1 + rng.IntN(8)
		if rng.IntN(60) == 0 {
			n = 100 + rng.IntN(400)
		}
		var more []Entry
		at = at.Add(time.Duration(rng.IntN(3)) * time.Millisecond)
		for range n {
			more = append(more, lineOf(uint32(len(all)+len(more)+1), at))
		}
		all = append(all, more...)
		now = now.with(more)

		last := uint32(len(all))
		require.Equal(t, last, now.last)
		require.Equal(t, at, now.at)
		list, ok := now.since(last-uint32(min(len(all), maxShown)), 0)
		require.True(t, ok, "the last events are in memory")
		require.GreaterOrEqual(t, len(now.lines), min(len(all), maxLines))
		log, ok := now.entries(last-uint32(len(now.lines)), 0)
		require.True(t, ok, "so are their lines")
		for i := range list {
			e := all[len(all)-len(list)+i]
			require.Equal(t, ShownEvent{Seq: e.Seq, At: e.At, Event: e.Event}, list[i])
		}
		require.Equal(t, all[len(all)-len(log):], log)
		if len(list) > 10 {
			some, ok := now.since(last-9, 4)
			require.True(t, ok)
			require.Equal(t, list[len(list)-9:len(list)-5], some)
			lines, ok := now.entries(last-9, 4)
			require.True(t, ok)
			require.Equal(t, all[len(all)-9:len(all)-5], lines)
		}
		for k := max(1, n-1); k <= min(n+1, len(list)); k++ {
			added, ok := now.since(last-uint32(k), 0)
			require.True(t, ok)
			require.Equal(t, list[len(list)-k:], added, "those that were added last, and one more or less")
		}
		_, ok = now.since(last, 0)
		require.False(t, ok, "there is nothing after the last")
		if now.n < len(all) {
			_, ok = now.since(now.first()-2, 0)
			require.False(t, ok, "what is not in memory is not made up")
		}
		if len(now.lines) < len(all) {
			_, ok = now.entries(last-uint32(len(now.lines))-1, 0)
			require.False(t, ok)
		}
		earlier = append(earlier, was{now, list, log})

		assert.LessOrEqual(t, now.n, maxShown*5/4)
		assert.LessOrEqual(t, cap(now.lines), maxLines*5/4, "no line of long ago hangs on")
		assert.LessOrEqual(t, cap(now.packed), 8<<10, "a packed event has some twenty bytes")
	}
	for i := range earlier {
		x := &earlier[i]
		list, _ := x.since(x.last-uint32(len(x.list)), 0)
		require.Equal(t, x.list, list, "who reads is not disturbed")
		log, _ := x.entries(x.last-uint32(len(x.log)), 0)
		require.Equal(t, x.log, log)
	}
}

// TestATailHasNoGaps: a whole game of computers may follow a few events at once.
func TestATailHasNoGaps(t *testing.T) {
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	for few := range maxLines + 10 {
		for _, many := range []int{maxLines - 1, maxLines, maxLines + 1, maxShown - 1, maxShown, maxShown + 1, 500} {
			var all []Entry
			for seq := range few + many {
				all = append(all, lineOf(uint32(seq+1), at))
			}
			x := tail{}.with(all[:few]).with(all[few:])
			lines, ok := x.entries(x.last-uint32(len(x.lines)), 0)
			require.True(t, ok)
			require.Equal(t, all[len(all)-len(x.lines):], lines, "%d after %d", many, few)
			list, ok := x.since(x.first()-1, 0)
			require.True(t, ok)
			for i := range list {
				require.Equal(t, x.first()+uint32(i), list[i].Seq, "%d after %d", many, few)
				require.Equal(t, all[list[i].Seq-1].Event, list[i].Event, "%d after %d", many, few)
			}
		}
	}
}

// BenchmarkTailSince reads what the last move has added, as the answer to it does.
func BenchmarkTailSince(b *testing.B) {
	var x tail
	for seq := range uint32(150) {
		x = x.with([]Entry{lineOf(3*seq+1, time.UnixMilli(int64(seq))), lineOf(3*seq+2, time.UnixMilli(int64(seq))), lineOf(3*seq+3, time.UnixMilli(int64(seq)))})
	}
	for b.Loop() {
		if list, ok := x.since(x.last-3, 0); !ok || len(list) != 3 {
			b.Fatal("not in memory")
		}
	}
}
