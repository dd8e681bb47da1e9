package sim

import "github.com/bankhalter/bankhalter/game"

// End says how a game ended.
type End string

// The ends.
const (
	EndLastPlayer       End = "last_player"
	EndTime             End = "time"
	EndSecondBankruptcy End = "second_bankruptcy"
	EndCut              End = "cut" // at the turn limit, without a winner
)

// Result is the result of one game.
type Result struct {
	Game         int        `json:"game"`
	Winner       game.Seat  `json:"winner"` // -2 if the game was cut or the victory is shared
	Winners      game.Seats `json:"-"`
	Shared       int        `json:"shared"` // winners of a shared victory, else 1, 0 if cut
	Turns        int        `json:"turns"`
	Commands     int        `json:"commands"`
	Events       int        `json:"events"`
	End          End        `json:"end"`
	Bankruptcies int        `json:"bankruptcies"`
	Hash         string     `json:"hash"` // of all its events
}

func (g *player) result(n int, cut bool) Result {
	s := &g.turn.S
	r := Result{
		Game: n, Winner: game.Nobody, Turns: int(s.Turn.Number), Commands: g.commands, Events: int(s.Seq),
		Bankruptcies: int(s.OutCount), End: EndCut, Hash: g.hash.String(),
	}
	if cut {
		return r
	}
	switch s.Reason {
	case game.EndTime:
		r.End = EndTime
	case game.EndSecondBankruptcy:
		r.End = EndSecondBankruptcy
	case game.EndLastPlayer, game.EndAbandoned, game.EndNone:
		r.End = EndLastPlayer
	}
	for _, st := range s.Standings[:s.NumRanked] {
		if st.Rank == 1 {
			r.Winner = st.Seat
			r.Winners = r.Winners.With(st.Seat)
			r.Shared++
		}
	}
	if r.Shared > 1 {
		r.Winner = game.Nobody
	}
	return r
}
