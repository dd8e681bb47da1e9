// Compare drives two builds of the program side by side and prints where their
// answers differ: status, headers, JSON and HTML of every operation, in every
// format and language, as several viewers see it. A change that shall keep the
// behaviour is checked against the commit before it:
//
//	go run ./cmd/e2e/compare -base HEAD~1
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

func main() {
	base := flag.String("base", "HEAD", "the `revision` to compare the working tree with")
	most := flag.Int("most", 40, "how many differences to print")
	flag.Parse()
	r, err := compareWith(context.Background(), *base)
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
	if r.print(os.Stdout, *most) > 0 {
		os.Exit(1)
	}
}

// compareWith builds a revision and the working tree and drives both.
func compareWith(ctx context.Context, revision string) (*report, error) {
	dir, err := os.MkdirTemp("", "bankhalter-compare-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	before, err := buildRevision(ctx, revision, filepath.Join(dir, "before"))
	if err != nil {
		return nil, err
	}
	after, err := rig.Build(ctx, dir)
	if err != nil {
		return nil, err
	}
	return drive(ctx, dir, before, after, false)
}

// buildRevision builds the program of a revision in a work tree of its own.
func buildRevision(ctx context.Context, revision, dir string) (binary string, err error) {
	if err := run(ctx, ".", "git", "worktree", "add", "--quiet", "--detach", dir, revision); err != nil {
		return "", err
	}
	defer func() {
		if gone := run(context.WithoutCancel(ctx), ".", "git", "worktree", "remove", "--force", dir); err == nil {
			err = gone
		}
	}()
	binary = dir + ".bin"
	return binary, run(ctx, dir, "go", "build", "-o", binary, "./cmd/bankhalter")
}

func run(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// print writes the differences and returns their number.
func (r *report) print(w io.Writer, most int) int {
	fmt.Fprintf(w, "%d requests, %d operations, %d differences\n", r.requests, len(r.answered), len(r.differences))
	for i, d := range r.differences {
		if i == most {
			fmt.Fprintf(w, "and %d more\n", len(r.differences)-most)
			break
		}
		fmt.Fprintf(w, "\n%s\n  %s\n", d.request, strings.ReplaceAll(d.what, "\n", "\n  "))
	}
	return len(r.differences)
}
