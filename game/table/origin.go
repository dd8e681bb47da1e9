package table

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// Client is from where somebody takes a seat: what names their browser and what
// names their network, each "" if it is not known.
type Client struct{ Browser, Network string }

type clientKey struct{}

// WithClient returns a context for a request that takes a seat: the table remembers
// from where, to tell which seats are in the same hands.
func WithClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// originKey names the secret with which origins are hashed.
const originKey = "origins"

// origin is what a table keeps of the place from which a seat is taken: a hash for
// the browser and one for the network, which mean nothing at any other table.
func (s *Service) origin(ctx context.Context, id string) (string, error) {
	from, ok := ctx.Value(clientKey{}).(Client)
	if !ok {
		return "", nil
	}
	var fresh [32]byte
	_, _ = rand.Read(fresh[:]) // never fails
	secret, err := s.store.Secret(ctx, originKey, fresh[:])
	if err != nil {
		return "", err
	}
	var words []string
	for _, part := range []struct{ kind, value string }{{"b", from.Browser}, {"n", from.Network}} {
		if part.value == "" {
			continue
		}
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(id + "\x00" + part.kind + "\x00" + part.value))
		words = append(words, part.kind+hex.EncodeToString(mac.Sum(nil)[:8]))
	}
	return strings.Join(words, " "), nil
}

// Together lists the sets of seats that people took from one browser or one network, or
// play at one device.
// They may be a family, or one person: games at such a table are not rated.
func (g *Game) Together() []game.Seats {
	if !g.keepsOrigins() && len(g.Devices) == 0 {
		return nil
	}
	var groups []game.Seats
	for i := range g.Seats {
		group := game.Seats(0).With(game.Seat(i))
		var rest []game.Seats
		for _, other := range groups {
			if g.sameOrigin(other, i) || g.Device(game.Seat(i))&other != 0 {
				group |= other
			} else {
				rest = append(rest, other)
			}
		}
		rest = append(rest, group)
		groups = rest
	}
	found := groups[:0]
	for _, group := range groups {
		if group.Rest() != 0 {
			found = append(found, group)
		}
	}
	return found
}

func (g *Game) keepsOrigins() bool {
	for i := range g.Seats {
		if g.Seats[i].Origin != "" {
			return true
		}
	}
	return false
}

// sameOrigin reports whether one of the seats was taken from where another one was.
func (g *Game) sameOrigin(set game.Seats, seat int) bool {
	for ; set != 0; set = set.Rest() {
		for word := range strings.FieldsSeq(g.Seats[set.First()].Origin) {
			for own := range strings.FieldsSeq(g.Seats[seat].Origin) {
				if word == own {
					return true
				}
			}
		}
	}
	return false
}
