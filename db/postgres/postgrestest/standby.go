package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Standby makes a copy of a running cluster in a folder, which follows it: from now on a
// commit is confirmed when both have it.
func (c *Cluster) Standby(ctx context.Context, dir string) (*Cluster, error) {
	s := &Cluster{Dir: dir, bin: c.bin, cred: c.cred}
	if c.cred != nil {
		if err := os.Chown(dir, int(c.cred.Uid), int(c.cred.Gid)); err != nil {
			return nil, err
		}
	}
	copying := s.command(ctx, "pg_basebackup", "--pgdata", s.data(), "--host", "127.0.0.1", "--port", strconv.Itoa(c.Port), "--username", "postgres",
		"--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast", "--no-sync")
	if out, err := copying.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}
	var err error
	if s.Port, err = freePort(ctx); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(file, "port = %d\n", s.Port)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if err := s.Start(ctx); err != nil {
		return nil, err
	}
	for _, query := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if err := c.Exec(ctx, query); err != nil {
			return nil, err
		}
	}
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		err = c.Exec(ctx, "SELECT 1 / count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
		if err == nil {
			return s, nil
		}
	}
	return nil, fmt.Errorf("the standby does not follow: %w", err)
}

// Promote makes a standby one that writes.
func (c *Cluster) Promote(ctx context.Context) error {
	return c.Exec(ctx, "SELECT pg_promote(true, 30)")
}
