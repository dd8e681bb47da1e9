package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/export"
)

// fetchTime is how long an export may take to come from a server.
const fetchTime = time.Minute

// readExport reads an export from a file, standard input for "-", or a server. A signal
// that ends the program may do so while it waits.
func (p *program) readExport(name string) (*export.File, error) {
	if name == "-" {
		return export.Read(p.stdin)
	}
	if u, err := url.Parse(name); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		return fetchExport(u)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return export.Read(file)
}

// fetchExport gets an export over HTTP. The address of the game itself will do.
func fetchExport(u *url.URL) (*export.File, error) {
	if at := strings.TrimSuffix(u.Path, "/"); path.Base(path.Dir(at)) == "games" {
		u = u.JoinPath("export")
		u.RawQuery = ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", export.ContentType)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answers %s", res.Status)
	}
	return export.Read(res.Body)
}
