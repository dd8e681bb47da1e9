package handlers

import (
	"fmt"
	"io"
	told "runtime/metrics"
)

// runtimeFigure is what the Go runtime tells of itself, or a sum of that.
type runtimeFigure struct {
	name, text string
	of         []string
}

var runtimeFigures = []runtimeFigure{
	{"go_goroutines", "Goroutines that exist now.", []string{"/sched/goroutines:goroutines"}},
	{"go_memstats_heap_inuse_bytes", "Heap in use, garbage included.", []string{"/memory/classes/heap/objects:bytes", "/memory/classes/heap/unused:bytes"}},
	{"go_memstats_stack_inuse_bytes", "Stacks of goroutines.", []string{"/memory/classes/heap/stacks:bytes"}},
	{"go_gc_heap_live_bytes", "Heap that the last collection of garbage left.", []string{"/gc/heap/live:bytes"}},
	{"go_gc_heap_goal_bytes", "Heap at which the next one ends.", []string{"/gc/heap/goal:bytes"}},
}

// writeRuntime prints them without stopping anybody.
func writeRuntime(w io.Writer) {
	var samples []told.Sample
	for _, f := range runtimeFigures {
		for _, name := range f.of {
			samples = append(samples, told.Sample{Name: name})
		}
	}
	told.Read(samples)
	for _, f := range runtimeFigures {
		var sum uint64
		for range f.of {
			if v := samples[0].Value; v.Kind() == told.KindUint64 {
				sum += v.Uint64()
			}
			samples = samples[1:]
		}
		help(w, f.name, "gauge", f.text)
		fmt.Fprintf(w, "%s %d\n", f.name, sum)
	}
}
