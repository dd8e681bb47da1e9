package verify

import (
	"compress/gzip"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/wire"
)

// TestLogsWithoutTheEndOfDeadClaims: in the logs of earlier versions a
// bankruptcy ended claims without a word. Such a log is as the
// rules decide, and folds to the same state.
func TestLogsWithoutTheEndOfDeadClaims(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := game.NewState(st.Rules, 3, 0, false)
	s.Status, s.Turn.Throw, s.Turn.Phase, s.Players[0].Cash = game.Playing, 1, game.PhaseRoll, 0
	for _, e := range []game.Event{
		{Kind: game.ClaimOpened, Seat: 0, Other: 2, N: 2, Space: 3, Amount: 4, Left: 2},
		{Kind: game.ClaimOpened, Seat: 2, Other: 0, N: 1, Space: 1, Amount: 4, Left: 2},
		{Kind: game.DebtOpened, Seat: 0, Other: 1, Amount: 100, Cause: game.ForRent, Rule: game.RRent9},
		{Kind: game.DebtCalled, Seat: 0, Other: 1},
	} {
		s.Apply(&e)
	}
	var turn game.Turn
	turn.Begin(st.Rules, &s)
	require.True(t, turn.Decide(game.Move(game.DeclareBankruptcy, 0), chance.Seeded([32]byte{})).OK())
	now := slices.Clone(turn.Events)
	older := slices.DeleteFunc(slices.Clone(now), func(e game.Event) bool {
		return e.Kind == game.ClaimLapsed
	})
	require.Len(t, older, len(now)-2)
	assert.Equal(t, now, asLogged(now, now))
	assert.Equal(t, older, asLogged(now, older))

	half := slices.Clone(now)[1:] // one of the two is missing: no version wrote that
	assert.NotEqual(t, half, asLogged(now, half))

	folded := game.NewFold(&s)
	for i := range older {
		require.NoError(t, wire.Fold(&folded, &older[i]))
	}
	folded.Seq = turn.S.Seq
	folded.Last = turn.S.Last // a log alone does not tell who decided
	assert.Equal(t, turn.S, folded.State)
}

// TestOnlyEarlierGamesFollowTheFirstReading: a game whose signed beginning names
// the present rules must follow them.
func TestOnlyEarlierGamesFollowTheFirstReading(t *testing.T) {
	file, err := os.Open("testdata/first-reading.jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	text, err := gzip.NewReader(file)
	require.NoError(t, err)
	f, err := export.Read(text)
	require.NoError(t, err)
	for version, want := range map[int]Result{0: Pass, 1: Pass, secondReading: Fail} {
		b := &book{f: f}
		require.NoError(t, b.open())
		b.whole = b.form().Result == Pass && b.fold().Result == Pass
		b.readProofs()
		b.botVersion = version
		rules, _, _ := b.play()
		assert.Equal(t, want, rules.Result, "version %d: %s", version, rules.Detail)
	}
}

// TestReadingsOfEarlierVersions: a game may follow the readings of the rules since it
// was begun, the latest first.
func TestReadingsOfEarlierVersions(t *testing.T) {
	first, second := [2]bool{true, true}, [2]bool{false, true}
	for version, want := range map[int][][2]bool{
		0: {second, first}, 1: {second, first}, secondReading: {second}, thirdReading - 1: {second}, thirdReading: nil,
	} {
		b := &book{st: setuptest.Load(t, "us-classic", "us", nil), botVersion: version}
		var got [][2]bool
		for _, r := range b.earlier() {
			got = append(got, [2]bool{r.rules.FirstReading, r.rules.SecondReading})
		}
		assert.Equal(t, want, got, "version %d", version)
		assert.False(t, b.st.Rules.SecondReading, "the present rules")
	}
}

// TestAHeaderThatBreaksTheCheckIsAtFault: a panic over the header of an untrusted
// file is an error of the file.
func TestAHeaderThatBreaksTheCheckIsAtFault(t *testing.T) {
	b := &book{} // nothing that can be opened
	require.ErrorContains(t, b.open(), "header: it makes no sense: ")
}
