package people

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// lookEvery is how often games are looked for that ended unheard: at another
// server, or before a crash.
const lookEvery = 10 * time.Minute

// gamesAtOnce is how many games are looked up at once.
const gamesAtOnce = 100

// Config configures a Service.
type Config struct {
	Logger *slog.Logger                // none
	Now    func() time.Time            // time.Now
	Banned func(account.PlayerID) bool // whose pages are closed; nil: nobody's
}

// Service keeps results and answers who has played how. It is safe for concurrent use.
type Service struct {
	store Store
	cfg   Config
	ended chan string // games that ended since the last look
}

// New returns a service. Nothing is kept until Run.
func New(store Store, cfg Config) *Service {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Banned == nil {
		cfg.Banned = func(account.PlayerID) bool { return false }
	}
	return &Service{store: store, cfg: cfg, ended: make(chan string, gamesAtOnce)}
}

// Ended has Run keep the results of a game that has ended. It does not wait.
func (s *Service) Ended(id string) {
	select {
	case s.ended <- id:
	default: // the next look finds it
	}
}

// Run keeps the results of all games that are over, those too that ended before,
// until ctx ends.
func (s *Service) Run(ctx context.Context, tables Tables) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	err := s.Catch(ctx, tables)
	for {
		if err != nil && ctx.Err() == nil {
			s.cfg.Logger.Warn("results of games could not be kept, tries again", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case id := <-s.ended:
			err = s.score(ctx, tables, id)
		case <-tick.C:
			err = s.Catch(ctx, tables)
		}
	}
}

// Catch keeps the results of the games that are over and whose results are not kept
// yet. A game that fails does not hold up those that ended after it: the error tells of
// all that did. A store that fails ends the look, as it would fail for all of them.
func (s *Service) Catch(ctx context.Context, tables Tables) error {
	failed := map[string]error{}
	for {
		games, err := s.store.Unscored(ctx, gamesAtOnce+len(failed)) // those that failed come first again
		if err != nil {
			return err
		}
		games = slices.DeleteFunc(games, func(id string) bool { return failed[id] != nil })
		if len(games) == 0 {
			return errors.Join(slices.Collect(maps.Values(failed))...)
		}
		for _, id := range games {
			err := s.score(ctx, tables, id)
			if errors.Is(err, storage.ErrFailed) || ctx.Err() != nil {
				return err
			}
			if err != nil {
				failed[id] = fmt.Errorf("game %s: %w", id, err)
			}
		}
	}
}

// score keeps the results of a game that is over. One that cannot be read counts as
// one without results; a panic is an error of this game alone.
func (s *Service) score(ctx context.Context, tables Tables, id string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	o, err := s.outcome(ctx, tables, id)
	switch {
	case table.Lost(err):
		// A game that has been deleted meanwhile is noted nowhere.
		s.cfg.Logger.Warn("a game without results, because it cannot be read", "game", id, "err", err)
		o = Outcome{Game: id}
	case err != nil:
		return err
	}
	_, err = s.store.AddResults(ctx, o)
	return err
}

// ErrClosed says that a player's page is closed to the viewer, or that there is no
// such player: nobody learns which.
var ErrClosed = problem.New("unknown_person", "the page of the player is closed, or there is no such player")

// View is the page of a player, as far as a viewer may see it.
type View struct {
	Player   account.Player
	Settings Settings
	Own      bool // it is the viewer's
	Tally    Tally
	Against  *Against // with the viewer; nil if it is their own page or they are nobody
	Results  []Result
	Others   []Opponent
	Next     *Spot // where the next part of the results begins; nil: there is none
	Showing  bool  // the rating, which the player may have switched off
}

// Find returns the player of an id or, if the page is open to everyone and nobody
// else with such a page has it, of a name. named reports the latter.
func (s *Service) Find(ctx context.Context, who string) (id account.PlayerID, named bool, err error) {
	p, err := s.store.Player(ctx, account.PlayerID(who))
	if err == nil {
		return p.ID, false, nil
	}
	if !errors.Is(err, storage.ErrNotFound) {
		return "", false, err
	}
	ids, err := s.store.Named(ctx, who)
	if err != nil {
		return "", false, err
	}
	if len(ids) != 1 || s.cfg.Banned(ids[0]) {
		return "", false, ErrClosed
	}
	return ids[0], true, nil
}

// Look reads a page for a viewer; ErrClosed if they may not see it.
func (s *Service) Look(ctx context.Context, id, viewer account.PlayerID, older *Spot, limit int) (*View, error) {
	v := &View{Own: id == viewer && viewer != ""}
	var err error
	if v.Player, err = s.store.Player(ctx, id); errors.Is(err, storage.ErrNotFound) {
		return nil, ErrClosed
	} else if err != nil {
		return nil, err
	}
	if v.Settings, err = s.store.PageSettings(ctx, id); err != nil {
		return nil, err
	}
	if !v.Own && viewer != "" {
		with, err := s.store.Against(ctx, id, viewer)
		if err != nil {
			return nil, err
		}
		v.Against = &with
	}
	if !v.Own && (s.cfg.Banned(id) || !v.open()) {
		return nil, ErrClosed
	}
	v.Showing = v.Settings.rated(s.cfg.Now())
	if v.Tally, err = s.store.Tally(ctx, id); err != nil {
		return nil, err
	}
	if !v.Showing {
		v.Tally.Ratings = nil
	}
	if v.Results, err = s.store.ResultsOf(ctx, Query{Player: id, Viewer: viewer, Older: older, Limit: limit + 1}); err != nil {
		return nil, err
	}
	if len(v.Results) > limit {
		v.Results = v.Results[:limit]
		last := &v.Results[limit-1]
		v.Next = &Spot{At: last.EndedAt, Game: last.Game}
	}
	games := make([]string, len(v.Results))
	for i := range v.Results {
		games[i] = v.Results[i].Game
	}
	v.Others, err = s.store.Opponents(ctx, id, games)
	return v, err
}

// open reports whether the page is open to somebody else.
func (v *View) open() bool {
	switch v.Settings.Open {
	case Everyone:
		return true
	case Opponents:
		return v.Against != nil && v.Against.Games > 0
	case Nobody:
	}
	return false
}

// Settings reads what a player has chosen.
func (s *Service) Settings(ctx context.Context, p account.PlayerID) (Settings, error) {
	return s.store.PageSettings(ctx, p)
}

// Choose changes what a player has chosen: who may see their page, and whether games
// that begin from now on are rated. nil leaves either as it is.
func (s *Service) Choose(ctx context.Context, p account.PlayerID, open *Open, rated *bool) (Settings, error) {
	set, err := s.store.PageSettings(ctx, p)
	if err != nil {
		return set, err
	}
	if open != nil {
		set.Open = *open
	}
	if rated != nil {
		set.Switch(*rated, s.cfg.Now().UTC().Truncate(time.Millisecond))
	}
	return set, s.store.SavePageSettings(ctx, p, set)
}

// Times reads how the people at open tables keep their time, of those whose pages are
// open to everyone.
func (s *Service) Times(ctx context.Context, games []*table.Game) (map[account.PlayerID]Time, error) {
	var of []account.PlayerID
	for _, g := range games {
		for i := range g.Seats {
			if p := g.Seats[i].Player; p != "" {
				of = append(of, p)
			}
		}
	}
	return s.store.Times(ctx, of)
}
