package setup_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

type options = map[string]any

func fixture(t testing.TB, name string) *edition.Edition {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "fixtures", name+".json"))
	require.NoError(t, err)
	ed, err := edition.Parse(data)
	require.NoError(t, err)
	return ed
}

// board is the fixture that suits a rulebook.
func board(t testing.TB, rulebook string) *edition.Edition {
	t.Helper()
	switch rulebook {
	case "mark":
		return fixture(t, "f40m")
	case "mega":
		return fixture(t, "f52")
	default:
		return fixture(t, "f40")
	}
}

// rules are a rulebook's rules on its fixture, with options that must be legal.
func rules(t testing.TB, rulebook string, opts options) *setup.Setup {
	t.Helper()
	all := options{}
	if rulebook == "mark" {
		all["end_time"] = 120
	}
	maps.Copy(all, opts)
	st, err := setup.New(board(t, rulebook), rulebook, all)
	require.NoError(t, err)
	return st
}

// refused returns the error that options must cause.
func refused(t testing.TB, ed *edition.Edition, rulebook string, opts options) *setup.Error {
	t.Helper()
	_, err := setup.New(ed, rulebook, opts)
	require.Error(t, err)
	var e *setup.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, game.BadConfig, e.Code)
	require.NotEmpty(t, e.Detail)
	return e
}
