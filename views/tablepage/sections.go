package tablepage

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/cespare/xxhash/v2"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/bankhalter/bankhalter/views/page"
)

// A running table is made of sections. A browser that has shown it names with
// each fetch the digest of every section that it has, and is sent only those that
// are others now; an element with the attribute data-same stands for one that is
// the same, at any depth, and with a number for so many with ids that count on. One with a class is
// the same but for that, and the table itself but for the attributes that it has. A digest is made of the bytes of a section and of
// nothing else: where one fits, the browser has those very bytes, whichever table,
// viewer, language or version of the program it has them from.

// HaveHeader names the request header in which a browser says what it has.
const HaveHeader = "Bh-Have"

// MostHave is the length of that header in bytes beyond which it is not read.
const MostHave = 1024

// usualHave is the length that it seldom exceeds.
const usualHave = 320

// Have is what a browser shows of the sections.
type Have []Had

// Had is a section that a browser has.
type Had struct {
	Name   string
	Digest uint64
	Hidden bool // whatever it is, it is not seen, as on a screen too large for it
}

const (
	unseen     = "hidden" // stands in place of a digest
	shell      = "page"
	digestBase = 36        // in which digests are written
	digestMask = 1<<48 - 1 // what is written of them
)

// ParseHave reads the header; nil if there is nothing in it that can be used.
func ParseHave(header string) Have {
	if header == "" || len(header) > MostHave {
		return nil
	}
	h := make(Have, 0, strings.Count(header, ",")+1)
	for pair := range strings.SplitSeq(header, ",") {
		name, digest, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if digest == unseen {
			h = append(h, Had{Name: name, Hidden: true})
			continue
		}
		if n, err := strconv.ParseUint(digest, digestBase, 64); err == nil {
			h = append(h, Had{Name: name, Digest: n})
		}
	}
	if len(h) == 0 {
		return nil
	}
	return h
}

// of returns what the browser has of a section; of one named twice the last counts.
func (h Have) of(name string) (had Had, ok bool) {
	for i := len(h) - 1; i >= 0; i-- {
		if h[i].Name == name {
			return h[i], true
		}
	}
	return Had{}, false
}

// Answered says that there is something to be answered, even if nothing is new.
func (h Have) Answered() Have {
	return slices.DeleteFunc(h, func(had Had) bool { return had.Name == shell })
}

// SentItems remembers of which items sections were made that have been sent, so
// that of a list in which a line is new only that line is sent. It forgets what
// was not sent for a long time; such a section is sent whole.
type SentItems struct {
	lists *lru.Cache[uint64, []uint64] // digests of items, by that of their section
}

// NewSentItems returns one that remembers nothing yet.
func NewSentItems() *SentItems {
	lists, _ := lru.New[uint64, []uint64](8192) // of some 50 items each; only a size below 1 is an error
	return &SentItems{lists}
}

// Len returns the number of sections whose items are remembered.
func (s *SentItems) Len() int { return s.lists.Len() }

func (s *SentItems) find(section uint64) []uint64 {
	if s == nil {
		return nil
	}
	list, _ := s.lists.Get(section)
	return list
}

func (s *SentItems) add(section uint64, items func() []uint64) {
	if s == nil || s.find(section) != nil {
		return
	}
	if list := items(); len(list) > 0 {
		s.lists.Add(section, list)
	}
}

// sectionItem is an element of a section that may be left out by itself.
type sectionItem struct {
	tag, id    string
	start, end int
	digest     uint64
}

// sections leaves out of a table what its reader has.
type sections struct {
	have  Have
	sent  *SentItems
	seq   []byte // the fields that every form has and the script keeps up to date
	offer []byte
	now   []byte // the digests of all sections so far, as the reader will name them
	diff  []byte // those that the reader has not named
	rest  xxhash.Digest
	news  bool // something is sent that the reader does not have

	section *bytes.Buffer // the one that is rendered now, nil between two
	items   []sectionItem
}

// section is an element with an id that is left out if the reader has it.
func (v *view) section(name, tag, id string, c templ.Component) templ.Component {
	return v.sectionThen(name, tag, id, c, nil)
}

// same is a section that the reader has, not drawn.
func (v *view) same(name, tag, id string, digest uint64) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		v.cut.note(name, digest)
		return writeSame(w, tag, id)
	})
}

