package people_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/rating"
)

func TestRatingsAreStoredToTheMillionth(t *testing.T) {
	for _, mu := range []float64{25, 7.1234567, 0, -0.0000004, -3.25} { // who always comes last falls below zero
		mean, deviation := people.Pack(rating.Rating{Mu: mu, Sigma: 8.333333})
		assert.InDelta(t, mu, people.Unpack(mean, deviation).Mu, 0.5e-6, "%v", mu)
	}
}
