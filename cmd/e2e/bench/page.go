package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

const htmlHeader = "Accept: text/html\r\nAccept-Language: de\r\n"

// pageCost is the server's cost of drawing a page.
type pageCost struct {
	perCPUSecond float64
	perSecond    float64
	bytes        int
}

// draw fetches one page again and again over one connection.
func draw(s *rig.Server, path, header string, d time.Duration) (pageCost, error) {
	c, err := dial(s.Address())
	if err != nil {
		return pageCost{}, err
	}
	defer c.close()
	before, err := cpu(s.PID())
	if err != nil {
		return pageCost{}, err
	}
	var size int
	r, err := repeat(d, func() error {
		status, body, err := c.get(path, header)
		if err == nil && status != http.StatusOK && status != http.StatusNoContent {
			err = fmt.Errorf("GET %s answered %d", path, status)
		}
		size = len(body)
		return err
	})
	if err != nil {
		return pageCost{}, err
	}
	after, err := cpu(s.PID())
	if err != nil {
		return pageCost{}, err
	}
	n := r.perSecond * d.Seconds()
	return pageCost{n / (after - before).Seconds(), r.perSecond, size}, nil
}

// weight is one file of the first view, as it travels.
type weight struct {
	name         string
	travels, raw int
}

// firstView fetches a page and everything that it names, as a browser with an
// empty cache does.
func firstView(c *rig.Client, path string) ([]weight, error) {
	page, body, err := fetch(c, path, "text/html")
	if err != nil {
		return nil, err
	}
	all := []weight{page}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var links []string
	doc.Find("link[rel=stylesheet], link[rel=icon], link[rel=manifest]").Each(func(_ int, s *goquery.Selection) {
		links = append(links, s.AttrOr("href", ""))
	})
	doc.Find("script[src], img[src]").Each(func(_ int, s *goquery.Selection) {
		links = append(links, s.AttrOr("src", ""))
	})
	for _, link := range links {
		w, _, err := fetch(c, link, "*/*")
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

func fetch(c *rig.Client, path, accept string) (weight, []byte, error) {
	a, err := c.Do(context.Background(), http.MethodGet, path, nil,
		"Accept", accept, "Accept-Encoding", "gzip", "Accept-Language", "de")
	if err != nil {
		return weight{}, nil, err
	}
	if a.Status != http.StatusOK {
		return weight{}, nil, fmt.Errorf("GET %s answered %d", path, a.Status)
	}
	w := weight{name: path, travels: len(a.Body), raw: len(a.Body)}
	body := a.Body
	if a.Header.Get("Content-Encoding") == "gzip" {
		r, err := gzip.NewReader(bytes.NewReader(a.Body))
		if err != nil {
			return w, nil, err
		}
		if body, err = io.ReadAll(r); err != nil {
			return w, nil, err
		}
		w.raw = len(body)
	}
	return w, body, nil
}
