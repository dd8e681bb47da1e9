package rulebook

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// everySetup visits the rulebooks as printed and with everything they offer.
func everySetup(t *testing.T, visit func(name string, st *setup.Setup)) {
	t.Helper()
	for _, h := range printedBooks() {
		visit(h.id, h.setup)
		for _, w := range combinationsOf(h.setup) {
			visit(fmt.Sprint(h.id, " ", w.options), w.setup)
		}
		for _, options := range []map[string]any{
			{"house.deal_n": 3, "house.deal_free": true},
			{"house.no_build_in_jail": true, "house.no_rent_in_jail": true, "house.reminders": true},
			{"duel": true, "house.duel_any_group_lot": true},
			{"house.parking_pot": true, "house.parking_pot_start": 500, "house.uneven_build": true},
		} {
			all := requiredOf(h.setup)
			maps.Copy(all, options)
			if st, err := setup.New(h.setup.Edition, h.id, all); err == nil {
				visit(fmt.Sprint(h.id, " ", options), st)
			}
		}
	}
}

func TestHomesAreTheSixRulebooksOnTheirOwnBoards(t *testing.T) {
	_, err := loadPrintedBooks()
	require.NoError(t, err)
	var ids []string
	for _, h := range printedBooks() {
		ids = append(ids, h.id)
		assert.Equal(t, h.id, setup.DefaultRulebookOf(h.setup.Edition))
		assert.NotEmpty(t, combinationsOf(h.setup), h.id)
	}
	assert.Equal(t, setup.Rulebooks(), ids)
	assert.Nil(t, Printed("none"))
	assert.False(t, Known("none"))
}

// The pages agree with the matrix about every switch: they cannot drift apart.
func TestFactsAgreeWithTheMatrix(t *testing.T) {
	for _, row := range setup.Matrix() {
		f, ok := factsByName()[row.Switch]
		if !assert.True(t, ok, "no fact for %s", row.Switch) {
			continue
		}
		for i, h := range printedBooks() {
			got := f.get(h.setup)
			if m, isMoney := got.(amount); isMoney {
				assert.True(t, row.Money, row.Switch)
				got = int(m) / h.setup.Edition.Currency.Scale
			}
			assert.Equal(t, row.Values[i], got, "%s in %s", row.Switch, h.id)
		}
	}
}

// Whatever switch of the engine changes, a fact that some rule shows changes with it.
func TestEverySwitchOfTheEngineIsAFact(t *testing.T) {
	st := *Printed(setup.Rulebooks()[0])
	carried := carriers()
	fields := reflect.TypeFor[game.Rules]()
	for i := range fields.NumField() {
		before := *st.Rules
		after := before
		field := reflect.ValueOf(&after.Rules).Elem().Field(i)
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(!field.Bool())
		case reflect.Int32:
			field.SetInt(field.Int() + 1000)
		default:
			field.SetUint(field.Uint() ^ 1)
		}
		if fields.Field(i).Name == "GateAllLots" { // counts only where the wider gate does not
			before.GateAllDeeds, after.GateAllDeeds = false, false
		}
		if fields.Field(i).Name == "FineTurns" || fields.Field(i).Name == "CardTurns" {
			field.SetUint(field.Uint() ^ 1 ^ 1<<3)
		}
		was, is := st, st
		was.Rules, is.Rules = &before, &after
		changed := slices.ContainsFunc(facts(), func(f Fact) bool {
			return f.get(&was) != f.get(&is) && len(carried[f.Name]) > 0
		})
		assert.True(t, changed, "no rule tells about %s", fields.Field(i).Name)
	}
}

func TestEveryFactBelongsToARuleAndHasALabel(t *testing.T) {
	carried := carriers()
	names := map[string]bool{}
	for _, f := range facts() {
		assert.False(t, names[f.Name], "%s twice", f.Name)
		names[f.Name] = true
		assert.NotEmpty(t, carried[f.Name], "%s belongs to no rule", f.Name)
		for _, lang := range text.Langs() {
			assert.NotEqual(t, f.Name, text.For(lang).Fact(f.Name), "%s has no label in %s", f.Name, lang)
		}
	}
	for rule, d := range defs() {
		for _, name := range d.facts {
			assert.True(t, names[name], "%v names the fact %s, which there is not", game.Rule(rule), name)
		}
	}
}

