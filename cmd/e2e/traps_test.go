package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// Every test of this file is named for a mistake that other servers of such
// games have made.

const unsold = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "Ada", "cash": 500}, {"name": "Ben", "cash": 300}, {"name": "Cleo", "cash": 100}],
	"dice": [[1, 2], [1, 2], [2, 3]]}`

// atAuction is a table where the lot on space 3 is up for auction.
func atAuction(t *testing.T, s *rig.Server) *sandboxTable {
	t.Helper()
	sc := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	sc.move(0, "roll")
	sc.move(0, "decline")
	require.Equal(t, "auction", sc.state(0).Phase)
	return sc
}

// passAll lets every seat that may still bid pass.
func passAll(sc *sandboxTable) {
	for seat := range sc.seats {
		if s := sc.state(seat); s.Phase == "auction" && s.May("pass") {
			sc.move(seat, "pass")
		}
	}
}

func TestAnAuctionWithoutAnyBidEnds(t *testing.T) {
	t.Parallel()
	sc := atAuction(t, serve(t))
	passAll(sc)
	s := sc.state(0)
	assert.NotEqual(t, "auction", s.Phase)
	assert.Nil(t, s.Auction)
	assert.Contains(t, sc.types(), "auction_closed")
	assert.True(t, s.May("end_turn") || s.May("roll"), "the game goes on: %v", s.Moves)
}

func TestTheLastBidderIsStillAsked(t *testing.T) {
	t.Parallel()
	sc := atAuction(t, serve(t))
	sc.move(1, "pass")
	sc.move(2, "pass")
	s := sc.state(0)
	require.Equal(t, "auction", s.Phase)
	require.Equal(t, []int{0}, s.WaitingFor)
	sc.move(0, "bid", "amount", 10)
	passAll(sc)
	s = sc.state(0)
	assert.Nil(t, s.Auction)
	assert.Equal(t, 490, s.Players[0].Cash)
}

func TestATradeWithANegativeAmountIsMalformed(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), unsold, "Ada", "Ben", "Cleo")
	for _, cash := range []any{-100, -1, 1.5, "many", 1e30} {
		sc.malformed(0, "propose_trade", "to", 1, "give", map[string]any{"cash": cash}, "want", map[string]any{"cash": 1})
		sc.malformed(0, "propose_trade", "to", 1, "give", map[string]any{"cash": 1}, "want", map[string]any{"cash": cash})
	}
	assert.Empty(t, sc.state(1).Trades)
}

func TestNoMessageGivesMoney(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), unsold, "Ada", "Ben", "Cleo")
	for _, name := range []string{"debug", "cheat", "give_money", "set_cash", "time_up", "start", "abandon", ""} {
		sc.malformed(0, name, "amount", 1000, "player", 0, "cash", 1000)
	}
	p := sc.play(0, "roll", "cash", 99999, "dice", []int{6, 6}, "player", 1)
	if p.OK() {
		assert.Equal(t, 3, p.State.Players[0].Space, "the dice are the server's")
		assert.Equal(t, 500, p.State.Players[0].Cash)
	}
}

func TestAnEmptyTradeIsRefused(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), unsold, "Ada", "Ben", "Cleo")
	sc.malformed(0, "propose_trade", "to", 1, "give", map[string]any{"cash": 0}, "want", map[string]any{"cash": 0})
	sc.malformed(0, "propose_trade", "to", 1)
	assert.Empty(t, sc.state(0).Trades)
}

func TestABidAboveTheBiddersMeansIsRefused(t *testing.T) {
	t.Parallel()
	sc := atAuction(t, serve(t))
	sc.refuse(2, "bid_funds", "bid", "amount", 101)
	sc.move(2, "bid", "amount", 100)
}

func TestARentAboveTheCashIsADebtAndNotTheEnd(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "cash": 20, "space": 5, "deeds": [{"space": 39}, {"space": 37}, {"space": 31}]},
		{"name": "Ben", "cash": 0, "deeds": [{"space": 11, "houses": 1}, {"space": 13, "houses": 1}, {"space": 14, "houses": 1}]}],
		"dice": [[2, 4]]}`, "Ada", "Ben")
	sc.move(0, "roll")
	sc.move(1, "claim_rent")
	s := sc.state(0)
	require.Equal(t, "debt", s.Phase)
	assert.False(t, s.Players[0].Bankrupt)
	sc.refuse(0, "solvent", "declare_bankruptcy")
	sc.move(0, "mortgage", "space", 39)
	if sc.state(0).May("pay_debt") {
		sc.move(0, "pay_debt")
	}
	s = sc.state(0)
	assert.Empty(t, s.Debts)
	assert.Equal(t, 20+200-50, s.Players[0].Cash)
	assert.Equal(t, 50, s.Players[1].Cash)
}

func TestAnAuctionGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	s := serve(t)
	sc := atAuction(t, s)
	sc.move(1, "bid", "amount", 40)
	before := sc.state(0)
	require.NoError(t, s.Kill())
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })

	assert.Equal(t, before, sc.state(0))
	sc.move(0, "bid", "amount", 50)
	passAll(sc)
	after := sc.state(0)
	assert.Nil(t, after.Auction)
	assert.Equal(t, 450, after.Players[0].Cash)
}

func TestAnAnsweredMoveIsStored(t *testing.T) {
	t.Parallel()
	s := serve(t)
	sc := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	answered := sc.move(0, "roll")
	require.NoError(t, s.Kill())
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	assert.Equal(t, answered, sc.state(0))
}

func TestAnImpatientClickRollsOnce(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), unsold, "Ada", "Ben", "Cleo")
	seen := sc.state(0).Seq
	sc.move(0, "roll", "seq", seen)
	p := sc.play(0, "roll", "seq", seen)
	assert.Equal(t, http.StatusConflict, p.Status)
	assert.Equal(t, "stale", p.Code)
	rolled := 0
	for _, e := range sc.log() {
		if e["type"] == "rolled" {
			rolled++
		}
	}
	assert.Equal(t, 1, rolled)
}

func TestTwoTabsOfOnePlayerShareOneTurn(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), unsold, "Ada", "Ben", "Cleo")
	tab := *sc.seats[0]
	seen := sc.state(0).Seq
	p, err := tab.Play(t.Context(), sc.id, rig.Move{"move": "roll", "seq": seen})
	require.NoError(t, err)
	require.True(t, p.OK())
	late := sc.play(0, "roll", "seq", seen)
	assert.Equal(t, http.StatusConflict, late.Status)
	assert.Equal(t, p.State, sc.state(0), "both tabs see the same game")
	sc.move(0, "buy", "seq", sc.state(0).Seq)
}

func TestAStaleTabChangesNothing(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), unsold, "Ada", "Ben", "Cleo")
	old := sc.state(0).Seq
	sc.move(0, "roll")
	sc.move(0, "buy")
	before := sc.state(0)

	stale := sc.play(0, "end_turn", "seq", old)
	assert.Equal(t, http.StatusConflict, stale.Status)
	strict, err := sc.seats[0].Do(t.Context(), http.MethodPost, "/games/"+sc.id+"/moves",
		rig.Move{"move": "end_turn"}, "If-Match", strconv.Quote(strconv.Itoa(int(old))))
	require.NoError(t, err)
	assert.Equal(t, http.StatusPreconditionFailed, strict.Status)
	assert.Equal(t, before, sc.state(0))

	fresh, err := sc.seats[0].Do(t.Context(), http.MethodPost, "/games/"+sc.id+"/moves",
		rig.Move{"move": "end_turn"}, "If-Match", strconv.Quote(strconv.Itoa(int(before.Seq))))
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, fresh.Status, string(fresh.Body))
}

func TestOtherPeoplesActsDoNotMakeAMoveStale(t *testing.T) {
	t.Parallel()
	sc := newSandboxTable(t, serve(t), pledging, "Ada", "Ben", "Cleo")
	seen := sc.state(0).Seq
	sc.move(1, "propose_trade", "to", 2, "give", map[string]any{"deeds": []int{5}}, "want", map[string]any{"cash": 7})
	require.Greater(t, sc.state(0).Seq, seen)
	sc.move(0, "roll", "seq", seen)
}

func TestAStreamIsNotBufferedOnItsWay(t *testing.T) {
	t.Parallel()
	s := serve(t)
	sc := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	target, err := url.Parse(s.URL)
	require.NoError(t, err)
	proxy := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	t.Cleanup(proxy.CloseClientConnections)

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/games/"+sc.id+"/events", nil)
	require.NoError(t, err)
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Accept-Encoding", "gzip")
	direct, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	direct.Body.Close()
	assert.Equal(t, "no", direct.Header.Get("X-Accel-Buffering"))
	assert.Contains(t, direct.Header.Get("Cache-Control"), "no-store")
	assert.Empty(t, direct.Header.Get("Content-Encoding"))

	behind := rig.NewClient(proxy.URL)
	behind.Token = sc.seats[1].Token
	stream, err := behind.Watch(t.Context(), sc.id, strconv.Itoa(int(sc.state(0).Seq)))
	require.NoError(t, err)
	heard := make(chan uint32, 16)
	go follow(stream, heard)
	want := sc.move(0, "roll").Seq
	deadline := time.After(soon)
	for {
		select {
		case n := <-heard:
			if n >= want {
				return
			}
		case <-deadline:
			t.Fatalf("event %d did not come through the proxy", want)
		}
	}
}

// follow hands on the numbers that a stream names.
func follow(stream *rig.Stream, heard chan<- uint32) {
	defer stream.Close()
	for {
		m, err := stream.Next()
		if err != nil {
			return
		}
		if n, err := strconv.ParseUint(m.ID, 10, 32); err == nil {
			heard <- uint32(n)
		}
	}
}
