package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// seats at a table of the benchmark; two people sit at all of them.
const seats = 2

// lot is the tables under load and the people who play them.
type lot struct {
	server *rig.Server
	auth   [seats]string // header lines that say who plays
	people [seats]*rig.Client
	tables []*benchTable
}

// benchTable is one game, driven by what the last answer said of it.
type benchTable struct {
	path  string
	id    string
	next  int    // seat to move
	body  string // its move
	tried int    // moves refused since the last accepted one
	rng   *rand.Rand
}

// seat makes the people who play.
func seat(s *rig.Server) (*lot, error) {
	l := &lot{server: s}
	for i := range seats {
		c := rig.NewClient(s.URL)
		if err := c.SignUp(context.Background(), fmt.Sprintf("Player %d", i+1)); err != nil {
			return nil, err
		}
		l.people[i] = c
		l.auth[i] = "Authorization: Bearer " + c.Token + "\r\n"
	}
	return l, nil
}

// open starts n more tables.
func (l *lot) open(n int) error {
	const workers = 16
	ids := make(chan int)
	made := make(chan *benchTable, n)
	failed := make(chan error, workers)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range ids {
				tb, err := l.openOne(i)
				if err != nil {
					failed <- err
					return
				}
				made <- tb
			}
		})
	}
	for i := range n {
		select {
		case ids <- i:
		case err := <-failed:
			return err
		}
	}
	close(ids)
	all.Wait()
	close(made)
	for tb := range made {
		l.tables = append(l.tables, tb)
	}
	if len(failed) > 0 {
		return <-failed
	}
	return nil
}

func (l *lot) openOne(i int) (*benchTable, error) {
	ctx := context.Background()
	id, err := l.people[0].Create(ctx, map[string]any{"edition": "us-classic", "players": seats})
	if err != nil {
		return nil, err
	}
	if err := l.people[1].Join(ctx, id); err != nil {
		return nil, err
	}
	if err := l.people[0].Begin(ctx, id); err != nil {
		return nil, err
	}
	s, err := l.people[0].State(ctx, id)
	if err != nil {
		return nil, err
	}
	return &benchTable{
		id: id, path: "/games/" + id + "/moves", next: s.Turn.Player, body: `{"move":"roll"}`,
		rng: rand.New(rand.NewPCG(uint64(i), 1)),
	}, nil
}

// run lets n posters play for a while, each on tables of its own and over one
// connection, and returns the accepted moves.
func (l *lot) run(posters int, d time.Duration) (rate, error) {
	var mu sync.Mutex
	var took []time.Duration
	var failed error
	var all sync.WaitGroup
	began := time.Now()
	for p := range posters {
		all.Go(func() {
			mine, err := l.post(p, posters, began.Add(d))
			mu.Lock()
			defer mu.Unlock()
			took = append(took, mine...)
			if err != nil {
				failed = err
			}
		})
	}
	all.Wait()
	return rated(took, time.Since(began)), failed
}

// costed is run with the processor time that the server took, and that the
// posters took beside it.
func (l *lot) costed(posters int, d time.Duration) (rate, error) {
	server, here, err := l.cpu()
	if err != nil {
		return rate{}, err
	}
	r, err := l.run(posters, d)
	if err != nil {
		return rate{}, err
	}
	serverAfter, hereAfter, err := l.cpu()
	if n := r.perSecond * d.Seconds(); n > 0 {
		r.cpu = time.Duration(float64(serverAfter-server) / n)
		r.load = time.Duration(float64(hereAfter-here) / n)
	}
	return r, err
}

// cpu is the processor time that the server and this process have used.
func (l *lot) cpu() (server, here time.Duration, err error) {
	if server, err = cpu(l.server.PID()); err != nil {
		return 0, 0, err
	}
	here, err = cpu(os.Getpid())
	return server, here, err
}

// post is one poster: it goes round its tables until the end.
func (l *lot) post(poster, posters int, end time.Time) (took []time.Duration, err error) {
	if poster >= len(l.tables) {
		return nil, nil
	}
	c, err := dial(l.server.Address())
	if err != nil {
		return nil, err
	}
	defer c.close()
	for {
		for i := poster; i < len(l.tables); i += posters {
			at := time.Now()
			if at.After(end) {
				return took, nil
			}
			tb := l.tables[i]
			status, body, err := c.post(tb.path, l.auth[tb.next], tb.body)
			if err != nil {
				return took, fmt.Errorf("poster %d: %w", poster, err)
			}
			if status == 200 {
				took = append(took, time.Since(at))
			}
			if err := l.heard(tb, status, body); err != nil {
				return took, err
			}
		}
	}
}

// heard reads the answer and makes up the next move.
func (l *lot) heard(tb *benchTable, status int, body []byte) error {
	switch status {
	case 200:
		tb.tried = 0
	case 422:
		tb.tried++
	default:
		return fmt.Errorf("table %s: %s answered %d: %s", tb.id, tb.body, status, body[:min(len(body), 300)])
	}
	phase, waiting := look(body)
	moves := answers[phase]
	if waiting < 0 || tb.tried >= len(moves) {
		return l.think(tb)
	}
	tb.next, tb.body = waiting, moves[tb.tried]
	return nil
}

// think asks for the list of moves and picks one, or starts a new game where
// one is over. This is the exception; the answers serve the rest.
func (l *lot) think(tb *benchTable) error {
	for i, p := range l.people {
		s, err := p.State(context.Background(), tb.id)
		if err != nil {
			return err
		}
		if s.Status == "finished" {
			fresh, err := l.openOne(int(tb.rng.Uint32()))
			if err == nil {
				*tb = *fresh
			}
			return err
		}
		move, ok := rig.Choose(s.Moves, tb.rng)
		if !ok {
			continue
		}
		text, err := json.Marshal(move)
		tb.next, tb.body, tb.tried = i, string(text), 0
		return err
	}
	return fmt.Errorf("table %s: nobody has a move", tb.id)
}

// answers are the moves that get on with a game, by phase.
var answers = map[string][]string{
	"roll":    {`{"move":"roll"}`},
	"jail":    {`{"move":"pay_fine"}`, `{"move":"use_jail_card"}`, `{"move":"roll"}`},
	"buy":     {`{"move":"buy"}`, `{"move":"decline"}`},
	"auction": {`{"move":"pass"}`},
	"tax":     {`{"move":"choose_tax","option":"flat"}`},
	"hub":     {`{"move":"end_turn"}`, `{"move":"roll"}`},
}

// look finds the phase and the first seat that is waited for, without the
// price of decoding the whole answer.
func look(body []byte) (phase string, seat int) {
	_, rest, ok := bytes.Cut(body, []byte(`"state":{`))
	if !ok {
		rest = body // a refusal bears the state as it is
	}
	_, rest, ok = bytes.Cut(rest, []byte(`"phase":"`))
	if !ok {
		return "", -1
	}
	name, _, _ := bytes.Cut(rest, []byte(`"`))
	_, rest, _ = bytes.Cut(rest, []byte(`"waiting_for":[`))
	digits, _, _ := bytes.Cut(rest, []byte(`]`))
	digits, _, _ = bytes.Cut(digits, []byte(`,`))
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return string(name), -1
	}
	return string(name), n
}