func TestEveryRuleHasItsWords(t *testing.T) {
	for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
		for _, lang := range text.Langs() {
			p := text.For(lang)
			assert.True(t, p.HasRule(rule.String(), "title"), "%s has no title in %s", rule, lang)
			assert.True(t, p.HasRule(rule.String(), "text"), "%s has no text in %s", rule, lang)
		}
	}
}

// A placeholder names a fact of its rule; a text for a case does, too.
func TestTextsDependOnFactsOfTheirRule(t *testing.T) {
	for _, lang := range text.Langs() {
		p := text.For(lang)
		for _, key := range p.Keys("rule.") {
			id, which, _ := strings.Cut(strings.TrimPrefix(key, "rule."), ".")
			rule := slices.IndexFunc(allRules(), func(r game.Rule) bool { return r.String() == id })
			if !assert.GreaterOrEqual(t, rule, 0, "%s is no rule", id) {
				continue
			}
			facts := defs()[allRules()[rule]].facts
			var as []string
			for _, name := range facts {
				as = append(as, factsByName()[name].as)
			}
			for _, hole := range p.Names(key) {
				assert.Contains(t, as, hole, "%s in %s", key, lang)
			}
			if which == "title" || which == "text" {
				continue
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(which, "+"), "=")
			assert.Contains(t, facts, name, "%s in %s", key, lang)
		}
	}
}

func allRules() (list []game.Rule) {
	for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
		list = append(list, rule)
	}
	return list
}

// Every text for a case is said somewhere: its value is spelled as the fact spells it.
func TestEveryTextForACaseIsReached(t *testing.T) {
	reached := map[string]bool{}
	everySetup(t, func(_ string, st *setup.Setup) {
		for _, rule := range allRules() {
			for _, key := range (describer{text.For(text.German), st}).keys(rule) {
				reached["rule."+rule.String()+"."+key] = true
			}
		}
	})
	for _, key := range text.For(text.German).Keys("rule.") {
		if !strings.HasSuffix(key, ".title") {
			assert.True(t, reached[key], "nobody ever reads %s", key)
		}
	}
}

// No page shows an empty value, a hole, or a key without words, with whatever
// a table has set.
func TestEveryPageIsComplete(t *testing.T) {
	broken := regexp.MustCompile(`\{\{|\}\}|  |[ (]\.|: ?[.;]|rules\.|fact\.|^$`)
	everySetup(t, func(name string, st *setup.Setup) {
		for _, lang := range text.Langs() {
			b := Explain(lang, st)
			ids := map[string]bool{}
			whole := func(r Rule, said ...string) {
				for _, s := range said {
					if broken.MatchString(s) {
						t.Errorf("%s in %s: %s says %q", name, lang, r.ID, s)
					}
				}
			}
			check := func(r Rule) {
				if ids[r.ID] {
					t.Errorf("%s: %s twice", name, r.ID)
				}
				ids[r.ID] = true
				whole(r, r.Title)
				for _, v := range r.Values {
					whole(r, v.Label, v.Text)
				}
				for _, d := range r.Differs {
					for _, o := range d.Others {
						whole(r, d.Label, o.Text)
						if slices.Contains(o.Books, st.Rulebook) {
							t.Errorf("%s: %s differs from itself", name, r.ID)
						}
					}
				}
			}
			for _, a := range b.Areas {
				for _, r := range a.Rules {
					check(r)
					whole(r, r.Text)
					if !r.InForce && len(r.With) == 0 && AsPrinted(st) {
						t.Errorf("%s: %s is out of force for no reason", name, r.ID)
					}
				}
			}
			for _, r := range b.Absent {
				check(r)
				if len(r.Books) == 0 {
					t.Errorf("%s: %s stands nowhere", name, r.ID)
				}
			}
			if len(ids) != int(game.NumRules)-1 {
				t.Errorf("%s: %d rules have an anchor", name, len(ids))
			}
		}
	})
}

