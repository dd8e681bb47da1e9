package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/verify"
)

// After the end nothing plays on for those who have left.
func TestWhoHasLeftIsNotPlayedForAfterTheEnd(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Less(t, ben.post(game+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	require.Equal(t, http.StatusOK, ben.post(game+"/moves", map[string]any{"move": "resign"}).status)
	players := func() string { return s.readerAs(ada).open(game).doc.Find("#players").Text() }
	assert.Contains(t, players(), "away, the table plays for them")
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"move": "resign"}).status)
	require.Equal(t, "finished", ada.get(game).str("status"))
	assert.Equal(t, 2, strings.Count(players(), "left before the end"))
	assert.NotContains(t, players(), "plays for them")
}

// Three of four resign. They are offered and granted no moves, the computer
// risks nothing of theirs, the game is played to its end, which a limit of rounds
// brings near, and its proof holds.
func TestWhoHasLeftGivesNoMovesAndLosesNothingByTheComputer(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "options": map[string]any{"short": true, "house.round_limit": 12}, "players": 4})
	others := []*client{s.player("Ben"), s.player("Cleo"), s.player("Dora")}
	for _, c := range others {
		require.Less(t, c.post(game+"/seats", nil).status, 300)
	}
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	for _, c := range others {
		require.Equal(t, http.StatusOK, c.post(game+"/moves", map[string]any{"move": "resign"}).status)
		assert.Empty(t, c.get(game).at("moves"))
		for _, move := range []string{"roll", "end_turn", "buy", "resign"} {
			a := c.post(game+"/moves", map[string]any{"move": move})
			wantProblem(t, a, http.StatusForbidden, "left")
			assert.Contains(t, a.str("detail"), "Take your seat back")
		}
		seat := fmt.Sprintf("%s/seats/%v", game, c.get(game).at("seat"))
		wantProblem(t, c.send(http.MethodDelete, seat, nil), http.StatusForbidden, "left")
		wantProblem(t, c.post(seat+"/leave", nil), http.StatusForbidden, "left")
		deeds := dealt(c.get(game))
		require.NotEmpty(t, deeds, "the short game deals some")
		wantProblem(t, c.post(game+"/moves", map[string]any{"move": "mortgage", "space": deeds[0]}), http.StatusForbidden, "left")
	}
	back := others[2]
	require.Less(t, back.post(game+"/seats", nil).status, 300)
	assert.NotEmpty(t, back.get(game).at("moves"), "one press gives the seat back")
	require.Equal(t, http.StatusOK, back.post(game+"/moves", map[string]any{"move": "resign"}).status)

	playOut(t, ada, game)
	report, f := proof(t, ada, game)
	riskedNothing(t, f, 1, 2, 3)
	assert.Equal(t, verify.Pass, report.Check(verify.Bots).Result, "%+v", report.Check(verify.Bots))
}

// Three of four are voted away, one after the other, each when the game waits for
// them. Ada, who brings her own numbers, plays on to the end and offers them bad
// bargains; what Ben has ordered happens, and nothing else is risked for anybody.
// The absent neither buy nor go bankrupt for long: a limit of rounds, which the
// form offers for every rulebook, ends these games.
func TestGamesOfWhoIsVotedAwayAreProved(t *testing.T) {
	t.Parallel()
	ordered, rejected := map[string]int{}, 0
	for edition, options := range map[string]map[string]any{
		"us-classic": {"short": true}, "german-classic": {}, "mark-classic": {"end_time": 30 * 24 * 60},
		"sonic": {}, "mega": {}, "duel-masters": {},
	} {
		t.Run(edition, func(t *testing.T) {
			options["house.round_limit"] = 4
			s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"))
			people := []*client{s.player("Ada"), s.player("Ben"), s.player("Cleo"), s.player("Dora")}
			ada := people[0]
			game := ada.create(map[string]any{"edition": edition, "options": options, "players": 4, "pace": "open"})
			for _, c := range people[1:] {
				require.Less(t, c.post(game+"/seats", nil).status, 300)
			}
			require.Equal(t, http.StatusOK, ada.put(game+"/chain", map[string]any{"anchor": numbers(ada).Anchor().String()}).status)
			require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
			require.Equal(t, http.StatusOK, ada.put(game+"/chain", link(ada, 1)).status)
			for _, o := range []map[string]any{{"kind": "claim_rents", "days": 30}, {"kind": "bid", "limit": 100, "days": 30}} {
				a := people[1].post(game+"/orders", o)
				require.Less(t, a.status, 300, a.text())
			}
			there := []int{0, 1, 2, 3}
			for len(there) > 1 {
				state := ada.get(game)
				seat := state.asks(there)
				if seat == 0 {
					ada.moves(game, usualMove(t, state))
					continue
				}
				forward(25 * time.Hour)
				a := ada.post(game+"/pace", map[string]any{"what": "absent", "about": seat})
				require.Less(t, a.status, 300, a.text())
				there = slices.DeleteFunc(there, func(i int) bool { return i == seat })
				for _, i := range there {
					a := people[i].post(game+"/pace/votes", map[string]any{"what": "absent", "about": seat, "vote": "substitute"})
					require.Less(t, a.status, 300, a.text())
				}
			}
			playOut(t, ada, game)
			report, f := proof(t, ada, game)
			assert.Equal(t, verify.Passed, report.Verdict, report.Sentence)
			assert.Equal(t, verify.Pass, report.Check(verify.Bots).Result, "%+v", report.Check(verify.Bots))
			riskedNothing(t, f, 2, 3)
			for _, m := range report.Told {
				switch {
				case m.Seat() <= 0:
				case m.By == "order":
					assert.Equal(t, 1, int(m.Seat()), "only Ben has ordered anything")
					assert.Regexp(t, `"move":"(claim_rent|bid|pass)"`, string(m.Move))
					ordered[edition]++
				default:
					rejected += strings.Count(string(m.Move), `"reject_trade"`)
					assert.Contains(t, []string{"bot", "system"}, m.By, "%s", m.Move)
					assert.NotRegexp(t, `"move":"(propose_trade|accept_trade|bid|buy|build|lift|pick_deed|duel|use_ticket|place)"`, string(m.Move))
				}
			}
		})
	}
	assert.Len(t, ordered, 6, "Ben's orders go on in each of them")
	assert.Positive(t, rejected, "and bargains were offered")
}

