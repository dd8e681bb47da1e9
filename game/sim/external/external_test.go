package external_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/sim/external"
)

// play plays a short game of a program against two computer players.
func play(t *testing.T, name string, turns int, wait time.Duration) ([]external.Fault, *sim.Summary) {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", nil)
	programs := external.New(st, wait)
	defer programs.Close()
	sum, err := sim.Run(t.Context(), sim.Config{
		Setup: st, Players: 3, Games: 1, Seed: 3, MaxTurns: turns, Workers: 1, Bots: []string{name, "default", "builder"},
		Player: func(kind string) (sim.Player, error) {
			if kind == name {
				return programs.Player(kind)
			}
			return sim.Computer(st, kind)
		},
	})
	require.NoError(t, err)
	return programs.Faults(), sum
}

// The example plays by the rules and is never at a loss.
func TestTheExamplePlays(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "python3 is not installed")
		t.Skip("NOT TESTED: python3 is not installed (apt-get install python3)")
	}
	faults, sum := play(t, "cmd:python3 example.py", 150, 10*time.Second)
	assert.Empty(t, faults)
	assert.Greater(t, sum.Turns.Total, 100)
}

// A program that fails loses its moves to the default answer and is named; the game goes on.
func TestFailingProgramsAreNamed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, script, says string }{
		{"dies", "exit 3", "it has ended"},
		{"dies later", "read a; read b; echo '{\"move\":\"roll\"}'; exit 3", "it has ended"},
		{"hangs", "exec sleep 100", "did not answer within"},
		{"floods", "while :; do echo '{}'; done", "the first because"},
		{"writes without end", "read a; read b; tr '\\0' x </dev/zero", "token too long"},
		{"talks nonsense", "read a; while read b; do echo hello; done", `it answered "hello"`},
		{"knows no such move", "read a; while read b; do echo '{\"move\":\"fly\"}'; done", "it answered"},
		{"breaks the rules", "read a; while read b; do echo '{\"move\":\"pay_fine\"}'; done", "is refused"},
		{"says nothing", "read a; while read b; do echo null; done", "no move although the game waits"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "bot.sh")
			require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+tc.script+"\n"), 0o600))
			wait := time.Minute                            // a machine under load is slow to start a shell
			if tc.name == "hangs" || tc.name == "floods" { // neither may ever read
				wait = time.Second
			}
			began := time.Now()
			faults, sum := play(t, "cmd:sh "+path, 12, wait)
			took := time.Since(began)
			assert.Greater(t, sum.Turns.Total, 10, "the others play on")
			require.Len(t, faults, 1)
			assert.Contains(t, faults[0].Error(), tc.says)
			assert.Contains(t, faults[0].Error(), path)
			assert.Positive(t, faults[0].Count)
			assert.Less(t, took, time.Duration(faults[0].Count)*wait, "it is not waited for again and again")
		})
	}
}

// A program may be asked as often as others move: only moves of its own count towards its limit.
func TestAnswersWithoutAMoveAreNotCounted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bot.sh")
	require.NoError(t, os.WriteFile(path, []byte("read a; while read b; do echo null; done\n"), 0o600))
	st := setuptest.Load(t, "us-classic", "us", nil)
	programs := external.New(st, time.Minute)
	defer programs.Close()
	p, err := programs.Player("cmd:sh " + path)
	require.NoError(t, err)
	s := setuptest.Position(st.Rules)
	s.Owned[1], s.Free = game.SetOf(5), s.Free.Without(5)
	require.False(t, s.Waiting().Has(1), "it may mortgage its station, or not")
	var c game.Command
	for range bot.MaxActs + 1 {
		require.False(t, p.Wish(st.Rules, &s, 1, &c))
	}
	assert.Empty(t, programs.Faults())
}

func TestOnlyProgramsThatThereAreSitDown(t *testing.T) {
	t.Parallel()
	programs := external.New(setuptest.Load(t, "us-classic", "us", nil), time.Second)
	for _, name := range []string{"cmd:", "cmd:  ", "cmd:/no/such/program"} {
		_, err := programs.Player(name)
		assert.ErrorContains(t, err, name)
	}
}