// sectionThen is section, and passes on what was drawn with its digest.
func (v *view) sectionThen(name, tag, id string, c templ.Component, then func(digest uint64, body []byte)) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		x := &v.cut
		b := templ.GetBuffer()
		defer templ.ReleaseBuffer(b)
		x.section, x.items = b, x.items[:0]
		err := c.Render(ctx, b)
		x.section = nil
		if err != nil || b.Len() == 0 {
			return err
		}
		body := b.Bytes()
		digest := x.digest(body) & digestMask
		if then != nil {
			then(digest, body)
		}
		had, ok := x.note(name, digest)
		if ok && had == digest {
			return writeSame(w, tag, id)
		}
		x.news = true
		x.sent.add(digest, x.itemDigests)
		if ok {
			return x.writeChanged(w, body, x.sent.find(had))
		}
		_, err = w.Write(body)
		return err
	})
}

// shared is a section that was drawn for all, unless its reader does not see it.
func (v *view) shared(name, id string, drawn func() *part) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		x := &v.cut
		if had, _ := x.have.of(name); had.Hidden {
			x.now = append(append(append(x.now, name...), '='), unseen+","...)
			return writeSame(w, "section", id)
		}
		part := drawn()
		digest := part.digest(v.me) & digestMask
		had, ok := x.note(name, digest)
		if ok && had == digest {
			return writeSame(w, "section", id)
		}
		x.news = true
		x.sent.add(digest, func() []uint64 { return part.items(nil, v.me) })
		var items []uint64
		if ok {
			items = x.sent.find(had)
		}
		return part.writeTo(w, v.me, items)
	})
}

// note writes down the digest of a section, and finds the one that the reader has.
func (x *sections) note(name string, digest uint64) (had uint64, ok bool) {
	begin := len(x.now)
	x.now = append(append(x.now, name...), '=')
	x.now = append(strconv.AppendUint(x.now, digest&digestMask, digestBase), ',')
	shown, ok := x.have.of(name)
	ok = ok && !shown.Hidden
	if !ok || shown.Digest != digest&digestMask {
		x.diff = append(x.diff, x.now[begin:]...)
	}
	return shown.Digest, ok
}

func (x *sections) itemDigests() []uint64 {
	list := make([]uint64, len(x.items))
	for i := range x.items {
		list[i] = x.items[i].digest
	}
	return list
}

// around is what belongs to no section: it is always sent, but if it is the same
// too, and all sections are, there is nothing to send.
func (v *view) around(c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		b := templ.GetBuffer()
		defer templ.ReleaseBuffer(b)
		if err := c.Render(ctx, b); err != nil {
			return err
		}
		_, _ = v.cut.rest.Write(b.Bytes())
		_, err := w.Write(b.Bytes())
		return err
	})
}

// counted is what a fragment would have besides the table: a page says in its own
// places what it does, but then has it.
func (v *view) counted(c templ.Component) templ.Component { return v.discarded(v.around(c)) }

func (v *view) discarded(c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, _ io.Writer) error { return c.Render(ctx, io.Discard) })
}

// unlessHad is a section made of what shows holds that leaves nothing in its place if
// the reader has it; those at one seat, and all who watch, are shown the same of it.
func (v *view) unlessHad(name string, shows any, c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		x, of := &v.cut, v.own(name)
		if v.home != nil {
			had, _ := x.have.of(name)
			if digest, known := v.home.know(of, shows); known && (v.full || had.Digest == digest) {
				x.note(name, digest)
				return nil
			}
		}
		b := templ.GetBuffer()
		defer templ.ReleaseBuffer(b)
		if err := c.Render(ctx, b); err != nil {
			return err
		}
		digest := xxhash.Sum64(b.Bytes()) & digestMask
		if v.home != nil {
			v.home.learn(of, shows, digest)
		}
		if had, ok := x.note(name, digest); v.full || ok && had == digest {
			return nil
		}
		x.news = true
		_, err := w.Write(b.Bytes())
		return err
	})
}

// item is an element of a section, of which one of the same id and content is left out.
func (v *view) item(tag, id string, c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		x := &v.cut
		out, ok := w.(interface{ Flush() error })
		if x.section == nil || !ok {
			return c.Render(ctx, w)
		}
		if err := out.Flush(); err != nil {
			return err
		}
		i := len(x.items)
		x.items = append(x.items, sectionItem{tag: tag, id: id, start: x.section.Len()})
		if err := c.Render(ctx, w); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		one := &x.items[i]
		one.end = x.section.Len()
		one.digest = x.digest(x.section.Bytes()[one.start:one.end])
		return nil
	})
}

// What countdown writes of the moment in which it is written.
var (
	clockBegins = []byte(` data-now="`)
	clockEnds   = []byte("</b>")
)

// digest hashes what is shown. What the script keeps up to date does not count: the
// number of the state in every form, and how much time is left.
func (x *sections) digest(body []byte) uint64 {
	part, after, found := bytes.Cut(body, clockBegins)
	if !found && !bytes.Contains(body, x.seq) {
		return xxhash.Sum64(body)
	}
	var d xxhash.Digest
	d.Reset()
	for found {
		x.write(&d, part)
		_, rest, _ := bytes.Cut(after, clockEnds)
		part, after, found = bytes.Cut(rest, clockBegins)
	}
	x.write(&d, part)
	return d.Sum64()
}

