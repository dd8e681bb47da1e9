package record

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// settings is the JSON of a table's agreements before the start. Keys may be
// added; they are never renamed. It has a table of its own, because each move
// rewrites the row of its game.
type settings struct {
	Title      string               `json:"title,omitempty"`
	EditionID  string               `json:"edition"`
	Rulebook   string               `json:"rulebook"`
	Options    map[string]any       `json:"options,omitempty"`
	Wanted     int                  `json:"wanted"`
	Pace       table.Pace           `json:"pace,omitempty"`
	BotPause   *int64               `json:"bot_pause_ms"` // null: not chosen
	Hurried    bool                 `json:"hurried,omitempty"`
	Banker     game.Seat            `json:"banker,omitempty"`
	BankerOnly bool                 `json:"banker_only,omitempty"`
	Scenario   json.RawMessage      `json:"scenario,omitempty"`
	Imported   bool                 `json:"imported,omitempty"`
	Luck       table.LuckKind       `json:"luck,omitempty"`
	Server     *fair.Hash           `json:"server,omitempty"`
	Head       json.RawMessage      `json:"head,omitempty"`
	Clock      *timecontrol.Control `json:"clock,omitempty"`
	Talk       talk.Rules           `json:"talk,omitzero"`
	Rematch    string               `json:"rematch,omitempty"`
	Framed     bool                 `json:"framed,omitempty"`
	NoHints    bool                 `json:"no_hints,omitempty"`
	Looks      []wire.Look          `json:"looks,omitempty"`
	Devices    []game.Seats         `json:"devices,omitempty"`
	EndsBy     time.Time            `json:"ends_by,omitzero"`
}

// Settings returns the stored form of what the table of a game agreed on: JSON.
func Settings(g *table.Game) (string, error) {
	s := settings{
		Title: g.Title, EditionID: g.EditionID, Rulebook: g.Rulebook, Options: g.Options,
		Wanted: g.Wanted, Pace: g.Pace, Hurried: g.Hurried,
		Banker: g.Banker, BankerOnly: g.BankerOnly, Scenario: g.Scenario, Imported: g.Imported, Luck: g.Luck, Head: g.Head,
		Talk: g.Talk, Rematch: g.Rematch, Framed: g.Framed, NoHints: g.NoHints, Looks: g.Looks, Devices: g.Devices, EndsBy: g.EndsBy,
	}
	if g.BotPause != nil {
		ms := g.BotPause.Milliseconds()
		s.BotPause = &ms
	}
	if g.Luck == table.ByChain {
		s.Server = &g.Server
	}
	if g.Clock.Kind != "" {
		s.Clock = &g.Clock
	}
	b, err := json.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("encode settings: %w", err)
	}
	return string(b), nil
}

func (s *settings) apply(g *table.Game) {
	g.Title, g.EditionID, g.Rulebook, g.Options = s.Title, s.EditionID, s.Rulebook, s.Options
	g.Wanted, g.Pace, g.Hurried, g.Banker, g.BankerOnly = s.Wanted, s.Pace, s.Hurried, s.Banker, s.BankerOnly
	g.BotPause = nil
	if s.BotPause != nil {
		pause := time.Duration(*s.BotPause) * time.Millisecond
		g.BotPause = &pause
	}
	g.Scenario, g.Imported, g.Luck, g.Head = s.Scenario, s.Imported, s.Luck, s.Head
	g.Talk, g.Rematch, g.Framed, g.NoHints, g.Looks, g.Devices, g.EndsBy = s.Talk, s.Rematch, s.Framed, s.NoHints, s.Looks, s.Devices, s.EndsBy
	if s.Server != nil {
		g.Server = *s.Server
	}
	if s.Clock != nil {
		g.Clock = *s.Clock
	}
}

// ReadSettings fills in what the table of a game agreed on; set is nil if that is
// gone. The error wraps table.ErrDamaged.
func ReadSettings(set []byte, g *table.Game) error {
	if set == nil {
		return fmt.Errorf("%w: settings of game %s: they are gone", table.ErrDamaged, g.ID)
	}
	var s settings
	if err := json.Unmarshal(set, &s); err != nil {
		return fmt.Errorf("%w: settings of game %s: %w", table.ErrDamaged, g.ID, err)
	}
	s.apply(g)
	return nil
}
