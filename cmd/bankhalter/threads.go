package main

import "runtime"

// oneThreadMore lets one thread more run Go code than there are processors,
// until stop is called: under load one of them nearly always waits for the disk
// in the middle of a commit, and its processor would wait with it.
func oneThreadMore() (stop func()) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(before + 1)
	return func() { runtime.GOMAXPROCS(before) }
}
