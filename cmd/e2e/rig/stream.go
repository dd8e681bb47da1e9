package rig

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Message is one message of an event stream.
type Message struct{ ID, Event, Data string }

// Stream is an open event stream.
type Stream struct {
	body io.ReadCloser
	r    *bufio.Reader
}

// Watch opens the live stream of a game; last is a Last-Event-ID or empty.
func (c *Client) Watch(ctx context.Context, game, last string) (*Stream, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/games/"+game+"/events", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	streaming := &http.Client{Transport: c.http.Transport, Jar: c.http.Jar}
	res, err := streaming.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(res.Body, 600))
		return nil, fmt.Errorf("stream of %s answered %d: %s", game, res.StatusCode, body)
	}
	return &Stream{res.Body, bufio.NewReader(res.Body)}, nil
}

// Next waits for the next message; comments are skipped.
func (s *Stream) Next() (m Message, err error) {
	for {
		line, err := s.r.ReadString('\n')
		if err != nil {
			return m, err
		}
		line = strings.TrimRight(line, "\r\n")
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && m != Message{}:
			return m, nil
		case name == "id":
			m.ID = value
		case name == "event":
			m.Event = value
		case name == "data":
			m.Data += value
		}
	}
}

// Close ends the stream.
func (s *Stream) Close() { s.body.Close() }
