package rig

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Reader is a visitor without scripts: pages and forms, nothing else.
type Reader interface {
	// Open goes to a path.
	Open(ctx context.Context, path string) (*Page, error)
	// Send posts a form and follows to where it leads.
	Send(ctx context.Context, path string, fields url.Values) (*Page, error)
}

// Press sends a form by one of its buttons, with some fields filled in.
func Press(ctx context.Context, r Reader, f Form, b Button, fill ...string) (*Page, error) {
	fields := url.Values{}
	maps.Copy(fields, f.Fields)
	if b.Name != "" {
		fields.Set(b.Name, b.Value)
	}
	for i := 0; i+1 < len(fill); i += 2 {
		fields.Set(fill[i], fill[i+1])
	}
	if f.Method == http.MethodGet {
		return r.Open(ctx, f.Action+"?"+fields.Encode())
	}
	return r.Send(ctx, f.Action, fields)
}

// Plain is a Reader over net/http.
type Plain struct{ *Client }

// Open goes to a path.
func (p Plain) Open(ctx context.Context, path string) (*Page, error) {
	return p.follow(ctx, http.MethodGet, path, nil)
}

// Send posts a form.
func (p Plain) Send(ctx context.Context, path string, fields url.Values) (*Page, error) {
	return p.follow(ctx, http.MethodPost, path, fields)
}

func (p Plain) follow(ctx context.Context, method, path string, fields url.Values) (*Page, error) {
	var body any
	if fields != nil {
		body = fields
	}
	for range 5 {
		a, err := p.Do(ctx, method, path, body, "Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
		if err != nil {
			return nil, err
		}
		if a.Status != http.StatusSeeOther {
			return ReadPage(string(a.Body), a.Status, path)
		}
		at, err := url.Parse(a.Header.Get("Location"))
		if err != nil {
			return nil, fmt.Errorf("redirect of %s: %w", path, err)
		}
		method, path, body = http.MethodGet, at.RequestURI(), nil
	}
	return nil, fmt.Errorf("%s redirects without end", path)
}

// Lynx is a Reader that has lynx fetch the pages.
type Lynx struct {
	Base string
	Dir  string // for its cookies
}

// Open goes to a path.
func (l Lynx) Open(ctx context.Context, path string) (*Page, error) {
	html, err := l.run(ctx, "", "-source", l.Base+path)
	if err != nil {
		return nil, err
	}
	return ReadPage(html, 0, path)
}

// Send posts a form.
func (l Lynx) Send(ctx context.Context, path string, fields url.Values) (*Page, error) {
	data := fields.Encode()
	if data == "" {
		data = "submit=" // without any data lynx would GET
	}
	html, err := l.run(ctx, data+"\n---\n", "-source", "-post_data", l.Base+path)
	if err != nil {
		return nil, err
	}
	return ReadPage(html, 0, path)
}

// Dump is the page as lynx shows it.
func (l Lynx) Dump(ctx context.Context, path string) (string, error) {
	return l.run(ctx, "", "-dump", l.Base+path)
}

// DumpText is the page as lynx shows it, without the list of links.
func (l Lynx) DumpText(ctx context.Context, path string) (string, error) {
	return l.run(ctx, "", "-dump", "-nolist", "-width=78", l.Base+path)
}

func (l Lynx) run(ctx context.Context, in string, args ...string) (string, error) {
	cookies := filepath.Join(l.Dir, "cookies")
	settings := filepath.Join(l.Dir, "lynx.cfg")
	text := "PERSISTENT_COOKIES:TRUE\nACCEPT_ALL_COOKIES:TRUE\nCOOKIE_FILE:" + cookies + "\nCOOKIE_SAVE_FILE:" + cookies + "\n"
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		return "", err
	}
	common := []string{"-cfg=" + settings, "-width=100", "-display_charset=utf-8"}
	cmd := exec.CommandContext(ctx, "lynx", append(common, args...)...)
	cmd.Env = append(cmd.Environ(), "HOME="+l.Dir, "TERM=dumb")
	cmd.Stdin = strings.NewReader(in)
	var out, bad bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("lynx %v: %w\n%s", args, err, bad.String())
	}
	return out.String(), nil
}
