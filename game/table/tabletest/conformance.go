package tabletest

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/account"
)

// Store keeps tables, players and talk in one database.
type Store interface {
	TableStore
	account.PlayerStore
}

// Conformance runs the promises of Store against a store that open makes anew.
func Conformance(t *testing.T, open func(t *testing.T) Store) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, Store){
		"game reads back":                    gameReadsBack,
		"pause reads back":                   pauseReadsBack,
		"taken id conflicts":                 takenID,
		"unknown game is not found":          unknownGame,
		"saving needs the revision":          savingNeedsRevision,
		"moves read back in order":           movesReadBack,
		"append behind or ahead conflicts":   appendConflicts,
		"failed append leaves no trace":      failedAppend,
		"one of two appends wins":            racingAppends,
		"games are appended to side by side": manyGames,
		"lists filter":                       listsFilter,
		"deleting takes everything along":    deleting,
		"sealing closes and keeps the rest":  sealing,
		"edition keeps its first body":       editionsKeep,
		"edition is in several lists":        editionsInLists,
		"explanations are noted once":        learners,
		"tokens end":                         tokensEnd,
		"tokens are listed and dropped":      tokensListed,
		"receipts read back":                 receiptsReadBack,
		"link works once":                    linkOnce,
		"visits read back":                   visitsReadBack,
		"players":                            players,
		"players become one":                 mergingPlayers,
		"players are erased":                 erasingPlayers,
		"hosts change":                       hostsChange,
		"what people write goes along":       wordsGoAlong,
		"secrets stay":                       secretsStay,
		"numbers of a table read back":       numbersReadBack,
		"times read back":                    tempoReadsBack,
		"standing orders read back":          booksReadBack,
		"stand-ins read back":                standInsReadBack,
		"a day reads back":                   dayReadsBack,
		"stamps rise with every write":       stampsRise,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}
