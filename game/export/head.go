package export

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/bankhalter/bankhalter/game/fair"
)

// HeadProof is a head of the log, signed by the server that keeps it. A copy of
// it can show later that the server has changed the log since.
type HeadProof struct {
	Type string `json:"type"` // "proof.head", set by NewHeadProof
	fair.Head
	Key         fair.Key `json:"key"`
	Signature   string   `json:"signature"` // hexadecimal
	Fingerprint string   `json:"fingerprint,omitempty"`
}

// NewHeadProof is a head with the signature of the owner of a key.
func NewHeadProof(head fair.Head, key fair.Key, signature []byte) HeadProof {
	return HeadProof{
		Type: HeadType, Head: head, Key: key, Signature: hex.EncodeToString(signature), Fingerprint: head.Hash.Fingerprint(),
	}
}

// Signed reports whether the owner of its key has signed the head.
func (h *HeadProof) Signed() bool {
	signature, err := hex.DecodeString(h.Signature)
	return err == nil && h.Verify(h.Key[:], signature)
}

// ReadHeads reads the signed heads of a file: an export, one head, or the sealed envelope
// that a table gives to its players, which holds one. Nothing about them is checked.
func ReadHeads(data []byte) ([]HeadProof, error) {
	var heads []HeadProof
	for line := range bytes.Lines(data) {
		if typeOf(line) != HeadType {
			continue
		}
		var h HeadProof
		if err := json.Unmarshal(line, &h); err != nil {
			return nil, err
		}
		heads = append(heads, h)
	}
	if len(heads) > 0 {
		return heads, nil
	}
	var envelope struct {
		Head *HeadProof `json:"head"`
	}
	var one HeadProof // over several lines
	switch {
	case json.Unmarshal(data, &envelope) == nil && envelope.Head != nil && envelope.Head.Type == HeadType:
		return []HeadProof{*envelope.Head}, nil
	case json.Unmarshal(data, &one) == nil && one.Type == HeadType:
		return []HeadProof{one}, nil
	}
	return nil, errors.New("there is no signed head in it")
}
