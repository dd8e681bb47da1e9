package views_test

import (
	"bytes"
	"testing"

	"github.com/bankhalter/bankhalter/game"
)

// BenchmarkTableFragment renders the cost of one move to each watcher.
func BenchmarkTableFragment(b *testing.B) {
	for _, ed := range []string{"german-classic", "mega"} {
		b.Run(ed, func(b *testing.B) {
			m := newMatch(b, loadSetup(b, ed, "", nil), 4, 3)
			m.until(func(s *game.State) bool { return s.Turn.Number > 40 && s.Phase() == game.PhaseRoll }, 3000)
			d := m.data(m.s.Turn.Seat)
			var buf bytes.Buffer
			b.ReportAllocs()
			for b.Loop() {
				buf.Reset()
				if err := d.Fragment(pageOf("de")).Render(b.Context(), &buf); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(buf.Len()), "B/page")
		})
	}
}
