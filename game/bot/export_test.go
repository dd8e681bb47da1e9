package bot

import "github.com/bankhalter/bankhalter/game"

// Imagined is the position from which an expert's playouts start.
func Imagined(r *game.Ruleset, s *game.State, seat game.Seat) game.State {
	var w workspace
	w.begin(r, s, seat)
	return w.start
}
