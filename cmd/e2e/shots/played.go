package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// tale is a game that Ada plays against computers, to be drawn as she sees it.
type tale struct {
	all  *everything
	path string
	rng  *rand.Rand
	seen map[string]bool
}

// played plays a whole game and draws each phase when it first comes up, every
// twentieth turn, and the end.
func (a *everything) played(board string) error {
	var made rig.State
	if err := a.p.Open(a.s.URL + "/"); err != nil {
		return err
	}
	if err := a.p.Post("/games", map[string]any{"edition": board, "players": 4, "bots": []string{"default", "trader", "builder"}, "title": "Freitagsrunde"}, &made); err != nil {
		return err
	}
	if err := a.p.Post("/games/"+made.Game+"/start", map[string]any{}, nil); err != nil && !strings.Contains(err.Error(), "409") {
		return err
	}
	t := &tale{all: a, path: "/games/" + made.Game, rng: rand.New(rand.NewPCG(1, 2)), seen: map[string]bool{}} //nolint:gosec // pictures need no secrets
	for range 3000 {
		over, err := t.step(board)
		if over || err != nil {
			return err
		}
	}
	return fmt.Errorf("the game on %s did not end", board)
}

// step draws the news and makes Ada's next move; true at the end of the game.
func (t *tale) step(board string) (over bool, err error) {
	s, err := t.state()
	if err != nil {
		return false, err
	}
	if s.Status == "finished" {
		return true, t.draw(board, "99-over")
	}
	if !slices.Contains(s.WaitingFor, 0) {
		time.Sleep(10 * time.Millisecond)
		return len(s.Players) > 0 && s.Players[0].Bankrupt, nil
	}
	if err := t.draw(board, fmt.Sprintf("%02d-%s", len(t.seen), s.Phase)); err != nil {
		return false, err
	}
	if err := t.draw(board, fmt.Sprintf("turn-%03d", s.Turn.Number/20*20)); err != nil {
		return false, err
	}
	m, ok := rig.Choose(s.Moves, t.rng)
	if !ok {
		return false, fmt.Errorf("no move for Ada in %s", s.Phase)
	}
	if err := t.all.p.Post(t.path+"/moves", m, nil); err != nil && !strings.Contains(err.Error(), "409") && !strings.Contains(err.Error(), "422") {
		return false, err
	}
	return false, nil
}

// draw takes the pictures of a moment, one of each kind.
func (t *tale) draw(board, name string) error {
	_, kind, _ := strings.Cut(name, "-")
	if t.seen[kind] {
		return nil
	}
	t.seen[kind] = true
	return t.all.page("game-"+board+"/"+name, t.path)
}

// state fetches the state as the page would, with its visitor's cookies.
func (t *tale) state() (s rig.State, err error) {
	text, err := rig.EvalAsync[string](t.all.p, fmt.Sprintf(`fetch(%q, {headers: {Accept: "application/json"}, cache: "no-store"}).then(r => r.text())`, t.path))
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal([]byte(text), &s)
}
