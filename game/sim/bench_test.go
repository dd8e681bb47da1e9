package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// BenchmarkGames plays whole bot games on one core, all rules, every event
// recorded: games and player turns a CPU second.
func BenchmarkGames(b *testing.B) {
	for _, table := range tables()[:6] {
		b.Run(table.name, func(b *testing.B) {
			st := table.load(b)
			g := player{rules: st.Rules, bots: usual(table.players), maxTurns: DefaultTurns, quick: true}
			start := game.NewState(st.Rules, table.players, 0, false)
			games, turns, commands, events := 0, 0, 0, 0
			b.ReportAllocs()
			began := cpuTime()
			for b.Loop() {
				res, err := g.play(games, SeedOf(1, games), &start)
				require.NoError(b, err)
				games++
				turns += res.Turns
				commands += res.Commands
				events += res.Events
			}
			s := (cpuTime() - began).Seconds()
			b.ReportMetric(float64(games)/s, "games/cpu-s")
			b.ReportMetric(float64(turns)/s, "turns/cpu-s")
			b.ReportMetric(float64(commands)/s, "commands/cpu-s")
			b.ReportMetric(float64(events)/s, "events/cpu-s")
		})
	}
}
