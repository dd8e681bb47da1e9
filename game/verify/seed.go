package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
)

// readProofs reads the lines behind the events. Kinds of proof that this
// program does not know are passed over.
func (b *book) readProofs() {
	b.commits = b.committed()
	defer b.protocol()
	for i := range b.proofs {
		line := &b.proofs[i]
		var err error
		switch line.Type {
		case export.SeedType:
			if b.seed != nil {
				b.odd = line
				return
			}
			b.seed = &export.SeedProof{}
			err = json.Unmarshal(line.JSON, b.seed)
		case export.NoneType:
			b.none = &export.NoProof{}
			err = json.Unmarshal(line.JSON, b.none)
		case export.HeadType:
			err = b.readHead(line)
		case export.MoveType:
			var m export.MoveProof
			err = json.Unmarshal(line.JSON, &m)
			b.moves = append(b.moves, m)
		}
		if err != nil {
			b.odd = line
			return
		}
	}
}

// protocol finds out whether the game draws by PF1. The log's own word counts,
// so that a header that keeps quiet cannot hide it; and the header's, so that a
// log without proof is noticed.
func (b *book) protocol() {
	b.pf1 = b.f.Header.Luck == fair.Protocol
	b.taken = b.f.Header.Imported || b.none != nil && b.none.Reason == export.Imported
	if len(b.lines) == 0 {
		return
	}
	t, err := tell(b.lines[0].JSON, false)
	if err != nil || t.Proof == nil {
		return
	}
	b.pf1 = true
	var h fair.Header
	if json.Unmarshal([]byte(t.Proof.Header), &h) == nil {
		b.botVersion = h.Bots
	}
}

// committed is the commitment in the first event.
func (b *book) committed() string {
	if len(b.lines) == 0 {
		return ""
	}
	var e struct {
		Commitment string `json:"seed_commitment"`
	}
	if json.Unmarshal(b.lines[0].JSON, &e) != nil {
		return ""
	}
	return e.Commitment
}

// key is the revealed seed.
func (b *book) key() (seed [32]byte, ok bool) {
	if b.seed == nil || len(b.seed.Seed) != 2*len(seed) {
		return seed, false
	}
	_, err := hex.Decode(seed[:], []byte(b.seed.Seed))
	return seed, err == nil
}

// commitment checks the seed against its commitment.
func (b *book) commitment() Check {
	switch {
	case b.odd != nil:
		return Check{Result: Fail, Detail: "a line of proof cannot be read", Line: b.odd.Number}
	case b.sandbox():
		return none("a sandbox: its dice follow a script, there is no proof")
	case b.seed != nil:
		return b.revealed()
	case b.none != nil && b.none.Reason == export.Imported:
		return none("the game was imported from elsewhere without its seed: there is no proof of its dice")
	case len(b.events) == 0 && b.end.Status == game.InLobby && len(b.lines) == 0:
		return none("the game has not begun")
	case b.commits == "":
		return none("the log commits to no seed: there is no proof")
	case b.end.Status == game.Finished:
		return none("the game is over, but its seed is missing")
	case b.f.Header.Commitment != b.commits:
		return none("the game was imported from elsewhere on its way: there will be no proof of its dice")
	}
	return none("committed to %s; the seed is revealed when the game is over", b.commits)
}

func (b *book) revealed() Check {
	seed, ok := b.key()
	if !ok {
		return b.fail(0, "the seed is not 32 bytes in hexadecimal")
	}
	sum := sha256.Sum256(seed[:])
	want := hex.EncodeToString(sum[:])
	if want != b.commits {
		return b.fail(1, "the log commits to %q, the hash of the revealed seed is %s", b.commits, want)
	}
	if b.seed.Commitment != want || b.f.Header.Commitment != want {
		return b.fail(0, "header and proof do not name the commitment of the log")
	}
	return pass("the seed has the hash that the log committed to, %s", want)
}
