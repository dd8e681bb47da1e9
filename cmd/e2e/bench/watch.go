package main

import (
	"bytes"
	"fmt"
	"net"
	"sync/atomic"
)

// crowd is people who only watch.
type crowd struct {
	conns []net.Conn
	heard atomic.Int64 // messages
}

// gather opens streams on every table of the lot.
func gather(l *lot, each int) (*crowd, error) {
	c := &crowd{}
	for _, tb := range l.tables {
		for range each {
			if err := c.watch(l, tb.id); err != nil {
				c.leave()
				return nil, fmt.Errorf("stream %d: %w", len(c.conns)+1, err)
			}
		}
	}
	return c, nil
}

func (c *crowd) watch(l *lot, id string) error {
	n, err := net.Dial("tcp", l.server.Address())
	if err != nil {
		return err
	}
	c.conns = append(c.conns, n)
	if _, err := fmt.Fprintf(n, "GET /games/%s/events HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n%s\r\n", id, l.auth[0]); err != nil {
		return err
	}
	buf := make([]byte, 1024)
	k, err := n.Read(buf)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(buf[:k], []byte("HTTP/1.1 200")) {
		return fmt.Errorf("answered %q", buf[:min(k, 200)])
	}
	go c.listen(n, buf)
	return nil
}

func (c *crowd) listen(n net.Conn, buf []byte) {
	for {
		k, err := n.Read(buf)
		if err != nil {
			return
		}
		c.heard.Add(messages(buf[:k]))
	}
}

func (c *crowd) leave() {
	for _, n := range c.conns {
		n.Close()
	}
}

// messages counts the messages in a text: pieces that begin with a number.
func messages(text []byte) int64 {
	n := bytes.Count(text, []byte("\nid:"))
	if bytes.HasPrefix(text, []byte("id:")) {
		n++
	}
	return int64(n)
}
