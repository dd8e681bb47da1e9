package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// BenchmarkDecide replays whole games: check, decide, record and fold every
// command, without bots.
func BenchmarkDecide(b *testing.B) {
	for _, pair := range pairs() {
		b.Run(pair[1], func(b *testing.B) {
			sc := record(b, rules(b, pair), 1)
			var turn game.Turn
			events := 0
			b.ReportAllocs()
			for b.Loop() {
				sc.replay(&turn, func(e []game.Event) { events += len(e) })
			}
			s := b.Elapsed().Seconds()
			b.ReportMetric(float64(b.N*len(sc.commands))/s, "commands/s")
			b.ReportMetric(float64(events)/s, "events/s")
			b.ReportMetric(float64(b.N*int(turn.S.Turn.Number))/s, "turns/s")
		})
	}
}

// BenchmarkApply folds the events of a whole game.
func BenchmarkApply(b *testing.B) {
	sc := record(b, rules(b, pairs()[0]), 1)
	var turn game.Turn
	var events []game.Event
	sc.replay(&turn, func(e []game.Event) { events = append(events, e...) })
	var s game.State
	b.ReportAllocs()
	for b.Loop() {
		s = sc.start
		for i := range events {
			s.Apply(&events[i])
		}
	}
	require.Equal(b, turn.S, s)
	b.ReportMetric(float64(b.N*len(events))/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkOptions lists the options of each seat before every command of a game.
func BenchmarkOptions(b *testing.B) {
	sc := record(b, rules(b, pairs()[0]), 1)
	var buf []game.Option
	b.ReportAllocs()
	for b.Loop() {
		for i := range sc.states {
			for seat := range game.Seat(4) {
				buf = game.Options(sc.rules, &sc.states[i], seat, buf[:0])
			}
		}
	}
	b.ReportMetric(float64(b.N*len(sc.states)*4)/b.Elapsed().Seconds(), "lists/s")
}