func TestEveryRuleStandsInARulebook(t *testing.T) {
	for _, rule := range allRules() {
		assert.NotEmpty(t, having(rule), "%s", rule)
	}
}

// Where two rulebooks say different things, the page of each says so.
func TestDifferentTextsAreTold(t *testing.T) {
	p := text.For(text.German)
	for _, rule := range allRules() {
		for _, a := range printedBooks() {
			for _, b := range printedBooks() {
				if a.shown[rule] == nil || b.shown[rule] == nil {
					continue
				}
				if slices.Equal(describer{p, a.shown[rule]}.keys(rule), describer{p, b.shown[rule]}.keys(rule)) {
					continue
				}
				r, _ := explain(p, a, a.setup, rule)
				told := slices.ContainsFunc(r.Differs, func(d Difference) bool {
					return slices.ContainsFunc(d.Others, func(o Other) bool { return slices.Contains(o.Books, b.id) })
				})
				assert.True(t, told, "%s in %s does not tell how %s differs", rule, a.id, b.id)
			}
		}
	}
}

// Which rulebooks have a rule follows from the switches; here is the expected
// result for those that not all have.
func TestWhoHasWhichRule(t *testing.T) {
	all := setup.Rulebooks()
	mark, sonic, standard, mega, us, duel := all[0:1], all[1:2], all[2:3], all[3:4], all[4:5], all[5:6]
	join := slices.Concat[[]string]
	for rule, want := range map[game.Rule][]string{
		game.RSetup7:  join(mark, standard, mega, us, duel),
		game.RSetup8:  mark,
		game.RSetup9:  join(mark, standard, mega, us, duel),
		game.RTax2:    join(standard, mega, us),
		game.RTax3:    join(standard, mega, us),
		game.RJail11:  sonic,
		game.RJail12:  mega,
		game.RBuild2:  mark,
		game.RSell3:   join(sonic, standard, mega, us, duel),
		game.RSell4:   mark,
		game.RDebt4:   join(mark, standard, mega, duel),
		game.RDebt5:   mark,
		game.RDebt6:   join(sonic, us),
		game.RBankr3:  join(mark, standard, mega, us, duel),
		game.RBankr4:  sonic,
		game.RBankr12: mega,
		game.REnd2:    join(mark, standard, mega, us, duel),
		game.REnd3:    join(us, duel),
		game.REnd4:    join(mark, standard, mega, us, duel),
		game.RMdice1:  mega,
		game.RMtick1:  mega,
		game.RMsq1:    mega,
		game.RMbuild6: mega,
		game.RMutil1:  mega,
		game.RDuel1:   duel,
		game.RQuick1:  join(us, duel),
		game.RQuick2:  join(us, duel),
		game.RQuick3:  duel,
		game.RQuick4:  join(mark, standard, mega, us),
		game.RRent9:   all,
	} {
		assert.Equal(t, want, having(rule), "%s", rule)
	}
}

func TestARuleByChoiceSaysWhatToChoose(t *testing.T) {
	find := func(book, id string) Rule {
		for _, a := range Explain(text.English, Printed(book)).Areas {
			for _, r := range a.Rules {
				if r.ID == id {
					return r
				}
			}
		}
		t.Fatalf("%s has no %s", book, id)
		return Rule{}
	}
	r := find(setup.Rulebooks()[5], "R-QUICK-3")
	assert.False(t, r.InForce)
	require.Len(t, r.With, 1)
	assert.Equal(t, []string{"end_time", "quick"}, slices.Sorted(maps.Keys(r.With[0].Options)))
	r = find(setup.Rulebooks()[1], "R-END-2")
	require.NotEmpty(t, r.With)
	assert.True(t, r.With[0].House)
	assert.Len(t, find(setup.Rulebooks()[4], "R-QUICK-1").With, 1)
}

