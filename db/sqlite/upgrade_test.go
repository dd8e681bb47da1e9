package sqlite

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	migrations "github.com/bankhalter/bankhalter/migrations/sqlite"
)

// first unpacks a database that the first released schema left behind.
func first(t *testing.T) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "schema-1.db.gz"))
	require.NoError(t, err)
	defer f.Close()
	packed, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(packed)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "first.db")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

func copies(t *testing.T, path string) []string {
	t.Helper()
	list, err := filepath.Glob(path + ".schema-*")
	require.NoError(t, err)
	return list
}

// more adds a step to those of the first schema.
func more(t *testing.T, sql string) fstest.MapFS {
	t.Helper()
	data, err := migrations.FS.ReadFile("00001_games.sql")
	require.NoError(t, err)
	steps := fstest.MapFS{"00001_games.sql": {Data: data}}
	if sql != "" {
		steps["00077_more.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql + "\n")}
	}
	return steps
}

func TestANewDatabaseIsNotCopied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	d, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	assert.Empty(t, copies(t, path))
}

// The first start of a new version is killed while it makes the copy; the next one
// clears away what there is of it.
func TestNothingIsLeftOfACopyThatWasCutOff(t *testing.T) {
	path := first(t)
	for _, end := range []string{".part", ".part-journal"} {
		require.NoError(t, os.WriteFile(path+".schema-1.bak.ABCDEFGH"+end, nil, 0o600))
	}
	d, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	assert.Equal(t, []string{path + ".schema-1.bak"}, copies(t, path))
}

func TestTheCopyBeforeAnUpgradeIsSaidAndKept(t *testing.T) {
	path := first(t)
	old := path + ".schema-1.bak"
	require.NoError(t, os.WriteFile(old, []byte("somebody's"), 0o600))
	past := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(old, past, past))
	log, text := said()
	d, err := Open(ctx, path, Options{Logger: log, steps: more(t, "CREATE TABLE extra (x TEXT) STRICT;")})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	kept, err := os.ReadFile(old)
	require.NoError(t, err)
	assert.Equal(t, "somebody's", string(kept), "a file that is there is not touched")
	copied := path + ".schema-1.2.bak"
	assert.Contains(t, text.String(), copied)

	again, err := Open(ctx, copied, Options{steps: more(t, "")})
	require.NoError(t, err, "the old version opens the copy")
	require.NoError(t, again.Close())
	_, err = Open(ctx, path, Options{steps: more(t, "")})
	require.ErrorContains(t, err, "was written by a newer bankhalter (schema 77, this one knows up to 1)")
	assert.ErrorContains(t, err, "use that version or a later one")
}

func TestAStepThatCameLateIsApplied(t *testing.T) {
	path := first(t)
	d, err := Open(ctx, path, Options{steps: more(t, "CREATE TABLE extra (x TEXT) STRICT;")})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	steps := more(t, "CREATE TABLE extra (x TEXT) STRICT;")
	steps["00050_late.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nCREATE TABLE late (x TEXT) STRICT;\n")}
	d, err = Open(ctx, path, Options{steps: steps})
	require.NoError(t, err)
	var n int
	require.NoError(t, d.read.QueryRow("SELECT count(*) FROM late").Scan(&n))
	require.NoError(t, d.Close())
}

func TestAnUpgradeThatFailsAgainAndAgain(t *testing.T) {
	path := first(t)
	for range 3 {
		_, err := Open(ctx, path, Options{steps: more(t, "CREATE TABLE extra (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);")})
		require.ErrorContains(t, err, "stays as it was")
	}
	assert.Len(t, copies(t, path), 1, "one copy, not one an attempt")
	d, err := Open(ctx, path, Options{steps: more(t, "")})
	require.NoError(t, err)
	faults, err := d.Integrity(ctx)
	require.NoError(t, err)
	assert.Empty(t, faults)
	require.NoError(t, d.Close())
}

