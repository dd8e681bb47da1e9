package tablepage

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/cespare/xxhash/v2"

	"github.com/bankhalter/bankhalter/game"
)

// part is an element that was drawn once and is shown to all, but in other words
// to the player whose own it is.
type part struct {
	tag, id    string
	name       string // its id without the number in which it ends
	n          int    // that number, -1 if there is none
	head, tail []byte
	inner      []*part  // between head and tail
	sum        uint64   // of head and tail
	bare       bareLeaf // of a leaf whose class changes more often than what is in it

	late  []*part // lines that stood in its place, after those that are newer: the newest first
	newer int     // how many of them are newer

	whose        game.Seat // shown own in place of head and tail; game.Nobody if all are shown the same
	own, ownTail []byte
	ownSum       uint64
	ownBare      bareLeaf
}

// bareLeaf is the digest of a leaf without its first tag, and where that ends; 0 if it
// changes as a whole.
type bareLeaf struct {
	digest uint64
	tag    int
}

// leaf is a part that is the same for all.
func leaf(tag, id string, c templ.Component) *part {
	body := drawn(c)
	x := &part{tag: tag, id: id, head: body, sum: xxhash.Sum64(body), whose: game.Nobody}
	x.name, x.n = numbered(id) // once: a board of 40 spaces is compared with what each of its readers has
	return x
}

// leafOf is a part in which the player of a seat is spoken to.
func leafOf(whose game.Seat, tag, id string, all, own templ.Component) *part {
	x := leaf(tag, id, all)
	x.whose, x.own = whose, drawn(own)
	x.ownSum = xxhash.Sum64(x.own)
	return x
}

// dress lets the class of a leaf, in its first tag, change without the rest.
func (x *part) dress() *part {
	x.bare = x.undressed(x.head)
	if x.own != nil {
		x.ownBare = x.undressed(x.own)
	}
	return x
}

func (x *part) undressed(head []byte) bareLeaf {
	tag := bytes.IndexByte(head, '>')
	var d xxhash.Digest
	d.Reset()
	_, _ = d.WriteString(x.id)
	_, _ = d.Write(head[tag:])
	return bareLeaf{d.Sum64(), tag}
}

// bareTo is what the player of a seat is shown of a leaf without its first tag.
func (x *part) bareTo(seat game.Seat) bareLeaf {
	if x.whose == seat && x.own != nil {
		return x.ownBare
	}
	return x.bare
}

// around is a branch drawn before, with others in it.
func (x *part) around(inner []*part) *part {
	one := *x
	one.inner = inner
	return &one
}

// after is a part in whose place some lines stood, and before them newer ones. Who
// has not had the last of them is sent those hidden, for the film.
func (x *part) after(lines []*part, newer int) *part {
	one := *x
	one.late, one.newer = lines, newer
	return &one
}

// writeLate writes the lines that have come after the last that the reader had.
func (x *part) writeLate(w io.Writer, seat game.Seat, had []uint64) error {
	if len(had) == 0 || len(x.late) == x.newer {
		return nil
	}
	end := slices.IndexFunc(x.late, func(line *part) bool { return line.isHad(seat, had) })
	if end < 0 {
		end = len(x.late)
	}
	if end <= x.newer {
		return nil
	}
	if _, err := io.WriteString(w, "<ol hidden>"); err != nil {
		return err
	}
	for _, line := range slices.Backward(x.late[x.newer:end]) {
		if err := line.writeTo(w, seat, nil); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "</ol>")
	return err
}

// branchOf is a branch in whose frame the player of a seat is spoken to.
func branchOf(whose game.Seat, tag, id string, inner []*part, all, own func(children templ.Component) templ.Component) *part {
	x, theirs := branch(tag, id, inner, all), branch(tag, id, inner, own)
	x.whose, x.own, x.ownTail, x.ownSum = whose, theirs.head, theirs.tail, theirs.sum
	return x
}

