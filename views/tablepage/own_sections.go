package tablepage

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
)

// ownSection names a section that is drawn for those at one seat, or for watchers; at
// a device that several play at, forms say for whom.
type ownSection struct {
	name   string
	seat   game.Seat
	device bool
}

func (v *view) own(name string) ownSection { return ownSection{name, v.me, v.d.Device != nil} }

// ownDigest is the digest of such a section, and what it was made of.
type ownDigest struct {
	shows  any
	digest uint64
}

// know returns the digest of a player's own section if it was made of the same.
func (x *lastDrawn) know(of ownSection, shows any) (uint64, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	kept, ok := x.own[of]
	return kept.digest, ok && kept.shows == shows
}

func (x *lastDrawn) learn(of ownSection, shows any, digest uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.own == nil {
		x.own = map[ownSection]ownDigest{}
	}
	x.own[of] = ownDigest{shows, digest}
}

// ownSection is a section of those at a seat, or of those who watch, that is made of
// what shows holds, and not even drawn where nothing of that has changed and the
// reader has it.
func (v *view) ownSection(name, tag, id string, shows any, c templ.Component) templ.Component {
	if v.home == nil || shows == nil || v.d.Problem != nil {
		return v.section(name, tag, id, c)
	}
	of := v.own(name)
	if digest, known := v.home.know(of, shows); known {
		if had, ok := v.cut.have.of(name); ok && digest == had.Digest {
			return v.same(name, tag, id, digest)
		} else if body, kept := v.home.bodies.Get(digest); kept && !ok && body.fits(&v.cut) {
			return v.drawnBefore(name, digest, &body)
		}
	}
	return v.sectionThen(name, tag, id, c, func(digest uint64, body []byte) {
		v.home.learn(of, shows, digest)
		if v.cut.have == nil {
			v.home.bodies.Add(digest, v.cut.keep(body))
		}
	})
}

// ownBody is such a section as it was drawn for a reader who had nothing of the table,
// for the next: one without script fetches all of it after each move.
type ownBody struct {
	body, seq, offer []byte // the fields that its forms had
	items            []uint64
}

// keep copies a section that was drawn.
func (x *sections) keep(body []byte) ownBody {
	return ownBody{bytes.Clone(body), x.seq, x.offer, x.itemDigests()}
}

// fits reports whether a reader's forms have the fields that those of the section had.
func (b *ownBody) fits(x *sections) bool { return len(b.offer) > 0 == (len(x.offer) > 0) }

// drawnBefore is a section as it was drawn before, for a reader who has nothing of it.
func (v *view) drawnBefore(name string, digest uint64, b *ownBody) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		x := &v.cut
		x.note(name, digest)
		x.news = true
		x.sent.add(digest, func() []uint64 { return b.items })
		return b.writeTo(w, x.seq, x.offer)
	})
}

// writeTo writes the section with the fields that forms have now.
func (b *ownBody) writeTo(w io.Writer, seq, offer []byte) error {
	if bytes.Equal(b.seq, seq) && bytes.Equal(b.offer, offer) {
		_, err := w.Write(b.body)
		return err
	}
	before, after, found := bytes.Cut(b.body, b.seq)
	for found {
		if _, err := w.Write(before); err != nil {
			return err
		}
		if _, err := w.Write(seq); err != nil {
			return err
		}
		rest, asks := bytes.CutPrefix(after, b.offer)
		if asks {
			if _, err := w.Write(offer); err != nil {
				return err
			}
		}
		before, after, found = bytes.Cut(rest, b.seq)
	}
	_, err := w.Write(before)
	return err
}

// footShown is what the foot of the table shows.
func (v *view) footShown() any {
	return struct {
		resign, owner, seated bool
		seed                  string
	}{v.has(game.Resign), v.d.Owner, v.seated(), v.d.Seed}
}

// waysShown is what the ways in the header depend on.
func (v *view) waysShown() any {
	return struct{ known, plays, over bool }{v.p.Viewer.Known(), v.seated() && v.s.In(v.me), v.d.Over}
}

// subShown is what stands beside the name of the table.
func (v *view) subShown() any {
	return struct {
		turn   uint32
		seated bool
	}{uint32(v.s.Turn.Number), v.seated()}
}

