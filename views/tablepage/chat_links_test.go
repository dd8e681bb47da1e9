package tablepage

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAddressesInAMessageAreLinks(t *testing.T) {
	for said, want := range map[string][]phrase{
		"Hallo": {{Text: "Hallo"}},
		"Ruf an: https://meet.example.org/freitag.": {{Text: "Ruf an: "}, {"https://meet.example.org/freitag", "https://meet.example.org/freitag"}, {Text: "."}},
		"http://192.168.1.5:8080/games/x\nhttps://b.example/?a=1&b=2": {
			{"http://192.168.1.5:8080/games/x", "http://192.168.1.5:8080/games/x"}, {Text: "\n"}, {"https://b.example/?a=1&b=2", "https://b.example/?a=1&b=2"},
		},
		"(https://en.example.org/wiki/Go_(game))":  {{Text: "("}, {"https://en.example.org/wiki/Go_(game)", "https://en.example.org/wiki/Go_(game)"}, {Text: ")"}},
		"https://de.example.org/Käse!":             {{"https://de.example.org/Käse", "https://de.example.org/K%C3%A4se"}, {Text: "!"}},
		"https://a.example http https://b.example": {{"https://a.example", "https://a.example"}, {Text: " http "}, {"https://b.example", "https://b.example"}},
	} {
		assert.Equal(t, want, phrases(said), said)
	}
	for _, said := range []string{
		"http", "https://", "http://?", "www.example.org", "javascript:alert(1)", "data:text/html,http",
		"https://bank.example@evil.example", "https://ex\u0430mple.org", "https://a.example/\u202egpj", `https://a.example/"onclick=x`, "https://a.example/<b>",
	} {
		assert.Equal(t, []phrase{{Text: said}}, phrases(said), said)
	}
	assert.Empty(t, phrases(""))
}
