package postgrestest

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// Fault is what a proxy does to what passes it.
type Fault int32

// The faults. Swallow lets nothing pass and closes nothing, as a network does
// that is gone; Deaf lets questions pass and swallows the answers.
const (
	None Fault = iota
	Swallow
	Deaf
)

// Proxy is a network between a server and PostgreSQL, which may be harmed.
type Proxy struct {
	listener net.Listener
	target   string
	fault    atomic.Int32

	mu    sync.Mutex
	conns []net.Conn
	wait  sync.WaitGroup
}

// NewProxy listens on a free port of this machine for what is meant for target.
func NewProxy(ctx context.Context, target string) (*Proxy, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: l, target: target}
	p.wait.Go(p.accept)
	return p, nil
}

// Port is where it listens.
func (p *Proxy) Port() int { return p.listener.Addr().(*net.TCPAddr).Port }

// Set begins a fault, or ends it.
func (p *Proxy) Set(f Fault) { p.fault.Store(int32(f)) }

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close() // the other end may have been quicker
	}
	p.conns = nil
}

// Close ends everything.
func (p *Proxy) Close() error {
	err := p.listener.Close()
	p.Cut()
	p.wait.Wait()
	return err
}

func (p *Proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", p.target) //nolint:noctx // it ends with the proxy
		if err != nil {
			_ = in.Close() // PostgreSQL is gone
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, in, out)
		p.mu.Unlock()
		p.wait.Go(func() { p.pass(out, in, false) })
		p.wait.Go(func() { p.pass(in, out, true) })
	}
}

// pass copies in one direction. What comes during a fault is lost, and so is the
// connection for its users, who have to notice.
func (p *Proxy) pass(to, from net.Conn, answers bool) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		switch f := Fault(p.fault.Load()); {
		case f == Swallow || f == Deaf && answers:
		case n > 0:
			if _, e := to.Write(buf[:n]); e != nil {
				err = errors.Join(err, e)
			}
		}
		if err != nil {
			if Fault(p.fault.Load()) == None || !errors.Is(err, io.EOF) {
				_ = to.Close() // its reader ends as well
			}
			return
		}
	}
}