// chatShown is what the last lines of the chat show; nil if it has to be drawn.
func (v *view) chatShown() any {
	c := v.d.Chat
	x := struct {
		rev, earlier                   uint64
		off, write, brief, past, known bool
		hand, today                    string
		lines                          [4]ChatLine
	}{}
	if c == nil || c.Problem != nil || c.Typed != "" || len(c.Lines) > len(x.lines) {
		return nil
	}
	x.rev, x.earlier, x.off, x.write, x.brief, x.past = c.Rev, c.Earlier, c.Off, c.MayWrite, c.Brief, c.Past
	x.known, x.hand = v.p.Viewer.Known(), v.p.Hand
	if copy(x.lines[:], c.Lines) > 0 {
		x.today = v.d.Now.UTC().Format(time.DateOnly) // messages of other days say theirs
	}
	return x
}

// fewOptions is some options of a player, to be compared.
type fewOptions [12]game.Option

// pickOptions are the viewer's options of some kinds; false if they are too many.
func (v *view) pickOptions(kinds ...game.CommandKind) (list fewOptions, ok bool) {
	n := 0
	for _, o := range v.d.Options {
		for _, k := range kinds {
			if o.Kind != k {
				continue
			}
			if n == len(list) {
				return list, false
			}
			list[n] = o
			n++
		}
	}
	return list, true
}

// buildingsShown is what stands where, and who owns it.
type buildingsShown struct {
	owned              [game.MaxSeats]game.Set
	levels             [game.MaxSpaces]uint8
	mortgaged, depots  game.Set
	cash               [game.MaxSeats]game.Money
	cards, tickets     [game.MaxSeats]uint8
	bankrupt, transfer bool
	options            fewOptions
}

func (v *view) buildingsShown(options fewOptions) buildingsShown {
	x := buildingsShown{levels: v.s.Level, mortgaged: v.s.Mortgaged, depots: v.s.Depots, transfer: v.phase == game.PhaseTransfer, options: options}
	for i := range v.s.Players[:v.s.NumSeats] {
		x.owned[i] = v.s.Owned[i]
	}
	x.bankrupt = v.s.Players[v.me].Bankrupt
	return x
}

// deedsShown is what the section of the viewer's deeds shows; nil if it has to be drawn.
func (v *view) deedsShown() any {
	options, ok := v.pickOptions(game.Build, game.Sell, game.SellGroup, game.Mortgage, game.Lift)
	if !ok || !v.seated() || len(v.d.Query.Draft.Build)+len(v.d.Query.Draft.Sell) > 0 {
		return nil
	}
	x := struct {
		buildingsShown
		rents [game.MaxSpaces]game.Money
		lacks [game.MaxSpaces][2]lack
		stock [5]int8
	}{buildingsShown: v.buildingsShown(options)}
	for own := v.s.Owned[v.me] &^ v.s.Mortgaged; own != 0; own = own.Rest() {
		x.rents[own.First()] = v.r.RentNow(v.s, own.First())
	}
	for own := v.s.Owned[v.me]; own != 0; own = own.Rest() {
		up, down := v.lacks(own.First())
		x.lacks[own.First()] = [2]lack{up, down}
	}
	if v.has(game.Build) {
		x.cash[v.me], x.stock = v.cash(), v.s.Stock
	}
	return x
}

// tradeShown is what the form for a trade shows; nil if it has to be drawn.
func (v *view) tradeShown() any {
	options, ok := v.pickOptions(game.ProposeTrade)
	if !ok || !v.seated() || v.d.Query.Trade >= 0 || v.d.Query.Draft.Named {
		return nil
	}
	x := struct {
		buildingsShown
		to     game.Seat
		theirs game.Set
		away   bool // the partner has left
	}{buildingsShown: v.buildingsShown(options)}
	if partners := options[0].Seats; partners != 0 {
		x.to = v.likeliest(partners)
		x.theirs, x.away = v.r.Tradeable(v.s, x.to), v.s.Players[x.to].Away
		for _, seat := range []game.Seat{v.me, x.to} {
			pl := &v.s.Players[seat]
			x.cash[seat], x.cards[seat], x.tickets[seat] = pl.Cash, pl.Cards, pl.Tickets
		}
	}
	return x
}
