package verify

import (
	"encoding/json"
	"reflect"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// opening checks the first line's proof: that it is about this game, and that
// every seat had its anchor and opened.
func (p *protocol) opening(proof *fair.Proof) {
	p.proof = proof
	if proof.Protocol != fair.Protocol {
		p.fault(Opening, 0, "%q is no protocol that this program knows", proof.Protocol)
		return
	}
	var h fair.Header
	if err := json.Unmarshal([]byte(proof.Header), &h); err != nil {
		p.fault(Opening, 0, "the header of the protocol cannot be read: %v", err)
	}
	p.about(&h)
	if len(proof.Seats) != int(p.start.NumSeats) {
		p.fault(Opening, 0, "there are %d anchors for %d seats", len(proof.Seats), p.start.NumSeats)
		return
	}
	state, err := proof.Begin()
	if err != nil {
		p.fault(Opening, 0, "%v", err)
		return
	}
	p.fair = state
	p.count.Opening(proof.Opening)
}

// about compares the header that was hashed with that of the file.
func (p *protocol) about(h *fair.Header) {
	if h.Game != p.f.Header.Game {
		p.fault(Opening, 0, "the file was renamed: it calls the game %q, but the log was begun as that of game %q", p.f.Header.Game, h.Game)
	}
	if p.sandbox() {
		p.fault(Opening, 0, "the header of the file has a scripted position, but the log draws by the protocol, which sandboxes do not")
	}
	want := wire.FairHeader(p.st)
	for _, c := range []struct {
		what string
		same bool
	}{
		{"protocol", h.Protocol == fair.Protocol},
		{"edition", h.Edition == want.Edition && h.Rules == want.Rules},
		{"rulebook", h.Rulebook == want.Rulebook},
		{"options", sameJSON(h.Options, want.Options)},
		{"piles", sameJSON(h.Piles, want.Piles)},
		{"key", h.Key == p.proof.Key},
	} {
		if !c.same {
			p.fault(Opening, 0, "%s: the header that was hashed before the first throw says otherwise than the file", c.what)
		}
	}
	if s := p.proof.Server.String(); p.commits != s || p.f.Header.Commitment != s && !p.taken {
		p.fault(Opening, 0, "the commitment of the log is not the server's anchor")
	}
}

// sameJSON reports whether two values say the same as JSON.
func sameJSON(a, b any) bool {
	var values [2]any
	for i, v := range []any{a, b} {
		text, err := json.Marshal(v)
		if err != nil || json.Unmarshal(text, &values[i]) != nil {
			return false
		}
	}
	if m, ok := values[0].(map[string]any); ok && len(m) == 0 {
		values[0] = nil
	}
	if m, ok := values[1].(map[string]any); ok && len(m) == 0 {
		values[1] = nil
	}
	return reflect.DeepEqual(values[0], values[1])
}

// mover is the seat of the move to which an event belongs; ok is false where
// the log has no moves.
func (p *protocol) mover(i int) (seat game.Seat, ok bool) {
	m := p.rowOf(i)
	if m < 0 {
		return game.Nobody, false
	}
	return p.moves[m].Seat(), true
}

// rowOf is the place of the move that caused event i, -1 where the log has no
// moves.
func (p *protocol) rowOf(i int) int {
	seq := uint32(i) + 1
	lo, hi := 0, len(p.moves)
	for lo < hi {
		if mid := (lo + hi) / 2; p.moves[mid].First <= seq {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}
