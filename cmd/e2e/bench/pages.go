package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
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
	mine, watched, err := b.haves(s.Address(), path, l.auth[0])
	if err != nil {
		return err
	}
	if err := l.step(l.tables[0]); err != nil {
		return err
	}
	now, _, err := b.haves(s.Address(), path, l.auth[0])
	if err != nil {
		return err
	}
	ceiling, err := b.bare()
	if err != nil {
		return err
	}
	defer ceiling.server.Kill()
	b.r.line("", "a CPU second", "one after other", "bytes", "of the ceiling")
	for _, p := range []struct{ name, path, header string }{
		{"the whole page of a table", path, htmlHeader},
		{"the same, compressed", path, htmlHeader + browserCodings},
		{"the fragment after a move", path, htmlHeader + "HX-Request: true\r\n"},
		{"the same, compressed", path, htmlHeader + "HX-Request: true\r\n" + browserCodings},
		{"the same for a browser that showed the move before", path, fragmentHeader + mine},
		{"the same for one that has all", path, fragmentHeader + now},
		{"the same for a spectator who saw the move before", path, fragmentHeader + watched},
		{"the state as JSON", path, ""},
		{"the lobby", "/", htmlHeader},
	} {
		auth := l.auth[0]
		if strings.Contains(p.name, "spectator") {
			auth = ""
		}
		c, err := draw(s, p.path, p.header+auth, b.o.span)
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

// fragmentHeader is that of a script which asks for what its page lacks.
const fragmentHeader = htmlHeader + "HX-Request: true\r\n" + browserCodings

// browserCodings is what browsers say today.
const browserCodings = "Accept-Encoding: gzip, deflate, br, zstd\r\n"

// haves are the headers in which the browsers of a player and of a spectator say
// what they show.
func (b *run) haves(address, path, auth string) (mine, watched string, err error) {
	for _, one := range []struct {
		auth string
		have *string
	}{{auth, &mine}, {"", &watched}} {
		_, body, err := b.whole(address, path, one.auth)
		if err != nil {
			return "", "", err
		}
		found := shownHave.FindSubmatch(body)
		if found == nil {
			return "", "", errors.New("a page that does not say what it shows")
		}
		*one.have = "BH-Have: " + string(found[1]) + "\r\n"
	}
	return mine, watched, nil
}

// step makes one move at a table.
func (l *lot) step(tb *benchTable) error {
	c, err := dial(l.server.Address())
	if err != nil {
		return err
	}
	defer c.close()
	for id := tb.id; tb.id == id; {
		status, body, err := c.post(tb.path, l.auth[tb.next], tb.body)
		if err != nil {
			return err
		}
		if err := l.heard(tb, status, body); err != nil || status == http.StatusOK {
			return err
		}
	}
	return errors.New("the game was over")
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
