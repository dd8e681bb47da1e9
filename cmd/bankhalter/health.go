package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

const healthUsage = `health [FLAGS] [URL]

Asks a server on this machine whether it can do its work, for health checks of
containers. Without URL it is asked where --listen says that it listens.

Status 0 if it can, 1 if not.`

// healthTimeout is how long a server may take to answer.
const healthTimeout = 4 * time.Second

func health(p *program, args []string) int {
	fs := newFlags("health")
	listen := fs.String("listen", "127.0.0.1:8080", "`address` and port on which the server listens")
	cert := fs.String("tls-cert", "", "`file` of the server's certificate; it speaks https then")
	hosts := new(list)
	fs.Var(hosts, "acme-hosts", "`names` of the server; it speaks https then")
	rest, done, status := p.parse(fs, healthUsage, args)
	if done {
		return status
	}
	if len(rest) > 1 {
		return p.fail(exitUsage, "health wants one address at most")
	}
	base := ""
	if len(rest) == 1 {
		base = rest[0]
	} else {
		host, port, err := net.SplitHostPort(*listen)
		if err != nil || port == "0" {
			return p.fail(exitUsage, "health: --listen: %q is not an address and a port such as 127.0.0.1:8080 at which a server can be asked", *listen)
		}
		if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
			host = "127.0.0.1"
		}
		base = "http://" + net.JoinHostPort(host, port)
		if *cert != "" || len(*hosts) > 0 {
			base = "https://" + net.JoinHostPort(host, port)
		}
	}
	name := ""
	if len(*hosts) > 0 {
		name = (*hosts)[0]
	}
	at, err := url.Parse(base)
	if err != nil || at.Host == "" {
		return p.fail(exitUsage, "health: %q is no address such as http://127.0.0.1:8080", base)
	}
	if err := askReady(at, name); err != nil {
		return p.fail(exitFail, "health: %v", err)
	}
	return exitOK
}

// askReady requests /readyz. The certificate is not checked: it is in the name
// of the outside, and the server on this machine that is meant.
func askReady(at *url.URL, name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath("/readyz").String(), http.NoBody)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{
		ServerName: name, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12,
	}}}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	said, err := io.ReadAll(io.LimitReader(res.Body, 1000))
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", res.Status, printable(string(said)))
	}
	return err
}
