package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// bare is what remains of the server without a game: the same framework reads
// a move and answers with as many bytes, and each move is a row and a new
// summary of its table, in group commits as durable as the server's. There is no
// authentication, no decision and no view. Its rate is the
// ceiling on this machine for a server that groups.
type bare struct {
	tables sync.Map // *bareTable by path
	queue  chan bareMove

	begin, insert, summary, commit *sql.Stmt
}

type bareTable struct {
	mu  sync.Mutex
	seq int
}

type bareMove struct {
	game string
	seq  int
	done chan error // capacity 1: the writer never blocks
}

// Sizes of the server's rows and answers, in the middle of a game for two with the
// usual clock: what a move and its events take in the log, what is kept of the table
// and its times, and the state with the events and beats.
var (
	bareEvents  = strings.Repeat("x", 650)
	bareSummary = strings.Repeat("x", 300)
	bareAnswer  = []byte(`{"state":{"phase":"roll","waiting_for":[0],"more":"` + strings.Repeat("x", 5900) + `","moves":[{"move":"roll"}]}}`)
)

// serveBare is the command serve of a bare server, to be started as the real one is.
func serveBare(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	listen, path := flags.String("listen", "", ""), flags.String("db", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	s := &bare{queue: make(chan bareMove, 4096)}
	if err := s.open(*path); err != nil {
		return err
	}
	debug.SetGCPercent(400) // as the server has it with so little alive
	go s.write()
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.POST("/games/:game/moves", s.move)
	e.GET("/memory/:bytes", memory)
	var err error
	if e.Listener, err = net.Listen("tcp", *listen); err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", e.Listener.Addr())
	return e.Start("")
}

func (s *bare) open(path string) error {
	ctx := context.Background()
	pool, err := sql.Open("sqlite", "file:"+path+
		"?_pragma=journal_mode(wal)&_pragma=synchronous(full)&_pragma=wal_autocheckpoint(16000)")
	if err != nil {
		return err
	}
	c, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, `CREATE TABLE move (id INTEGER PRIMARY KEY, game TEXT NOT NULL, seq INTEGER NOT NULL, events TEXT NOT NULL, UNIQUE (game, seq)) STRICT;
		CREATE TABLE game (id TEXT PRIMARY KEY, seq INTEGER NOT NULL, summary TEXT NOT NULL) STRICT`); err != nil {
		return err
	}
	prepare := func(query string) *sql.Stmt {
		st, failed := c.PrepareContext(ctx, query)
		err = errors.Join(err, failed)
		return st
	}
	s.begin, s.commit = prepare(`BEGIN IMMEDIATE`), prepare(`COMMIT`)
	s.insert = prepare(`INSERT INTO move (game, seq, events) VALUES (?, ?, ?)`)
	s.summary = prepare(`INSERT INTO game (id, seq, summary) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, summary = excluded.summary`)
	return err
}

func (s *bare) move(c echo.Context) error {
	var m struct {
		Move string `json:"move"`
	}
	if err := c.Bind(&m); err != nil {
		return err
	}
	found, _ := s.tables.LoadOrStore(c.Param("game"), new(bareTable))
	t := found.(*bareTable)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seq++
	done := make(chan error, 1)
	s.queue <- bareMove{c.Param("game"), t.seq, done}
	if err := <-done; err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, bareAnswer)
}

// memory answers with so many bytes from memory: the ceiling for a page.
func memory(c echo.Context) error {
	n, err := strconv.Atoi(c.Param("bytes"))
	if err != nil || n < 0 || n > len(bareBytes) {
		return echo.ErrNotFound
	}
	return c.Blob(http.StatusOK, echo.MIMETextHTMLCharsetUTF8, bareBytes[:n])
}

var bareBytes = bytes.Repeat([]byte{'x'}, 1<<20)

// write commits all waiting rows together.
func (s *bare) write() {
	var batch []bareMove
	for m := range s.queue {
		runtime.Gosched()
		for batch = append(batch[:0], m); len(s.queue) > 0 && len(batch) < 256; {
			batch = append(batch, <-s.queue)
		}
		err := s.store(batch)
		for _, m := range batch {
			m.done <- err
		}
	}
}

func (s *bare) store(batch []bareMove) error {
	if _, err := s.begin.Exec(); err != nil {
		return err
	}
	for _, m := range batch {
		if _, err := s.insert.Exec(m.game, m.seq, bareEvents); err != nil {
			return err
		}
		if _, err := s.summary.Exec(m.game, m.seq, bareSummary); err != nil {
			return err
		}
	}
	_, err := s.commit.Exec()
	return err
}

// bare starts a bare server, with as many tables as the real one.
func (b *run) bare() (*lot, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s, err := rig.Start(rig.Options{Binary: self, DB: filepath.Join(b.dir, fmt.Sprintf("bare%d.db", b.made))})
	if err != nil {
		return nil, err
	}
	l := &lot{server: s, servers: []*rig.Server{s}}
	for i := range b.o.tables {
		id := fmt.Sprintf("g%d", i)
		l.tables = append(l.tables, &benchTable{id: id, path: "/games/" + id + "/moves", body: `{"move":"roll"}`})
	}
	return l, nil
}
