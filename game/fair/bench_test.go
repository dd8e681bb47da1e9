package fair_test

import (
	"bytes"
	"crypto/ed25519"
	"testing"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// BenchmarkDraw measures a server's work for a draw: both links, the mix, a throw.
func BenchmarkDraw(b *testing.B) {
	server, seat := fair.NewReader(fair.NewChain(root(1), fair.ServerLinks)), fair.NewReader(fair.NewChain(root(2), fair.SeatLinks))
	s := fair.Lock(nil, server.Anchor(), []fair.Seat{{Source: fair.Server, Anchor: seat.Anchor()}})
	start := s.Clone()
	b.ReportAllocs()
	for b.Loop() {
		n := int(s.Ordinal)
		if n == fair.SeatLinks {
			copy(s.Seats, start.Seats)
			s.Mix, s.Ordinal, s.Server, n = start.Mix, 0, start.Server, 0
		}
		if _, err := s.Draw(0, seat.Link(n+1), server.Link(n+1)); err != nil {
			b.Fatal(err)
		}
		s.Luck().Roll(0, game.ByMove, nil)
	}
}

// BenchmarkCheckedDraw measures a verifier's work for a draw.
func BenchmarkCheckedDraw(b *testing.B) {
	const n = 1000
	var seats, servers [n]fair.Hash
	server, seat := fair.NewChain(root(1), n), fair.NewChain(root(2), n)
	for i := range n {
		servers[i], seats[i] = server.Link(i+1), seat.Link(i+1)
	}
	start := fair.Lock(nil, server.Anchor(), []fair.Seat{{Source: fair.Server, Anchor: seat.Anchor()}})
	s, l := start.Clone(), fair.NewLuck(fair.Hash{}, fair.Hash{})
	b.ReportAllocs()
	for b.Loop() {
		if s.Ordinal == n {
			s = start.Clone()
		}
		if _, err := s.Draw(0, seats[s.Ordinal], servers[s.Ordinal]); err != nil {
			b.Fatal(err)
		}
		l.Reset(s.Server.Last, s.Mix)
		l.Roll(0, game.ByMove, nil)
	}
}

func BenchmarkThrow(b *testing.B) {
	l := fair.NewLuck(fair.Hash{}, fair.Hash{})
	b.ReportAllocs()
	for b.Loop() {
		l.Reset(fair.Hash{1}, fair.Hash{2})
		l.Roll(0, game.ByMove, nil)
	}
}

func BenchmarkLineHash(b *testing.B) {
	line := bytes.Repeat([]byte("x"), 250)
	b.ReportAllocs()
	for b.Loop() {
		fair.LineHash(line)
	}
}

func BenchmarkServerChain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		fair.NewChain(root(1), fair.ServerLinks)
	}
}

// The next link of the server's chain, with and without a reader.
func BenchmarkNextLink(b *testing.B) {
	c := fair.NewChain(root(1), fair.ServerLinks)
	for name, link := range map[string]func(int) fair.Hash{"chain": c.Link, "reader": fair.NewReader(c).Link} {
		b.Run(name, func(b *testing.B) {
			k := 0
			for b.Loop() {
				k = k%fair.ServerLinks + 1
				link(k)
			}
		})
	}
}

func BenchmarkSign(b *testing.B) {
	key, head := ed25519.NewKeyFromSeed(make([]byte, 32)), fair.Head{Game: "x", Seq: 1}
	for b.Loop() {
		head.Sign(key)
	}
}