// branch is a part made of others: frame draws the element around them.
func branch(tag, id string, inner []*part, frame func(children templ.Component) templ.Component) *part {
	b := templ.GetBuffer()
	defer templ.ReleaseBuffer(b)
	at := 0
	_ = frame(templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		err := w.(interface{ Flush() error }).Flush()
		at = b.Len()
		return err
	})).Render(context.Background(), b) // into memory
	body := bytes.Clone(b.Bytes())
	x := &part{tag: tag, id: id, head: body[:at], tail: body[at:], inner: inner, sum: xxhash.Sum64(body), whose: game.Nobody}
	x.name, x.n = numbered(id)
	return x
}

// drawn is what a component writes. It is wanted by all, not by one request.
func drawn(c templ.Component) []byte {
	b := templ.GetBuffer()
	defer templ.ReleaseBuffer(b)
	_ = c.Render(context.Background(), b) // into memory
	return bytes.Clone(b.Bytes())
}

// digest is of what the player of a seat is shown.
func (x *part) digest(seat game.Seat) uint64 {
	sum := x.sum
	if x.whose == seat && x.own != nil {
		sum = x.ownSum
	}
	if len(x.inner) == 0 {
		return sum
	}
	var d xxhash.Digest
	var eight [8]byte
	d.Reset()
	binary.LittleEndian.PutUint64(eight[:], sum)
	_, _ = d.Write(eight[:])
	for _, one := range x.inner {
		binary.LittleEndian.PutUint64(eight[:], one.digest(seat))
		_, _ = d.Write(eight[:])
	}
	return d.Sum64()
}

// items appends the digests of all that is in it.
func (x *part) items(list []uint64, seat game.Seat) []uint64 {
	for _, one := range x.inner {
		if bare := one.bareTo(seat); bare.tag > 0 {
			list = append(list, bare.digest)
		}
		list = one.items(append(list, one.digest(seat)), seat)
	}
	return list
}

// writeTo writes what the player of a seat is shown, without the items whose
// digests their browser has.
func (x *part) writeTo(w io.Writer, seat game.Seat, had []uint64) error {
	head, tail := x.head, x.tail
	if x.whose == seat && x.own != nil {
		head, tail = x.own, x.ownTail
	}
	if bare := x.bareTo(seat); bare.tag > 0 && slices.Contains(had, bare.digest) {
		_, err := io.WriteString(w, string(head[:bare.tag])+" data-same></"+x.tag+">")
		return err
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for i := 0; i < len(x.inner); {
		one, same := x.inner[i], 0
		for i+same < len(x.inner) && x.inner[i+same].follows(one, same) && x.inner[i+same].isHad(seat, had) {
			same++
		}
		var err error
		if same > 0 {
			err = writeSames(w, one.tag, one.id, same)
		} else {
			err = one.writeTo(w, seat, had)
		}
		if err != nil {
			return err
		}
		i += max(1, same)
	}
	if err := x.writeLate(w, seat, had); err != nil {
		return err
	}
	_, err := w.Write(tail)
	return err
}

// isHad reports whether the digest of what is shown is among those.
func (x *part) isHad(seat game.Seat, had []uint64) bool {
	return len(had) > 0 && slices.Contains(had, x.digest(seat))
}

// follows reports whether the number in which its id ends is by n higher than that
// of another part, as those of the spaces of a board.
func (x *part) follows(first *part, n int) bool {
	if n == 0 {
		return true
	}
	return x.tag == first.tag && first.name != "" && x.name == first.name && first.n >= 0 && x.n == first.n+n
}

// numbered takes an id apart into a name and the number in which it ends, -1 if in none.
func numbered(id string) (name string, n int) {
	name = strings.TrimRight(id, "0123456789")
	n, err := strconv.Atoi(id[len(name):])
	if err != nil {
		return name, -1
	}
	return name, n
}

// whole shows a part to the viewer.
func (v *view) whole(x *part) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error { return x.writeTo(w, v.me, nil) })
}