// A table's own settings show, with the rulebook's values beside them.
func TestATablesSettingsShow(t *testing.T) {
	ed := Printed(setup.Rulebooks()[2]).Edition
	st, err := setup.New(ed, setup.Rulebooks()[2], map[string]any{"house.salary": 400, "house.parking_pot": true})
	require.NoError(t, err)
	assert.False(t, AsPrinted(st))
	b := Explain(text.English, st)
	assert.Len(t, b.House, 2)
	said := map[string]Rule{}
	for _, a := range b.Areas {
		for _, r := range a.Rules {
			said[r.ID] = r
		}
	}
	assert.Contains(t, said["R-GO-1"].Text, "€400")
	assert.Equal(t, "€200", said["R-GO-1"].Values[0].Printed)
	assert.Contains(t, said["R-TAX-5"].Text, "pot on free parking")
	assert.False(t, AsPrinted(st))
	plain, err := setup.New(ed, setup.Rulebooks()[2], nil)
	require.NoError(t, err)
	assert.True(t, AsPrinted(plain))
}

// The same amount on a board with another scale is no difference.
func TestScaleIsNoDifference(t *testing.T) {
	mark := Printed(setup.Rulebooks()[0])
	require.Equal(t, 20, mark.Edition.Currency.Scale)
	r, _ := explain(text.For(text.German), printedBooks()[0], mark, game.RGo1)
	assert.Contains(t, r.Text, "4.000")
	assert.Empty(t, r.Differs)
	r, _ = explain(text.For(text.German), printedBooks()[0], mark, game.RSetup3)
	var told []string
	for _, d := range r.Differs {
		if d.Fact == "cash.start" {
			for _, o := range d.Others {
				told = append(told, o.Books...)
			}
		}
	}
	assert.Equal(t, []string{setup.Rulebooks()[3]}, told)
}

func TestCompareHasEveryPointOfTheMatrix(t *testing.T) {
	for _, lang := range text.Langs() {
		table := Compare(lang)
		require.Len(t, table.Books, len(setup.Rulebooks()))
		rows := map[string]Row{}
		for _, a := range table.Areas {
			assert.NotEmpty(t, a.Title)
			for _, r := range a.Rows {
				assert.NotContains(t, rows, r.Fact)
				rows[r.Fact] = r
				assert.Len(t, r.Cells, len(table.Books))
				assert.NotEmpty(t, r.Rules, r.Fact)
				for i, c := range r.Cells {
					assert.NotEmpty(t, c.Text, "%s in %s", r.Fact, table.Books[i].ID)
				}
			}
		}
		for _, m := range setup.Matrix() {
			row, ok := rows[m.Switch]
			if !assert.True(t, ok, "%s is not compared", m.Switch) {
				continue
			}
			assert.Equal(t, m.Point, row.Point)
			differs := slices.ContainsFunc(m.Values[:], func(v any) bool { return v != m.Values[0] })
			assert.True(t, row.Differs || !differs, "%s differs", m.Switch)
		}
	}
}

func TestCompareMarksTheOddOnes(t *testing.T) {
	for _, a := range Compare(text.English).Areas {
		for _, r := range a.Rows {
			switch r.Fact {
			case "rent.window":
				assert.True(t, r.Differs)
				for i, c := range r.Cells {
					assert.Equal(t, i == 4, c.Odd, "column %d", i)
				}
			case "salary":
				assert.False(t, r.Differs, "in proportion it is the same everywhere")
			case "start.deal":
				assert.Equal(t, Absent, r.Cells[1].State)
				assert.Equal(t, Optional, r.Cells[4].State)
			case "mega.gift":
				assert.Equal(t, Absent, r.Cells[0].State, "no gift without the space for it")
				assert.Equal(t, 100, r.Cells[3].Value)
			}
		}
	}
}

// The explanation works on any board a rulebook can be played on.
func TestExplainOnForeignBoards(t *testing.T) {
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		for _, book := range setup.Rulebooks() {
			if st, _ := setup.New(ed, book, nil); st != nil {
				b := Explain(text.German, st)
				assert.NotEmpty(t, b.Areas)
				assert.Equal(t, ed.Title.In(text.German), b.Board)
			}
		}
	}
}
