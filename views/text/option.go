package text

import "strings"

// optionKey is an option's key as used in the catalogues.
func optionKey(key string) string { return strings.ReplaceAll(key, ".", "_") }

// Option is the label of an option.
func (p *Printer) Option(key string) string { return p.orElse("option."+optionKey(key), key) }

// OptionNote explains an option, "" if its label says it all.
func (p *Printer) OptionNote(key string) string { return p.orElse("option_note."+optionKey(key), "") }

// OptionValue is one of the words an option can have as its value.
func (p *Printer) OptionValue(value string) string { return p.orElse("option_value."+value, value) }

// Bot says how a computer player plays: a persona, or a level and its character if it has one.
func (p *Printer) Bot(id string) string {
	if level, character, ok := strings.Cut(id, "-"); ok {
		return p.Bot(level) + ", " + p.Bot(character)
	}
	return p.orElse("bot."+id, id)
}

// Rulebook is the name of a rulebook.
func (p *Printer) Rulebook(id string) string { return p.orElse("rulebook."+id, id) }

// RulebookNote describes in a sentence the peculiarity of a rulebook.
func (p *Printer) RulebookNote(id string) string { return p.orElse("rulebook_note."+id, "") }

// RulebookWarning is a rulebook's objection to house rules, "" if there is none.
func (p *Printer) RulebookWarning(id string) string { return p.orElse("rulebook_warning."+id, "") }

// Problem is the sentence for an HTTP status.
func (p *Printer) Problem(status string) string {
	return p.orElse("error."+status, p.T("error.other_text"))
}

// ProblemTitle is the heading for an HTTP status.
func (p *Printer) ProblemTitle(status string) string {
	return p.orElse("error.title_"+status, p.T("error.title_other"))
}

func (p *Printer) orElse(key, fallback string) string {
	if p.Has(key) {
		return p.T(key)
	}
	return fallback
}
