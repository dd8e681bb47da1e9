package rulebook

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

func BenchmarkExplain(b *testing.B) {
	st := Printed(setup.Rulebooks()[3])
	Explain(text.German, st)
	b.ReportAllocs()
	for b.Loop() {
		Explain(text.German, st)
	}
}

func BenchmarkCompare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compare(text.German)
	}
}

func BenchmarkHomes(b *testing.B) {
	for b.Loop() {
		if _, err := loadPrintedBooks(); err != nil {
			b.Fatal(err)
		}
	}
}
