package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// attack times people who play while others do their best to be in their
// way, each from an address of their own, on a server with its default
// limits.
func (b *run) attack() error {
	b.r.section(fmt.Sprintf("People who play while others attack, for %v each", b.o.span))
	b.made++
	s, err := rig.Start(rig.Options{
		Binary: b.binary, DB: filepath.Join(b.dir, fmt.Sprintf("bench%d.db", b.made)), Args: []string{"--limit-local", "--bot-pause", "0", "--claim-grace", "0", "--log-level", "error"},
	})
	if err != nil {
		return err
	}
	defer s.Kill()
	l, err := seat(s)
	if err != nil {
		return err
	}
	if err := l.open(20); err != nil {
		return err
	}
	f := &siege{s: s, streams: b.o.streams}
	b.r.line("", "moves", "p50", "p99", "worst")
	for _, a := range []struct {
		name string
		do   func(context.Context)
	}{
		{"nobody", func(context.Context) {}},
		{fmt.Sprintf("%d connections that say nothing", b.o.streams), f.silence},
		{"1000 that say a letter a second", f.slowly},
		{"bodies that are bombs", f.bombs},
		{"pages, 2000 a second", f.pages},
		{"new players, 2000 a second", f.players},
		{"wrong tokens, 2000 a second", f.guesses},
		{"all of that at once", f.everything},
	} {
		took, err := b.besieged(l, a.do)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		r := rated(took, b.o.span)
		b.r.line(a.name, count(r.perSecond), ms(r.p50), ms(r.p99), ms(took[len(took)-1]))
	}
	b.r.line("requests of attackers", "answered", "429", "let in")
	b.r.line("", strconv.FormatInt(f.answered.Load(), 10), strconv.FormatInt(f.refused.Load(), 10), strconv.FormatInt(f.in.Load(), 10))
	b.r.line("connections of attackers", "opened", "cut off")
	b.r.line("", strconv.FormatInt(f.opened.Load(), 10), strconv.FormatInt(f.cut.Load(), 10))
	if f.in.Load() > 0 {
		return fmt.Errorf("%d wrong tokens were taken", f.in.Load())
	}
	return nil
}

// besieged plays at a steady pace while an attack goes on.
func (b *run) besieged(l *lot, attack func(context.Context)) (took []time.Duration, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { attack(ctx) })
	defer all.Wait()
	defer cancel()
	time.Sleep(b.o.span / 4) // until it is in full swing
	c, err := dial(l.server.Address())
	if err != nil {
		return nil, err
	}
	defer c.close()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for i, end := 0, time.Now().Add(b.o.span); time.Now().Before(end); i++ {
		<-tick.C
		tb := l.tables[i%len(l.tables)]
		at := time.Now()
		status, body, err := c.post(tb.path, l.auth[tb.next], tb.body)
		if err != nil {
			return took, err
		}
		if status == http.StatusOK {
			took = append(took, time.Since(at))
		}
		if err := l.heard(tb, status, body); err != nil {
			return took, err
		}
	}
	return took, nil
}

// siege is the attackers' work and its effect.
type siege struct {
	s       *rig.Server
	streams int

	answered, refused, in, opened, cut atomic.Int64
}

// from dials from one of the addresses of this machine.
func (f *siege) from(n int) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(n))}, Timeout: 5 * time.Second}
	c, err := d.Dial("tcp", f.s.Address())
	if err == nil {
		f.opened.Add(1)
	}
	return c, err
}

// silence opens connections from ten addresses and says nothing.
func (f *siege) silence(ctx context.Context) {
	f.hold(ctx, f.streams, func(net.Conn) bool { return true })
}

// slowly sends the head of a request, a letter a second.
func (f *siege) slowly(ctx context.Context) {
	f.hold(ctx, 1000, func(c net.Conn) bool {
		_, err := io.WriteString(c, "G")
		return err == nil
	})
}

// hold keeps n connections open and does something with each every second.
func (f *siege) hold(ctx context.Context, n int, each func(net.Conn) bool) {
	var conns []net.Conn
	for i := 0; i < n && ctx.Err() == nil; i++ {
		if c, err := f.from(10 + i%10); err == nil {
			conns = append(conns, c)
		}
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for ctx.Err() == nil {
		for i, c := range conns {
			if c != nil && !each(c) {
				f.cut.Add(1)
				c.Close()
				conns[i] = nil
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	for _, c := range conns {
		if c == nil {
			continue
		}
		_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
		if _, err := c.Read(make([]byte, 1)); err == io.EOF { //nolint:errorlint // a bare connection answers with it as it is
			f.cut.Add(1)
		}
		c.Close()
	}
}

func (f *siege) bombs(ctx context.Context) {
	deep := strings.Repeat("[", 30000)
	f.flood(ctx, 30, 200, "POST /players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(deep))+"\r\n\r\n"+deep, nil)
}

func (f *siege) pages(ctx context.Context) {
	f.flood(ctx, 31, 2000, "GET /rules/us HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n", nil)
}

func (f *siege) players(ctx context.Context) {
	f.flood(ctx, 32, 2000, "POST /players HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n\r\nname=Eve", nil)
}

func (f *siege) guesses(ctx context.Context) {
	f.flood(ctx, 33, 2000, "GET /me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer bh_AAAAAAAAAAAAAAAAAAAAAAAAAA\r\n\r\n", func(status int) {
		if status < 300 {
			f.in.Add(1)
		}
	})
}

func (f *siege) everything(ctx context.Context) {
	var all sync.WaitGroup
	for _, do := range []func(context.Context){f.silence, f.slowly, f.bombs, f.pages, f.players, f.guesses} {
		all.Go(func() { do(ctx) })
	}
	all.Wait()
}

// flood sends a request so many times a second over four connections.
func (f *siege) flood(ctx context.Context, address, perSecond int, request string, see func(status int)) {
	const lines = 4
	var all sync.WaitGroup
	for range lines {
		all.Go(func() {
			tick := time.NewTicker(lines * time.Second / time.Duration(perSecond))
			defer tick.Stop()
			for ctx.Err() == nil {
				f.line(ctx, address, request, tick.C, see)
			}
		})
	}
	all.Wait()
}

// line sends over one connection until it is hung up on.
func (f *siege) line(ctx context.Context, address int, request string, tick <-chan time.Time, see func(int)) {
	c, err := f.from(address)
	if err != nil {
		<-tick
		return
	}
	defer c.Close()
	r := bufio.NewReader(c)
	for ctx.Err() == nil {
		<-tick
		_ = c.SetDeadline(time.Now().Add(5 * time.Second))
		if _, err := io.WriteString(c, request); err != nil {
			return
		}
		res, err := http.ReadResponse(r, nil)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, res.Body) // so that the next answer begins where it should
		res.Body.Close()
		f.answered.Add(1)
		if res.StatusCode == http.StatusTooManyRequests {
			f.refused.Add(1)
		}
		if see != nil {
			see(res.StatusCode)
		}
	}
}
