// Package postgrestest starts PostgreSQL for tests, from the programs that Debian
// and others install.
package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrMissing says that PostgreSQL is not installed.
var ErrMissing = errors.New("NOT TESTED: postgresql is not installed (apt-get install postgresql)")

// programs finds the folder of initdb and postgres, the newest first.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // its neighbours may not have been linked
		}
		if _, err := exec.LookPath("postgres"); err == nil {
			return filepath.Dir(path), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is sound
	slices.SortFunc(found, func(a, b string) int { return major(b) - major(a) })
	for _, path := range found {
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "postgres")); err == nil {
			return filepath.Dir(path), nil
		}
	}
	return "", ErrMissing
}

func major(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // another name sorts last
	return n
}

// Cluster is a PostgreSQL of its own in a folder of its own, on a free port of
// this machine. It trusts everybody who can reach it.
type Cluster struct {
	Dir  string
	Port int
	bin  string
	cred *syscall.Credential // nil: this process's own
	cmd  *exec.Cmd
	over chan struct{}
	made int
}

// New makes a cluster in a folder and starts it. Durable says that commits have to
// survive a power cut; tests that kill no machine are quicker without.
func New(ctx context.Context, dir string, durable bool) (*Cluster, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	c := &Cluster{Dir: dir, bin: bin}
	if os.Geteuid() == 0 { // PostgreSQL refuses to run as root
		if err := c.dropPrivileges(); err != nil {
			return nil, err
		}
	}
	init := c.command(ctx, "initdb", "--pgdata", c.data(), "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync", "--no-instructions")
	if out, err := init.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	if c.Port, err = freePort(ctx); err != nil {
		return nil, err
	}
	sync := "on"
	if !durable {
		sync = "off"
	}
	settings := fmt.Sprintf("listen_addresses = '127.0.0.1'\nport = %d\nunix_socket_directories = ''\nfsync = %s\nmax_connections = 200\nshared_buffers = 64MB\nlogging_collector = off\nwal_level = replica\nmax_wal_senders = 4\nhot_standby = on\n", c.Port, sync)
	file, err := os.OpenFile(filepath.Join(c.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = file.WriteString(settings)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	return c, c.Start(ctx)
}

func (c *Cluster) data() string { return filepath.Join(c.Dir, "data") }

// dropPrivileges chooses the user of Debian's package, or nobody, and gives them the folder.
func (c *Cluster) dropPrivileges() error {
	who, err := user.Lookup("postgres")
	if err != nil {
		who, err = user.Lookup("nobody")
	}
	if err != nil {
		return fmt.Errorf("no user for PostgreSQL: %w", err)
	}
	uid, _ := strconv.Atoi(who.Uid) // numbers on every system that has uids
	gid, _ := strconv.Atoi(who.Gid)
	c.cred = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(c.Dir, uid, gid)
}

func (c *Cluster) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, name), args...)
	cmd.Dir = c.Dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.cred, Setpgid: true}
	return cmd
}

func freePort(ctx context.Context) (int, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	port := l.Addr().(*net.TCPAddr).Port
	return port, l.Close()
}

// Start starts the server and returns when it answers.
func (c *Cluster) Start(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(c.Dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close() // the server has its own
	c.cmd = c.command(context.WithoutCancel(ctx), "postgres", "-D", c.data())
	c.cmd.Stdout, c.cmd.Stderr = log, log
	if err := c.cmd.Start(); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	cmd, over := c.cmd, make(chan struct{})
	c.over = over
	go func() {
		defer close(over)
		_ = cmd.Wait() // tests kill it
	}()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-over:
			text, _ := os.ReadFile(log.Name()) // the error is the end itself
			return fmt.Errorf("PostgreSQL ended: %s", text)
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Kill ends all processes of the server at once, as a power cut does.
func (c *Cluster) Kill() {
	if c.cmd == nil {
		return
	}
	_ = syscall.Kill(c.cmd.Process.Pid, syscall.SIGSTOP) // it starts no more children; it may be gone
	pids := children(c.cmd.Process.Pid)
	for _, pid := range append(pids, c.cmd.Process.Pid) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone
	}
	<-c.over
	for _, pid := range pids { // as long as one is left, no other server starts
		for syscall.Kill(pid, 0) == nil {
			time.Sleep(time.Millisecond)
		}
	}
	c.cmd = nil
}

// Processes lists the processes of the server; only itself where there is no /proc.
func (c *Cluster) Processes() []int {
	if c.cmd == nil {
		return nil
	}
	return append(children(c.cmd.Process.Pid), c.cmd.Process.Pid)
}

// children lists the processes that a process has started; none where there is no /proc.
func children(of int) (pids []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	for _, name := range all {
		text, _ := os.ReadFile(name) // it may have ended meanwhile
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(of) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name))) // digits, as the pattern says
			pids = append(pids, pid)
		}
	}
	return pids
}

// Close stops the server, if it runs, and everything that is connected.
func (c *Cluster) Close() {
	if c.cmd == nil {
		return
	}
	_ = c.cmd.Process.Signal(syscall.SIGQUIT) // immediate shutdown; it may be gone
	select {
	case <-c.over:
	case <-time.After(10 * time.Second):
		c.Kill()
	}
	c.cmd = nil
}

// URL is the address of a database of the cluster.
func (c *Cluster) URL(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", c.Port, database)
}

// Database makes an empty schema, which is to a store what an empty database is
// and quicker to make, and returns its address.
func (c *Cluster) Database(ctx context.Context) (string, error) {
	c.made++
	name := "test" + strconv.Itoa(c.made)
	return c.URL("postgres") + "&search_path=" + name, c.Exec(ctx, "CREATE SCHEMA "+name)
}

// Exec runs a statement as the administrator.
func (c *Cluster) Exec(ctx context.Context, query string) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, query)
	return errors.Join(err, conn.Close(ctx))
}
