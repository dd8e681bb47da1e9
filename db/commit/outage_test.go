package commit_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/db/commit"
)

func TestTheLogHearsOfAnOutageNowAndThen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		log := slog.New(slog.NewTextHandler(&b, nil))
		full, away := errors.New("disk is full"), errors.New("nobody there")
		help := func(err error) string { return "remedy for " + err.Error() }
		said := func() string { defer b.Reset(); return b.String() }
		var o commit.Outage

		o.Note(log, 1, nil, help)
		assert.Empty(t, said(), "nothing happened")
		o.Note(log, 2, full, help)
		first := said()
		assert.Contains(t, first, "refused_writes=2")
		assert.Contains(t, first, `help="remedy for disk is full"`)
		o.Note(log, 3, full, help)
		assert.Empty(t, said(), "the same again")
		o.Note(log, 1, away, help)
		assert.Contains(t, said(), `refused_writes=6 err="nobody there"`)
		time.Sleep(time.Minute)
		o.Note(log, 1, away, help)
		assert.Equal(t, 1, strings.Count(said(), "refused_writes=7"), "it lasts")
		o.Note(log, 5, nil, help)
		assert.Contains(t, said(), "after=1m0s refused_writes=7")
		o.Note(log, 5, nil, help)
		assert.Empty(t, said(), "it is over")
	})
}
