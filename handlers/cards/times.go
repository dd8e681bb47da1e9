package cards

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views/page"
)

// Times reads how players keep their time whose pages are open to everyone.
type Times interface {
	Times(ctx context.Context, games []*table.Game) (map[account.PlayerID]people.Time, error)
}

// TimeKept is how much of their decisions a player makes in time.
type TimeKept struct {
	Seat    game.Seat `json:"seat"`
	Percent int       `json:"percent"`
}

// shares are the seats of a table of whose players it is known, in percent.
func shares(g *table.Game, times map[account.PlayerID]people.Time) (list []TimeKept) {
	for i := range g.Seats {
		if percent, ok := times[g.Seats[i].Player].Share(); ok {
			list = append(list, TimeKept{game.Seat(i), percent})
		}
	}
	return list
}

// AddTimes adds to the open tables of a page how their players keep their time.
func (s *Cards) AddTimes(ctx context.Context, games []*table.Game, list []page.TableCard) error {
	if s.Times == nil {
		return nil
	}
	times, err := s.Times.Times(ctx, games)
	if err != nil {
		return err
	}
	for i, g := range games {
		for _, one := range shares(g, times) {
			list[i].Times = append(list[i].Times, page.TimeKept{
				Name: g.Seats[one.Seat].Name, Page: page.PersonPath(string(g.Seats[one.Seat].Player)), Percent: one.Percent,
			})
		}
	}
	return nil
}

// AddTimesJSON is AddTimes for programs.
func (s *Cards) AddTimesJSON(ctx context.Context, games []*table.Game, list []Card) error {
	if s.Times == nil {
		return nil
	}
	times, err := s.Times.Times(ctx, games)
	if err != nil {
		return err
	}
	for i, g := range games {
		list[i].TimesKept = shares(g, times)
	}
	return nil
}

// Pages are the addresses of the pages of a table's players, "" of those whose page is
// not open to everyone.
func (s *Cards) Pages(ctx context.Context, g *table.Game) ([]string, error) {
	pages := make([]string, len(g.Seats))
	if s.Times == nil {
		return pages, nil
	}
	times, err := s.Times.Times(ctx, []*table.Game{g})
	if err != nil {
		return nil, err
	}
	for i := range g.Seats {
		if _, ok := times[g.Seats[i].Player]; ok {
			pages[i] = page.PersonPath(string(g.Seats[i].Player))
		}
	}
	return pages, nil
}
