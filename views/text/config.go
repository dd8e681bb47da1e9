package text

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Config says why edition, rulebook and options do not go together and what to
// do instead.
func Config(lang string, e *setup.Error) string {
	key := configKey(e)
	if key == "" {
		return BadOption(lang, e.Option)
	}
	p := For(lang)
	if e.Option == "" {
		return p.T(key)
	}
	return p.T(key, "Option", p.Option(e.Option))
}

// configKey is the text of the rule that decides, "" where the option says it all.
func configKey(e *setup.Error) string {
	switch e.Rule {
	case game.RData1:
		if e.Option == "" {
			return "config.board"
		}
		return "config.strength"
	case game.RSetup8:
		return "config.hour"
	case game.RQuick1:
		return "config.short_deals"
	case game.RQuick3:
		return "config.three_houses"
	case game.RQuick4:
		return "config.time_game"
	case game.RQuick5:
		return "config.quick_game"
	default:
		if e.Option == "" {
			return "config.rulebook"
		}
		return ""
	}
}
