package verify

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game/export"
)

// heads checks the signed heads of the file, and those kept elsewhere,
// against the log.
func (p *protocol) heads(kept []export.HeadProof) Check {
	if p.fair == nil {
		return p.check(Heads, "")
	}
	for i := range p.signed {
		if c := p.head(&p.signed[i], "the file"); c.Result == Fail {
			return c
		}
	}
	if len(p.signed) > 0 && !p.reaches() && !p.taken {
		return p.fail(0, "the last line is not under a signed head; the file may be cut short")
	}
	for i := range kept {
		if c := p.head(&kept[i], "a head that was kept"); c.Result == Fail {
			return c
		}
	}
	switch {
	case len(p.signed) == 0 && p.taken:
		return none("the game was imported from elsewhere: its heads are signed no more")
	case len(p.signed) == 0:
		return none("no head is signed; the end of the file may be missing")
	case len(kept) > 0:
		return pass("%d signed by the server's key %s; of those kept by others, %d agree", len(p.signed), p.proof.Key.Fingerprint(), len(kept))
	}
	return pass("%d signed by the server's key %s", len(p.signed), p.proof.Key.Fingerprint())
}

// head checks one signed head against the log.
func (p *protocol) head(h *export.HeadProof, from string) Check {
	switch {
	case h.Game != p.f.Header.Game:
		return p.fail(0, "%s: it is the head of another game", from)
	case h.Key != p.proof.Key:
		return p.fail(0, "%s: the head of event %d is not signed with the key of this game's server", from, h.Seq)
	case !h.Signed():
		return p.fail(0, "%s: the signature of the head of event %d is not its server's", from, h.Seq)
	case int64(h.Seq) > int64(len(p.lines)):
		return p.fail(uint32(len(p.lines)), "%s: the server has signed event %d, but this log ends before it: it was cut or set back", from, h.Seq)
	}
	if short := h.Hash.Fingerprint(); h.Fingerprint != "" && h.Fingerprint != short {
		return p.fail(0, "%s: the fingerprint at the head of event %d is %q; that of its hash is %s", from, h.Seq, h.Fingerprint, short)
	}
	if at := p.hashAt(h.Seq); at != h.Hash {
		return p.fail(h.Seq, "%s: two different heads of event %d, %s and %s: the server has signed another log than this one, which proves that it cheats",
			from, h.Seq, h.Hash.Fingerprint(), at.Fingerprint())
	}
	return pass("")
}

// readHead reads a head behind the events.
func (b *book) readHead(line *export.Line) error {
	var h export.HeadProof
	err := json.Unmarshal(line.JSON, &h)
	b.signed = append(b.signed, h)
	return err
}
