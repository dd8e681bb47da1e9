package verify

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

const proofPrefix = "proof"

// form sorts the lines into events and proofs.
func (b *book) form() Check {
	for i := range b.f.Lines {
		line := b.f.Lines[i]
		next := uint32(len(b.lines)) + 1
		switch {
		case line.Type == "" && i == len(b.f.Lines)-1:
			return Check{Result: Fail, Detail: "the last line is cut off, or is no JSON object with a type", Seq: next, Line: line.Number}
		case line.Type == "":
			return Check{Result: Fail, Detail: "the line is no JSON object with a type", Seq: next, Line: line.Number}
		case strings.HasPrefix(line.Type, proofPrefix):
			b.proofs = append(b.proofs, line)
		case len(b.proofs) > 0:
			return Check{Result: Fail, Detail: "an event stands behind the proofs", Seq: next, Line: line.Number}
		default:
			b.lines = append(b.lines, line)
		}
	}
	h := &b.f.Header
	if h.Status != "" && len(b.lines) != h.Events {
		return b.fail(uint32(min(len(b.lines), max(0, h.Events)))+1, "the file has %d events, its header announces %d", len(b.lines), h.Events)
	}
	if len(b.proofs) == 1 {
		return pass("a header, %d events, 1 line of proof", len(b.lines))
	}
	return pass("a header, %d events, %d lines of proof", len(b.lines), len(b.proofs))
}

// fold reads the events and plays them after, without asking the rules.
func (b *book) fold() Check {
	var last time.Time
	var once [game.NumEvents]bool
	for i, line := range b.lines {
		seq := uint32(i) + 1
		e, stamp, err := wire.Decode(b.st, line.JSON)
		switch {
		case errors.Is(err, wire.ErrHidden):
			if e, stamp = (game.Event{Seat: game.Nobody, Other: game.Nobody}), hiddenStamp(line.JSON); b.hidden == 0 {
				b.unseen = seq
			}
			b.hidden++
		case err != nil:
			return b.fail(seq, "the event cannot be read: %v", err)
		}
		switch {
		case stamp.Seq != seq:
			return b.fail(seq, "event %d stands where event %d should", stamp.Seq, seq)
		case stamp.At.Before(last):
			return b.fail(seq, "the event is older than the one before it")
		case b.end.Status == game.Finished:
			return b.fail(seq, "the event comes after the end of the game")
		case seq == 1 && e.Kind != game.GameStarted:
			return b.fail(seq, "the log does not begin with the start of the game")
		case once[e.Kind] && (e.Kind == game.GameStarted || e.Kind == game.Ordered):
			return b.fail(seq, "%s comes twice", wire.EventName(e.Kind))
		}
		if err := wire.Fold(&b.end, &e); err != nil {
			return b.fail(seq, "the event cannot follow: %v", err)
		}
		last, once[e.Kind] = stamp.At, true
		b.events = append(b.events, e)
	}
	if b.end.Status == game.Finished && b.hidden > 0 {
		return b.fail(b.unseen, "the event is hidden although the game is over")
	}
	if b.hidden > 0 {
		return pass("%d events without a gap; hidden until rent is claimed or lapses, a hammer falls or the game is over: %d", len(b.events), b.hidden)
	}
	return pass("%d events without a gap, replayed to the end", len(b.events))
}

// hiddenStamp reads the visible part of a hidden line.
func hiddenStamp(line []byte) wire.Stamp {
	var head struct {
		Seq uint32    `json:"seq"`
		At  time.Time `json:"at"`
	}
	if json.Unmarshal(line, &head) != nil {
		return wire.Stamp{}
	}
	return wire.Stamp{Seq: head.Seq, At: head.At}
}
