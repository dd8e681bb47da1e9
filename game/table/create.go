package table

import (
	"context"
	"errors"
	"slices"
	"time"
	"unicode"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// NewGame describes a game to open.
type NewGame struct {
	EditionID  string           // an embedded board, or the hash of one that was added
	Edition    *edition.Edition // the board itself; wins over EditionID
	Rulebook   string           // the edition's own if empty
	Options    map[string]any
	Players    int // seats wanted; 0: as few as the rulebook allows
	Private    bool
	Pace       Pace                // Live if empty
	Clock      timecontrol.Control // how long people may take; the zero value: any time
	Talk       talk.Rules          // of its chat
	EndsBy     time.Time           // of a game to a time of day, which Options counts in minutes from now; zero: the minutes count from the start
	NoHints    bool                // nobody may ask what a computer player would do
	Bots       []string            // personas; empty ones are the usual bot
	BotPause   *time.Duration      // nil: the server's; 0: none, and no time either to claim rent before the next bot throws
	Title      string
	Name       string    // the creator's name at this table; their usual one if empty
	Look       wire.Look // what stands for the creator, if they have chosen
	Banker     game.Seat
	BankerOnly bool
	Scenario   []byte // a position to play on from, which has its own board, rules and players: the fields about them are empty or the same
	SandboxOf  string // a sandbox to begin anew, under Rulebook and Options if they are given
	AtOnce     bool   // it is to start with those who sit there at first: refused if it cannot
}

// PlayingTimes are the options that limit the time of a game, in minutes.
func PlayingTimes() []string { return []string{"end_time", "house.time_limit"} }

// SetMinutes sets those among the options that limit the time of a game to the minutes from
// now to a time of day.
func SetMinutes(options map[string]any, now, ends time.Time) {
	for _, key := range PlayingTimes() {
		if _, ok := options[key]; ok {
			options[key] = max(1, int(ends.Sub(now).Round(time.Minute)/time.Minute))
		}
	}
}

// maxBotPause keeps a table from being stalled by its own settings.
const maxBotPause = time.Minute

// Create opens a table. Its creator holds it and sits on the first seat, unless
// bots take all of them. The error is *invalid.Error, *setup.Error, *Refused for a
// number of players that the rulebook does not allow, or the store's.
func (s *Service) Create(ctx context.Context, by account.PlayerID, n NewGame) (Snapshot, error) {
	p, err := s.store.Player(ctx, by)
	if err != nil {
		return Snapshot{}, err
	}
	name := p.Name
	if n.Name != "" {
		if name, err = account.PickName(n.Name, p.Name); err != nil {
			return Snapshot{}, err
		}
	}
	if n.fromPosition() {
		return s.createSandbox(ctx, by, n, name)
	}
	g, st, err := s.plan(ctx, n, Seat{Player: by, Name: name})
	if err != nil {
		return Snapshot{}, err
	}
	g.Owner = by
	s.keepSetup(g, st)
	return s.open(ctx, g, st.Edition)
}

// fromPosition reports whether the game begins in the middle, as a sandbox.
func (n *NewGame) fromPosition() bool { return n.SandboxOf != "" || len(n.Scenario) > 0 }

// CheckNew returns why nobody can open such a table, or nil.
func (s *Service) CheckNew(ctx context.Context, n NewGame) (err error) {
	if n.fromPosition() {
		_, _, _, err = s.planSandbox(ctx, "", n, "")
	} else {
		_, _, err = s.plan(ctx, n, Seat{})
	}
	return err
}

// plan is a new table that has no owner yet, and its rules.
func (s *Service) plan(ctx context.Context, n NewGame, creator Seat) (*Game, *setup.Setup, error) {
	g, err := s.newGame(n)
	if err != nil {
		return nil, nil, err
	}
	st, err := s.rules(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	if err := fillSeats(g, st, n, creator); err != nil {
		return nil, nil, err
	}
	if n.AtOnce {
		state := game.NewState(st.Rules, len(g.Seats), g.Banker, g.BankerOnly)
		if no := readyAsSeated(g, st, &state); !no.OK() {
			return nil, nil, &Refused{no, startCommand}
		}
	}
	g.Rulebook, g.Options, g.Edition = st.Rulebook, st.Options, st.Edition.Hash
	return g, st, nil
}

// newGame checks what does not depend on board and rules.
func (s *Service) newGame(n NewGame) (*Game, error) {
	title, err := cleanTitle(n.Title)
	if err == nil && account.Officious(title) {
		err = &invalid.Error{Field: "title", Why: "reserved"}
	}
	if err != nil {
		return nil, err
	}
	g := &Game{Title: title, Private: n.Private, Pace: n.Pace}
	switch n.Pace {
	case "":
		g.Pace = Live
	case Live, Slow:
	default:
		return nil, &invalid.Error{Field: "pace", Why: "unknown"}
	}
	if n.BotPause != nil {
		if *n.BotPause < 0 || *n.BotPause > maxBotPause {
			return nil, &invalid.Error{Field: "bot_pause", Why: "range"}
		}
		pause := *n.BotPause
		g.BotPause = &pause
	}
	if n.Clock.Kind != "" {
		if err := n.Clock.Check(); err != nil {
			return nil, &invalid.Error{Field: "clock", Why: "range", Err: err}
		}
		g.Clock = n.Clock
	}
	if err := n.Talk.Check(); err != nil {
		return nil, err
	}
	g.Talk, g.NoHints, g.EndsBy = n.Talk, n.NoHints, n.EndsBy
	for _, persona := range n.Bots {
		if !bot.Known(persona) {
			return nil, &invalid.Error{Field: "bots", Why: "unknown"}
		}
	}
	g.CreatedAt = s.now()
	g.UpdatedAt = g.CreatedAt
	g.Turn = game.Nobody
	return g, nil
}

func (s *Service) rules(ctx context.Context, n NewGame) (*setup.Setup, error) {
	ed := n.Edition
	if ed == nil {
		var err error
		if ed, err = s.boards.Edition(ctx, n.EditionID); err != nil {
			if errors.Is(err, storage.ErrNotFound) {
				return nil, &invalid.Error{Field: "edition", Why: "unknown"}
			}
			return nil, err
		}
	}
	options := setup.WithDefaults(ed, n.Rulebook, n.Options)
	if len(options) > len(n.Options) && n.Clock.Kind == timecontrol.Correspondence {
		options["end_time"] = setup.UsualSlowMinutes
	}
	st, err := setup.New(ed, n.Rulebook, options)
	if err != nil {
		return nil, err
	}
	return st, nil
}

// fillSeats sets the number of seats and who sits at the start.
func fillSeats(g *Game, st *setup.Setup, n NewGame, creator Seat) error {
	least, most := st.Rules.PlayerRange()
	few, many := st.Rules.BankerOnlyRange()
	if n.BankerOnly {
		least, most = max(least+1, few), most+1
		if many > 0 {
			most = many
		}
	}
	g.Wanted = n.Players
	if g.Wanted == 0 {
		g.Wanted = min(most, game.MaxSeats) // all who come may sit down; a game starts with fewer, too
	}
	switch {
	case n.BankerOnly && (few == 0 || g.Wanted < least):
		if few == 0 {
			least, most = 0, 0
		}
		return refusedSeats(game.BadConfig, game.RSetup7, least, most)
	case g.Wanted < least || g.Wanted > most || g.Wanted > game.MaxSeats:
		return refusedSeats(game.BadCount, game.RSetup2, least, most)
	case len(n.Bots) > g.Wanted:
		return &invalid.Error{Field: "bots", Why: "many"}
	case n.Banker < 0 || int(n.Banker) >= g.Wanted:
		return &invalid.Error{Field: "banker", Why: "range"}
	}
	g.Banker, g.BankerOnly = n.Banker, n.BankerOnly
	if len(n.Bots) < g.Wanted {
		g.Seats = append(g.Seats, creator)
		if n.Look != (wire.Look{}) {
			g.Looks = []wire.Look{n.Look}
		}
	}
	for _, persona := range n.Bots {
		g.Seats = append(g.Seats, botSeat(persona, "", g.Seats))
	}
	return nil
}

// botNames are the names of computer players, each with a letter of its own. A
// number would run into the amounts that stand behind names.
func botNames() []string {
	return []string{"Emil", "Frida", "Gustav", "Hanna", "Ida", "Jonas", "Karla", "Leo"}
}

// botSeat seats a computer player. One without a name gets the first of botNames
// that begins with a letter nobody at the table begins with, or at least is free.
func botSeat(persona, name string, seats []Seat) Seat {
	if persona == "" {
		persona = bot.Names()[0]
	}
	if name == "" {
		name = freeBotName(seats)
	}
	return Seat{Name: uniqueName(name, seats), Bot: persona}
}

func freeBotName(seats []Seat) string {
	free := slices.DeleteFunc(botNames(), func(name string) bool { return uniqueName(name, seats) != name })
	for _, name := range free {
		if !slices.ContainsFunc(seats, func(s Seat) bool { return initial(s.Name) == initial(name) }) {
			return name
		}
	}
	return append(free, botNames()...)[0]
}

// initial is the first letter of a name, as a capital.
func initial(name string) rune {
	for _, c := range name {
		return unicode.ToUpper(c)
	}
	return 0
}

// open stores a new game under an id of its own and shows it.
func (s *Service) open(ctx context.Context, g *Game, ed *edition.Edition) (Snapshot, error) {
	g.Edition, g.EditionID = ed.Hash, ed.ID
	g.Rev = 1
	for try := 0; ; try++ {
		g.ID = newID(gameIDLen)
		if g.Private {
			g.ID = newID(privateIDLen)
		}
		origin, err := s.origin(ctx, g.ID)
		if err != nil {
			return Snapshot{}, err
		}
		for i := range g.Seats {
			if g.Seats[i].Player != "" {
				g.Seats[i].Origin = origin
			}
		}
		seed := newSeed()
		if !g.Sandbox() {
			g.Luck, g.Server = ByChain, fair.NewChain(seed, fair.ServerLinks).Anchor()
		}
		err = s.store.CreateGame(ctx, g, seed, library.NewEdition(ed, "", s.now()))
		if err == nil {
			s.feeds.tell(g)
			return s.Snapshot(ctx, g.ID)
		}
		if !errors.Is(err, storage.ErrConflict) || try == 3 {
			return Snapshot{}, err
		}
	}
}
