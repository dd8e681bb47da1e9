package main

import (
	"embed"
	"flag"
	"fmt"
	"io"
	"strings"
)

// The files that show an operator how to run this program behind or beside others.
//
//go:embed deploy
var deploy embed.FS

// environmentExample is the example that is made from the settings.
const environmentExample = "env"

const exampleUsage = `example [NAME]

Prints a worked example to standard output, or without NAME the list of them:
  env                 all settings as a file of environment variables
  bankhalter.service  a unit for systemd
  Containerfile       an image of one static file
  Caddyfile           Caddy in front of the server
  Caddyfile-servers   Caddy in front of several servers on one PostgreSQL
  nginx.conf          nginx in front of the server
  nginx-servers.conf  nginx in front of several servers on one PostgreSQL
  compose.yml         three servers, PostgreSQL with a standby, and nginx
  litestream.yml      continuous replication
  prometheus.yml      where Prometheus finds the numbers
  alerts.yml          alarms for Prometheus
  grafana.json        a dashboard for Grafana`

func example(p *program, args []string) int {
	fs := newFlags("example")
	rest, done, status := p.parse(fs, exampleUsage, args)
	if done {
		return status
	}
	switch len(rest) {
	case 0:
		fmt.Fprintln(p.stdout, strings.SplitN(exampleUsage, ":\n", 2)[1])
		return exitOK
	case 1:
	default:
		return p.fail(exitUsage, "example wants one name")
	}
	if rest[0] == environmentExample {
		writeEnvironment(p.stdout)
		return exitOK
	}
	data, err := deploy.ReadFile("deploy/" + rest[0])
	if err != nil {
		return p.fail(exitUsage, "there is no example %q; see bankhalter example", rest[0])
	}
	if _, err := p.stdout.Write(data); err != nil {
		return p.fail(exitFail, "example: %v", err)
	}
	return exitOK
}

// writeEnvironment prints every setting as a variable, with its default
// value.
func writeEnvironment(w io.Writer) {
	fmt.Fprint(w, "# Settings of bankhalter serve. What is not set has the value that stands here.\n")
	var o serveOptions
	group := ""
	for _, s := range o.settings() {
		if s.group != group {
			group = s.group
			fmt.Fprintf(w, "\n### %s\n", group)
		}
		fs := newFlags("one")
		s.add(fs, s.name, s.help)
		fs.VisitAll(func(f *flag.Flag) {
			_, help := flag.UnquoteUsage(f)
			fmt.Fprintf(w, "\n# %s\n#%s=%s\n", help, envName(f.Name), f.DefValue)
		})
	}
}
