package fair_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

var _ game.Luck = (*fair.Luck)(nil)

const header = `{"game":"example-1","rules":"classic-us"}`

func hash(t testing.TB, text string) fair.Hash {
	t.Helper()
	h, err := fair.ParseHash(text)
	require.NoError(t, err)
	return h
}

func root(b byte) fair.Hash { return fair.Hash(bytes.Repeat([]byte{b}, fair.Size)) }

// example is the table of the test vectors: two seats that take turns.
type example struct {
	*fair.State
	server *fair.Chain
	seats  [2]*fair.Chain
}

func newExample() *example {
	x := &example{server: fair.NewChain(root(0x11), 1000)}
	x.seats[0], x.seats[1] = fair.NewChain(root(0xaa), 1000), fair.NewChain(root(0xbb), 1000)
	x.State = fair.Lock([]byte(header), x.server.Anchor(), []fair.Seat{
		{Source: fair.Client, Anchor: x.seats[0].Anchor()}, {Source: fair.Client, Anchor: x.seats[1].Anchor()},
	})
	return x
}

func (x *example) links(ordinal int) (seat game.Seat, link, server fair.Hash) {
	seat = game.Seat((ordinal - 1) % 2)
	return seat, x.seats[seat].Link((ordinal + 1) / 2), x.server.Link(ordinal)
}

// to makes the draws up to the ordinal and returns the luck of the last.
func (x *example) to(t testing.TB, ordinal int) *fair.Luck {
	t.Helper()
	for int(x.Ordinal) < ordinal {
		seat, link, server := x.links(int(x.Ordinal) + 1)
		d, err := x.Draw(seat, link, server)
		require.NoError(t, err)
		require.Equal(t, seat, *d.Seat)
		require.Equal(t, link, *d.Link)
		require.Equal(t, server, d.ServerLink)
		require.Equal(t, x.Ordinal, d.Ordinal)
	}
	return x.Luck()
}

func dice(l *fair.Luck) [2]uint8 {
	d := l.Roll(0, game.ByMove, nil)
	return [2]uint8(d[:2])
}

func TestAnchorsOfTheVectors(t *testing.T) {
	x := newExample()
	assert.Equal(t, "a541e03cfeaef325fc9928bdcd514bddd380e5dac947891e7d99cde4a900166c", x.server.Anchor().String())
	assert.Equal(t, "0399e1bc67c3120d4d20ab9223a7ce01a1fa573ffcd89bbc0920045d8775292b", x.seats[0].Anchor().String())
	assert.Equal(t, "d0ba7500f73357c172d68898db8b0cca9c2fa4f58d2604bca5cf6f0c6298cc7b", x.seats[1].Anchor().String())
	assert.Equal(t, "ede427c534a6d7161cf371d0dc539b11c03f3a048d5a6c6d53f71162e20d1646", fair.LineHash([]byte(header)).String())
	assert.Equal(t, "c0dbf1e77c49902e5c1a2eb4f75314430b322d07251388220c0d552572e24ec6", x.Mix.String())
}

func TestDrawsOfTheVectors(t *testing.T) {
	x := newExample()
	x.to(t, 1)
	assert.Equal(t, "425ce8d3b5aa96fa6cab5518bb74a777b96ae3c4a6964d474c9f4e00de11e232", x.Mix.String())
	assert.Equal(t, [2]uint8{4, 5}, dice(x.Luck()))
	assert.EqualValues(t, 11, x.Luck().Card(0, game.Chance, &game.Pile{Undrawn: 1<<16 - 1}))
	assert.EqualValues(t, 7, x.Luck().Card(0, game.Chance, &game.Pile{Undrawn: 1<<15 - 1}))
	order := fair.NewStream(x.Server.Last, x.Mix, fair.Order)
	assert.Equal(t, []int{6, 3, 0, 1, 5, 7, 2, 4}, order.Order(8))

	x.to(t, 2)
	assert.Equal(t, [2]uint8{6, 5}, dice(x.Luck()))
	assert.EqualValues(t, 2, x.Luck().Card(0, game.Chance, &game.Pile{Undrawn: 1<<16 - 1}))
	assert.EqualValues(t, 9, x.Luck().Card(0, game.Chance, &game.Pile{Undrawn: 1<<15 - 1}))

	x.to(t, 3)
	assert.Equal(t, "edf2fd7c08ad9c894cb68d0d0a64394b033c6857470e221267d5f25b33146c89", x.Mix.String())
	assert.Equal(t, [2]uint8{6, 5}, dice(x.Luck()), "5f is 6, fc is skipped, fa is 5")
	order = fair.NewStream(x.Server.Last, x.Mix, fair.Order)
	assert.Equal(t, []int{2, 4, 5, 1, 3, 7, 0, 6}, order.Order(8))
}

