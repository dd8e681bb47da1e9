package wire

import "github.com/bankhalter/bankhalter/game"

// Judge asks the rules about a move with a value for which they have no place,
// such as a space off the board. A move that is out of its phase, another
// player's, or not in the rulebook is refused for that, whatever its values
// are: the refusal is returned and counts before the problem. Otherwise the
// problem names the rule that would have had to judge the value.
func Judge(r *game.Ruleset, s *game.State, c game.Command, p *Problem) (game.Refusal, bool) {
	if p.Status != unprocessable || p.Rule != "" || c.Kind == game.NoCommand || c.Seat < 0 || uint8(c.Seat) >= s.NumSeats {
		return game.Refusal{}, false
	}
	stand := game.Move(c.Kind, c.Seat)
	stand.Space, stand.Dest, stand.Steps = 0, 0, 1
	no := r.Check(s, &stand)
	if no.Code == game.NoChoice || no.Code > game.Accepted && no.Code <= game.WindowClosed {
		return no, true
	}
	p.Rule = no.Rule.String()
	return game.Refusal{}, false
}
