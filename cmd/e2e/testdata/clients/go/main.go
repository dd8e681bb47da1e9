// Command client plays a game of two to its end through the client that
// oapi-codegen makes from the description of a server. It takes the address of
// the server and writes the game's number, its last event and its winner.
package main

import (
	"client/api"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
)

// What the players would rather do, the best first; what is not here they do
// not do. One buys all there is, and the other nothing, so that the game ends.
var (
	buyer = []api.MoveName{
		api.MoveNameClaimRent, api.MoveNamePayDebt, api.MoveNameBuild, api.MoveNameBuy, api.MoveNameBid, api.MoveNameRoll, api.MoveNameChooseTax,
		api.MoveNameDecline, api.MoveNamePass, api.MoveNameDone, api.MoveNameEndTurn,
	}
	saver = []api.MoveName{
		api.MoveNamePayDebt, api.MoveNameDecline, api.MoveNamePass, api.MoveNameRoll, api.MoveNameChooseTax, api.MoveNameDone, api.MoveNameEndTurn,
	}
	indebted = []api.MoveName{api.MoveNamePayDebt, api.MoveNameSell, api.MoveNameMortgage, api.MoveNameDeclareBankruptcy}
)

func main() {
	if err := play(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// seat is one of the players, with a client of their own.
type seat struct {
	*api.ClientWithResponses
	name   string
	liking []api.MoveName
}

func play(ctx context.Context, server string) error {
	ada, err := signUp(ctx, server, "Ada", buyer)
	if err != nil {
		return err
	}
	ben, err := signUp(ctx, server, "Ben", saver)
	if err != nil {
		return err
	}
	game, err := open(ctx, ada, ben)
	if err != nil {
		return err
	}
	seats := []seat{ada, ben}
	for {
		moved := false
		for _, s := range seats {
			state, err := s.look(ctx, game)
			if err != nil {
				return err
			}
			if state.Status == api.StatusFinished {
				return s.report(ctx, game)
			}
			option, ok := s.best(state)
			if !ok {
				continue
			}
			if err := s.move(ctx, game, option); err != nil {
				return err
			}
			moved = true
		}
		if !moved {
			return fmt.Errorf("nobody has anything to do at table %s", game)
		}
	}
}

// signUp is a new player, who shows their token with everything from now on.
func signUp(ctx context.Context, server, name string, liking []api.MoveName) (seat, error) {
	stranger, err := api.NewClientWithResponses(server)
	if err != nil {
		return seat{}, err
	}
	answer, err := stranger.CreatePlayerWithResponse(ctx, nil, api.NewPlayer{Name: name})
	if err != nil {
		return seat{}, err
	}
	if answer.JSON201 == nil {
		return seat{}, fmt.Errorf("sign up: %s", answer.Body)
	}
	token := answer.JSON201.Token
	client, err := api.NewClientWithResponses(server, api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}))
	return seat{client, name, liking}, err
}

// open makes a table, at which both take a seat, and starts the game.
func open(ctx context.Context, host, guest seat) (string, error) {
	var edition api.NewGame_Edition
	if err := edition.FromNewGameEdition0("us-classic"); err != nil {
		return "", err
	}
	players := 2
	made, err := host.CreateGameWithResponse(ctx, nil, api.NewGame{Edition: &edition, Players: &players})
	if err != nil {
		return "", err
	}
	if made.JSON201 == nil {
		return "", fmt.Errorf("open a table: %s", made.Body)
	}
	game := made.JSON201.Game
	joined, err := guest.JoinWithResponse(ctx, game, nil, api.NewSeat{})
	if err != nil {
		return "", err
	}
	if joined.JSON201 == nil {
		return "", fmt.Errorf("join: %s", joined.Body)
	}
	started, err := host.StartWithResponse(ctx, game, nil, api.StartWish{})
	if err != nil {
		return "", err
	}
	if started.JSON200 == nil {
		return "", fmt.Errorf("start: %s", started.Body)
	}
	return game, nil
}

func (s seat) look(ctx context.Context, game string) (api.State, error) {
	answer, err := s.GameWithResponse(ctx, game, nil)
	if err != nil {
		return api.State{}, err
	}
	if answer.JSON200 == nil {
		return api.State{}, fmt.Errorf("look: %s", answer.Body)
	}
	return answer.JSON200.AsState()
}

// best is the option that the player likes best.
func (s seat) best(state api.State) (api.MoveOption, bool) {
	liking := s.liking
	if len(state.Debts) > 0 && state.Seat != nil && state.Debts[0].Debtor == *state.Seat {
		liking = indebted
	}
	for _, name := range liking {
		if i := slices.IndexFunc(state.Moves, func(o api.MoveOption) bool { return o.Move == name }); i >= 0 {
			return state.Moves[i], true
		}
	}
	return api.MoveOption{}, false
}

// body is the move of an option: its example, or a bid of the least amount.
func body(option api.MoveOption) (api.PostedMove, error) {
	var b api.PostedMove
	if option.Move != api.MoveNameBid {
		if option.Example == nil {
			return b, fmt.Errorf("%s has no example", option.Move)
		}
		return b, b.FromMove(*option.Example)
	}
	auction, err := option.AsBidOption()
	if err != nil {
		return b, err
	}
	var m api.Move
	if err := m.FromBidMove(api.BidMove{Amount: auction.Min}); err != nil {
		return b, err
	}
	return b, b.FromMove(m)
}

func (s seat) move(ctx context.Context, game string, option api.MoveOption) error {
	b, err := body(option)
	if err != nil {
		return err
	}
	answer, err := s.MoveWithResponse(ctx, game, nil, b)
	if err != nil {
		return err
	}
	if answer.JSON200 == nil {
		return fmt.Errorf("%s: %s of %s", option.Move, answer.Body, s.name)
	}
	return nil
}

// report writes how the game ended, as its last event says.
func (s seat) report(ctx context.Context, game string) error {
	log, err := s.EventsWithResponse(ctx, game, nil)
	if err != nil {
		return err
	}
	if log.JSON200 == nil {
		return fmt.Errorf("read the log: %s", log.Body)
	}
	for _, e := range *log.JSON200 {
		if e.Type != api.EventTypeGameEnded {
			continue
		}
		end, err := e.AsGameEndedEvent()
		if err != nil {
			return err
		}
		fmt.Println(game, e.Seq, end.Standings[0].Seat)
		return nil
	}
	return fmt.Errorf("table %s has no end", game)
}