func TestRollsOfTheVectors(t *testing.T) {
	x := newExample()
	rolls := [][2]uint8{{}}
	for i := range 400 {
		rolls = append(rolls, dice(x.to(t, i+1)))
	}
	assert.Equal(t, [][2]uint8{{4, 5}, {6, 5}, {6, 5}, {6, 1}, {4, 1}, {5, 3}}, rolls[1:7])
	assert.Equal(t, [2]uint8{3, 4}, rolls[36], "with a rejection")
	assert.Equal(t, [2]uint8{4, 1}, rolls[43], "with a rejection")
	assert.Equal(t, "0c19f5324313e9c3cc2874cf30fe421ad200fd85199638802f46bc389dd81d21", x.Mix.String())
}

func TestOneFlippedBitIsNoLink(t *testing.T) {
	x := newExample()
	seat, link, server := x.links(1)
	for bit := range 8 * fair.Size {
		bad := link
		bad[bit/8] ^= 1 << (bit % 8)
		_, err := x.Draw(seat, bad, server)
		require.ErrorIs(t, err, fair.ErrLink)
	}
	assert.Equal(t, newExample().State, x.State, "nothing changed")
	_, err := x.Draw(seat, link, server)
	assert.NoError(t, err)
}

func TestSwappedSeatsMixOtherwise(t *testing.T) {
	x, y := newExample(), newExample()
	y.Seats[0], y.Seats[1] = y.Seats[1], y.Seats[0]
	_, link, server := x.links(1)
	_, err := x.Draw(0, link, server)
	require.NoError(t, err)
	_, err = y.Draw(1, link, server)
	require.NoError(t, err)
	assert.NotEqual(t, x.Mix, y.Mix)
	_, err = newExample().Draw(1, link, server)
	assert.ErrorIs(t, err, fair.ErrLink, "and it is the other seat's link")
}

func TestTheServersNextLinkIsTooEarly(t *testing.T) {
	x := newExample()
	seat, link, _ := x.links(1)
	_, err := x.Draw(seat, link, x.server.Link(2))
	assert.ErrorIs(t, err, fair.ErrServerLink)
	_, err = x.DrawMissed(seat, x.server.Link(2))
	assert.ErrorIs(t, err, fair.ErrServerLink)
	_, err = x.DrawAlone(x.server.Link(0))
	assert.ErrorIs(t, err, fair.ErrServerLink)
	assert.Equal(t, newExample().State, x.State)
}

func TestTheLastCardCostsNoByte(t *testing.T) {
	x := newExample()
	l, other := x.to(t, 1), x.Luck()
	assert.EqualValues(t, 9, l.Card(0, game.Chance, &game.Pile{Undrawn: 1 << 9}))
	assert.True(t, l.Ticket(0, 0, 1))
	assert.Zero(t, l.Deal(1))
	full := &game.Pile{Undrawn: 1<<16 - 1}
	assert.Equal(t, other.Card(0, game.Chance, full), l.Card(0, game.Chance, full))
	assert.Equal(t, other.Deal(28), l.Deal(28))
	assert.Equal(t, other.Ticket(0, 14, 2), l.Ticket(0, 14, 2))
	assert.EqualValues(t, 3, l.Card(0, game.Chest, &game.Pile{N: 2, Queue: [game.MaxCards]uint8{3, 1}}), "a deck that ran out is turned over")
}

func TestPurposesAreIndependentAndReadOn(t *testing.T) {
	x := newExample()
	a, b := x.to(t, 1), x.Luck()
	var first [3][2]uint8
	for i := range first {
		first[i] = dice(a)
	}
	b.Roll(0, game.ByOrder, nil)
	b.Deal(28)
	b.Card(0, game.Chest, &game.Pile{Undrawn: 1<<16 - 1})
	for i := range first {
		assert.Equal(t, first[i], dice(b))
	}
	assert.NotEqual(t, first[0], first[1], "the second throw of a command reads on")
	assert.True(t, b.Asked())
	b.Reset(x.Server.Last, x.Mix)
	assert.False(t, b.Asked())
	assert.Equal(t, first[0], dice(b))
}

