package tablepage

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"slices"

	"github.com/a-h/templ"
	"github.com/cespare/xxhash/v2"

	"github.com/bankhalter/bankhalter/game"
)

// part is an element that was drawn once and is shown to all, but in other words
// to the player whose own it is.
type part struct {
	tag, id    string
	head, tail []byte
	inner      []*part // between head and tail
	sum        uint64  // of head and tail

	whose  game.Seat // shown own in place of head; game.Nobody if all are shown the same
	own    []byte
	ownSum uint64
}

// leaf is a part that is the same for all.
func leaf(tag, id string, c templ.Component) *part {
	body := drawn(c)
	return &part{tag: tag, id: id, head: body, sum: xxhash.Sum64(body), whose: game.Nobody}
}

// leafOf is a part in which the player of a seat is spoken to.
func leafOf(whose game.Seat, tag, id string, all, own templ.Component) *part {
	x := leaf(tag, id, all)
	x.whose, x.own = whose, drawn(own)
	x.ownSum = xxhash.Sum64(x.own)
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
	return &part{tag: tag, id: id, head: body[:at], tail: body[at:], inner: inner, sum: xxhash.Sum64(body), whose: game.Nobody}
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
		list = one.items(append(list, one.digest(seat)), seat)
	}
	return list
}

// writeTo writes what the player of a seat is shown, without the items whose
// digests their browser has.
func (x *part) writeTo(w io.Writer, seat game.Seat, had []uint64) error {
	head := x.head
	if x.whose == seat && x.own != nil {
		head = x.own
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, one := range x.inner {
		var err error
		if len(had) > 0 && slices.Contains(had, one.digest(seat)) {
			err = writeSame(w, one.tag, one.id)
		} else {
			err = one.writeTo(w, seat, had)
		}
		if err != nil {
			return err
		}
	}
	_, err := w.Write(x.tail)
	return err
}

// whole shows a part to the viewer.
func (v *view) whole(x *part) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error { return x.writeTo(w, v.me, nil) })
}
