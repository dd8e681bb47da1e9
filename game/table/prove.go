package table

import (
	"context"
	"crypto/ed25519"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// signingKey is the name under which the store keeps the seed of the key with
// which this server signs the heads of its logs.
const signingKey = "signing-key"

// key is the server's key, made at its first use.
func (s *Service) key(ctx context.Context) (ed25519.PrivateKey, error) {
	if k := s.signer.Load(); k != nil {
		return *k, nil
	}
	fresh := newSeed()
	seed, err := s.store.Secret(ctx, signingKey, fresh[:])
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%w: the signing key has %d bytes", ErrDamaged, len(seed))
	}
	k := ed25519.NewKeyFromSeed(seed)
	s.signer.Store(&k)
	return k, nil
}

// header is the header of a game's proof.
func (s *Service) header(v *view, key ed25519.PrivateKey) ([]byte, error) {
	h := wire.FairHeader(v.setup)
	h.Game, h.Software, h.Bots, h.Key = v.g.ID, s.cfg.Software, bot.Version, fair.Key(key.Public().(ed25519.PublicKey))
	return h.Bytes()
}

// prove puts together what fixes the dice of the game that is about to begin,
// and sets the workspace's to their beginning. Without PF1 there is nothing.
func (t *live) prove(ctx context.Context, v *view) (*fair.Proof, error) {
	if v.g.Luck != ByChain {
		return nil, nil
	}
	key, err := t.s.key(ctx)
	if err != nil {
		return nil, err
	}
	header, err := t.s.header(v, key)
	if err != nil {
		return nil, err
	}
	p := &fair.Proof{Protocol: fair.Protocol, Header: string(header), Key: fair.Key(key.Public().(ed25519.PublicKey)), Server: v.g.Server, Opening: []fair.OpeningLink{}}
	for i, chair := range v.g.Seats {
		seat := game.Seat(i)
		if chair.Anchor == nil {
			p.Seats = append(p.Seats, fair.SeatAnchor{Seat: seat, Anchor: t.chains.seatChain(seat, 0).Anchor(), Source: fair.Server})
			continue
		}
		p.Seats = append(p.Seats, fair.SeatAnchor{Seat: seat, Anchor: *chair.Anchor, Source: fair.Client})
		first := fair.OpeningLink{Seat: seat, Missed: chair.Link == nil}
		if first.Missed {
			first.Link = fair.Missed(*chair.Anchor, 0)
		} else {
			first.Link = *chair.Link
		}
		p.Opening = append(p.Opening, first)
	}
	st, err := p.Begin()
	if err != nil {
		return nil, fmt.Errorf("%w: opening: %w", ErrInternal, err)
	}
	t.dice = &Dice{Fair: st, Proof: p, Head: fair.LineHash(header)}
	return p, nil
}

// SignedHead is where the log of a game stands, signed by the server.
type SignedHead struct {
	fair.Head
	Key       fair.Key
	Signature []byte
}

// Head signs where the log of a game under PF1 stands; ErrNoChain for others.
// Before the first event that is the header of the proof to come.
func (s *Service) Head(ctx context.Context, id string) (SignedHead, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return SignedHead{}, err
	}
	return s.headOf(ctx, v)
}

// HeadAt is Head as of a snapshot.
func (s *Service) HeadAt(ctx context.Context, snap *Snapshot) (SignedHead, error) {
	return s.headOf(ctx, &view{g: snap.Meta, setup: snap.Setup, state: *snap.State, dice: snap.Dice})
}

// headOf is the signed head of a view.
func (s *Service) headOf(ctx context.Context, v *view) (SignedHead, error) {
	if v.g.Luck != ByChain {
		return SignedHead{}, ErrNoChain
	}
	key, err := s.key(ctx)
	if err != nil {
		return SignedHead{}, err
	}
	public := fair.Key(key.Public().(ed25519.PublicKey))
	h := fair.Head{Game: v.g.ID, Seq: v.state.Seq}
	if v.dice != nil && v.dice.Proof.Key != public {
		return SignedHead{}, ErrNoChain // another server's, imported
	}
	if v.dice != nil {
		h.Hash = v.dice.Head
	} else if header, err := s.header(v, key); err == nil {
		h.Hash = fair.LineHash(header)
	}
	return SignedHead{h, public, h.Sign(key)}, nil
}