func TestNoRoomForTheCopyBeforeAnUpgrade(t *testing.T) {
	small := t.TempDir()
	mount := exec.Command("mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", small)
	mount.Env = append(os.Environ(), "LC_ALL=C")
	if out, err := mount.CombinedOutput(); err != nil {
		refused := regexp.MustCompile(`(?i)permission denied|not permitted|must be superuser|only root`).Match(out)
		require.True(t, refused || os.Getenv("CI") != "true", "%v %s", err, out)
		t.Skipf("NOT TESTED: a small disk can only be made by root: %v %s", err, out)
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", small).Run()) })
	path := filepath.Join(small, "games.db")
	d, err := Open(ctx, path, Options{steps: more(t, "")})
	require.NoError(t, err)
	require.NoError(t, d.do(ctx, "test", 0, func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES ('big', hex(zeroblob(120000)), 0)")
		return err
	}))
	require.NoError(t, d.Close())

	_, err = Open(ctx, path, Options{steps: more(t, "CREATE TABLE extra (x TEXT) STRICT;")})
	require.ErrorIs(t, err, ErrFull)
	assert.ErrorContains(t, err, "so nothing was changed")
	assert.ErrorContains(t, err, "needs about 1 MB")
	assert.Empty(t, copies(t, path), "no half copy is left")
	d, err = Open(ctx, path, Options{steps: more(t, "")})
	require.NoError(t, err, "the old version goes on")
	require.NoError(t, d.Close())

	require.NoError(t, exec.Command("mount", "-o", "remount,size=4m", small).Run())
	d, err = Open(ctx, path, Options{steps: more(t, "CREATE TABLE extra (x TEXT) STRICT;")})
	require.NoError(t, err, "and with more room the new one")
	require.NoError(t, d.Close())
}

const upgradeEnv = "BANKHALTER_TEST_UPGRADE_CHILD"

// long is a step that takes its time and changes a lot before it comes to its end.
const long = `CREATE TABLE extra (x INTEGER, y TEXT) STRICT;
INSERT INTO extra WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000) SELECT i, hex(zeroblob(20)) FROM n;
DELETE FROM moves;`

// TestUpgradeChild is no test of its own: it is the process that is killed.
func TestUpgradeChild(t *testing.T) {
	path := os.Getenv(upgradeEnv)
	if path == "" {
		t.Skip("only as a child of TestAnUpgradeThatIsKilled")
	}
	_, err := Open(ctx, path, Options{steps: more(t, long)})
	t.Errorf("it was not killed: %v", err)
}

func TestAnUpgradeThatIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	path := first(t)
	child := exec.Command(os.Args[0], "-test.run", "^TestUpgradeChild$")
	child.Env = append(os.Environ(), upgradeEnv+"="+path)
	require.NoError(t, child.Start())
	require.Eventually(t, func() bool {
		info, err := os.Stat(path + "-wal")
		return err == nil && info.Size() > 4<<20
	}, time.Minute, time.Millisecond, "the step is under way")
	require.NoError(t, child.Process.Kill())
	require.Error(t, child.Wait())

	d, err := Open(ctx, path, Options{steps: more(t, "")})
	require.NoError(t, err, "the old version finds its schema")
	var moves int
	require.NoError(t, d.read.QueryRow("SELECT count(*) FROM moves").Scan(&moves))
	assert.Positive(t, moves)
	require.NoError(t, d.Close())
	d, err = Open(ctx, path, Options{steps: more(t, "CREATE TABLE extra (x INTEGER) STRICT;")})
	require.NoError(t, err, "and the new one begins again")
	require.NoError(t, d.Close())
}

// An upgrade of several steps that fails at a later one, or is killed there, leaves the
// database to the version before, and no more copies than one.
func TestAnUpgradeOfSeveralStepsIsDoneWholeOrNotAtAll(t *testing.T) {
	path := first(t)
	steps := more(t, "CREATE TABLE extra (x TEXT) STRICT;")
	steps["00078_bad.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nINSERT INTO nowhere VALUES (1);\n")}
	for range 2 {
		_, err := Open(ctx, path, Options{steps: steps})
		require.ErrorContains(t, err, "stays as it was")
	}
	d, err := Open(ctx, path, Options{steps: more(t, "")})
	require.NoError(t, err, "the version before goes on")
	require.NoError(t, d.Close())
	assert.Equal(t, []string{path + ".schema-1.bak"}, copies(t, path))

	future := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(path, future, future)) // as a killed upgrade leaves the log
	_, err = Open(ctx, path, Options{steps: steps})
	require.ErrorContains(t, err, "stays as it was")
	assert.Equal(t, []string{path + ".schema-1.bak"}, copies(t, path), "the same is not kept twice")

	d, err = Open(ctx, path, Options{steps: more(t, "")})
	require.NoError(t, err)
	require.NoError(t, d.do(ctx, "test", 0, func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES ('late', 'Late', 0)")
		return err
	}))
	require.NoError(t, d.Close())
	require.NoError(t, os.Chtimes(path, future, future))
	_, err = Open(ctx, path, Options{steps: steps})
	require.ErrorContains(t, err, "stays as it was")
	assert.Len(t, copies(t, path), 2, "what has been written since is kept, too")

	delete(steps, "00078_bad.sql")
	d, err = Open(ctx, path, Options{steps: steps})
	require.NoError(t, err)
	require.NoError(t, d.Close())
}