// asks is the first of the seats for which the game waits.
func (a *answer) asks(seats []int) int {
	for _, asked := range a.at("waiting_for").([]any) {
		if seat := int(asked.(float64)); slices.Contains(seats, seat) {
			return seat
		}
	}
	require.Fail(a.t, "nobody is asked", a.text())
	return 0
}

// moves makes a move, sends the number that it needs and returns the state after it.
func (c *client) moves(game string, move map[string]any) *answer {
	c.t.Helper()
	a := c.post(game+"/moves", move)
	require.Equal(c.t, http.StatusOK, a.status, "%v: %s", move, a.text())
	if lock, _ := a.at("state", "lock").(map[string]any); lock != nil {
		move = maps.Clone(move)
		move["link"] = numbers(c).Link(a.num("state", "table", "dice", "next")).String()
		a = c.post(game+"/moves", move)
		require.Equal(c.t, http.StatusOK, a.status, "%v: %s", move, a.text())
	}
	var both struct{ State json.RawMessage }
	require.NoError(c.t, json.Unmarshal(a.body, &both))
	return &answer{c.t, a.status, a.header, both.State}
}

// playOut plays a game to its end for the one who is still there, and offers
// those who are not all their money for a deed at every seventh move, but not
// twice in a turn, in which the second offer would have to be better.
func playOut(t *testing.T, c *client, game string) {
	t.Helper()
	state, tempted := c.get(game), 0
	for n := 0; state.str("status") == "playing"; n++ {
		require.Less(t, n, 5000)
		if turn := state.num("turn", "number"); n%7 == 0 && turn != tempted {
			tempt(t, c, game, state)
			tempted = turn
		}
		state = c.moves(game, usualMove(t, state))
	}
}

// tempt offers all money for a deed of an absent player, if that can be proposed.
func tempt(t *testing.T, c *client, game string, state *answer) {
	t.Helper()
	moves := state.at("moves").([]any)
	i := slices.IndexFunc(moves, func(m any) bool { return m.(map[string]any)["move"] == "propose_trade" })
	if i < 0 || state.str("phase") == "debt" {
		return
	}
	move := moves[i].(map[string]any)
	cash := move["give_range"].(map[string]any)["max_cash"]
	if cash == 0.0 {
		return
	}
	for _, p := range move["partners"].([]any) {
		partner := p.(map[string]any)
		if deeds := partner["want_range"].(map[string]any)["deeds"].([]any); len(deeds) > 0 {
			a := c.post(game+"/moves", map[string]any{"move": "propose_trade", "to": partner["to"], "want": map[string]any{"deeds": deeds[:1]},
				"give": map[string]any{"cash": cash}})
			require.Contains(t, []int{http.StatusOK, http.StatusUnprocessableEntity}, a.status, a.text()) // debts come first, and nothing is offered twice
			return
		}
	}
}

// proof is the export of a game in which no check fails, and what came of them.
func proof(t *testing.T, c *client, game string) (*verify.Report, *export.File) {
	t.Helper()
	f, err := export.Read(bytes.NewReader(c.get(game + "/export").body))
	require.NoError(t, err)
	report, err := verify.Export(f)
	require.NoError(t, err)
	assert.True(t, report.OK(), "%+v", report.Checks)
	return report, f
}

