package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// engine runs the benchmarks of the core and prints what they print.
func engine(r report) error {
	r.section("Engine (bot games on one core; go test -bench in game/sim)")
	out, err := exec.Command("go", "test", "-run", "^$", "-bench", ".", "-benchmem", "-cpu", "1",
		"github.com/bankhalter/bankhalter/game/sim").CombinedOutput()
	if err != nil {
		return fmt.Errorf("engine benchmarks: %w\n%s", err, out)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "Benchmark") {
			fmt.Fprintln(r.out, "  "+strings.Join(strings.Fields(lines.Text()), "  "))
		}
	}
	return lines.Err()
}
