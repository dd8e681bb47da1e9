package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// moves measures durable moves through the whole stack, beside the disk.
func (b *run) moves() error {
	b.r.section(fmt.Sprintf("Durable moves over %d tables, answered after the commit", b.o.tables))
	return b.underLoad(0)
}

// watched measures the same with an audience at every table.
func (b *run) watched() error {
	b.r.section(fmt.Sprintf("The same with %d live streams on every table", b.o.watchers))
	return b.underLoad(b.o.watchers)
}

func (b *run) underLoad(watchers int) error {
	s, err := b.serve()
	if err != nil {
		return err
	}
	defer s.Kill()
	l, err := seat(s)
	if err != nil {
		return err
	}
	if err := l.open(b.o.tables); err != nil {
		return err
	}
	audience, err := gather(l, watchers)
	if err != nil {
		return err
	}
	defer audience.leave()
	bare, err := b.bare()
	if err != nil {
		return err
	}
	defer bare.server.Kill()
	c, err := openCommits(filepath.Join(b.dir, fmt.Sprintf("raw%d.db", b.made)))
	if err != nil {
		return err
	}
	defer c.close()
	return b.rounds(l, bare, c, audience)
}

// rounds alternates the ceilings with each number of posters.
func (b *run) rounds(l, bare *lot, c *commits, audience *crowd) error {
	posters, err := numbers(b.o.posters)
	if err != nil {
		return err
	}
	var raw, disk []rate
	played, bared := make(map[int][]rate), make(map[int][]rate)
	ofRaw, ofBare := make(map[int][]float64), make(map[int][]float64)
	before := audience.heard.Load()
	moved := 0.0
	for range b.o.rounds {
		for _, n := range posters {
			d, err := diskSync(b.dir, b.o.span/6)
			if err != nil {
				return err
			}
			one, err := c.measure(b.o.span / 3)
			if err != nil {
				return err
			}
			p, err := l.costed(n, b.o.span)
			if err != nil {
				return err
			}
			moved += p.perSecond * b.o.span.Seconds()
			most, err := bare.costed(n, b.o.span)
			if err != nil {
				return err
			}
			disk, raw = append(disk, d), append(raw, one)
			played[n], bared[n] = append(played[n], p), append(bared[n], most)
			ofRaw[n] = append(ofRaw[n], p.perSecond/one.perSecond)
			ofBare[n] = append(ofBare[n], p.perSecond/most.perSecond)
		}
	}
	d, one := middle(disk), middle(raw)
	b.r.line("", "rate", "of raw commits", "of no game", "p50", "p99", "server CPU", "load CPU")
	b.r.line("4 kB write + fdatasync", count(d.perSecond), "", "", ms(d.p50), ms(d.p99))
	b.r.line("one row a commit, synchronous=FULL", count(one.perSecond), "1.00 x", "", ms(one.p50), ms(one.p99))
	for _, n := range posters {
		p, most := middle(played[n]), middle(bared[n])
		b.r.line(fmt.Sprintf("%d posters", n), count(p.perSecond), times(median(ofRaw[n])), times(median(ofBare[n])), ms(p.p50), ms(p.p99), us(p.cpu), us(p.load))
		b.r.line(fmt.Sprintf("%d posters, no game", n), count(most.perSecond), ratio(most.perSecond, one.perSecond), "1.00 x", ms(most.p50), ms(most.p99), us(most.cpu), us(most.load))
	}
	if lone, ok := played[1]; ok {
		b.r.line("p50 of a lone move / p50 of fdatasync", ratio(middle(lone).p50.Seconds(), d.p50.Seconds()))
	}
	if n := audience.heard.Load() - before; n > 0 {
		b.r.line("stream messages heard a move", fmt.Sprintf("%.1f", float64(n)/moved))
	}
	return nil
}

// middle is the round with the median rate.
func middle(rounds []rate) rate {
	sorted := slices.Clone(rounds)
	slices.SortFunc(sorted, func(a, b rate) int {
		switch {
		case a.perSecond < b.perSecond:
			return -1
		case a.perSecond > b.perSecond:
			return 1
		}
		return 0
	})
	return sorted[len(sorted)/2]
}

func median(v []float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[len(sorted)/2]
}

// numbers reads a list such as 1,8,64.
func numbers(text string) (list []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-posters: %q is no number of posters", part)
		}
		list = append(list, n)
	}
	return list, nil
}
