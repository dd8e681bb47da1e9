package text

import (
	"errors"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Errors of which more is known than a code, wherever they come from.
type (
	refusal interface {
		Rules() (game.Refusal, *game.Command)
	}
	seats interface {
		Seats() (code game.Code, least, most int)
	}
)

// Words are a sentence for people, or for programs, in a language.
type Words func(lang string, as Naming) string

// Say returns a sentence of the catalogues.
func Say(key string, args ...string) Words {
	return func(lang string, _ Naming) string { return For(lang).T(key, args...) }
}

// Explain returns the sentence about an error of which more is known than its code,
// nil for all others.
func Explain(err error) Words {
	if wrong, ok := errors.AsType[*setup.Error](err); ok {
		return func(lang string, as Naming) string { return Config(lang, wrong, as) }
	}
	var number seats
	if errors.As(err, &number) {
		code, least, most := number.Seats()
		return func(lang string, as Naming) string { return count(lang, code, least, most, as) }
	}
	var refused refusal
	if errors.As(err, &refused) {
		no, c := refused.Rules()
		return func(lang string, _ Naming) string { return Refusal(lang, nil, c, no) }
	}
	if misread, ok := errors.AsType[*wire.Problem](err); ok && misread.Detail != "" {
		return func(string, Naming) string { return misread.Detail }
	}
	for _, one := range problem.All(err) {
		p := one.Problem()
		if p.Values != nil {
			return Say("problem_field.one_of", "Field", p.Field, "Values", strings.Join(p.Values, ", "))
		}
		if p.Why != "" {
			return func(lang string, _ Naming) string { return because(For(lang), p) }
		}
	}
	return nil
}

// because is the sentence about one of several reasons for a code.
func because(p *Printer, x problem.Problem) string {
	switch x.Code {
	case "bad_notice":
		for _, key := range []string{"notices.why_" + x.Field + "_" + x.Why, "notices.why_" + x.Why} {
			if p.Has(key) {
				return p.T(key)
			}
		}
		return p.T("notices.why_unknown")
	case "undelivered":
		return Fault(p, x.Why)
	}
	return p.T("pace_why." + x.Why)
}

// Fault explains why a message did not arrive, from the text that is kept: a code, and
// the other side's answer.
func Fault(p *Printer, kept string) string {
	code, detail, _ := strings.Cut(kept, ": ")
	if !p.Has("fault." + code) {
		code, detail = "internal", ""
	}
	sentence := p.T("fault." + code)
	if detail == "" || code == "internal" {
		return sentence
	}
	return sentence + " (" + detail + ")"
}
