package wire

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func hash(c byte) (h fair.Hash) {
	for i := range h {
		h[i] = c
	}
	return h
}

func TestEveryLineTellsTheHashOfTheOneBefore(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	rapid.Check(t, func(t *rapid.T) {
		evs := rapid.SliceOfN(rapid.Custom(anyEvent), 1, 6).Draw(t, "events")
		seat := game.Seat(1)
		link := hash(2)
		log := Chained{Prev: hash(7), Root: hash(9)}
		extra := Extra{Chained: &log, Draw: &fair.Draw{Ordinal: 3, Seat: &seat, Link: &link, ServerLink: hash(4), Source: fair.Client}, Anchored: &Anchored{Anchor: hash(5), Source: fair.Server}}
		prev := log.Prev
		for i, line := range Encode(st, 5, noon, evs, extra) {
			e, _, err := Decode(st, line)
			if err != nil || e != evs[i] {
				t.Fatalf("%v: %+v came back as %+v: %s", err, evs[i], e, line)
			}
			var told struct {
				Prev fair.Hash `json:"prev"`
				Salt string    `json:"salt"`
			}
			if err := json.Unmarshal(line, &told); err != nil || told.Prev != prev {
				t.Fatalf("%v: %s", err, line)
			}
			if (told.Salt != "") != mayHide(&e) {
				t.Fatalf("salt: %s", line)
			}
			f, err := ReadFair(&e, line)
			_, draws := fair.Of(&e)
			if err != nil || (f.Draw != nil) != draws || draws && f.Draw.Ordinal != 3 {
				t.Fatalf("%v %+v: %s", err, f, line)
			}
			prev = fair.LineHash(line)
		}
		if log.Prev != prev {
			t.Fatal("the last line's hash is not kept")
		}
	})
}

func TestWhatALineTellsOfTheDiceReadsBack(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	proof := &fair.Proof{Protocol: fair.Protocol, Header: `{"game":"<x>"}`, Key: hash(1), Server: hash(2),
		Seats: []fair.SeatAnchor{{Seat: 0, Anchor: hash(3), Source: fair.Client}}, Opening: []fair.OpeningLink{{Seat: 0, Link: hash(4), Missed: true}}}
	evs := []game.Event{
		{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody},
		{Kind: game.Rolled, Seat: 0, Other: game.Nobody, Dice: [3]uint8{1, 2}, Cause: game.ByOrder},
		{Kind: game.SeatReanchored, Seat: 0, Other: game.Nobody},
		{Kind: game.RollLocked, Seat: 0, Other: game.Nobody, N: 12, Left: uint8(game.UseTicket)},
	}
	lines := Encode(st, 1, noon, evs, Extra{SeedCommitment: "x", Proof: proof, Draw: &fair.Draw{Ordinal: 1, ServerLink: hash(6), Source: fair.Server}, Anchored: &Anchored{hash(5), fair.Client}, Chained: &Chained{}})
	f, err := ReadFair(&evs[0], lines[0])
	require.NoError(t, err)
	assert.Equal(t, proof, f.Proof)
	f, err = ReadFair(&evs[1], lines[1])
	require.NoError(t, err)
	assert.Nil(t, f.Draw.Seat)
	assert.Equal(t, fair.Order, f.Draw.Purpose)
	f, err = ReadFair(&evs[2], lines[2])
	require.NoError(t, err)
	assert.Equal(t, &Anchored{hash(5), fair.Client}, f.Anchored)
	assert.Contains(t, string(lines[3]), `"type":"roll_locked","player":0,"ordinal":12,"move":"use_ticket","prev":"`)
}

func TestHiddenLinesKeepTheChainsGoing(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	seat, link := game.Seat(1), hash(2)
	evs := []game.Event{{Kind: game.Rolled, Seat: 1, Other: game.Nobody, Dice: [3]uint8{1, 2}, Cause: game.ForRent}}
	line := Encode(st, 9, noon, evs, Extra{Draw: &fair.Draw{Ordinal: 4, Seat: &seat, Link: &link, ServerLink: hash(3), Source: fair.Client}, Chained: &Chained{}})[0]
	got := HiddenLineOf(9, noon, line)
	assert.JSONEq(t, `{"seq":9,"at":"2026-05-04T12:00:00.123456789Z","type":"hidden","draw":{"ordinal":4,"seat":1,"link":"`+link.String()+`","source":"client"},"hash":"`+fair.LineHash(line).String()+`"}`, string(got))
	_, _, err := Decode(st, got)
	assert.ErrorIs(t, err, ErrHidden)

	old := Encode(st, 9, noon, evs, Extra{})[0]
	assert.Equal(t, HiddenLine(9, noon), HiddenLineOf(9, noon, old), "an older log has no chain")
}

func TestLinksComeWithMoves(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	text := hash(0xab).String()
	_, meta, p := ParseJSON(st, 0, []byte(`{"move":"roll","link":"`+text+`"}`))
	require.Nil(t, p)
	assert.Equal(t, &Link{Hash: hash(0xab)}, meta.Link)
	_, meta, p = ParseForm(st, 0, url.Values{"move": {"roll"}, "link": {"none"}})
	require.Nil(t, p)
	assert.Equal(t, &Link{None: true}, meta.Link)
	_, meta, p = ParseForm(st, 0, url.Values{"move": {"roll"}, "link": {""}})
	require.Nil(t, p)
	assert.Nil(t, meta.Link)
	for name, value := range map[string]string{"short": `"ab"`, "large letters": `"` + strings.ToUpper(text) + `"`, "number": `7`, "no hex": `"` + strings.Repeat("z", 64) + `"`} {
		_, _, p = ParseJSON(st, 0, []byte(`{"move":"roll","link":`+value+`}`))
		require.NotNil(t, p, name)
		assert.Equal(t, Mistyped, p.Code, name)
		assert.Equal(t, "link", p.Field, name)
	}
}

func BenchmarkEncodeChained(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "", nil)
	evs := benchEvents()
	seat, link := game.Seat(1), hash(2)
	extra := Extra{Draw: &fair.Draw{Ordinal: 4, Seat: &seat, Link: &link, ServerLink: hash(3), Source: fair.Client}, Chained: &Chained{}}
	b.ReportAllocs()
	for b.Loop() {
		Encode(st, 1, noon, evs, extra)
	}
}
