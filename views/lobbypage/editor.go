package lobbypage

import (
	"cmp"
	"strings"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// EditorData is a board with a field for each thing that people change about it.
type EditorData struct {
	Draft    *edition.Draft
	Base     string            // the board it began with, as addresses name it; "" if none
	Replaces bool              // it is the viewer's own: saving replaces it
	Faults   []edition.Problem // of the draft
	Preview  *setup.Setup      // the board, without the values that are wrong; nil: not drawn
	Problem  *page.Problem     // why it was not kept
	Name     string            // typed by a stranger
	Typed    bool              // the draft has been sent, and is nowhere else
}

// DraftFault is one fault of a draft.
type DraftFault struct {
	Place string `json:"place"`
	Text  string `json:"text"`
	Rule  string `json:"rule"`
}

// DraftFaults are the faults of a draft, as programs are told them.
type DraftFaults struct {
	Faults []DraftFault `json:"faults"`
}

// JSON is what is wrong with the draft.
func (d EditorData) JSON(string) any {
	x := DraftFaults{Faults: []DraftFault{}}
	for _, f := range d.Faults {
		x.Faults = append(x.Faults, DraftFault{f.Place, f.Text, f.Rule})
	}
	return x
}

// DraftField is the name of a field of the form, by its place in the document.
func DraftField(place string) string { return "at." + place }

// draftRow is a field of the form.
type draftRow struct {
	*edition.Field
	ID      string
	Label   string
	Faults  []string
	Choices []page.Choice
}

// draftSection is the fields of a space, a group or a card.
type draftSection struct {
	ID, Name string
	Called   string // where it stands and its name, for the list of faults
	Rows     []draftRow
	Faults   []string // those that belong to none of its fields
	Bad      bool
}

// draftPart is a chapter of the form.
type draftPart struct {
	Key, Title string
	Sections   []draftSection
	Bad        bool
}

// draftFault is a line of the list of faults.
type draftFault struct{ Href, Name, Text string }

// editor is the form.
type editor struct {
	Parts  []draftPart
	Faults []draftFault
}

func draftID(place string) string { return "at-" + asID.Replace(place) }

// asID makes an id of a place. It is made once: a page has some 500 fields.
var asID = strings.NewReplacer("[", "-", "]", "", ".", "-")

func editorOf(t *text.Printer, d *EditorData) (x editor) {
	left := make([]bool, len(d.Faults)) // those that have a place
	parts := d.Draft.Parts()
	spaces := spaceChoices(parts)
	for _, part := range parts {
		p := draftPart{Key: part.Key, Title: t.T("draft.part." + part.Key)}
		for i := range part.Sections {
			s := &part.Sections[i]
			one := draftSection{ID: draftID(cmp.Or(s.Place, part.Key)), Name: s.Name}
			if s.Place != "" && s.Place != part.Key {
				one.Called = called(t, part.Key, i, s.Name)
				one.Name = cmp.Or(s.Name, one.Called)
			}
			for k := range s.Fields {
				row := rowOf(t, &s.Fields[k], spaces)
				for n, f := range d.Faults {
					if f.Place == row.Place && !left[n] {
						said := t.BoardFault(&f)
						row.Faults, left[n], one.Bad = append(row.Faults, said), true, true
						x.Faults = append(x.Faults, draftFault{"#" + row.ID, named(one.Called, row.Label), said})
					}
				}
				one.Rows = append(one.Rows, row)
			}
			for n, f := range d.Faults {
				if s.Place != "" && !left[n] && (f.Place == s.Place || strings.HasPrefix(f.Place, s.Place+".")) {
					said := t.BoardFault(&f)
					one.Faults, left[n], one.Bad = append(one.Faults, f.Place+": "+said), true, true
					x.Faults = append(x.Faults, draftFault{"#" + one.ID, cmp.Or(one.Called, p.Title), said})
				}
			}
			p.Sections, p.Bad = append(p.Sections, one), p.Bad || one.Bad
		}
		x.Parts = append(x.Parts, p)
	}
	for n, f := range d.Faults {
		if !left[n] {
			x.Faults = append(x.Faults, draftFault{"", f.Place, t.BoardFault(&f)})
		}
	}
	return x
}

// called is how an entry of a part is called where it stands alone: a space by its
// number and its name, others by their name, or by their number if they have none.
func called(t *text.Printer, part string, i int, name string) string {
	if part == "spaces" {
		space := t.T("draft.entry.spaces", "N", page.Itoa(i))
		if name == "" {
			return space
		}
		return space + " (" + name + ")"
	}
	return cmp.Or(name, t.T("draft.entry."+part, "N", page.Itoa(i+1)))
}

func named(section, field string) string {
	if section == "" {
		return field
	}
	return section + ", " + field
}

func rowOf(t *text.Printer, f *edition.Field, spaces []page.Choice) draftRow {
	row := draftRow{Field: f, ID: draftID(f.Place), Label: t.T("draft.field."+f.Key, "N", page.Itoa(f.N))}
	switch f.Kind {
	case edition.Spot:
		row.Choices = spaces
	case edition.YesNo:
		row.Choices = []page.Choice{{Value: "true", Label: t.T("draft.yes")}, {Value: "false", Label: t.T("draft.no")}}
	case edition.Choice:
		for _, c := range f.Choices {
			row.Choices = append(row.Choices, page.Choice{Value: c, Label: t.T("draft.choice." + f.Key + "." + c)})
		}
	case edition.Line, edition.Amount, edition.Count, edition.Colour:
	}
	return row
}

// unlisted reports whether a value is none of the choices, nothing among them.
func (r *draftRow) unlisted() bool {
	for _, c := range r.Choices {
		if c.Value == r.Value {
			return false
		}
	}
	return true
}

// number reports whether phones show digits for a field.
func (r *draftRow) number() bool { return r.Kind == edition.Amount || r.Kind == edition.Count }

func spaceChoices(parts []edition.Part) (list []page.Choice) {
	for _, part := range parts {
		if part.Key == "spaces" {
			for i, s := range part.Sections {
				list = append(list, page.Choice{Value: page.Itoa(i), Label: page.Itoa(i) + " " + s.Name})
			}
		}
	}
	return list
}

// status says how many faults a draft has that was sent, and else what the editor is for.
func (d *EditorData) status(t *text.Printer, faults int) string {
	if d.Typed && faults > 0 {
		return t.T("draft.status_faults", "N", page.Itoa(faults))
	}
	return t.T("draft.status")
}

// look is the style sheet of the preview, "" without one.
func (d *EditorData) look() string {
	if d.Preview == nil {
		return ""
	}
	sheet, _ := page.DraftLook(d.Preview.Edition)
	return sheet
}
