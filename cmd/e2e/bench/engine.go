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
	r.line("a CPU second", "turns", "commands", "events", "games", "allocations")
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		name, figures, ok := benchLine(lines.Text())
		if !ok {
			continue
		}
		if _, games := figures["turns/cpu-s"]; !games {
			r.line(name, fmt.Sprintf("%.0f ns", figures["ns/op"]), "", "", "", fmt.Sprintf("%.0f", figures["allocs/op"]))
			continue
		}
		r.line("bot games, "+name, count(figures["turns/cpu-s"]), count(figures["commands/cpu-s"]),
			count(figures["events/cpu-s"]), count(figures["games/cpu-s"]), fmt.Sprintf("%.0f a game", figures["allocs/op"]))
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
	name = strings.TrimPrefix(fields[0], "Benchmark")
	return strings.TrimPrefix(name, "Games/"), figures, true
}