func TestAMissedLinkDoesNotAdvanceTheChain(t *testing.T) {
	x := newExample()
	x.to(t, 4)
	was := x.Seats[0]
	d, err := x.DrawMissed(0, x.server.Link(5))
	require.NoError(t, err)
	assert.True(t, d.Missed)
	assert.Equal(t, fair.Missed(was.Last, 5), *d.Link)
	assert.Equal(t, was, x.Seats[0])
	again, err := x.DrawMissed(0, x.server.Link(6))
	require.NoError(t, err)
	assert.NotEqual(t, d.Link, again.Link, "another number at another draw")
	_, err = x.Draw(0, x.seats[0].Link(3), x.server.Link(7))
	assert.NoError(t, err, "the link that did not come is still the next")
}

func TestAnotherChainForASeatAndForTheServer(t *testing.T) {
	x := newExample()
	x.to(t, 2)
	mix := x.Mix
	spare := fair.NewChain(fair.SeatRoot(root(0x11), 0, 1), 10)
	require.NoError(t, x.Reanchor(0, fair.Server, spare.Anchor()))
	assert.Equal(t, mix, x.Mix, "an anchor enters no mix")
	_, err := x.Draw(0, x.seats[0].Link(2), x.server.Link(3))
	assert.ErrorIs(t, err, fair.ErrLink)
	d, err := x.Draw(0, spare.Link(1), x.server.Link(3))
	require.NoError(t, err)
	assert.Equal(t, fair.Server, d.Source)

	next := fair.NewChain(fair.ServerRoot(root(0x11), 1), 10)
	x.Renew(next.Anchor())
	_, err = x.Draw(1, x.seats[1].Link(2), x.server.Link(4))
	assert.ErrorIs(t, err, fair.ErrServerLink)
	d, err = x.Draw(1, x.seats[1].Link(2), next.Link(1))
	require.NoError(t, err)
	assert.EqualValues(t, 4, d.Ordinal, "ordinals go on")
}

// told returns the draws of a table as they appear in its log, those with the ordinals
// given not to be seen yet.
func told(t *testing.T, n int) (start *fair.State, draws []fair.Draw) {
	t.Helper()
	x := newExample()
	start = x.Clone()
	for i := range n {
		seat, link, server := x.links(i + 1)
		d, err := x.Draw(seat, link, server)
		require.NoError(t, err)
		draws = append(draws, d)
	}
	return start, draws
}

func TestALogIsFollowed(t *testing.T) {
	s, draws := told(t, 20)
	want := newExample()
	want.to(t, 20)
	for i := range draws {
		switch i {
		case 3, 4, 11:
			draws[i].ServerLink = fair.Hash{}
			require.NoError(t, s.FollowUnseen(&draws[i]), "draw %d", i+1)
		default:
			require.NoError(t, s.Follow(&draws[i]), "draw %d", i+1)
		}
	}
	assert.Equal(t, want.State, s)
}

func TestALogThatDoesNotFitIsNotFollowed(t *testing.T) {
	seat, far := game.Seat(1), game.Seat(7)
	for name, c := range map[string]struct {
		spoil func(d *fair.Draw)
		err   error
	}{
		"a bit of the link":           {func(d *fair.Draw) { link := *d.Link; link[31] ^= 1; d.Link = &link }, fair.ErrLink},
		"the other seat":              {func(d *fair.Draw) { d.Seat = &seat }, fair.ErrLink},
		"a seat that is not there":    {func(d *fair.Draw) { d.Seat = &far }, fair.ErrSeat},
		"an ordinal left out":         {func(d *fair.Draw) { d.Ordinal++ }, fair.ErrOrdinal},
		"an ordinal twice":            {func(d *fair.Draw) { d.Ordinal-- }, fair.ErrOrdinal},
		"the server's next link":      {func(d *fair.Draw) { d.ServerLink = newExample().server.Link(6) }, fair.ErrServerLink},
		"missed, but it is not":       {func(d *fair.Draw) { d.Missed = true }, fair.ErrLink},
		"the source":                  {func(d *fair.Draw) { d.Source = fair.Server }, fair.ErrSource},
		"nobody's link":               {func(d *fair.Draw) { d.Seat = nil }, fair.ErrLink},
		"a link left out":             {func(d *fair.Draw) { d.Link = nil }, fair.ErrLink},
		"nobody's, but of a client's": {func(d *fair.Draw) { d.Seat, d.Link = nil, nil }, fair.ErrSource},
	} {
		s, draws := told(t, 5)
		for i := range 4 {
			require.NoError(t, s.Follow(&draws[i]))
		}
		before := s.Clone()
		good := draws[4]
		c.spoil(&draws[4])
		assert.ErrorIs(t, s.Follow(&draws[4]), c.err, name)
		if !errors.Is(c.err, fair.ErrServerLink) {
			assert.ErrorIs(t, s.FollowUnseen(&draws[4]), c.err, name)
		}
		assert.Equal(t, before, s, name)
		s.Trust(&draws[4])
		assert.Equal(t, draws[4].Ordinal, s.Ordinal, name)
		require.NoError(t, before.Follow(&good), name)
	}
}

