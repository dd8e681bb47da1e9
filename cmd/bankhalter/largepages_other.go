//go:build !linux

package main

// largePages leaves it to the system what pages the heap lies on.
func largePages() (stop func(), err error) { return func() {}, nil }
