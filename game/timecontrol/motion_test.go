package timecontrol_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func TestMotions(t *testing.T) {
	yes, no, wait, sub, broke := timecontrol.Yes, timecontrol.No, timecontrol.Wait, timecontrol.Substitute, timecontrol.Bankrupt
	const nobody = timecontrol.Silent
	for name, c := range map[string]struct {
		what  timecontrol.What
		about game.Seat
		votes []timecontrol.Voice
		over  bool
		want  timecontrol.Voice
		mild  bool // leaving is no bankruptcy
	}{
		"a pace needs all":               {timecontrol.NewControl, game.Nobody, []timecontrol.Voice{yes, yes, nobody, yes}, false, timecontrol.Silent, false},
		"and has them":                   {timecontrol.NewControl, game.Nobody, []timecontrol.Voice{yes, yes, yes, yes}, false, timecontrol.Yes, false},
		"one is against it":              {timecontrol.NewControl, game.Nobody, []timecontrol.Voice{yes, no, nobody, nobody}, false, timecontrol.No, false},
		"silence is no consent":          {timecontrol.Halt, game.Nobody, []timecontrol.Voice{yes, yes, nobody, yes}, true, timecontrol.No, false},
		"half do not wake the table":     {timecontrol.GoOn, game.Nobody, []timecontrol.Voice{yes, yes, nobody, nobody}, false, timecontrol.Silent, false},
		"more than half do":              {timecontrol.GoOn, game.Nobody, []timecontrol.Voice{yes, yes, yes, nobody}, false, timecontrol.Yes, false},
		"the others sleep on":            {timecontrol.GoOn, game.Nobody, []timecontrol.Voice{yes, no, no, nobody}, false, timecontrol.No, false},
		"nobody objects in time":         {timecontrol.GoOn, game.Nobody, []timecontrol.Voice{yes, nobody, nobody, nobody}, true, timecontrol.Yes, false},
		"all the others have spoken":     {timecontrol.Absent, 3, []timecontrol.Voice{wait, sub, sub, nobody}, false, timecontrol.Substitute, false},
		"one has not":                    {timecontrol.Absent, 3, []timecontrol.Voice{sub, sub, nobody, nobody}, false, timecontrol.Silent, false},
		"as many for both: the milder":   {timecontrol.Absent, 3, []timecontrol.Voice{wait, sub, nobody, nobody}, true, timecontrol.Wait, false},
		"the hardest only with most":     {timecontrol.Absent, 3, []timecontrol.Voice{broke, broke, sub, nobody}, false, timecontrol.Bankrupt, false},
		"nobody said anything":           {timecontrol.Absent, 3, []timecontrol.Voice{nobody, nobody, nobody, nobody}, true, timecontrol.Substitute, true},
		"nobody wants a bankruptcy":      {timecontrol.Absent, 3, []timecontrol.Voice{nobody, nobody, nobody, nobody}, true, timecontrol.Wait, false},
		"the absent player has no voice": {timecontrol.Absent, 3, []timecontrol.Voice{sub, sub, sub, wait}, false, timecontrol.Substitute, false},
	} {
		t.Run(name, func(t *testing.T) {
			m := timecontrol.Motion{What: c.what, About: c.about, Harsh: !c.mild, At: noon, Ends: noon.Add(time.Hour)}
			for i, v := range c.votes {
				if v != nobody {
					assert.Equal(t, game.Seat(i) != c.about, m.Vote(game.Seat(i), v))
				}
			}
			now := noon
			if c.over {
				now = m.Ends
			}
			assert.Equal(t, c.want, m.Outcome(0b1111, now))
		})
	}
}

func TestVotesThatDoNotFit(t *testing.T) {
	m := timecontrol.Motion{What: timecontrol.Absent, About: 1, Ends: noon.Add(time.Hour)}
	assert.False(t, m.Vote(0, timecontrol.Yes))
	assert.False(t, m.Vote(0, timecontrol.Bankrupt), "not at this table")
	assert.False(t, m.Vote(game.Nobody, timecontrol.Wait))
	assert.False(t, m.Vote(9, timecontrol.Wait))
	assert.True(t, m.Vote(0, timecontrol.Wait))
	p := timecontrol.Motion{What: timecontrol.Halt, About: game.Nobody, Ends: noon.Add(time.Hour)}
	assert.False(t, p.Vote(0, timecontrol.Substitute))
	assert.True(t, p.Vote(0, timecontrol.Yes))
	assert.True(t, p.Vote(0, timecontrol.No), "he thinks again")
	assert.Equal(t, timecontrol.No, p.Outcome(0b11, noon))
}

func TestOnlyThoseAtTheTableCount(t *testing.T) {
	m := timecontrol.Motion{What: timecontrol.Halt, About: game.Nobody, Ends: noon.Add(time.Hour)}
	m.Vote(0, timecontrol.Yes)
	m.Vote(1, timecontrol.No)
	assert.Equal(t, timecontrol.No, m.Outcome(0b11, noon))
	assert.Equal(t, timecontrol.Yes, m.Outcome(0b01, noon), "seat 1 has left")
	assert.Equal(t, timecontrol.Silent, m.Outcome(0, noon), "both have left")
	assert.Equal(t, timecontrol.No, m.Outcome(0, m.Ends))
}

// TestVotesNobodyKnows: they are refused when times are read, and count for
// nothing wherever else they may come from.
func TestVotesNobodyKnows(t *testing.T) {
	for _, v := range []timecontrol.Voice{timecontrol.Dropped, timecontrol.Dropped + 1, 255} {
		m := timecontrol.Motion{What: timecontrol.GoOn, About: game.Nobody, Ends: noon.Add(time.Hour)}
		m.Votes = [game.MaxSeats]timecontrol.Voice{v, timecontrol.Yes, timecontrol.Silent, timecontrol.Silent}
		assert.Equal(t, timecontrol.Silent, m.Outcome(0b1111, noon), "vote %d", v)
	}
	var m timecontrol.Motion
	require.NoError(t, json.Unmarshal([]byte(`{"votes":[0,1,2,3,4,5,6]}`), &m))
	require.Error(t, json.Unmarshal([]byte(`{"votes":[0,1,7]}`), &m))
	require.Error(t, json.Unmarshal([]byte(`{"votes":[0,1,256]}`), &m))
}
