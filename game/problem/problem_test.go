package problem_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/problem"
)

func TestAllFindsEveryCodeFromTheOutside(t *testing.T) {
	full, later := problem.New("full", "no free seat"), problem.Later("busy", "too much", time.Second)
	err := fmt.Errorf("sit down: %w", fmt.Errorf("%w: while %w", later, fmt.Errorf("joining: %w", full)))
	found := problem.All(err)
	assert.Equal(t, []error{later, full}, []error{found[0], found[1]})
	assert.Len(t, found, 2)
	assert.Empty(t, problem.All(errors.New("something else")))
	assert.Empty(t, problem.All(nil))
	assert.Equal(t, problem.Problem{Code: "busy", Wait: time.Second}, problem.All(later)[0].Problem())
	assert.NotErrorIs(t, problem.New("full", "no free seat"), full, "each is an error of its own")
}