// riskedNothing checks that nothing was bid, bought, built or traded for the seats.
func riskedNothing(t *testing.T, f *export.File, seats ...int) {
	t.Helper()
	for _, seat := range seats {
		risks := regexp.MustCompile(fmt.Sprintf(`"type":("(bid_placed|built|lifted)","player"|"trade_accepted","trade":\d+,"player"|"trade_proposed","trade":\d+,"from"):%[1]d\b|"type":"paid","from":%[1]d,.*"reason":"(price|auction|build)"`, seat))
		for i := range f.Lines {
			if line := string(f.Lines[i].JSON); !strings.Contains(line, `"rule":"R-SETUP-9"`) { // what was dealt
				assert.NotRegexp(t, risks, line)
			}
		}
	}
}

// dealt is the spaces of the deeds that the viewer owns.
func dealt(state *answer) (spaces []int) {
	for _, d := range state.at("deeds").([]any) {
		if deed := d.(map[string]any); deed["owner"] == state.at("seat") {
			spaces = append(spaces, int(deed["space"].(float64)))
		}
	}
	return spaces
}

// usualMove is what somebody does who buys and builds what they can.
func usualMove(t *testing.T, state *answer) map[string]any {
	t.Helper()
	moves := state.at("moves").([]any)
	for _, kind := range []string{
		"claim_rent", "buy", "build", "roll", "pay_debt", "keep", "pass", "end_turn", "decline", "choose_tax", "choose_card", "choose_bus", "choose_gift", "choose_sum", "skip_pick", "no_duel", "intent", "place", "waive_claim", "mortgage", "sell", "declare_bankruptcy",
	} {
		if i := slices.IndexFunc(moves, func(m any) bool { return m.(map[string]any)["move"] == kind }); i >= 0 {
			return moves[i].(map[string]any)["example"].(map[string]any)
		}
	}
	require.Fail(t, "no usual move", "%v", moves)
	return nil
}

// A page that was open before its player went bankrupt says that they are out of the
// game, not that they never sat there.
func TestWhoIsBankruptIsToldSoByAnOldVote(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cleo := s.player("Ada"), s.player("Ben"), s.player("Cleo")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3, "pace": "evening", "options": map[string]any{"house.resign_bankrupt": true}})
	for _, c := range []*client{ben, cleo} {
		require.Less(t, c.post(game+"/seats", nil).status, 300)
	}
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	require.Equal(t, http.StatusOK, ben.post(game+"/pace", map[string]any{"what": "pause", "days": 3}).status)
	require.Equal(t, http.StatusOK, cleo.post(game+"/moves", map[string]any{"move": "resign"}).status)
	require.True(t, cleo.get(game).at("players").([]any)[2].(map[string]any)["bankrupt"].(bool))
	wantProblem(t, cleo.post(game+"/pace/votes", map[string]any{"what": "pause", "vote": "yes"}), http.StatusForbidden, "out")
	wantProblem(t, cleo.post(game+"/pace", map[string]any{"what": "keep"}), http.StatusForbidden, "out")
	wantProblem(t, cleo.post(game+"/orders", map[string]any{"kind": "claim_rents"}), http.StatusForbidden, "out")
	page := cleo.post(game+"/pace/votes", url.Values{"what": {"pause"}, "vote": {"yes"}}, "Accept", asPage)
	assert.Equal(t, http.StatusForbidden, page.status)
	assert.Contains(t, page.page().Find("main").Text(), "Only players who are still in the game can do that.")
}

// A page that was open before its player left says that they have left, not that they
// never sat there.
func TestWhoHasLeftIsToldSoByAnOldVote(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cleo := s.player("Ada"), s.player("Ben"), s.player("Cleo")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3, "pace": "evening"})
	for _, c := range []*client{ben, cleo} {
		require.Less(t, c.post(game+"/seats", nil).status, 300)
	}
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	require.Equal(t, http.StatusOK, ben.post(game+"/pace", map[string]any{"what": "pause", "days": 3}).status)
	require.Equal(t, http.StatusOK, cleo.post(game+"/moves", map[string]any{"move": "resign"}).status)
	wantProblem(t, cleo.post(game+"/pace/votes", map[string]any{"what": "pause", "vote": "yes"}), http.StatusForbidden, "left")
	wantProblem(t, cleo.post(game+"/pace", map[string]any{"what": "keep"}), http.StatusForbidden, "left")
	require.Less(t, cleo.post(game+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, cleo.post(game+"/pace/votes", map[string]any{"what": "pause", "vote": "yes"}).status)
}
