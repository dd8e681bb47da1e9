package table

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// BrokenAt returns the event at which a stored log differs from the one written.
type BrokenAt struct {
	Seq uint32
	Why string
}

// Error names the event.
func (b *BrokenAt) Error() string { return fmt.Sprintf("event %d: %s", b.Seq, b.Why) }

// headLine is a signed head as it stands in exports, and with a finished game.
type headLine struct {
	Type string `json:"type"`
	fair.Head
	Key         fair.Key `json:"key"`
	Signature   string   `json:"signature"`
	Fingerprint string   `json:"fingerprint,omitempty"`
}

// signEnd signs the head of a game that has just ended, so that its last line
// cannot be changed unseen either; nil if it has none of this server's.
func (t *live) signEnd(ctx context.Context, v *view) (json.RawMessage, error) {
	head, err := t.s.headOf(ctx, v)
	if errors.Is(err, ErrNoChain) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(headLine{"proof.head", head.Head, head.Key, hex.EncodeToString(head.Signature), head.Hash.Fingerprint()})
}

// chainWalk follows the log of a game from its bytes, without reading what they say.
type chainWalk struct {
	g       *Game
	seq     uint32
	chained bool
	key     fair.Key
	prev    fair.Hash
	head    *headLine
	headAt  fair.Hash // the hash of the line for which the head is
}

// followChain reads the log of a game, a page at a time, and returns *BrokenAt
// where rows are missing, stand in another order or were changed: where a line
// does not tell the hash of the one before it, or the signed head is not that of
// the log. chained reports whether the lines are chained at all.
func (s *Service) followChain(ctx context.Context, g *Game) (chained bool, err error) {
	w := chainWalk{g: g}
	if len(g.Head) > 0 {
		w.head = &headLine{}
		if err := json.Unmarshal(g.Head, w.head); err != nil {
			return false, &BrokenAt{g.Seq, "its signed head cannot be read"}
		}
	}
	for {
		rows, err := s.store.Moves(ctx, g.ID, w.seq, historyRows)
		if err != nil {
			return w.chained, err
		}
		for i := range rows {
			if err := w.row(&rows[i]); err != nil {
				return w.chained, err
			}
		}
		if len(rows) < historyRows {
			return w.chained, w.end()
		}
	}
}

func (w *chainWalk) broken(seq uint32, format string, args ...any) error {
	return &BrokenAt{seq, fmt.Sprintf(format, args...)}
}

func (w *chainWalk) row(m *Move) error {
	if m.First != w.seq+1 {
		return w.broken(w.seq+1, "the next row begins with event %d", m.First)
	}
	var last []byte
	for line := range bytes.Lines(m.Events) {
		w.seq++
		last = bytes.TrimRight(line, "\n")
		if err := w.line(last); err != nil {
			return err
		}
	}
	switch {
	case w.seq != m.Seq:
		return w.broken(m.First, "its row has %d events instead of %d", int64(w.seq)-int64(m.First)+1, m.Seq-m.First+1)
	case !stampedAt(last, m.At):
		return w.broken(m.Seq, "its row tells another time than it")
	case !json.Valid(m.Command):
		return w.broken(m.First, "the command of its row cannot be read")
	}
	return nil
}

func (w *chainWalk) line(line []byte) error {
	if !bytes.HasPrefix(line, append(strconv.AppendUint([]byte(`{"seq":`), uint64(w.seq), 10), ',')) {
		return w.broken(w.seq, "another event stands in its place")
	}
	if w.seq == 1 {
		if err := w.begin(line); err != nil {
			return err
		}
	}
	if !w.chained {
		return nil
	}
	const member, size = `,"prev":"`, 2*fair.Size + 2
	at := len(line) - size - len(member)
	if at < 0 || string(line[at:at+len(member)]) != member || string(line[at+len(member):len(line)-2]) != w.prev.String() {
		if w.seq == 1 {
			return w.broken(1, "it does not follow from the header of its proof")
		}
		return w.broken(w.seq, "it does not follow from event %d: one of the two was changed, or they are not in order", w.seq-1)
	}
	w.prev = fair.LineHash(line)
	if w.head != nil && w.head.Seq == w.seq {
		w.headAt = w.prev
	}
	return nil
}

// begin reads the proof with which the log of a chained game begins.
func (w *chainWalk) begin(line []byte) error {
	var first struct {
		Proof *fair.Proof `json:"proof"`
	}
	if err := json.Unmarshal(line, &first); err != nil {
		return w.broken(1, "it cannot be read")
	}
	switch {
	case first.Proof == nil && w.g.Luck == ByChain:
		return w.broken(1, "it does not begin with a proof")
	case first.Proof == nil:
		return nil
	case w.g.Luck == ByChain && first.Proof.Server != w.g.Server:
		return w.broken(1, "its proof is not that of this game's dice")
	}
	w.chained, w.key, w.prev = true, first.Proof.Key, fair.LineHash([]byte(first.Proof.Header))
	return nil
}

func (w *chainWalk) end() error {
	switch {
	case w.seq != w.g.Seq:
		return w.broken(w.seq+1, "the log ends before it, the game stands at %d", w.g.Seq)
	case w.head == nil || !w.chained:
		return nil
	}
	h := w.head
	signature, err := hex.DecodeString(h.Signature)
	switch {
	case err != nil || len(h.Key) != ed25519.PublicKeySize || !h.Verify(h.Key[:], signature):
		return w.broken(h.Seq, "the signature of its head is not that of the server")
	case h.Key != w.key:
		return w.broken(h.Seq, "its head is not signed with the key of this game's server")
	case h.Seq > w.seq:
		return w.broken(h.Seq, "the server has signed it, but the log ends with event %d", w.seq)
	case h.Hash != w.headAt:
		return w.broken(h.Seq, "it is not the one whose head the server has signed")
	case w.g.Status == game.Finished && h.Seq != w.seq:
		return w.broken(w.seq, "the game has ended, and its signed head is that of event %d", h.Seq)
	}
	return nil
}

// stampedAt reports whether a line says the time of its row, which is kept in milliseconds.
func stampedAt(line []byte, at time.Time) bool {
	_, rest, ok := bytes.Cut(line, []byte(`,"at":"`))
	text, _, closed := bytes.Cut(rest, []byte{'"'})
	if !ok || !closed {
		return false
	}
	stamp, err := time.Parse(time.RFC3339Nano, string(text))
	return err == nil && stamp.UnixMilli() == at.UnixMilli()
}
