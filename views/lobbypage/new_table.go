package lobbypage

import (
	"net/url"
	"slices"
	"time"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// newTable is the form with every choice.
type newTable struct {
	Packs   []pack
	Books   []bookChoice
	Edition string
	Book    string
	Board   string // name of the board
	Min     int
	Max     int
	Options []optionRow // of the rulebook itself
	Reading []optionRow // other readings of its unclear passages
	House   []optionRow
	Bots    []botRow
	Warning string // the rulebook's objection to house rules
	Alone   string // from how many on the host may run the bank alone, "" if never
}

// botRow is a seat for a computer player: the fields for its level, none for a
// person, and its character, with what is chosen.
type botRow struct{ N, LevelField, Level, CharacterField, Character string }

// bookChoice is one rulebook.
type bookChoice struct {
	ID, Title, Note string
	Chosen          bool
}

// optionRow is one option as a control: a tick, a number or a list.
type optionRow struct {
	ID, Name    string
	Label, Note string
	Rule        string
	Kind        setup.OptionKind
	Value       string // as typed
	Min, Max    string
	Step        string
	Choices     []page.Choice
	Bad         bool // it was refused
	Hour        bool // a time of day may be typed instead
}

func newTableOf(p *text.Printer, d *NewTableData) newTable {
	x := newTable{Edition: d.Edition, Min: 2, Max: 8}
	if x.Edition == "" {
		x.Edition = usual(p.Lang())
	}
	st := d.setup(x.Edition)
	x.Book, x.Board = st.Rulebook, st.Edition.Title.In(p.Lang())
	x.Min, x.Max = st.Rules.PlayerRange()
	x.Warning = p.RulebookWarning(st.Rulebook)
	x.Packs = packsOf(p, d.Own, x.Edition)
	for _, id := range setup.Rulebooks() {
		x.Books = append(x.Books, bookChoice{id, p.Rulebook(id), p.RulebookNote(id), id == x.Book})
	}
	for _, o := range setup.OptionsOf(x.Book) {
		row := optionRowOf(p, d, st, &o)
		switch o.Class {
		case setup.Official:
			x.Options = append(x.Options, row)
		case setup.Reading:
			x.Reading = append(x.Reading, row)
		case setup.HouseRule:
			x.House = append(x.House, row)
		}
	}
	for n := 1; n < x.Max; n++ {
		level, character := "level."+page.Itoa(n), "character."+page.Itoa(n)
		x.Bots = append(x.Bots, botRow{page.Itoa(n), level, d.Form.Get(level), character, d.Form.Get(character)})
	}
	if n, _ := st.Rules.BankerOnlyRange(); n > 0 {
		x.Alone = page.Itoa(n)
	}
	return x
}

// usualBots is how many computer players are offered at first; the others are folded.
const usualBots = 3

func anyBot(rows []botRow) bool {
	return slices.ContainsFunc(rows, func(b botRow) bool { return b.Level != "" })
}

// bad reports whether a field was refused.
func (d *NewTableData) bad(field string) bool {
	return d.Problem != nil && !d.Switched && d.Problem.Field == field
}

// wrong marks a field that was refused; the refusal at the top says why.
func wrong(bad bool) templ.Attributes {
	if !bad {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "problem"}
}

// pauseChoice is a pause of the computers to choose: its milliseconds, "" for that of
// the server, and the key of its name.
type pauseChoice struct {
	millis, name string
	chosen       bool
}

// pauses lists the pauses of the computers, one of which is chosen.
func pauses(chosen string) []pauseChoice {
	list := []pauseChoice{{"", "new.pause_usual", false}, {"300", "new.pause_short", false}, {"3000", "new.pause_long", false}, {"0", "new.pause_none", false}}
	for i := range list {
		list[i].chosen = list[i].millis == chosen
	}
	return list
}

// changing goes along when another board or rulebook is picked: the page is
// drawn for it, and no table opened.
const changing = `{"change":"1"}`

// says is why no table came about: the refusal, or that the settings of the
// picked board are only shown now.
func (x *newTable) says(p *text.Printer, d *NewTableData) string {
	if d.Switched {
		return p.T("new.switched", "Board", x.Board, "Book", p.Rulebook(x.Book))
	}
	return d.Problem.Text
}

func (x *newTable) status(p *text.Printer, page page.Page, d *NewTableData) string {
	if d.Switched || d.Problem != nil {
		return x.says(p, d)
	}
	return page.StatusOr(p.T("new.status"))
}

// Drawn is the board and the rulebook for which the page is drawn; fits reports
// whether they are those that were picked.
func (d *NewTableData) Drawn(lang string) (drawn string, fits bool) {
	x := newTableOf(text.For(lang), d)
	return x.Edition + " " + x.Book, d.Rulebook == "" || d.Rulebook == x.Book
}

// setup is the chosen edition with the chosen rulebook, or the nearest that works.
func (d *NewTableData) setup(id string) *setup.Setup {
	chosen := builtin()[0]
	for _, st := range builtin() {
		if st.Edition.ID == id {
			chosen = st
		}
	}
	ed := chosen.Edition
	if d.Custom != nil {
		ed = d.Custom
	} else if d.Rulebook == "" || d.Rulebook == chosen.Rulebook {
		return chosen
	}
	for _, book := range []string{d.Rulebook, ""} {
		if st, _ := setup.New(ed, book, nil); st != nil {
			return st
		}
	}
	return chosen
}

func optionRowOf(p *text.Printer, d *NewTableData, st *setup.Setup, o *setup.OptionDef) optionRow {
	name := "option." + o.Key
	row := optionRow{
		ID: "o-" + o.Key, Name: name, Label: p.Option(o.Key), Note: p.OptionNote(o.Key), Rule: o.Rule, Kind: o.Kind,
		Value: page.Typed(d.Form, name, ""), Bad: d.bad(text.OptionField(o.Key)), Min: page.Itoa(o.Min), Max: page.Itoa(o.Max), Step: "1",
	}
	if usual, ok := setup.WithDefaults(st.Edition, st.Rulebook, nil)[o.Key].(int); ok && row.Value == "" {
		row.Value = page.Itoa(usual)
	}
	if setup.AlwaysTimed(st.Rulebook) && o.Key == "end_time" {
		slow := page.Duration(p, setup.UsualSlowMinutes*time.Minute)
		row.Note += " " + p.T("new.slow_time", "Pace", p.T("pace.correspondence"), "Minutes", page.Itoa(setup.UsualMinutes), "Span", slow)
	}
	row.Hour = text.TakesHour(o.Key)
	if o.Kind == setup.Amount {
		row.Step = page.Itoa(st.Rules.Step())
	}
	if o.Kind == setup.Word {
		row.Choices = append(row.Choices, page.Choice{Value: "", Label: p.T("new.as_printed")})
		for _, value := range o.Values {
			row.Choices = append(row.Choices, page.Choice{Value: value, Label: p.OptionValue(value)})
		}
	}
	// A flag that is on by itself needs a way to be switched off.
	if o.Kind == setup.Flag && o.Default != false {
		row.Kind = setup.Word
		row.Choices = []page.Choice{{Value: "", Label: p.T("new.as_printed")}, {Value: "true", Label: p.T("new.yes")}, {Value: "false", Label: p.T("new.no")}}
	}
	return row
}

// anyTyped reports whether any of the options was set in a refused form.
func anyTyped(rows []optionRow) bool {
	return slices.ContainsFunc(rows, func(o optionRow) bool { return o.Value != "" })
}

// NewTableData is the page with every choice for a new table.
type NewTableData struct {
	Edition    string           // chosen edition id
	Rulebook   string           // chosen rulebook, "" for the edition's own
	Own        []Listed         // editions people have uploaded
	Custom     *edition.Edition // the chosen edition if it is one of those
	Levels     []string         // of the computer players on offer
	Characters []string         // that they may have
	Form       url.Values       // values of a refused form
	Problem    *page.Problem
	Switched   bool // the page is drawn for another board or rulebook than the form came from
}

// Listed is an edition with a title.
type Listed struct {
	ID    string
	Title string
}
