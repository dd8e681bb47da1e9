package verify_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/verify"
)

// Who is a computer player is recorded in the header and at each move, and in no
// line that is hashed; so the two must agree.
func TestHeaderAndMovesAgreeWhoIsAComputerPlayer(t *testing.T) {
	_, good := draw(t, draws{edition: "us-classic", seed: 1, sources: seats})
	for name, c := range map[string]struct{ old, with, says string }{
		"a computer player becomes a person": {`"seat":1,"name":"P","bot":"`, `"seat":1,"name":"P","bot":null,"was":"`, "seat 1 is a person's by the header and had not been left"},
		"a person becomes a computer player": {`"seat":0,"name":"P","bot":null`, `"seat":0,"name":"P","bot":"trader"`, `the move is told to be by "person"`},
		"a kind that there is not":           {`"seat":1,"name":"P","bot":"`, `"seat":1,"name":"P","bot":"x`, "which there is not; there are default, cautious, builder, trader"},
		"a bot at no seat":                   {`"player":null,"by":"system"`, `"player":null,"by":"bot"`, "it is no seat's"},
		"a bot in place of a person":         {`"player":0,"by":"person"`, `"player":0,"by":"bot"`, "seat 0 is a person's"},
		"a clock for a bot":                  {`"player":1,"by":"bot"`, `"player":1,"by":"clock"`, `the move is told to be by "clock"`},
	} {
		text := strings.Join(good, "\n")
		assert.Contains(t, text, c.old, name)
		r := check(t, strings.Split(strings.Replace(text, c.old, c.with, 1), "\n"))
		assert.Equal(t, []string{verify.Bots}, failing(r), "%s: %+v", name, r.Checks)
		assert.Contains(t, r.Check(verify.Bots).Detail, c.says, name)
	}
}

// The server plays for a player who leaves, and older exports do not record it.
func TestHeaderAndMovesNeedNotAgreeWhereNothingIsWrong(t *testing.T) {
	_, good := draw(t, draws{edition: "us-classic", seed: 1, sources: seats})
	for _, by := range []string{`"system"`, `""`} {
		text := strings.ReplaceAll(strings.Join(good, "\n"), `"by":"bot"`, `"by":`+by)
		assert.Equal(t, verify.Pass, check(t, strings.Split(text, "\n")).Check(verify.Bots).Result, by)
	}
}

// A standing order claims, bids and answers. A move that none can give is not taken for one.
func TestMovesOfStandingOrdersAreOnesThatOrdersGive(t *testing.T) {
	person := regexp.MustCompile(`"player":\d,"by":"person"`)
	for move, gives := range map[string]bool{
		"claim_rent": true, "bid": true, "pass": true, "end_turn": true,
		"build": false, "propose_trade": false, "lift": false,
	} {
		var lines []string
		i := -1
		for seed := uint64(1); i < 0; seed++ { // until a person makes the move
			require.Less(t, seed, uint64(20), move)
			lines = drawn(t, draws{edition: "us-classic", seed: seed, sources: seats})
			i = slices.IndexFunc(lines, func(line string) bool {
				return person.MatchString(line) && strings.Contains(line, `"move":"`+move+`"`)
			})
		}
		lines[i] = strings.Replace(lines[i], `"by":"person"`, `"by":"order"`, 1)
		r := check(t, lines)
		if gives {
			assert.Empty(t, failing(r), "%s: %+v", move, r.Checks)
			continue
		}
		assert.Equal(t, []string{verify.Bots}, failing(r), "%s: %+v", move, r.Checks)
		assert.Contains(t, r.Check(verify.Bots).Detail, "is told to be a standing order's, but none does this", move)
	}
}

// Computer players and stand-ins of an earlier version may have done otherwise.
func TestGamesWithEarlierComputerPlayersStillVerify(t *testing.T) {
	for version := range bot.Version {
		how := draws{edition: "us-classic", seed: 2, sources: seats, bots: version + 1, cheat: playsForBot}
		d, lines := draw(t, how)
		require.NotZero(t, d.cheated)
		c := check(t, lines).Check(verify.Bots)
		if version+1 == bot.Version {
			assert.Equal(t, verify.Fail, c.Result)
			continue
		}
		assert.Equal(t, verify.None, c.Result, c.Detail)
		assert.Contains(t, c.Detail, "the game had other ones")
		assert.Equal(t, verify.Passed, check(t, lines).Verdict)
	}
}
