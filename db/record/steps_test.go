package record_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/record"
)

func TestMigrationsAreNumbered(t *testing.T) {
	t.Parallel()
	steps := fstest.MapFS{"99998_later.sql": {}, "00007_people.sql": {}, "100000_last.sql": {}, "embed.go": {}}
	numbers, err := record.Steps(steps)
	require.NoError(t, err)
	assert.Equal(t, []int64{7, 99998, 100000}, numbers)
	last, err := record.LastStep(steps)
	require.NoError(t, err)
	assert.EqualValues(t, 100000, last)

	none, err := record.LastStep(fstest.MapFS{})
	require.NoError(t, err)
	assert.Zero(t, none)

	_, err = record.LastStep(fstest.MapFS{"people.sql": {}})
	assert.EqualError(t, err, "migration people.sql has no number")
}