func TestWhoHadAPartInTheDraws(t *testing.T) {
	zero, one, two := game.Seat(0), game.Seat(1), game.Seat(2)
	own := func(seat *game.Seat) *fair.Draw { return &fair.Draw{Seat: seat, Source: fair.Client} }
	var c fair.Count
	c.Draw(&fair.Draw{Ordinal: 1, Source: fair.Server})
	assert.Equal(t, fair.Count{Draws: 1, Server: 1}, c, "nobody opened")
	c = fair.Count{}
	c.Opening([]fair.OpeningLink{{Seat: 0, Missed: true}, {Seat: 1}})
	c.Draw(&fair.Draw{Ordinal: 1, Source: fair.Server})
	c.Draw(own(&zero))
	c.Draw(&fair.Draw{Seat: &two, Source: fair.Server})
	c.Draw(&fair.Draw{Seat: &one, Source: fair.Client, Missed: true})
	assert.Equal(t, [4]int{4, 2, 1, 1}, [4]int{c.Draws, c.TwoParty, c.Server, c.Missed})
	assert.Equal(t, 1, c.MissedBy[1])

	c.Reanchor(0)
	c.Draw(own(&zero))
	c.Draw(own(&zero))
	assert.Equal(t, [3]int{2, 3, 2}, [3]int{c.TwoParty, c.Server, c.Doubtful}, "his own links do not help")
	c.Draw(&fair.Draw{Seat: &two, Source: fair.Server})
	c.Draw(own(&zero))
	assert.Equal(t, 3, c.Doubtful, "nor do the server's")
	c.Draw(own(&one))
	c.Draw(own(&zero))
	assert.Equal(t, [2]int{4, 3}, [2]int{c.TwoParty, c.Doubtful}, "another player's does")

	c.Renew()
	c.Draw(own(&one))
	c.Draw(own(&one))
	c.Draw(own(&zero))
	c.Draw(own(&one))
	assert.Equal(t, [2]int{6, 5}, [2]int{c.TwoParty, c.Doubtful}, "after the server's, everybody waits for somebody else's")
	assert.Equal(t, c.Draws, c.TwoParty+c.Server+c.Missed)
}

func TestThereIsNoSuchSeat(t *testing.T) {
	x := newExample()
	for _, seat := range []game.Seat{game.Nobody, game.Bank, 2, 99} {
		_, err := x.Draw(seat, root(1), x.server.Link(1))
		assert.ErrorIs(t, err, fair.ErrSeat)
		_, err = x.DrawMissed(seat, x.server.Link(1))
		assert.ErrorIs(t, err, fair.ErrSeat)
		assert.ErrorIs(t, x.Opening(seat, root(1)), fair.ErrSeat)
		assert.ErrorIs(t, x.Reanchor(seat, fair.Client, root(1)), fair.ErrSeat)
	}
	assert.Equal(t, newExample().State, x.State)
}

func TestEveryLinkOfEveryLength(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 99, 100, 101, 1000} {
		c, want := fair.NewChain(root(7), n), root(7)
		down, up := fair.NewReader(c), fair.NewReader(c)
		assert.Equal(t, n, c.Len())
		for k := n; k >= 0; k-- {
			require.Equal(t, want, c.Link(k), "%d of %d", k, n)
			require.Equal(t, want, down.Link(k), "%d of %d, read downwards", k, n)
			require.Equal(t, c.Link(n-k), up.Link(n-k), "%d of %d, read upwards", n-k, n)
			want = want.Before()
		}
		assert.Equal(t, c.Link(0), c.Anchor())
	}
}

