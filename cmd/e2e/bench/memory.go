package main

import (
	"fmt"
	"time"
)

// memory measures the memory of tables and idle streams, on a server that collects
// its garbage eagerly.
func (b *run) memory() error {
	b.r.section("Memory that is kept (garbage collected at once, GOGC=10)")
	s, err := b.serve("GOGC=10")
	if err != nil {
		return err
	}
	defer s.Kill()
	l, err := seat(s)
	if err != nil {
		return err
	}
	empty, err := resident(s.PID())
	if err != nil {
		return err
	}
	if err := l.open(b.o.tables); err != nil {
		return err
	}
	full, err := resident(s.PID())
	if err != nil {
		return err
	}
	moved, err := l.run(8, 5*b.o.span)
	if err != nil {
		return err
	}
	played, err := resident(s.PID())
	if err != nil {
		return err
	}
	audience, err := gather(l, b.o.watchers)
	if err != nil {
		return err
	}
	defer audience.leave()
	time.Sleep(time.Second)
	watched, err := resident(s.PID())
	if err != nil {
		return err
	}
	streams := len(audience.conns)
	b.r.line("", "together", "each")
	b.r.line("an empty server", kilobytes(empty))
	b.r.line(fmt.Sprintf("%d tables in play", b.o.tables), kilobytes(full-empty), kilobytes((full-empty)/int64(b.o.tables)))
	each := moved.perSecond * 5 * b.o.span.Seconds() / float64(b.o.tables)
	b.r.line(fmt.Sprintf("the same after %.0f moves each", each), kilobytes(played-empty), kilobytes((played-empty)/int64(b.o.tables)))
	b.r.line(fmt.Sprintf("%d idle streams", streams), kilobytes(watched-played), kilobytes((watched-played)/int64(streams)))
	return nil
}
