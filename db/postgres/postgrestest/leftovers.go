package postgrestest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A test program that was killed, or stopped by Ctrl-C, stops no cluster. The next one does:
// a cluster is in use as long as its test program has the file of this name locked, which the
// system unlocks when the program ends.
const inUse = "in-use"

// fresh is how long a folder is left alone whose file may have been made and not yet locked.
const fresh = time.Minute

// folder makes one for a cluster among those in root; the file that it returns keeps it
// in use until it is closed. Clusters that are no longer in use are removed.
func folder(root string) (dir string, lock *os.File, err error) {
	removeLeftovers(root)
	if dir, err = os.MkdirTemp(root, "bankhalter-postgres-"); err != nil {
		return "", nil, err
	}
	if lock, err = os.Create(filepath.Join(dir, inUse)); err != nil {
		return dir, nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return dir, nil, errors.Join(err, lock.Close())
	}
	return dir, lock, nil
}

// removeLeftovers stops clusters that are no longer in use, and removes their folders. What
// it may not or cannot do it leaves: the tests do not depend on it.
func removeLeftovers(root string) {
	found, _ := filepath.Glob(filepath.Join(root, "bankhalter-postgres-*", inUse)) // the pattern is sound
	for _, name := range found {
		if about, err := os.Stat(name); err != nil || time.Since(about.ModTime()) < fresh {
			continue
		}
		if dir := filepath.Dir(name); isFree(name) && stopLeftover(dir) {
			_ = os.RemoveAll(dir) // what is left is tried again
		}
	}
}

// isFree reports whether no process has a file locked.
func isFree(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// stopLeftover ends the server of a folder, if it runs, and reports whether none does. The
// process has to be in that folder: another one may have got its number since.
func stopLeftover(dir string) bool {
	data := filepath.Join(dir, "data")
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, os.ErrNotExist) {
		return true
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, bad := strconv.Atoi(first)
	if err != nil || bad != nil || pid <= 1 {
		return false
	}
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	if at, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd"); err != nil || at != data {
		return false
	}
	_ = syscall.Kill(pid, syscall.SIGQUIT) // immediate shutdown; it may be gone
	for range 1000 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
