package value_test

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// BenchmarkChances estimates a position with half of the deeds sold, as the level hard does and by the deep net.
func BenchmarkChances(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	n := 0
	for d := st.Rules.Deeds; d != 0; d = d.Rest() {
		if n++; n%2 == 0 {
			setuptest.Give(&s, 0+1, d.First())
		} else if n%3 == 0 {
			setuptest.Give(&s, 0, d.First())
		}
	}
	var p value.Position
	var c value.Chances
	value.Look(&s, &p)
	for name, m := range map[string]*value.Model{"hard": st.Estimate(), "deep": st.Estimate().Deep()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Chances(&p, &c)
			}
		})
	}
}
