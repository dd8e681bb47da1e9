package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxBytes is the largest export that is read.
const MaxBytes = 64 << 20

const headerType = "header"

// ErrTooLarge says that a file has more than MaxBytes.
var ErrTooLarge = fmt.Errorf("an export has at most %d MB", MaxBytes>>20)

// Line is one line after the header, verbatim.
type Line struct {
	Number int    // in the file, 1 for the header
	Type   string // "" if the line is no JSON object with a type
	JSON   json.RawMessage
}

// File is an export that was read. Only its header is known to be sound.
type File struct {
	Header Header
	Lines  []Line
}

// Read reads an export. It refuses only files that cannot be an export of this
// format at all: faults in the lines after the header are left to the reader
// of the lines. The error is ErrTooLarge, the reader's or a sentence.
func Read(r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, ErrTooLarge
	}
	f, number := &File{}, 0
	for line := range bytes.Lines(data) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		if number == 1 {
			if err := f.Header.read(line); err != nil {
				return nil, err
			}
			continue
		}
		f.Lines = append(f.Lines, Line{Number: number, Type: typeOf(line), JSON: line})
	}
	if number == 0 {
		return nil, errors.New("the file is empty")
	}
	return f, nil
}

func (h *Header) read(line []byte) error {
	if typeOf(line) != headerType {
		return errors.New("the first line is not the header of an export")
	}
	var form struct {
		Format json.RawMessage `json:"format"`
	}
	if err := json.Unmarshal(line, &form); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if string(form.Format) != "1" {
		return fmt.Errorf("the format of this export is %q; this program reads format %d", form.Format, Format)
	}
	if err := json.Unmarshal(line, h); err != nil {
		return mistyped(err)
	}
	if len(h.Edition) == 0 {
		return errors.New("header: the edition is missing")
	}
	return nil
}

// typeOf is the type of a line, or "".
func typeOf(line []byte) string {
	var head struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(line, &head) != nil {
		return ""
	}
	return head.Type
}