// write hashes a part without the number of the state.
func (x *sections) write(d *xxhash.Digest, body []byte) {
	before, after, found := bytes.Cut(body, x.seq)
	for found {
		_, _ = d.Write(before)
		rest, asks := bytes.CutPrefix(after, x.offer)
		_, _ = d.WriteString("\x00" + strconv.FormatBool(asks && len(x.offer) > 0))
		before, after, found = bytes.Cut(rest, x.seq)
	}
	_, _ = d.Write(before)
}

// writeChanged writes a section without the items that were in the one before.
func (x *sections) writeChanged(w io.Writer, body []byte, had []uint64) error {
	at := 0
	for i := range x.items {
		one := &x.items[i]
		if one.start < at || !slices.Contains(had, one.digest) {
			continue
		}
		if _, err := w.Write(body[at:one.start]); err != nil {
			return err
		}
		if err := writeSame(w, one.tag, one.id); err != nil {
			return err
		}
		at = one.end
	}
	_, err := w.Write(body[at:])
	return err
}

// writeSame stands for an element that the reader has.
func writeSame(w io.Writer, tag, id string) error {
	return writeAll(w, "<", tag, ` id="`, id, `" data-same></`, tag, ">")
}

// writeSames stands for elements that the reader has, whose ids are numbered.
func writeSames(w io.Writer, tag, id string, n int) error {
	if n == 1 {
		return writeSame(w, tag, id)
	}
	return writeAll(w, "<", tag, ` id="`, id, `" data-same="`, strconv.Itoa(n), `"></`, tag, ">")
}

func writeAll(w io.Writer, list ...string) error {
	for _, text := range list {
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// digests are those of everything shown, for the reader to name the next time. One who
// has named some is told after a comma which are others, and with nothing behind
// their name, which are no longer shown.
func (x *sections) digests() string {
	page := strconv.AppendUint([]byte(shell+"="), x.rest.Sum64()&digestMask, digestBase)
	if x.have == nil {
		all := strings.Split(string(append(x.now, page...)), ",")
		slices.Sort(all)
		return strings.Join(all, ",")
	}
	list := append(make([]byte, 0, usualHave), ',')
	list = append(list, x.diff...)
	for i := range x.have {
		if name := x.have[i].Name; name != shell && !x.shows(name) && strings.Trim(name, letters) == "" {
			list = append(append(list, name...), "=,"...)
		}
	}
	return string(append(list, page...))
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// shows reports whether a section of that name is shown.
func (x *sections) shows(name string) bool {
	for list := x.now; ; {
		before, after, found := bytes.Cut(list, []byte{'='})
		if !found {
			return false
		}
		if string(before) == name {
			return true
		}
		_, list, _ = bytes.Cut(after, []byte{','})
	}
}

// newTableView is newView for a table that may be sent without the sections that
// its reader has.
func newTableView(p page.Page, d *TableData) *view {
	home, of := d.Shared.position(p.Lang, d)
	v := viewOf(of, p, d)
	v.home = home
	v.cut.begin(v)
	return v
}

func (x *sections) begin(v *view) {
	x.have, x.sent = v.d.Have, v.d.SentItems
	x.now, x.diff = make([]byte, 0, usualHave), make([]byte, 0, usualHave)
	if v.d.Problem != nil || v.d.Unheard {
		x.have = nil // what is refused is shown whatever the page shows by then
	}
	var fields bytes.Buffer
	_ = shownThen(v.seq, "").Render(context.Background(), &fields) // into memory
	n := fields.Len()
	_ = shownThen(v.seq, v.d.Offer).Render(context.Background(), &fields)
	x.seq, x.offer = fields.Bytes()[:n], fields.Bytes()[2*n:]
	x.rest.Reset()
	for _, text := range []string{v.seq, v.self(), v.stream(), v.d.Dice, v.d.Offer, revText(v.d.Rev), v.p.Lang} {
		_, _ = x.rest.WriteString(text)
		_, _ = x.rest.Write([]byte{0})
	}
}

// unlessSame renders a fragment and drops it if its reader has all of it.
func (v *view) unlessSame(c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		b := templ.GetBuffer()
		defer templ.ReleaseBuffer(b)
		if err := c.Render(ctx, b); err != nil {
			return err
		}
		if had, ok := v.cut.have.of(shell); ok && had.Digest == v.cut.rest.Sum64()&digestMask && !v.cut.news {
			return nil
		}
		_, err := w.Write(b.Bytes())
		return err
	})
}
