package main

import "fmt"

// idle compares a table alone on a server with one beside many idle ones.
func (b *run) idle() error {
	b.r.section(fmt.Sprintf("One active table, alone and beside %d idle ones", b.o.tables))
	alone, err := b.oneActive(0)
	if err != nil {
		return err
	}
	defer alone.server.Kill()
	among, err := b.oneActive(b.o.tables)
	if err != nil {
		return err
	}
	defer among.server.Kill()

	var a, m []rate
	var ratios []float64
	for range max(b.o.rounds, 3) + 2 {
		x, err := alone.run(1, b.o.span)
		if err != nil {
			return err
		}
		y, err := among.run(1, b.o.span)
		if err != nil {
			return err
		}
		a, m, ratios = append(a, x), append(m, y), append(ratios, y.perSecond/x.perSecond)
	}
	x, y := middle(a), middle(m)
	b.r.line("", "rate", "ratio", "p50", "p99")
	b.r.line("alone", count(x.perSecond), "1.00 x", ms(x.p50), ms(x.p99))
	b.r.line("beside idle tables", count(y.perSecond), fmt.Sprintf("%.2f x", median(ratios)), ms(y.p50), ms(y.p99))
	return nil
}

// oneActive is a server with idle tables, and one that is played on.
func (b *run) oneActive(idle int) (*lot, error) {
	s, err := b.serve()
	if err != nil {
		return nil, err
	}
	l, err := seat(s)
	if err == nil {
		err = l.open(idle)
	}
	if err == nil {
		l.tables = nil
		err = l.open(1)
	}
	if err != nil {
		_ = s.Kill()
		return nil, err
	}
	return l, nil
}
