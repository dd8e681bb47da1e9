package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// pages measures the cost of drawing and sending a page.
func (b *run) pages() error {
	b.r.section("Pages")
	s, err := b.serve()
	if err != nil {
		return err
	}
	defer s.Kill()
	l, err := seat(s)
	if err != nil {
		return err
	}
	if err := l.open(1); err != nil {
		return err
	}
	// A game in its middle has deeds, houses and a log.
	if _, err := l.run(1, 500*time.Millisecond); err != nil {
		return err
	}
	path := "/games/" + l.tables[0].id
	_, body, err := b.whole(s.Address(), path, l.auth[0])
	if err != nil {
		return err
	}
	have := ""
	if found := shownHave.FindSubmatch(body); found != nil {
		have = "BH-Have: " + string(found[1]) + "\r\n"
	}
	ceiling, err := b.bare()
	if err != nil {
		return err
	}
	defer ceiling.server.Kill()
	b.r.line("", "a CPU second", "one after other", "bytes", "of the ceiling")
	for _, p := range []struct{ name, path, header string }{
		{"the whole page of a table", path, htmlHeader},
		{"the same, compressed", path, htmlHeader + "Accept-Encoding: gzip\r\n"},
		{"the fragment after a move", path, htmlHeader + "HX-Request: true\r\n"},
		{"the same, compressed", path, htmlHeader + "HX-Request: true\r\nAccept-Encoding: gzip\r\n"},
		{"the same for a browser that has nearly all", path, htmlHeader + "HX-Request: true\r\nAccept-Encoding: gzip\r\n" + nearly(have)},
		{"the same for one that has all", path, htmlHeader + "HX-Request: true\r\nAccept-Encoding: gzip\r\n" + have},
		{"the state as JSON", path, ""},
		{"the lobby", "/", htmlHeader},
	} {
		c, err := draw(s, p.path, p.header+l.auth[0], b.o.span)
		if err != nil {
			return err
		}
		same, err := draw(ceiling.server, fmt.Sprintf("/memory/%d", c.bytes), "", b.o.span/2)
		if err != nil {
			return err
		}
		b.r.line(p.name, count(c.perCPUSecond), count(c.perSecond), fmt.Sprint(c.bytes), ratio(c.perCPUSecond, same.perCPUSecond))
	}
	view, err := firstView(l.people[0], path)
	if err != nil {
		return err
	}
	travels, raw := 0, 0
	b.r.line("first view, empty cache", "travels", "raw")
	for _, w := range view {
		travels, raw = travels+w.travels, raw+w.raw
		b.r.line("  "+w.name, fmt.Sprint(w.travels), fmt.Sprint(w.raw))
	}
	b.r.line("  together", fmt.Sprint(travels), fmt.Sprint(raw))
	return nil
}

// nearly spoils what a browser says it has of the decision and of the log, as a
// move of somebody does.
func nearly(have string) string {
	return strings.NewReplacer("act=", "act=1", "log=", "log=1", "page=", "page=1").Replace(have)
}

// whole fetches the page once, plainly.
func (b *run) whole(address, path, auth string) (int, []byte, error) {
	c, err := dial(address)
	if err != nil {
		return 0, nil, err
	}
	defer c.close()
	status, body, err := c.get(path, htmlHeader+auth)
	return status, bytes.Clone(body), err
}
