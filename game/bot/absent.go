package bot

import "github.com/bankhalter/bankhalter/game"

// Absent is what the computer does for a person who is not there: it claims
// rents, declines offers and gives the default answers. It never trades, bids,
// buys or builds: what somebody owns is still theirs when they come back.
func Absent(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	for i := range opts {
		o := &opts[i]
		if o.Kind != game.ClaimRent && o.Kind != game.RejectTrade {
			continue
		}
		if c := game.MoveN(o.Kind, seat, o.N); r.Check(s, &c).OK() {
			return c, true
		}
	}
	return Default(r, s, seat, opts)
}
