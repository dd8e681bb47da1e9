package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

var termStreams = flag.Int("term-streams", 1000, "how many live streams are open when the server is told to stop under load")

// TestTheEndUnderLoad stops a server while people play at many tables
// and a thousand look on: it ends soon, every stream ends, every move that was
// acknowledged is there, and nothing was announced that is not.
func TestTheEndUnderLoad(t *testing.T) {
	t.Parallel()
	s := serve(t, withoutStreamLimits...) // three people with a thousand streams
	var seats []*rig.Client
	for _, name := range []string{"Ada", "Ben", "Cleo"} {
		seats = append(seats, player(t, s, name))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var tables []*table
	for i := range 8 {
		tb := &table{kind: "term", seats: seats, choose: anything, acknowledged: map[uint32]json.RawMessage{}, rng: rand.New(rand.NewPCG(rng.Uint64(), uint64(i)))}
		var err error
		tb.id, err = seats[0].Create(t.Context(), map[string]any{"edition": "us-classic", "players": 3})
		require.NoError(t, err)
		for _, c := range seats[1:] {
			require.NoError(t, c.Join(t.Context(), tb.id))
		}
		require.NoError(t, seats[0].Begin(t.Context(), tb.id))
		tables = append(tables, tb)
	}
	var watching sync.WaitGroup
	var ended, pings atomic.Int64
	for i := range *termStreams {
		stream, err := seats[i%3].Watch(context.Background(), tables[i%len(tables)].id, "")
		require.NoError(t, err, "stream %d", i)
		watching.Go(func() {
			defer stream.Close()
			for {
				if _, err := stream.Next(); err != nil {
					ended.Add(1)
					return
				}
				pings.Add(1)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var playing sync.WaitGroup
	for _, tb := range tables {
		playing.Go(func() { tb.drive(ctx) })
		playing.Go(func() { tb.watch(ctx) })
	}
	time.Sleep(700 * time.Millisecond)
	took, err := s.Stop(stopGrace)
	require.NoError(t, err)
	assert.Equal(t, 0, s.ExitCode())
	playing.Wait()
	watching.Wait()
	assert.EqualValues(t, *termStreams, ended.Load(), "no stream is left hanging")

	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	moves := 0
	for _, tb := range tables {
		moves += tb.moves
		tb.check(t)
		tb.goesOn(t)
	}
	t.Logf("%d streams, %d pings, %d moves acknowledged and found, ended after %v", *termStreams, pings.Load(), moves, took)
	assert.Positive(t, moves)
	assert.NotContains(t, s.Log(), "cut off", "no request had to be cut off")
}
