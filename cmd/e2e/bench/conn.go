package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
)

// conn is an HTTP/1.1 client of few instructions: the load generator shares
// the cores with the server it measures.
type conn struct {
	c    net.Conn
	r    *bufio.Reader
	req  []byte
	body []byte
}

func dial(address string) (*conn, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &conn{c: c, r: bufio.NewReaderSize(c, 16<<10)}, nil
}

func (c *conn) close() { c.c.Close() }

// post sends a JSON body; header is a block of complete header lines.
func (c *conn) post(path, header, body string) (int, []byte, error) {
	c.req = appendPost(c.req[:0], path, header, body)
	return c.exchange()
}

func appendPost(b []byte, path, header, body string) []byte {
	b = append(append(b, "POST "...), path...)
	b = append(b, " HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(body)), 10)
	b = append(append(b, "\r\n"...), header...)
	return append(append(b, "\r\n"...), body...)
}

// get fetches a path.
func (c *conn) get(path, header string) (int, []byte, error) {
	c.req = append(c.req[:0], "GET "...)
	c.req = append(c.req, path...)
	c.req = append(c.req, " HTTP/1.1\r\nHost: bench\r\n"...)
	c.req = append(c.req, header...)
	c.req = append(c.req, "\r\n"...)
	return c.exchange()
}

func (c *conn) exchange() (int, []byte, error) {
	if _, err := c.c.Write(c.req); err != nil {
		return 0, nil, err
	}
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return 0, nil, err
	}
	if len(line) < 12 {
		return 0, nil, fmt.Errorf("status line %q", line)
	}
	status, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return 0, nil, err
	}
	length := -1
	if status == http.StatusNoContent {
		length = 0
	}
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return 0, nil, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if name, value, ok := bytes.Cut(line, []byte(": ")); ok && bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, nil, err
			}
		}
	}
	body, err := c.read(length)
	return status, body, err
}

// read takes a body of known length, or one in chunks if it is negative.
func (c *conn) read(length int) ([]byte, error) {
	c.body = c.body[:0]
	if length >= 0 {
		err := c.take(length)
		return c.body, err
	}
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		size, err := strconv.ParseInt(string(bytes.TrimRight(line, "\r\n")), 16, 32)
		if err != nil {
			return nil, errors.New("an answer with neither length nor chunks")
		}
		if err := c.take(int(size)); err != nil {
			return nil, err
		}
		if _, err := c.r.Discard(2); err != nil {
			return nil, err
		}
		if size == 0 {
			return c.body, nil
		}
	}
}

func (c *conn) take(n int) error {
	at := len(c.body)
	c.body = append(c.body, make([]byte, n)...)
	_, err := io.ReadFull(c.r, c.body[at:])
	return err
}
