package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// seats at a table of the benchmark; two people sit at all of them.
const seats = 2

// lot is the tables under load and the people who play them.
type lot struct {
	server  *rig.Server
	servers []*rig.Server // those on the same database, of which server is the first; a table is played at one of them
	auth    [seats]string // header lines that say who plays
	people  [seats]*rig.Client
	tables  []*benchTable
}

// benchTable is one game, driven by the contents of the last answer.
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
	l := &lot{servers: []*rig.Server{s}}
	return l, l.sit()
}

// sit makes the people who play at its servers.
func (l *lot) sit() error {
	l.server = l.servers[0]
	for i := range seats {
		c := rig.NewClient(l.server.URL)
		if err := c.SignUp(context.Background(), fmt.Sprintf("Player %d", i+1)); err != nil {
			return err
		}
		l.people[i] = c
		l.auth[i] = "Authorization: Bearer " + c.Token + "\r\n"
	}
	return nil
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

// cpu is the processor time that the servers and this process have used.
func (l *lot) cpu() (server, here time.Duration, err error) {
	for _, s := range l.servers {
		used, err := cpu(s.PID())
		if err != nil {
			return 0, 0, err
		}
		server += used
	}
	here, err = cpu(os.Getpid())
	return server, here, err
}
