package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// browsersATable look at each table: its two players and two who only watch, of
// both one on a small screen.
const browsersATable = 4

// browsers measures moves that are seen: each table is looked at by four browsers
// that hold a stream and fetch after a ping what they do not have, and the next
// move at a table is made when all of them show the last one.
func (b *run) browsers() error {
	const tables = 8
	b.r.section(fmt.Sprintf("Moves seen by %d browsers at each of %d tables", browsersATable, tables))
	s, err := b.serve()
	if err != nil {
		return err
	}
	defer s.Kill()
	l, err := seat(s)
	if err != nil {
		return err
	}
	if err := l.open(tables); err != nil {
		return err
	}
	if _, err := l.run(tables, 500*time.Millisecond); err != nil { // into the middle of a game
		return err
	}
	var rooms []*viewed
	for _, tb := range l.tables {
		room := &viewed{lot: l, table: tb}
		for i := range browsersATable {
			auth := ""
			if i < seats {
				auth = l.auth[i]
			}
			x, err := openBrowser(s.Address(), tb.id, auth)
			if err != nil {
				return err
			}
			x.large = i%2 == 1
			defer x.close()
			room.browsers = append(room.browsers, x)
		}
		rooms = append(rooms, room)
	}
	before, err := cpu(s.PID())
	if err != nil {
		return err
	}
	began := time.Now()
	var all sync.WaitGroup
	failures := make([]error, len(rooms))
	for i, room := range rooms {
		all.Go(func() { failures[i] = room.play(began.Add(b.o.span)) })
	}
	all.Wait()
	took := time.Since(began)
	if err := errors.Join(failures...); err != nil {
		return err
	}
	after, err := cpu(s.PID())
	if err != nil {
		return err
	}
	b.seen(rooms, took, after-before)
	return nil
}

// seen prints what came of it.
func (b *run) seen(rooms []*viewed, took, used time.Duration) {
	moves, pings, nothing := 0, int64(0), 0
	var sizes []int
	for _, room := range rooms {
		moves += room.moves
		for _, x := range room.browsers {
			pings += x.pings.Load()
			nothing += x.nothing
			sizes = append(sizes, x.sizes...)
		}
	}
	slices.Sort(sizes)
	b.r.line("moves shown by all browsers", count(float64(moves)/took.Seconds()))
	if moves == 0 || len(sizes) == 0 {
		return
	}
	b.r.line("processor time of the server", us(used/time.Duration(moves)))
	b.r.line("fetches, answered 204, pings spared", strconv.Itoa(len(sizes)), strconv.Itoa(nothing), strconv.FormatInt(max(0, pings-int64(len(sizes))), 10))
	b.r.line("bytes of an answer, median and 95%", strconv.Itoa(sizes[len(sizes)/2]), strconv.Itoa(sizes[len(sizes)*95/100]))
}

// viewed is a table and those who look at it.
type viewed struct {
	lot      *lot
	table    *benchTable
	browsers []*viewer
	moves    int
}

// play makes moves until the end, or until the game is over.
func (r *viewed) play(end time.Time) error {
	c, err := dial(r.lot.server.Address())
	if err != nil {
		return err
	}
	defer c.close()
	id := r.table.id
	for time.Now().Before(end) && r.table.id == id {
		status, body, err := c.post(r.table.path, r.lot.auth[r.table.next], r.table.body)
		if err != nil {
			return err
		}
		if seq, ok := seqIn(body); ok && status == http.StatusOK {
			for _, x := range r.browsers {
				if err := x.await(seq); err != nil {
					return err
				}
			}
			r.moves++
		}
		if err := r.lot.heard(r.table, status, body); err != nil {
			return err
		}
	}
	return nil
}

// viewer is one browser: a stream, and a connection over which it fetches.
type viewer struct {
	stream net.Conn
	fetch  *conn
	path   string
	header string
	have   string
	large  bool // shows the board alone, not the next spaces
	unpack *zstd.Decoder
	unzip  gzip.Reader
	shown  int64
	told   chan int64 // what the stream has said; the latest counts
	pings  atomic.Int64

	sizes   []int // of the answers to its fetches
	nothing int   // of them said that there is nothing new
}

