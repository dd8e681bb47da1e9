package handlers

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
)

// writeProcess prints what Linux tells of this process, by the names that every
// program uses for it. What cannot be had is left out.
func writeProcess(w io.Writer) {
	if n, err := openFiles(); err == nil {
		help(w, "process_open_fds", "gauge", "Files and connections that are open now.")
		fmt.Fprintf(w, "process_open_fds %d\n", n)
	}
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) == nil {
		help(w, "process_max_fds", "gauge", "Files and connections that may be open.")
		fmt.Fprintf(w, "process_max_fds %d\n", limit.Cur)
	}
	if n, err := resident(); err == nil {
		help(w, "process_resident_memory_bytes", "gauge", "Memory that the process holds.")
		fmt.Fprintf(w, "process_resident_memory_bytes %d\n", n)
	}
}

// openFiles asks for the number alone, which kernels tell from 6.2 on, or counts.
func openFiles() (int64, error) {
	const dir = "/proc/self/fd"
	if info, err := os.Stat(dir); err == nil && info.Size() > 0 {
		return info.Size(), nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	return int64(len(names) - 1), err // without that of counting
}

// resident is the second number of statm, in pages.
func resident() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0, fmt.Errorf("statm says %q", text)
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize()), err
}
