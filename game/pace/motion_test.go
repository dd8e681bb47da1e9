package pace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/pace"
)

func TestMotions(t *testing.T) {
	yes, no, wait, sub, broke := pace.Yes, pace.No, pace.Wait, pace.Substitute, pace.Bankrupt
	const nobody = pace.Silent
	for name, c := range map[string]struct {
		what  pace.What
		about game.Seat
		votes []pace.Voice
		over  bool
		want  pace.Voice
	}{
		"a pace needs all":               {pace.NewPace, game.Nobody, []pace.Voice{yes, yes, nobody, yes}, false, pace.Silent},
		"and has them":                   {pace.NewPace, game.Nobody, []pace.Voice{yes, yes, yes, yes}, false, pace.Yes},
		"one is against it":              {pace.NewPace, game.Nobody, []pace.Voice{yes, no, nobody, nobody}, false, pace.No},
		"silence is no consent":          {pace.Halt, game.Nobody, []pace.Voice{yes, yes, nobody, yes}, true, pace.No},
		"half do not wake the table":     {pace.GoOn, game.Nobody, []pace.Voice{yes, yes, nobody, nobody}, false, pace.Silent},
		"more than half do":              {pace.GoOn, game.Nobody, []pace.Voice{yes, yes, yes, nobody}, false, pace.Yes},
		"the others sleep on":            {pace.GoOn, game.Nobody, []pace.Voice{yes, no, no, nobody}, false, pace.No},
		"nobody objects in time":         {pace.GoOn, game.Nobody, []pace.Voice{yes, nobody, nobody, nobody}, true, pace.Yes},
		"all the others have spoken":     {pace.Absent, 3, []pace.Voice{wait, sub, sub, nobody}, false, pace.Substitute},
		"one has not":                    {pace.Absent, 3, []pace.Voice{sub, sub, nobody, nobody}, false, pace.Silent},
		"as many for both: the milder":   {pace.Absent, 3, []pace.Voice{wait, sub, nobody, nobody}, true, pace.Wait},
		"the hardest only with most":     {pace.Absent, 3, []pace.Voice{broke, broke, sub, nobody}, false, pace.Bankrupt},
		"nobody said anything":           {pace.Absent, 3, []pace.Voice{nobody, nobody, nobody, nobody}, true, pace.Substitute},
		"whoever is absent has no voice": {pace.Absent, 3, []pace.Voice{sub, sub, sub, wait}, false, pace.Substitute},
	} {
		t.Run(name, func(t *testing.T) {
			m := pace.Motion{What: c.what, About: c.about, Harsh: true, At: noon, Ends: noon.Add(time.Hour)}
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
	m := pace.Motion{What: pace.Absent, About: 1, Ends: noon.Add(time.Hour)}
	assert.False(t, m.Vote(0, pace.Yes))
	assert.False(t, m.Vote(0, pace.Bankrupt), "not at this table")
	assert.False(t, m.Vote(game.Nobody, pace.Wait))
	assert.False(t, m.Vote(9, pace.Wait))
	assert.True(t, m.Vote(0, pace.Wait))
	p := pace.Motion{What: pace.Halt, About: game.Nobody, Ends: noon.Add(time.Hour)}
	assert.False(t, p.Vote(0, pace.Substitute))
	assert.True(t, p.Vote(0, pace.Yes))
	assert.True(t, p.Vote(0, pace.No), "he thinks again")
	assert.Equal(t, pace.No, p.Outcome(0b11, noon))
}

func TestOnlyThoseAtTheTableCount(t *testing.T) {
	m := pace.Motion{What: pace.Halt, About: game.Nobody, Ends: noon.Add(time.Hour)}
	m.Vote(0, pace.Yes)
	m.Vote(1, pace.No)
	assert.Equal(t, pace.No, m.Outcome(0b11, noon))
	assert.Equal(t, pace.Yes, m.Outcome(0b01, noon), "seat 1 has left")
}
