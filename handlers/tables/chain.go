package tables

import (
	"context"
	"encoding/json"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// chainBody is what a player's device tells of its chain: the anchor with which
// it begins, or its next link.
type chainBody struct {
	Anchor string `json:"anchor" schema:"Hash"`
	Link   string `json:"link" schema:"ChainLink"`
}

// putChain takes an anchor, or a link for which the table waits.
func (s *Handler) putChain(c echo.Context) error {
	return s.change(c, func(ctx context.Context, a *attempt, me account.PlayerID, _ game.Seat) (table.Snapshot, error) {
		want, err := readChain(a.body)
		if err != nil {
			return *a.snap, err
		}
		id := a.snap.Meta.ID
		if want.Anchor != "" {
			anchor, err := fair.ParseHash(want.Anchor)
			if err != nil {
				return *a.snap, web.Mistyped("anchor", web.ExpectHash)
			}
			if err := s.meterLoop(c, id, me, game.Reanchor); err != nil {
				return *a.snap, err
			}
			return s.Tables.Anchor(ctx, id, me, anchor)
		}
		link, ok := wire.ParseLink(want.Link)
		if !ok {
			return *a.snap, web.Mistyped("link", web.ExpectHash)
		}
		out, err := s.Tables.Reveal(ctx, id, me, link)
		return out.Snapshot, err
	})
}

// readChain reads one of the two, never both.
func readChain(b web.Body) (want chainBody, err error) {
	if b.JSON != nil {
		err = b.Decode(&want)
	} else {
		want = chainBody{b.Form.Get("anchor"), b.Form.Get("link")}
	}
	switch {
	case err != nil:
	case want.Anchor != "" && want.Link != "":
		err = web.Blame("foreign", "link")
	case want.Anchor == "" && want.Link == "":
		err = web.Blame("missing", "anchor")
	}
	return want, err
}

// Dice is what a player's device has to know to bring its numbers.
type Dice struct {
	Protocol string      `json:"protocol"`
	Server   fair.Hash   `json:"server"`             // the server's anchor
	Head     *fair.Hash  `json:"head,omitempty"`     // hash of the last line
	Source   fair.Source `json:"source,omitempty"`   // of the asker's chain
	Anchor   *fair.Hash  `json:"anchor,omitempty"`   // of the asker's chain
	Next     uint32      `json:"next,omitempty"`     // number of the link the player sends next
	Awaiting []game.Seat `json:"awaiting,omitempty"` // seats whose number the table waits for
	Until    *time.Time  `json:"until,omitempty"`    // and until when
}

// newDice is the dice of a table for the seat; nil where they come from no chains.
func newDice(snap *table.Snapshot, seat game.Seat) *Dice {
	g := snap.Meta
	if g.Luck != table.ByChain {
		return nil
	}
	d := &Dice{Protocol: fair.Protocol, Server: g.Server, Awaiting: awaited(snap)}
	if !g.LinkBy.IsZero() {
		until := g.LinkBy.UTC()
		d.Until = &until
	}
	if snap.Dice != nil {
		d.Head = &snap.Dice.Head
		if seat >= 0 && int(seat) < len(snap.Dice.Fair.Seats) {
			own := &snap.Dice.Fair.Seats[seat]
			d.Source, d.Anchor, d.Next = own.Source, &own.Anchor, own.Count+1
		}
	} else if seat >= 0 && int(seat) < len(g.Seats) && g.Seats[seat].Anchor != nil {
		d.Source, d.Anchor, d.Next = fair.Client, g.Seats[seat].Anchor, 1
	}
	return d
}

// scriptJSON is what the script on a page has to know to bring numbers and to check.
type scriptJSON struct {
	chainJSON
	drawJSON
}

// chainJSON is what stays as it is from draw to draw.
type chainJSON struct {
	Game     string           `json:"game"`
	Me       *game.Seat       `json:"me"`
	You      account.PlayerID `json:"you,omitempty"`
	Protocol string           `json:"protocol"`
	Server   fair.Hash        `json:"server"`
	Source   fair.Source      `json:"source,omitempty"`
	Anchor   *fair.Hash       `json:"anchor,omitempty"`
	Status   string           `json:"status"`
}

// drawJSON is what a draw changes. It is a part of every answer, and a
// hash cannot be compressed: it is sent where the script asks for it.
type drawJSON struct {
	Ordinal  uint32      `json:"ordinal"`        // of the last draw
	Head     *fair.Hash  `json:"head,omitempty"` // while a number is awaited
	Next     uint32      `json:"next,omitempty"`
	Awaiting []game.Seat `json:"awaiting,omitempty"`
	Until    *time.Time  `json:"until,omitempty"`
}

// forScript is scriptJSON; false where there is nothing to bring or check.
func forScript(snap *table.Snapshot, me account.PlayerID) (x scriptJSON, ok bool) {
	seat := snap.SeatOf(me)
	d := newDice(snap, seat)
	if d == nil {
		return x, false
	}
	x = scriptJSON{
		chainJSON{Game: snap.Meta.ID, Me: web.SeatOrNull(seat), Protocol: d.Protocol, Server: d.Server, Source: d.Source, Anchor: d.Anchor, Status: wire.StatusName(snap.State.Status)},
		drawJSON{Next: d.Next, Awaiting: d.Awaiting, Until: d.Until},
	}
	if seat >= 0 {
		x.You = me
	}
	if len(d.Awaiting) > 0 {
		x.Head = d.Head
	}
	if snap.Dice != nil {
		x.Ordinal = snap.Dice.Fair.Ordinal
	}
	return x, true
}

// attribute writes a value for the script.
func attribute(x any) string {
	body, err := json.Marshal(x)
	if err != nil {
		return "" // cannot be: numbers, hashes and ids
	}
	return string(body)
}

// awaited lists the seats whose number the table waits for.
func awaited(snap *table.Snapshot) []game.Seat {
	if snap.State.Lock.Open {
		return []game.Seat{snap.State.Lock.Seat}
	}
	var list []game.Seat
	if snap.Meta.Opening() {
		for i := range snap.Meta.Seats {
			if chair := &snap.Meta.Seats[i]; chair.Anchor != nil && chair.Link == nil {
				list = append(list, game.Seat(i))
			}
		}
	}
	return list
}
