package beats

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// How long a beat is played at normal speed. static/film.js plays them so.
const (
	step    = 150 * time.Millisecond // a space of a walk
	longest = 1400 * time.Millisecond
	landing = 360 * time.Millisecond
)

// Time is how long the beats are played at normal speed, one after the other.
func Time(r *game.Ruleset, list []Beat) time.Duration {
	var sum time.Duration
	for i := range list {
		sum += list[i].time(r)
	}
	return sum
}

func (b *Beat) time(r *game.Ruleset) time.Duration {
	switch b.Kind {
	case Roll:
		return 720 * time.Millisecond
	case Walk:
		n := (int(b.Space) - int(b.Start) + int(r.Size)) % int(r.Size)
		if b.Back {
			n = int(r.Size) - n
		}
		return min(time.Duration(n)*step, longest) + landing
	case Card:
		return 2120 * time.Millisecond
	case Pay, Go:
		return 940 * time.Millisecond
	case Deed:
		return 1040 * time.Millisecond
	case Build, Bid, Jail, Land, Offer:
		return 600 * time.Millisecond
	case Group, Sold:
		return 1500 * time.Millisecond
	case Out:
		return 900 * time.Millisecond
	case End:
		return 2400 * time.Millisecond
	default:
		return 0
	}
}
