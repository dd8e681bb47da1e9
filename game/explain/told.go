package explain

import "github.com/bankhalter/bankhalter/game"

// Told is a reason as programs read it, with its sentence. Chances are in percent.
type Told struct {
	Points []ToldPoint `json:"points"`
	After  float64     `json:"after"` // after the move
	Other  float64     `json:"other"` // after the other thing to do
	Text   string      `json:"text"`
}

// ToldPoint is a point of it.
type ToldPoint struct {
	Kind   Kind        `json:"kind"`
	Group  *int8       `json:"group"`
	Seat   *game.Seat  `json:"seat"`
	Amount *game.Money `json:"amount"`
}

// Tell puts a reason into the form for programs.
func (w *Reason) Tell(text string) Told {
	t := Told{Points: make([]ToldPoint, len(w.Points)), After: percent(w.After), Other: percent(w.Other), Text: text}
	for i := range w.Points {
		p := &w.Points[i]
		one := ToldPoint{Kind: p.Kind}
		if p.Group >= 0 {
			one.Group = &p.Group
		}
		if p.Seat != game.Nobody {
			one.Seat = &p.Seat
		}
		if p.Amount > 0 {
			one.Amount = &p.Amount
		}
		t.Points[i] = one
	}
	return t
}

// percent is a chance with one decimal.
func percent(chance float32) float64 { return float64(int(1000*chance+0.5)) / 10 }
