package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// keepCopy copies the database before its schema changes, so that the version
// of the program that wrote it can be gone back to. A copy that is there
// already is never replaced; one that was made after the last write, by an
// upgrade that did not come to its end, will do, and so will one that is the same as
// the new one: what a killed upgrade wrote into the log counts for nothing.
func keepCopy(ctx context.Context, d *DB, have int64) (string, error) {
	d.sweepParts(have)
	last := ""
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.schema-%d.bak", d.path, have)
		if n > 1 {
			name = fmt.Sprintf("%s.schema-%d.%d.bak", d.path, have, n)
		}
		info, err := os.Stat(name)
		if err == nil && info.Mode().IsRegular() && info.ModTime().After(d.written) {
			return name, nil
		}
		if err == nil {
			last = name
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("look for a copy of %s: %w", d.path, err)
		}
		if err := backup(ctx, d.spare, d.path, name, false); err != nil {
			return "", fmt.Errorf("%s is copied before its schema changes, and that failed, so nothing was changed; the copy needs about %d MB beside it: %w", d.path, megabytes(d.path), err)
		}
		if last != "" && sameFile(last, name) && os.Remove(name) == nil {
			return last, nil
		}
		return name, nil
	}
}

// sameFile reports whether two files have the same bytes.
func sameFile(one, other string) bool {
	a, err := os.Open(one)
	if err != nil {
		return false
	}
	defer a.Close()
	b, err := os.Open(other)
	if err != nil {
		return false
	}
	defer b.Close()
	const part = 1 << 16
	left, right := make([]byte, part), make([]byte, part)
	for {
		n, err := io.ReadFull(a, left)
		m, err2 := io.ReadFull(b, right)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		switch {
		case n != m || !bytes.Equal(left[:n], right[:m]):
			return false
		case ended:
			return errors.Is(err2, io.EOF) || errors.Is(err2, io.ErrUnexpectedEOF)
		case err != nil || err2 != nil:
			return false
		}
	}
}

// sweepParts removes the remains of interrupted copies.
func (d *DB) sweepParts(have int64) {
	pattern := globbed(d.path) + fmt.Sprintf(".schema-%d*.bak.*.part", have)
	parts, _ := filepath.Glob(pattern) // the pattern is sound
	journals, _ := filepath.Glob(pattern + "-journal")
	for _, part := range append(parts, journals...) {
		if err := os.Remove(part); err != nil {
			d.opt.Logger.Warn("remove an unfinished copy", "file", part, "err", err)
		}
	}
}

// globbed is a path as a pattern that matches only itself.
func globbed(path string) string {
	var b []rune
	for _, r := range path {
		if r == '*' || r == '?' || r == '[' || r == '\\' {
			b = append(b, '\\')
		}
		b = append(b, r)
	}
	return string(b)
}

func newest(names ...string) (at time.Time) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
	}
	return at
}

func megabytes(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()>>20 + 1
}
