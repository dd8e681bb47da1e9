package rig

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"
)

// Client is a program that plays: JSON and a bearer token once it has one,
// cookies otherwise.
type Client struct {
	Base  string
	Token string

	http *http.Client
}

// NewClient returns a client with its own connections and cookies.
func NewClient(base string) *Client {
	jar, _ := cookiejar.New(nil) // fails never without options
	transport := &http.Transport{MaxIdleConns: 16, MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute}
	return &Client{
		Base: base,
		http: &http.Client{
			Jar: jar, Transport: transport, Timeout: time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Answer is a whole response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Into decodes the body, which must be JSON.
func (a *Answer) Into(v any) error {
	if err := json.Unmarshal(a.Body, v); err != nil {
		return fmt.Errorf("decode answer %d %q: %w", a.Status, clip(a.Body), err)
	}
	return nil
}

// Problem reads the body as problem+json.
func (a *Answer) Problem() (p Problem) {
	_ = json.Unmarshal(a.Body, &p) // a body that is no problem leaves it empty
	return p
}

// Problem is the answer to a refused request.
type Problem struct {
	Code   string `json:"code"`
	Rule   string `json:"rule"`
	Detail string `json:"detail"`
	Title  string `json:"title"`
	Status int    `json:"status"`
}

// Do sends one request. A body of url.Values goes as a form, a string or bytes
// as they are, anything else as JSON.
func (c *Client) Do(ctx context.Context, method, path string, body any, header ...string) (*Answer, error) {
	reader, kind, err := encode(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, reader)
	if err != nil {
		return nil, err
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	req.Header.Set("Accept-Language", "en")
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("read answer of %s %s: %w", method, path, err)
	}
	return &Answer{res.StatusCode, res.Header, data}, nil
}

func encode(body any) (io.Reader, string, error) {
	switch b := body.(type) {
	case nil:
		return nil, "", nil
	case url.Values:
		return strings.NewReader(b.Encode()), "application/x-www-form-urlencoded", nil
	case string:
		return strings.NewReader(b), "application/json", nil
	case []byte:
		return bytes.NewReader(b), "application/json", nil
	default:
		data, err := json.Marshal(b)
		if err != nil {
			return nil, "", fmt.Errorf("encode request: %w", err)
		}
		return bytes.NewReader(data), "application/json", nil
	}
}

// want sends a request that must answer with the given status.
func (c *Client) want(ctx context.Context, status int, method, path string, body, into any) error {
	a, err := c.Do(ctx, method, path, body)
	if err != nil {
		return err
	}
	if a.Status != status {
		return fmt.Errorf("%s %s answered %d instead of %d: %s", method, path, a.Status, status, clip(a.Body))
	}
	if into == nil {
		return nil
	}
	return a.Into(into)
}

// SignUp makes a new player and uses their token from now on.
func (c *Client) SignUp(ctx context.Context, name string) error {
	var player struct{ Token string }
	if err := c.want(ctx, http.StatusCreated, http.MethodPost, "/players", map[string]any{"name": name}, &player); err != nil {
		return err
	}
	c.Token = player.Token
	return nil
}

// CloseIdle drops the connections that are not in use.
func (c *Client) CloseIdle() { c.http.CloseIdleConnections() }

func clip(b []byte) string {
	const most = 600
	if len(b) > most {
		return string(b[:most]) + "..."
	}
	return string(b)
}
