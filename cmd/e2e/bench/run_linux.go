package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// run lets n posters play for a time, each on tables of its own and over one
// connection, and returns the accepted moves. One thread serves them all, as
// their answers come: the posters' share of the processors is the server's loss.
func (l *lot) run(n int, d time.Duration) (rate, error) {
	r, err := newRound(l, n)
	if err != nil {
		return rate{}, err
	}
	defer r.close()
	began := time.Now()
	err = r.play(began.Add(d))
	return together(l.of(r.lines), time.Since(began)), err
}

func (l *lot) of(lines []*line) (list []*poster) {
	for _, x := range lines {
		list = append(list, x.poster)
	}
	return list
}

// round is posters at work.
type round struct {
	fd    int      // the kernel's list of their connections
	poll  *os.File // the same for the runtime
	lines []*line
	byFD  map[int32]*line
	buf   []byte
	end   time.Time

	mu       sync.Mutex
	playing  int // posters that wait for an answer or think
	failures []error
}

// line is the connection of a poster. It belongs to the loop, or to the goroutine
// that thinks for the poster.
type line struct {
	*poster
	mu  sync.Mutex
	fd  int
	req []byte
	got []byte // the beginning of an answer
}

func newRound(l *lot, n int) (*round, error) {
	fd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("epoll_create1", err)
	}
	// The runtime waits for it as for a connection: a thread that blocked here
	// would keep it busy with taking the processor back from it.
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	r := &round{fd: fd, poll: os.NewFile(uintptr(fd), "epoll"), byFD: map[int32]*line{}, buf: make([]byte, 256<<10)}
	for _, p := range l.posters(n) {
		if err := r.connect(p); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, nil
}

// connect gives the poster a connection that the runtime knows nothing of.
func (r *round) connect(p *poster) error {
	c, err := net.Dial("tcp", p.server.Address())
	if err != nil {
		return err
	}
	defer c.Close()
	raw, err := c.(*net.TCPConn).SyscallConn()
	if err != nil {
		return err
	}
	x := &line{poster: p}
	var failed error
	if err := raw.Control(func(fd uintptr) { x.fd, failed = syscall.Dup(int(fd)) }); err != nil {
		return err
	}
	if failed != nil {
		return os.NewSyscallError("dup", failed)
	}
	r.lines = append(r.lines, x)
	r.byFD[int32(x.fd)] = x
	event := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(x.fd)}
	return os.NewSyscallError("epoll_ctl", syscall.EpollCtl(r.fd, syscall.EPOLL_CTL_ADD, x.fd, &event))
}

func (r *round) close() error {
	for _, x := range r.lines {
		syscall.Close(x.fd)
	}
	return r.poll.Close()
}

// play lets everybody move until the end, and waits for the last answers.
func (r *round) play(end time.Time) error {
	r.end, r.playing = end, len(r.lines)
	for _, x := range r.lines {
		x.mu.Lock()
		r.goOn(x)
		x.mu.Unlock()
	}
	ready := make([]syscall.EpollEvent, len(r.lines)+1)
	for r.busy() {
		n, err := r.wait(ready)
		if err != nil {
			return err
		}
		for _, event := range ready[:n] {
			x := r.byFD[event.Fd]
			x.mu.Lock()
			r.read(x)
			x.mu.Unlock()
		}
	}
	return errors.Join(r.failures...)
}

// wait returns how many connections have something to read, soon after a
// poster has stopped also if there are none.
func (r *round) wait(ready []syscall.EpollEvent) (n int, err error) {
	raw, err := r.poll.SyscallConn()
	if err != nil {
		return 0, err
	}
	look := func(ms int) bool {
		n, err = syscall.EpollWait(r.fd, ready, ms)
		return n > 0 || err != nil && !errors.Is(err, syscall.EINTR)
	}
	if late := raw.Read(func(uintptr) bool { return look(0) }); errors.Is(late, os.ErrDeadlineExceeded) {
		look(10)
	}
	if errors.Is(err, syscall.EINTR) {
		err = nil
	}
	return max(n, 0), os.NewSyscallError("epoll_wait", err)
}

func (r *round) busy() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.playing > 0 && len(r.failures) == 0
}

// stop takes a poster out, with the reason if it failed.
func (r *round) stop(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.playing--; err != nil {
		r.failures = append(r.failures, err)
	}
	_ = r.poll.SetReadDeadline(time.Now()) // wakes every waiting reader; the end is near
}

// goOn sends the next move, unless time is up.
func (r *round) goOn(x *line) {
	if !time.Now().Before(r.end) {
		r.stop(nil)
		return
	}
	tb := x.move()
	x.req = appendPost(x.req[:0], tb.path, x.lot.auth[tb.next], tb.body)
	if n, err := syscall.Write(x.fd, x.req); err != nil || n < len(x.req) {
		r.stop(fmt.Errorf("%d of %d bytes sent: %w", n, len(x.req), errors.Join(err, io.ErrShortWrite)))
	}
}

// read takes the part of an answer that has arrived.
func (r *round) read(x *line) {
	n, err := syscall.Read(x.fd, r.buf)
	switch {
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EINTR):
		return
	case err != nil || n == 0:
		r.stop(errors.Join(err, io.ErrUnexpectedEOF))
		return
	}
	answer := r.buf[:n]
	if len(x.got) > 0 {
		x.got = append(x.got, answer...)
		answer = x.got
	}
	status, body, whole, err := parse(answer)
	if err != nil {
		r.stop(err)
		return
	}
	if !whole {
		if len(x.got) == 0 {
			x.got = append(x.got, answer...)
		}
		return
	}
	x.got = x.got[:0]
	think, err := x.heard(status, body)
	switch {
	case err != nil:
		r.stop(err)
	case think:
		go r.think(x)
	default:
		r.goOn(x)
	}
}

// think queries the server, while the others play on.
func (r *round) think(x *line) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.poster.think(); err != nil {
		r.stop(err)
		return
	}
	r.goOn(x)
}

// parse reads an answer, if it is whole.
func parse(answer []byte) (status int, body []byte, whole bool, err error) {
	head, body, ok := bytes.Cut(answer, []byte("\r\n\r\n"))
	if !ok {
		return 0, nil, false, nil
	}
	if len(head) < 12 {
		return 0, nil, false, fmt.Errorf("status line %q", head)
	}
	if status, err = strconv.Atoi(string(head[9:12])); err != nil {
		return 0, nil, false, err
	}
	_, rest, ok := bytes.Cut(head, []byte("\r\nContent-Length: "))
	if !ok { // in chunks, as long answers of older programs were; their lengths may stay between them
		return status, body, bytes.HasSuffix(body, []byte("\r\n0\r\n\r\n")), nil
	}
	digits, _, _ := bytes.Cut(rest, []byte("\r\n"))
	length, err := strconv.Atoi(string(digits))
	return status, body, len(body) == length, err
}