var (
	shownSeq   = regexp.MustCompile(`data-seq="(\d+)"`)
	shownHave  = regexp.MustCompile(`data-have="([^"]*)"`)
	nextSpaces = regexp.MustCompile(`ahead=\w*`)
)

// openBrowser loads the page and then the stream.
func openBrowser(address, id, auth string) (*viewer, error) {
	c, err := dial(address)
	if err != nil {
		return nil, err
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	x := &viewer{fetch: c, unpack: unpack, path: "/games/" + id, header: htmlHeader + browserCodings + auth, told: make(chan int64, 1024)}
	status, body, err := c.get(x.path, x.header)
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("the page answered %d: %w", status, err)
	}
	if err := x.show(body); err != nil {
		return nil, err
	}
	if x.stream, err = net.Dial("tcp", address); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(x.stream, "GET /games/%s/events?after=%d HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n%s\r\n", id, x.shown, auth); err != nil {
		return nil, err
	}
	go x.listen()
	return x, nil
}

// listen hears the pings until the stream ends.
func (x *viewer) listen() {
	defer close(x.told)
	lines := bufio.NewScanner(x.stream)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			if seq, err := strconv.ParseInt(text, 10, 64); err == nil {
				x.pings.Add(1)
				x.told <- seq
			}
		}
	}
}

// await fetches after pings until the page shows an event.
func (x *viewer) await(seq int64) error {
	for x.shown < seq {
		newest, ok := <-x.told
		if !ok {
			return errors.New("a stream ended")
		}
		if newest <= x.shown {
			continue
		}
		header := x.header + "HX-Request: true\r\n"
		if x.have != "" {
			header += "BH-Have: " + x.have + "\r\n"
		}
		status, body, err := x.fetch.get(x.path, header)
		if err != nil {
			return err
		}
		x.sizes = append(x.sizes, len(body))
		switch status {
		case http.StatusNoContent:
			x.nothing++
		case http.StatusOK:
			if err := x.show(body); err != nil {
				return err
			}
		default:
			return fmt.Errorf("a fragment answered %d", status)
		}
	}
	return nil
}

// show takes an answer as the page that is shown now.
func (x *viewer) show(body []byte) (err error) {
	switch {
	case bytes.HasPrefix(body, []byte{0x28, 0xb5, 0x2f, 0xfd}): // as programs before this one answer
		body, err = x.unpack.DecodeAll(body, nil)
	case bytes.HasPrefix(body, []byte{0x1f, 0x8b}):
		if err = x.unzip.Reset(bytes.NewReader(body)); err == nil {
			body, err = io.ReadAll(&x.unzip)
		}
	}
	if err != nil {
		return err
	}
	seq := shownSeq.FindSubmatch(body)
	if seq == nil {
		return errors.New("a page without data-seq")
	}
	x.shown, err = strconv.ParseInt(string(seq[1]), 10, 64)
	had := x.have
	x.have = ""
	if have := shownHave.FindSubmatch(body); have != nil {
		x.have = haveNow(had, string(have[1]))
		if x.large {
			x.have = nextSpaces.ReplaceAllString(x.have, "ahead=hidden")
		}
	}
	return err
}

// haveNow is what a page has after an answer, which says all of it, or after a comma
// what is another now.
func haveNow(had, said string) string {
	if !strings.HasPrefix(said, ",") {
		return said
	}
	var list, rest []string
	for one := range strings.SplitSeq(said[1:], ",") {
		name, digest, _ := strings.Cut(one, "=")
		rest = append(rest, name)
		if digest != "" {
			list = append(list, one)
		}
	}
	for one := range strings.SplitSeq(had, ",") {
		if name, _, _ := strings.Cut(one, "="); !slices.Contains(rest, name) {
			list = append(list, one)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

func (x *viewer) close() {
	x.fetch.close()
	x.stream.Close()
}
