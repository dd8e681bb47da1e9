package sqlite

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// SQLite reads its write-ahead log up to the first page that does not bear its
// checksum and ignores the rest. That is right for the write that
// was under way when the power went, and silent loss if the file was cut or
// copied badly. So the log is looked through before SQLite opens it.

// walScan is the contents of a write-ahead log.
type walScan struct {
	salt      uint64
	committed uint32 // pages up to the last whole transaction
	after     uint32 // pages of the same run behind it that SQLite is going to leave out
}

const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // the last bit says in which order checksums are summed
)

// What is appended to the name of a database for the files that belong to it while it is in use.
const (
	walSuffix = "-wal"
	shmSuffix = "-shm"
)

// logFiles are the endings of those files.
func logFiles() []string { return []string{walSuffix, shmSuffix} }

// hasLog reports whether there is anything in the log of a database.
func hasLog(path string) bool {
	info, err := os.Lstat(path + walSuffix)
	return err == nil && info.Size() > 0
}

// scanLog reads a write-ahead log; a file that is none, or empty, is no error.
func scanLog(r io.Reader) (w walScan, err error) {
	in := bufio.NewReaderSize(r, 1<<20)
	head := make([]byte, walHeader)
	if _, err := io.ReadFull(in, head); err != nil {
		return w, whole(err)
	}
	magic, size := binary.BigEndian.Uint32(head), binary.BigEndian.Uint32(head[8:])
	if magic&^1 != walMagic || size < 512 || size > 65536 {
		return w, nil
	}
	sum := walSum{order: binary.LittleEndian}
	if magic&1 != 0 {
		sum.order = binary.BigEndian
	}
	sum.add(head[:24])
	if !sum.is(head[24:]) {
		return w, nil
	}
	w.salt = binary.BigEndian.Uint64(head[16:])
	frame := make([]byte, frameHeader+int(size))
	broken, n := false, uint32(0)
	for {
		if _, err := io.ReadFull(in, frame); err != nil {
			return w, whole(err)
		}
		if binary.BigEndian.Uint64(frame[8:]) != w.salt {
			return w, nil // the rest is from an earlier run of the log
		}
		n++
		sum.add(frame[:8])
		sum.add(frame[frameHeader:])
		broken = broken || !sum.is(frame[16:]) || binary.BigEndian.Uint32(frame) == 0
		if !broken && binary.BigEndian.Uint32(frame[4:]) != 0 {
			w.committed = n
		}
		w.after = n - w.committed
	}
}

// whole treats the end of a file as the end of the log.
func whole(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// walSum is SQLite's running checksum.
type walSum struct {
	order binary.ByteOrder
	a, b  uint32
}

func (s *walSum) add(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		s.a += s.order.Uint32(data) + s.b
		s.b += s.order.Uint32(data[4:]) + s.a
	}
}

func (s *walSum) is(stored []byte) bool {
	return binary.BigEndian.Uint32(stored) == s.a && binary.BigEndian.Uint32(stored[4:]) == s.b
}

// walIndex is the data about the log in the index beside it, which a killed process leaves
// behind.
type walIndex struct {
	salt      uint64
	committed uint32 // pages that were confirmed
	moved     uint32 // of these, pages that are in the database file already
}

// readIndex reads the index; ok is false if there is none that can be trusted.
func readIndex(name string) (x walIndex, ok bool, err error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return x, false, nil
	}
	if err != nil {
		return x, false, err
	}
	defer f.Close()
	data := make([]byte, 100)
	if _, err := io.ReadFull(f, data); err != nil {
		return x, false, whole(err)
	}
	first, second := data[:48], data[48:96]
	sum := walSum{order: binary.NativeEndian}
	sum.add(first[:40])
	order := binary.NativeEndian
	if string(first) != string(second) || first[12] != 1 || order.Uint32(first[40:]) != sum.a || order.Uint32(first[44:]) != sum.b {
		return x, false, nil
	}
	x = walIndex{salt: binary.BigEndian.Uint64(first[32:]), committed: order.Uint32(first[16:]), moved: order.Uint32(data[96:])}
	return x, true, nil
}

// inspectUnserved inspects the log of a file that is only looked at, unless a
// server is writing to it.
func (d *DB) inspectUnserved() error {
	if _, err := os.Stat(d.path + "-shm"); err != nil {
		return nil //nolint:nilerr // nothing was left behind
	}
	lock, err := lockDatabase(d.path)
	if errors.Is(err, ErrInUse) {
		return nil
	}
	return errors.Join(err, d.inspectLog(), lock.release())
}

// missing reports whether there is nothing in the database file. SQLite writes into a
// new one before it begins a log.
func (d *DB) missing() bool {
	info, err := os.Stat(d.path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// inspectLog reports the pages missing from the write-ahead log. Missing pages of
// confirmed moves are an error, unless the operator chose durability normal
// and the power may have taken them. So is a log without its database.
func (d *DB) inspectLog() error {
	x, known, err := readIndex(d.path + "-shm")
	if err != nil {
		return fmt.Errorf("read %s-shm: %w", d.path, err)
	}
	var w walScan
	f, err := os.Open(d.path + "-wal")
	switch {
	case err == nil:
		w, err = scanLog(f)
		err = errors.Join(err, f.Close())
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return fmt.Errorf("read %s-wal: %w", d.path, err)
	}
	if w.committed > 0 && d.missing() {
		return fmt.Errorf("%w: %s is missing or empty, and the confirmed moves in %[2]s-wal belong to it; put the file back, or move %[2]s-wal away and restore a backup",
			ErrDamaged, d.path)
	}
	lost := uint32(0)
	if known && (x.salt == w.salt || w.salt == 0) && x.committed > w.committed {
		lost = x.committed - w.committed
	}
	switch {
	case lost > 0 && w.committed == 0 && x.moved == x.committed: // all of it is in the database file
	case lost > 0 && (d.opt.Sync == Full || x.moved > w.committed):
		return fmt.Errorf("%w: %s-wal was damaged or cut short: %d of %d pages with confirmed moves are missing; put the whole file back or restore a backup, or delete %[2]s-shm to go on with what is left",
			ErrDamaged, d.path, lost, x.committed)
	case lost > 0:
		d.opt.Logger.Error("the last moves are lost, as durability normal allows", "pages", lost, "file", d.path+"-wal")
	case w.after > 0:
		d.opt.Logger.Warn("a write that was not confirmed was cut off and is left out", "pages", w.after, "file", d.path+"-wal")
	}
	return nil
}
