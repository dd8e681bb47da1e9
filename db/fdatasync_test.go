//go:build !linux

package db

import "os"

func fdatasync(f *os.File) error { return f.Sync() }
