package wire

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func TestAgreementsAreCleaned(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		" \t\n ":                          "",
		"  back in 3 rounds ":             "back in 3 rounds",
		"zurück in drei Runden – ehrlich": "zurück in drei Runden – ehrlich",
		"<b>\"no\" rent</b> & more":       "<b>\"no\" rent</b> & more",
		"三回合後還錢":                          "三回合後還錢",
		"بدون إيجار\u200f 3":              "بدون إيجار\u200f 3",
		"किराया नहीं 👨\u200d👩\u200d👧":     "किराया नहीं 👨\u200d👩\u200d👧",
		strings.Repeat("界", MaxAgreement): strings.Repeat("界", MaxAgreement),
		strings.Repeat(" ", 300) + "x":    "x",
	} {
		got, ok := CleanAgreement(text)
		assert.True(t, ok, "%q", text)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{
		strings.Repeat("界", MaxAgreement+1), "two\nlines", "a\tb", "a\x00b", "a\x1b[31mb", "a\u0085b", "a\u2028b",
		"turned \u202eround", "\u2066hidden", "a\xffb", "\u200b", "\ufeffa",
	} {
		_, ok := CleanAgreement(text)
		assert.False(t, ok, "%q", text)
	}
}

func TestAgreementsTravelBesideTheMove(t *testing.T) {
	with, without := setuptest.Load(t, "us-classic", "", map[string]any{"house.loans": true}), setuptest.Load(t, "us-classic", "", nil)
	move := func(terms string) []byte {
		return []byte(`{"move":"propose_trade","to":1,"give":{"cash":1},"want":{},"terms":"` + terms + `"}`)
	}
	c, meta, p := ParseJSON(with, 0, move(`  \u00e4 <i> `))
	require.Nil(t, p)
	assert.True(t, c.HasTerms)
	assert.Equal(t, "ä <i>", meta.Terms)

	c, meta, p = ParseJSON(with, 0, move("  "))
	require.Nil(t, p)
	assert.False(t, c.HasTerms)
	assert.Empty(t, meta.Terms)

	for _, bad := range []string{strings.Repeat("x", MaxAgreement+1), `a\nb`} {
		_, _, p = ParseJSON(with, 0, move(bad))
		require.NotNil(t, p)
		assert.Equal(t, Problem{Code: "terms", Rule: "R-TRADE-4", Field: "terms", Status: 422, Detail: p.Detail}, *p)
		c, meta, p = ParseJSON(without, 0, move(bad))
		require.Nil(t, p, "the rules forbid it anyway")
		assert.True(t, c.HasTerms)
		assert.Empty(t, meta.Terms)
	}
}

func TestAgreementsStandInTheLog(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", map[string]any{"house.loans": true})
	e := game.Event{Kind: game.TradeProposed, N: 5, Seat: 0, Other: 1, Give: game.Terms{Cash: 100}, Flag: true}
	e.Space = game.NoSpace
	if !kinds[e.Kind].noSpace {
		e.Space = 0
	}
	text := `no "rent" for <3> rounds, ä`
	lines := Encode(st, 7, noon, []game.Event{e}, Extra{Terms: text})
	got, _, err := Decode(st, lines[0])
	require.NoError(t, err)
	assert.Equal(t, e, got)
	assert.Equal(t, text, Agreement(&got, lines[0]))
	assert.NoError(t, CheckAgreement(&got, lines[0]))
	assert.Contains(t, string(lines[0]), `"has_terms":true,"terms":"`)

	plain := e
	plain.Flag = false
	line := Encode(st, 7, noon, []game.Event{plain}, Extra{Terms: text})[0]
	assert.NotContains(t, string(line), "terms", "a proposal without terms")
	assert.Empty(t, Agreement(&plain, lines[0]))

	for _, bad := range []string{`"terms":7`, `"terms":" x"`, `"terms":"a\nb"`, `"terms":"` + strings.Repeat("x", MaxAgreement+1) + `"`} {
		assert.Error(t, CheckAgreement(&e, []byte("{"+bad+"}")), bad)
	}
	assert.NoError(t, CheckAgreement(&e, []byte("{}")), "a log that kept no words")

	s := game.NewState(st.Rules, 2, 0, false)
	s.Apply(&got)
	assert.True(t, s.Trades[0].Terms)
	open := Agreements(nil).With(&got, lines[0]).Open(&s)
	assert.Equal(t, Agreements{5: text}, open)
	assert.Equal(t, text, newTrades(&s, open)[0].Terms)
	s.Apply(&game.Event{Kind: game.TradeCancelled, Seat: 0, Other: game.Nobody, N: 5})
	assert.Empty(t, open.Open(&s))
	assert.Equal(t, Agreements{5: text}, open, "what was handed out stays")
}
