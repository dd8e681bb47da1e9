package setup

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// apply sets the rules that the options change, and the era of the edition.
func (s *Setup) apply(r *game.Rules, p picked, book Rulebook) {
	scale := game.Money(s.Edition.Currency.Scale)
	if p.dealsTwo(book.demands) {
		r.DealDeeds = 2
	}
	for _, d := range optionDefs() {
		if v, ok := p[d.Key]; ok {
			d.apply(r, v, scale)
		}
	}
	// R-QUICK-3: a time limit replaces the end at the second bankruptcy.
	if p.has("end_time") {
		r.SecondBankruptcy = false
	}
	s.Minutes, _ = p["end_time"].(int)
	if n, ok := p["house.time_limit"].(int); ok {
		s.Minutes = n
	}
	s.pickEra(p, book)
	if !p.has("house.start_cash") {
		s.Bills = s.notes(book)
	}
}

// pickEra takes the edition's older values for the rulebook that knows eras.
func (s *Setup) pickEra(p picked, book Rulebook) {
	def, _ := optionDef("tax_era")
	if !def.in(book.ID) {
		return
	}
	era, set := p["tax_era"]
	if !set {
		era = def.Default
	}
	for i := range s.Edition.Eras {
		if e := &s.Edition.Eras[i]; e.ID == era && !e.Default {
			s.era = e
		}
	}
	s.old = era == eraOld
}

// notes is the start money in notes.
func (s *Setup) notes(book Rulebook) []edition.Bill {
	list := book.Notes
	if s.old && book.OldNotes != "" {
		list = book.OldNotes
	}
	return parseNotes(list, s.Edition.Currency.Scale)
}
