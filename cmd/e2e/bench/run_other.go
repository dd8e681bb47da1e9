//go:build !linux

package main

import (
	"errors"
	"sync"
	"time"
)

// run lets n posters play for a time, each on tables of its own and over one
// connection, and returns the accepted moves.
func (l *lot) run(n int, d time.Duration) (rate, error) {
	began := time.Now()
	posters := l.posters(n)
	failed := make([]error, len(posters))
	var all sync.WaitGroup
	for i, p := range posters {
		all.Go(func() { failed[i] = p.play(began.Add(d)) })
	}
	all.Wait()
	return together(posters, time.Since(began)), errors.Join(failed...)
}

func (p *poster) play(end time.Time) error {
	c, err := dial(p.server.Address())
	if err != nil {
		return err
	}
	defer c.close()
	for time.Now().Before(end) {
		tb := p.move()
		status, body, err := c.post(tb.path, p.lot.auth[tb.next], tb.body)
		if err != nil {
			return err
		}
		think, err := p.heard(status, body)
		if think && err == nil {
			err = p.think()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