func TestRootsDiffer(t *testing.T) {
	seen := map[fair.Hash]bool{root(0x11): true}
	for renewal := range uint32(3) {
		for seat := range game.Seat(3) {
			seen[fair.SeatRoot(root(0x11), seat, renewal)] = true
		}
		seen[fair.ServerRoot(root(0x11), renewal)] = true
	}
	assert.Len(t, seen, 3*3+3)
	assert.NotEqual(t, fair.Salt(root(0x11), 1), fair.Salt(root(0x11), 2))
	assert.Equal(t, root(0x11), fair.ServerRoot(root(0x11), 0))
}

func TestHashesAsText(t *testing.T) {
	good := root(0xab).String()
	assert.Equal(t, root(0xab), hash(t, good))
	for _, bad := range []string{"", "ab", good[1:], good + "00", "g" + good[1:], "A" + good[1:]} {
		h := root(1)
		assert.Error(t, h.UnmarshalText([]byte(bad)), bad)
		assert.Equal(t, root(1), h)
	}
}

func TestHeadsAreSigned(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	public := key.Public().(ed25519.PublicKey)
	head := fair.Head{Game: "example-1", Seq: 7, Hash: root(1)}
	signature := head.Sign(key)
	assert.True(t, head.Verify(public, signature))
	for _, other := range []fair.Head{{Game: "example-2", Seq: 7, Hash: root(1)}, {Game: "example-1", Seq: 8, Hash: root(1)}, {Game: "example-1", Seq: 7, Hash: root(2)}} {
		assert.False(t, other.Verify(public, signature))
	}
	assert.False(t, head.Verify(public, signature[1:]))
	assert.False(t, head.Verify(public[1:], signature))
	assert.False(t, head.Verify(nil, nil))
	assert.True(t, ed25519.Verify(public, append([]byte("pf1/headexample-1\x00\x00\x00\x07"), head.Hash[:]...), signature))
}

func TestFingerprintsAreShort(t *testing.T) {
	assert.Equal(t, "0000-0000", fair.Hash{}.Fingerprint())
	assert.Equal(t, "ZZZZ-ZZZZ", root(0xff).Fingerprint())
	assert.Equal(t, "04HM-ASW9", fair.Hash{0x01, 0x23, 0x45, 0x67, 0x89, 0xff}.Fingerprint())
}

func TestDrawsAsJSON(t *testing.T) {
	x := newExample()
	seat, link, server := x.links(1)
	d, err := x.Draw(seat, link, server)
	require.NoError(t, err)
	alone, err := x.DrawAlone(x.server.Link(2))
	require.NoError(t, err)
	missed, err := x.DrawMissed(1, x.server.Link(3))
	require.NoError(t, err)
	for _, d := range []fair.Draw{d, alone, missed} {
		d := d.For(&game.Event{Kind: game.CardDrawn, Deck: game.Chest})
		want, err := json.Marshal(d)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(d.Append(nil)))
		var back fair.Draw
		require.NoError(t, json.Unmarshal(want, &back))
		assert.Equal(t, *d, back)
		assert.Equal(t, fair.ChestCard, back.Purpose)
	}
	assert.Nil(t, d.For(&game.Event{Kind: game.Moved}))
	assert.Error(t, json.Unmarshal([]byte(`{"purpose":"chess"}`), &d))
}

func TestPurposesOfEvents(t *testing.T) {
	for want, e := range map[fair.Purpose]game.Event{
		fair.Dice: {Kind: game.Rolled, Cause: game.ByMove}, fair.Order: {Kind: game.Rolled, Cause: game.ByOrder},
		fair.ChanceCard: {Kind: game.CardDrawn, Deck: game.Chance}, fair.ChestCard: {Kind: game.CardDrawn, Deck: game.Chest},
		fair.Ticket: {Kind: game.TicketDrawn}, fair.Deal: {Kind: game.DeedDealt},
	} {
		p, ok := fair.Of(&e)
		assert.True(t, ok)
		assert.Equal(t, want, p)
	}
	p, ok := fair.Of(&game.Event{Kind: game.Ordered})
	assert.True(t, ok)
	assert.Equal(t, fair.Order, p)
	assert.Empty(t, fair.NumPurposes.String())
}

func TestNothingIsAllocatedPerDraw(t *testing.T) {
	x := newExample()
	l := x.to(t, 1)
	pile := &game.Pile{Undrawn: 1<<16 - 1}
	line := bytes.Repeat([]byte("x"), 300)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		l.Reset(x.Server.Last, fair.Mix(x.Mix, 1, x.Server.Last))
		l.Roll(0, game.ByMove, nil)
		l.Card(0, game.Chance, pile)
		fair.LineHash(line)
		_ = x.CheckLink(0, x.Mix)
	}))
}
