package postgrestest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Lazy is the cluster of a test program, started by the first test that wants it.
type Lazy struct {
	mu      sync.Mutex
	cluster *Cluster
	dir     string
	lock    *os.File // keeps the folder in use
	err     error
}

// Cluster returns the cluster. Without PostgreSQL the test is skipped; with CI=true it fails.
func (l *Lazy) Cluster(t testing.TB) *Cluster {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cluster == nil && l.err == nil {
		if l.dir, l.lock, l.err = folder(os.TempDir()); l.err == nil {
			l.cluster, l.err = New(context.Background(), l.dir, false)
		}
	}
	started(t, l.err)
	return l.cluster
}

// started ends a test whose cluster could not be started: without PostgreSQL it is
// skipped, but with CI=true it fails, as it does for any other reason.
func started(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, ErrMissing) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	require.NoError(t, err)
}

// Database returns the address of an empty database.
func (l *Lazy) Database(t testing.TB) string {
	t.Helper()
	c := l.Cluster(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	address, err := c.Database(t.Context())
	require.NoError(t, err)
	return address
}

// At returns the address of the database for a key, the same one each time.
func (l *Lazy) At(t testing.TB, key string) string {
	t.Helper()
	c := l.Cluster(t)
	name := fmt.Sprintf("key%x", sha256.Sum256([]byte(key)))[:40]
	require.NoError(t, c.Exec(t.Context(), "CREATE SCHEMA IF NOT EXISTS "+name))
	return c.URL("postgres") + "&search_path=" + name
}

// Fresh starts another cluster, for a test that harms it: its commits survive a
// power cut. It is skipped as Cluster is.
func (l *Lazy) Fresh(t testing.TB) *Cluster {
	t.Helper()
	l.Cluster(t)
	dir, lock, err := folder(os.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = os.RemoveAll(dir) // a folder of the test
		_ = lock.Close()      // it has only been locked
	})
	c, err := New(context.Background(), dir, true)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// Close stops the cluster, if it was started.
func (l *Lazy) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cluster != nil {
		l.cluster.Close()
	}
	_ = os.RemoveAll(l.dir) // a folder of the test
	if l.lock != nil {
		_ = l.lock.Close() // it has only been locked
	}
}
