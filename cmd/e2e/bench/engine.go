package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// engine runs the benchmarks of the core and of bot games, on one core.
func engine(r report) error {
	r.section("Engine, on one core")
	out, err := exec.Command("go", "test", "-run", "^$", "-bench", ".", "-benchmem", "-cpu", "1",
		"github.com/bankhalter/bankhalter/game", "github.com/bankhalter/bankhalter/game/sim").CombinedOutput()
	if err != nil {
		return fmt.Errorf("engine benchmarks: %w\n%s", err, out)
	}
	r.line("", "turns", "commands", "events", "games", "allocations")
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		name, figures, ok := benchLine(lines.Text())
		if !ok {
			continue
		}
		columns := make([]string, 0, 5)
		for _, what := range []string{"turns", "commands", "events", "games"} {
			columns = append(columns, count(figures[what+"/cpu-s"]+figures[what+"/s"]))
		}
		if lists, ok := figures["lists/s"]; ok {
			name, columns = name+" ("+count(lists)+" lists)", []string{"", "", "", ""}
		}
		r.line(name, append(columns, fmt.Sprintf("%.0f a run", figures["allocs/op"]))...)
	}
	return lines.Err()
}

// benchLine reads a line of go test -bench: a name, a count, pairs of figure
// and unit.
func benchLine(line string) (name string, figures map[string]float64, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return "", nil, false
	}
	figures = map[string]float64{}
	for i := 2; i+1 < len(fields); i += 2 {
		n, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return "", nil, false
		}
		figures[fields[i+1]] = n
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(fields[0], "Benchmark"), "/")
	titles := map[string]string{
		"Decide": "replaying the commands of a game", "Apply": "folding its events",
		"Options": "listing what a seat may do", "Games": "playing games with computer players",
	}
	if title, ok := titles[name]; ok {
		name = title
	}
	if rest != "" {
		name += ", " + rest
	}
	return name, figures, true
}
