package wire

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// Chained gives each line the hash of the one before it.
type Chained struct {
	Prev fair.Hash // of the last line written, or of the header of the proof
	Root fair.Hash // from which the salt of lines that some may not see yet is made
}

// Anchored is the chain that a seat, or the server, begins.
type Anchored struct {
	Anchor fair.Hash   `json:"anchor"`
	Source fair.Source `json:"source,omitempty"` // of a seat's chain
}

// The names of a line's members for the protocol of the dice.
const (
	drawName  = "draw"
	proofName = "proof"
	saltName  = "salt"
	prevName  = "prev"
)

// fair writes the line's members for the protocol of the dice, the hash of the
// line before it last.
func (w *writer) fair(b []byte, seq uint32, e *game.Event) []byte {
	if w.extra.Draw != nil {
		if d := w.extra.Draw.For(e); d != nil {
			b = d.Append(appendKey(b, drawName))
		}
	}
	switch a := w.extra.Anchored; {
	case a == nil:
	case e.Kind == game.SeatReanchored:
		b = appendHash(appendKey(b, "anchor"), &a.Anchor)
		b = AppendString(appendKey(b, "source"), string(a.Source))
	case e.Kind == game.ServerReanchored:
		b = appendHash(appendKey(b, "anchor"), &a.Anchor)
	}
	if w.extra.Chained == nil {
		return b
	}
	if mayHide(e) {
		salt := fair.Salt(w.extra.Chained.Root, seq)
		b = append(hex.AppendEncode(append(appendKey(b, saltName), '"'), salt[:]), '"')
	}
	return appendHash(appendKey(b, prevName), &w.extra.Chained.Prev)
}

// mayHide reports whether the line can be hidden from a viewer for a while.
func mayHide(e *game.Event) bool {
	switch e.Kind {
	case game.ClaimOpened, game.BidSealed:
		return true
	case game.Rolled:
		return e.Cause == game.ForRent
	default:
		return false
	}
}

func appendHash(b []byte, h *fair.Hash) []byte {
	return append(hex.AppendEncode(append(b, '"'), h[:]), '"')
}

// appendProof writes the proof with which a game begins.
func appendProof(b []byte, p *fair.Proof) []byte {
	body, err := p.Bytes()
	if err != nil {
		return append(b, "null"...) // cannot be: hashes, numbers and one text
	}
	return append(b, body...)
}

// Fair is the data in a line for the protocol of the dice; missing members are nil.
type Fair struct {
	Proof    *fair.Proof
	Draw     *fair.Draw
	Anchored *Anchored
}

// ReadFair reads the data for the protocol of the dice in the line of an event.
// Where an outcome should have its draw and does not, Draw is nil.
func ReadFair(e *game.Event, line []byte) (f Fair, err error) {
	switch e.Kind {
	case game.GameStarted:
		var told struct {
			Proof *fair.Proof `json:"proof"`
		}
		err = json.Unmarshal(line, &told)
		f.Proof = told.Proof
	case game.SeatReanchored, game.ServerReanchored:
		f.Anchored = &Anchored{}
		err = json.Unmarshal(line, f.Anchored)
	default:
		if _, draws := fair.Of(e); draws {
			f.Draw, err = readDraw(line)
		}
	}
	if err != nil {
		return Fair{}, fmt.Errorf("%s: %w", EventName(e.Kind), err)
	}
	return f, nil
}

func readDraw(line []byte) (*fair.Draw, error) {
	var buf [16]member
	members, err := split(line, buf[:0])
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if string(m.key) == drawName {
			d := &fair.Draw{}
			return d, json.Unmarshal(line[m.start:m.end], d)
		}
	}
	return nil, nil
}

// HiddenLineOf is HiddenLine for a line that is chained: it carries the hash of
// the hidden line, and of a draw the input of the next mix, so that the
// chains can be checked by viewers who may not see it yet.
func HiddenLineOf(seq uint32, at time.Time, line []byte) []byte {
	if !bytes.Contains(line, []byte(`,"`+prevName+`":"`)) {
		return HiddenLine(seq, at)
	}
	b := appendHead(make([]byte, 0, 320), seq, at, hiddenType)
	if d, err := readDraw(line); err == nil && d != nil {
		b = appendVeiled(appendKey(b, drawName), d)
	}
	hash := fair.LineHash(line)
	return append(appendHash(appendKey(b, "hash"), &hash), '}')
}

// appendVeiled writes a draw without the server's number, which would betray its outcome.
func appendVeiled(b []byte, d *fair.Draw) []byte {
	body, err := json.Marshal(struct {
		Ordinal uint32      `json:"ordinal"`
		Seat    *game.Seat  `json:"seat"`
		Link    *fair.Hash  `json:"link"`
		Source  fair.Source `json:"source"`
		Missed  bool        `json:"missed,omitempty"`
	}{d.Ordinal, d.Seat, d.Link, d.Source, d.Missed})
	if err != nil {
		return append(b, "null"...) // cannot be: numbers and a hash
	}
	return append(b, body...)
}
