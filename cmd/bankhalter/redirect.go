package main

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// redirect sends browsers that come by http on to https. Anything they have sent
// already went over an open line and is not sent on: only reads are, and those
// of browsers. A program that comes by http is set up wrongly, and shall notice
// before it sends a token each time.
type redirect struct {
	public *url.URL // the target; nil: the requested host, at port
	hosts  []string // hosts that are served; nil: any
	port   string   // of https, "" for the usual one
}

// ServeHTTP answers one request.
func (d redirect) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close")
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if d.hosts != nil && !slices.Contains(d.hosts, strings.ToLower(host)) {
		http.Error(w, "This server has another name.", http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header.Get("Authorization") != "" || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Error(w, "This address speaks https only. Nothing was done; do not send secrets by http.", http.StatusForbidden)
		return
	}
	to := url.URL{Scheme: "https", Host: host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	if d.port != "" {
		to.Host = net.JoinHostPort(host, d.port)
	}
	if d.public != nil {
		to.Host = d.public.Host
	}
	http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
}
