package rig

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// startTimeout bounds how long a server may take to say where it listens: a
// cold start migrates the database and reads the running games, on a machine
// that may do much else.
const startTimeout = 2 * time.Minute

// Build compiles the real program into dir and returns its path.
func Build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "bankhalter")
	cmd := exec.CommandContext(ctx, "go", "build", "-ldflags=-w", "-o", path, "github.com/bankhalter/bankhalter/cmd/bankhalter")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build bankhalter: %w\n%s", err, out)
	}
	return path, nil
}

// Options say how a server is started.
type Options struct {
	Binary string
	DB     string
	Listen string   // 127.0.0.1:0 if empty
	Args   []string // further flags of serve
	Env    []string // further environment
}

// Server is a running bankhalter process.
type Server struct {
	URL string

	opt   Options
	cmd   *exec.Cmd
	log   lockedBuffer
	first string
	done  chan struct{}
	err   error // of Wait, valid when done is closed
}

// Start runs the server and returns when it has said where it listens.
func Start(opt Options) (*Server, error) {
	if opt.Listen == "" {
		opt.Listen = "127.0.0.1:0"
	}
	s := &Server{opt: opt, done: make(chan struct{})}
	args := append([]string{"serve", "--listen", opt.Listen, "--db", opt.DB}, opt.Args...)
	s.cmd = exec.Command(opt.Binary, args...) //nolint:noctx // it lives until Stop or Kill
	s.cmd.Env = append(os.Environ(), opt.Env...)
	s.cmd.Stderr = &s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	lines := make(chan string, 1)
	go s.watch(out, lines)
	return s, s.await(lines)
}

// watch hands over the first line, drains the rest and waits for the end.
func (s *Server) watch(out io.Reader, first chan<- string) {
	r := bufio.NewReader(out)
	if line, err := r.ReadString('\n'); err == nil {
		first <- strings.TrimSpace(line)
	}
	close(first)
	_, _ = io.Copy(&s.log, r)
	s.err = s.cmd.Wait()
	close(s.done)
}

func (s *Server) await(first <-chan string) error {
	select {
	case line, ok := <-first:
		address, said := strings.CutPrefix(line, "listening on ")
		if ok && said {
			s.first, s.URL = line, address
			return nil
		}
		<-s.done
		return fmt.Errorf("server ended with status %d before it listened: %q\n%s", s.ExitCode(), line, s.log.String())
	case <-time.After(startTimeout):
		_ = s.Kill()
		return fmt.Errorf("server did not listen within %v\n%s", startTimeout, s.log.String())
	}
}

// Address is the host and port the server listens on.
func (s *Server) Address() string {
	u, err := url.Parse(s.URL)
	if err != nil {
		return s.URL
	}
	return u.Host
}

// Again starts the server anew on the same address and database.
func (s *Server) Again() (*Server, error) {
	opt := s.opt
	opt.Listen = s.Address()
	return Start(opt)
}

// Kill ends the process at once, as a power cut would, and waits for it.
func (s *Server) Kill() error {
	err := s.cmd.Process.Kill()
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("kill server: %w", err)
	}
	<-s.done
	return nil
}

// Stop asks the server to end and waits up to grace; it returns how long that
// took. A server that is still there afterwards is killed and an error.
func (s *Server) Stop(grace time.Duration) (time.Duration, error) {
	began := time.Now()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return 0, fmt.Errorf("stop server: %w", err)
	}
	select {
	case <-s.done:
		return time.Since(began), s.err
	case <-time.After(grace):
		_ = s.Kill()
		return grace, fmt.Errorf("server still ran %v after SIGTERM\n%s", grace, s.log.String())
	}
}

// ExitCode is the exit status of a process that has ended.
func (s *Server) ExitCode() int { return s.cmd.ProcessState.ExitCode() }

// FirstLine is the server's first line on standard output.
func (s *Server) FirstLine() string { return s.first }

// Log is everything the server has written so far.
func (s *Server) Log() string { return s.log.String() }

// DB is the file of the database.
func (s *Server) DB() string { return s.opt.DB }

// PID is the number of the process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
