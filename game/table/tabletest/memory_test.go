package tabletest_test

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk/talktest"
)

func TestMemoryKeepsThePromisesOfAStore(t *testing.T) {
	tabletest.Conformance(t, func(*testing.T) tabletest.Store { return tabletest.NewMemory() })
}

func TestMemoryKeepsThePromisesOfTalk(t *testing.T) {
	talktest.Conformance(t, func(*testing.T) talktest.Site { return tabletest.TalkSite(tabletest.NewMemory()) })
}

func TestMemoryKeepsThePromisesOfTheOutbox(t *testing.T) {
	tabletest.NotificationsConformance(t, func(*testing.T) tabletest.NotificationStore { return tabletest.NewMemory() })
}
