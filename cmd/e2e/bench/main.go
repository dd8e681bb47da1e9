// Bench measures the built program on this machine and prints one table. Every
// rate of durable moves is printed beside the rate that the same disk, and a server without
// a game, reach in the same minute; ratios travel between machines, numbers
// do not.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

type options struct {
	tables   int
	span     time.Duration
	rounds   int
	watchers int
	dir      string
	only     string
	binary   string
	posters  string
	streams  int
	rate     int
	slower   time.Duration
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		if err := serveBare(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "bench serve:", err)
			os.Exit(1)
		}
		return
	}
	var o options
	flag.IntVar(&o.tables, "tables", 1000, "tables under load")
	flag.DurationVar(&o.span, "span", 3*time.Second, "length of each measurement")
	flag.IntVar(&o.rounds, "rounds", 3, "rounds, of which the median counts")
	flag.IntVar(&o.watchers, "watchers", 4, "streams a table in the watched part")
	flag.StringVar(&o.dir, "dir", "", "folder on the disk to measure (default: a temporary one)")
	flag.StringVar(&o.only, "only", "", "only these parts, separated by commas: engine, moves, watched, idle, memory, pages, browsers, picture, or nodes, live and attack, which are done by name alone")
	flag.StringVar(&o.binary, "binary", "", "program to measure (default: built from this tree)")
	flag.StringVar(&o.posters, "posters", "1,8,64,256", "numbers of clients that post moves at once")
	flag.IntVar(&o.streams, "streams", 10000, "streams in the parts live and attack")
	flag.IntVar(&o.rate, "rate", 400, "moves a second in the part live")
	flag.DurationVar(&o.slower, "slower", 0, "in the part nodes: how much longer PostgreSQL waits for the disk at each commit, as on a disk that syncs so much slower")
	flag.Parse()
	if err := bench(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(o options) error {
	dir, err := os.MkdirTemp(o.dir, "bankhalter-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := o.binary
	if binary == "" {
		if binary, err = rig.Build(context.Background(), dir); err != nil {
			return err
		}
	}
	r := report{os.Stdout}
	fmt.Fprintf(r.out, "Bankhalter on %s/%s, %d cores, %s, load %s before\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), load())
	b := &run{o: o, dir: dir, binary: binary, r: r}
	parts := []part{
		{"engine", func() error { return engine(r) }, false},
		{"moves", b.moves, false},
		{"watched", b.watched, false},
		{"idle", b.idle, false},
		{"memory", b.memory, false},
		{"pages", b.pages, false},
		{"browsers", b.browsers, false},
		{"picture", b.picture, false},
		{"nodes", b.nodes, true},
		{"live", b.live, true},
		{"attack", b.attack, true},
	}
	var wanted []string
	if o.only != "" {
		wanted = strings.Split(o.only, ",")
	}
	for _, name := range wanted {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.name == name }) {
			return fmt.Errorf("-only %s: there is no such part", name)
		}
	}
	for _, p := range parts {
		if wanted != nil && !slices.Contains(wanted, p.name) || wanted == nil && p.alone {
			continue
		}
		if err := p.do(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	fmt.Fprintf(r.out, "\nload %s after\n", load())
	return nil
}

// part is a part of a run that can be asked for by its name.
type part struct {
	name  string
	do    func() error
	alone bool // done by name alone
}

// run is one benchmark run.
type run struct {
	o      options
	dir    string
	binary string
	r      report
	made   int
}

// serve starts a server on a fresh database beside the raw measurements.
func (b *run) serve(env ...string) (*rig.Server, error) {
	return b.serveOn(b.file(), env...)
}

// file is a database that is not there yet.
func (b *run) file() string {
	b.made++
	return filepath.Join(b.dir, fmt.Sprintf("bench%d.db", b.made))
}

// serveOn starts a server on a database.
func (b *run) serveOn(db string, env ...string) (*rig.Server, error) {
	return rig.Start(rig.Options{
		Binary: b.binary, DB: db,
		Env:  append(env, "BANKHALTER_REQUESTS=0", "BANKHALTER_MOVES=0", "BANKHALTER_CONNECTIONS=0", "BANKHALTER_STREAMS_PER_TABLE=0"), // older programs know no such flags
		Args: []string{"--bot-pause", "0", "--claim-grace", "0", "--rate", "0", "--streams", "0", "--streams-per-player", "0", "--log-level", "warn"},
	})
}
