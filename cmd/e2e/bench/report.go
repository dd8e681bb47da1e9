package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// report is the one table that is printed.
type report struct{ out io.Writer }

func (r report) section(title string) {
	fmt.Fprintf(r.out, "\n%s\n%s\n", title, strings.Repeat("-", len(title)))
}

func (r report) line(name string, columns ...string) {
	fmt.Fprintf(r.out, "  %-44s", name)
	for _, c := range columns {
		fmt.Fprintf(r.out, " %14s", c)
	}
	fmt.Fprintln(r.out)
}

func count(n float64) string {
	switch {
	case n == 0:
		return ""
	case n >= 1e6:
		return fmt.Sprintf("%.2f M/s", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.1f k/s", n/1e3)
	}
	return fmt.Sprintf("%.0f /s", n)
}

func ratio(a, b float64) string {
	if b == 0 {
		return "-"
	}
	return times(a / b)
}

func times(x float64) string { return fmt.Sprintf("%.2f x", x) }

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1e3) }

func us(d time.Duration) string { return fmt.Sprintf("%.0f us a move", d.Seconds()*1e6) }

func kilobytes(n int64) string { return fmt.Sprintf("%.1f kB", float64(n)/1e3) }
