package review

import "github.com/bankhalter/bankhalter/game"

// MistakeJSON is a mistake as programs read it, with its sentence. Chances are in percent.
type MistakeJSON struct {
	Turn  uint16      `json:"turn"`
	Seq   uint32      `json:"seq"` // the first event of the move
	Kind  Kind        `json:"kind"`
	With  *game.Seat  `json:"with"`
	Space *game.Space `json:"space"`
	Best  float64     `json:"best"`  // after the better move
	After float64     `json:"after"` // after the one that was made
	Cost  float64     `json:"cost"`
	Text  string      `json:"text"`
}

// JSON puts a mistake into the form for programs.
func (m Mistake) JSON(text string) MistakeJSON {
	t := MistakeJSON{Turn: m.Turn, Seq: m.Seq, Kind: m.Kind, Best: percent(m.Best), After: percent(m.After), Cost: percent(m.Cost()), Text: text}
	if m.With != game.Nobody {
		t.With = &m.With
	}
	if m.Space != game.NoSpace {
		t.Space = &m.Space
	}
	return t
}

// percent is a chance with one decimal.
func percent(chance float32) float64 { return float64(int(1000*chance+0.5)) / 10 }
