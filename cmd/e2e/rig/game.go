package rig

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// State is the part of a game's state that the tests look at.
type State struct {
	Game       string  `json:"game"`
	Seq        uint32  `json:"seq"`
	Rulebook   string  `json:"rulebook"`
	Status     string  `json:"status"`
	Phase      string  `json:"phase"`
	WaitingFor []int   `json:"waiting_for"`
	Players    []Seat  `json:"players"`
	Deeds      []Deed  `json:"deeds"`
	Auction    *Lots   `json:"auction"`
	Debts      []any   `json:"debts"`
	Claims     []any   `json:"claims"`
	Trades     []Trade `json:"trades"`
	Standings  []any   `json:"standings"`
	Moves      []Move  `json:"moves"`
	Lock       *Lock   `json:"lock"`
	TimeUp     bool    `json:"time_up"`
	Table      struct {
		EndsAt time.Time `json:"ends_at"`
		Dice   struct {
			Next int `json:"next"` // number of the link that the seat sends next
		} `json:"dice"`
	} `json:"table"`
	Turn struct {
		Number int `json:"number"`
		Player int `json:"player"`
		Throw  int `json:"throw"`
	} `json:"turn"`
}

// Seat is a player at the table.
type Seat struct {
	Seat     int    `json:"seat"`
	Name     string `json:"name"`
	Cash     int    `json:"cash"`
	Space    int    `json:"space"`
	Bankrupt bool   `json:"bankrupt"`
}

// Deed is a lot that a player may own.
type Deed struct {
	Space     int  `json:"space"`
	Owner     *int `json:"owner"`
	Mortgaged bool `json:"mortgaged"`
	Houses    int  `json:"houses"`
}

// Lock is a draw that waits for its player's number.
type Lock struct {
	Player int `json:"player"`
}

// Lots is a running auction.
type Lots struct {
	Item   map[string]any `json:"item"`
	Bid    int            `json:"bid"`
	Bidder *int           `json:"bidder"`
	Passed []int          `json:"passed"`
}

// Trade is an open proposal.
type Trade struct {
	Trade int `json:"trade"`
	From  int `json:"from"`
	To    int `json:"to"`
}

// Move is a move, or an entry of the list of moves.
type Move map[string]any

// Name is the move's name.
func (m Move) Name() string {
	name, _ := m["move"].(string)
	return name
}

// Played is the answer to an accepted move.
type Played struct {
	Status int
	State  State
	Events []json.RawMessage
	Problem
}

// OK reports whether the move was accepted.
func (p *Played) OK() bool { return p.Status == http.StatusOK }

// May reports whether the viewer may make a move of this name.
func (s State) May(name string) bool {
	return slices.ContainsFunc(s.Moves, func(m Move) bool { return m.Name() == name })
}

// Create makes a table and returns its id.
func (c *Client) Create(ctx context.Context, game map[string]any) (string, error) {
	var s State
	if err := c.want(ctx, http.StatusCreated, http.MethodPost, "/games", game, &s); err != nil {
		return "", err
	}
	return s.Game, nil
}

// Join takes a free seat.
func (c *Client) Join(ctx context.Context, game string) error {
	a, err := c.Do(ctx, http.MethodPost, "/games/"+game+"/seats", map[string]any{})
	if err != nil {
		return err
	}
	if a.Status != http.StatusOK && a.Status != http.StatusCreated {
		return fmt.Errorf("join %s answered %d: %s", game, a.Status, clip(a.Body))
	}
	return nil
}

// Begin starts the game.
func (c *Client) Begin(ctx context.Context, game string) error {
	return c.want(ctx, http.StatusOK, http.MethodPost, "/games/"+game+"/start", map[string]any{}, nil)
}

// State reads the game as this client may see it.
func (c *Client) State(ctx context.Context, game string) (s State, err error) {
	err = c.want(ctx, http.StatusOK, http.MethodGet, "/games/"+game, nil, &s)
	return s, err
}

// StateOf reads the game as the holder of a sandbox may see it for another seat.
func (c *Client) StateOf(ctx context.Context, game string, seat int) (s State, err error) {
	err = c.want(ctx, http.StatusOK, http.MethodGet, fmt.Sprintf("/games/%s?player=%d", game, seat), nil, &s)
	return s, err
}

// Play makes a move; refusals are answers, not errors.
func (c *Client) Play(ctx context.Context, game string, move Move) (*Played, error) {
	a, err := c.Do(ctx, http.MethodPost, "/games/"+game+"/moves", move)
	if err != nil {
		return nil, err
	}
	p := &Played{Status: a.Status}
	if p.OK() {
		var body struct {
			State  State             `json:"state"`
			Events []json.RawMessage `json:"events"`
		}
		err = a.Into(&body)
		p.State, p.Events = body.State, body.Events
		return p, err
	}
	p.Problem = a.Problem()
	return p, nil
}

// Events reads the log after a sequence number.
func (c *Client) Events(ctx context.Context, game string, after uint32) (events []json.RawMessage, err error) {
	err = c.want(ctx, http.StatusOK, http.MethodGet, fmt.Sprintf("/games/%s/events?after=%d", game, after), nil, &events)
	return events, err
}

// Seq reads the number of an event.
func Seq(event json.RawMessage) (uint32, error) {
	var e struct {
		Seq uint32 `json:"seq"`
	}
	err := json.Unmarshal(event, &e)
	return e.Seq, err
}

// Raw is JSON that goes into a request verbatim.
func Raw(document string) json.RawMessage { return json.RawMessage(document) }
