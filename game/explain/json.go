package explain

import "github.com/bankhalter/bankhalter/game"

// ReasonJSON is a reason as programs read it, with its sentence. Chances are in percent.
type ReasonJSON struct {
	Points []PointJSON `json:"points"`
	After  float64     `json:"after"` // after the move
	Other  float64     `json:"other"` // after the other thing to do
	Text   string      `json:"text"`
}

// PointJSON is a point of it.
type PointJSON struct {
	Kind   Kind        `json:"kind"`
	Group  *int8       `json:"group"`
	Seat   *game.Seat  `json:"seat"`
	Amount *game.Money `json:"amount"`
}

// JSON puts a reason into the form for programs.
func (w *Reason) JSON(text string) ReasonJSON {
	x := ReasonJSON{Points: make([]PointJSON, len(w.Points)), After: percent(w.After), Other: percent(w.Other), Text: text}
	for i := range w.Points {
		p := &w.Points[i]
		one := PointJSON{Kind: p.Kind}
		if p.Group >= 0 {
			one.Group = &p.Group
		}
		if p.Seat != game.Nobody {
			one.Seat = &p.Seat
		}
		if p.Amount > 0 {
			one.Amount = &p.Amount
		}
		x.Points[i] = one
	}
	return x
}

// percent is a chance with one decimal.
func percent(chance float32) float64 { return float64(int(1000*chance+0.5)) / 10 }
