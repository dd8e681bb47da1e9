package gallery

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// deed is a deed of a scenario document.
type deed struct {
	Space      int  `json:"space"`
	Mortgaged  bool `json:"mortgaged,omitempty"`
	Houses     int  `json:"houses,omitempty"`
	Hotel      bool `json:"hotel,omitempty"`
	Skyscraper bool `json:"skyscraper,omitempty"`
	Depot      bool `json:"depot,omitempty"`
}

// person is a player of a scenario document.
type person struct {
	Name   string `json:"name"`
	Space  int    `json:"space"`
	Jailed bool   `json:"jailed,omitempty"`
	Deeds  []deed `json:"deeds"`
}

// document is a scenario.
type document struct {
	Edition string         `json:"edition"`
	Options map[string]any `json:"options,omitempty"`
	Players []person       `json:"players"`
	Turn    int            `json:"turn"`
	Dice    [][]int        `json:"dice,omitempty"`
}

// table is the document as the table that Ada sees, after some moves.
func (d *document) table(moves ...string) (tablepage.TableData, error) {
	raw, err := json.Marshal(d)
	if err != nil {
		return tablepage.TableData{}, err
	}
	m, err := fromScenario(raw)
	if err != nil {
		return tablepage.TableData{}, err
	}
	for _, one := range moves {
		if err := m.write(json.RawMessage(one)); err != nil {
			return tablepage.TableData{}, err
		}
	}
	return m.data(0), nil
}

// seatsOn is how many friends fit at a board.
func seatsOn(board string) int {
	ed, err := edition.Load(board)
	if err != nil {
		return 2
	}
	st, _ := setup.New(ed, "", nil)
	if st == nil {
		return 2
	}
	_, most := st.Rules.PlayerRange()
	return min(most, len(friends()))
}

// boards shows each board at the start, under way, with everything built,
// with everything mortgaged, and crowded.
func boards() []Story {
	var list []Story
	for _, id := range edition.IDs() {
		list = append(list,
			table("boards", "start-"+id, func() (tablepage.TableData, error) { return everybodyOn(id, 0).table() }),
			table("boards", "played-"+id, func() (tablepage.TableData, error) {
				m, err := played(id, min(seatsOn(id), 5), 55, 3)
				if err != nil {
					return tablepage.TableData{}, err
				}
				return m.data(m.s.Turn.Seat), nil
			}),
			table("boards", "built-"+id, func() (tablepage.TableData, error) { return full(id, builtUp) }),
			table("boards", "pledged-"+id, func() (tablepage.TableData, error) { return full(id, pledged) }),
		)
	}
	list = append(list,
		table("boards", "corner-west", func() (tablepage.TableData, error) { return everybodyOn("german-classic", 10).table() }),
		table("boards", "crowd-south", func() (tablepage.TableData, error) { return everybodyOn("german-classic", 6).table() }),
		table("boards", "crowd-west", func() (tablepage.TableData, error) { return everybodyOn("us-classic", 15).table() }),
		table("boards", "crowd-north", func() (tablepage.TableData, error) { return everybodyOn("german-classic", 24).table() }),
		table("boards", "crowd-east", func() (tablepage.TableData, error) { return everybodyOn("mega", 45).table() }),
		table("boards", "jail-full", jailFull),
	)
	return append(list, trails()...)
}

// trails are last moves that are drawn on the board.
func trails() []Story {
	trail := func(name, board string, from int, dice ...int) Story {
		return table("trails", name, func() (tablepage.TableData, error) {
			d := everybodyOn(board, 0)
			d.Players = d.Players[:3]
			d.Players[0].Space, d.Players[1].Space, d.Players[2].Space = from, 12, 28
			d.Dice = [][]int{dice}
			return d.table(`{"player": 0, "move": "roll"}`)
		})
	}
	return []Story{
		trail("trail-corner", "german-classic", 8, 5, 4),
		trail("trail-go", "us-classic", 38, 6, 2),
		trail("trail-jail", "german-classic", 24, 4, 2),
		trail("trail-short", "sonic", 22, 1, 1),
		trail("trail-mega", "mega", 22, 5, 3, 2),
	}
}

// everybodyOn puts as many friends as the board takes on one space.
func everybodyOn(board string, space int) *document {
	d := &document{Edition: board}
	for _, name := range friends()[:seatsOn(board)] {
		d.Players = append(d.Players, person{Name: name, Space: space, Deeds: []deed{}})
	}
	return d
}

// jailFull has inmates and visitors.
func jailFull() (tablepage.TableData, error) {
	d := everybodyOn("german-classic", 10)
	for i := range d.Players {
		d.Players[i].Jailed = i%2 == 0
	}
	return d.table()
}

// full deals all deeds of a board, group by group, and lets fill look after each.
func full(board string, fill func(ed *edition.Edition, group int, d *deed)) (tablepage.TableData, error) {
	ed, err := edition.Load(board)
	if err != nil {
		return tablepage.TableData{}, err
	}
	doc := everybodyOn(board, 0)
	n := len(doc.Players)
	for i := range doc.Players {
		doc.Players[i].Space = i * len(ed.Spaces) / n
	}
	for g, group := range ed.Groups {
		for _, sp := range group.Spaces {
			d := deed{Space: sp}
			fill(ed, g, &d)
			who := &doc.Players[g%n]
			who.Deeds = append(who.Deeds, d)
		}
	}
	return doc.table()
}

// builtUp builds as much as the bank has: hotels on the last groups, houses on
// the first; where there are skyscrapers and depots, those too.
func builtUp(ed *edition.Edition, group int, d *deed) {
	sky := ed.Buildings.Skyscrapers > 0
	switch id := ed.Groups[group].ID; {
	case id == edition.StationGroup:
		d.Depot = ed.Buildings.Depots > 0
	case id == edition.UtilityGroup:
	case sky && group >= 6:
		d.Skyscraper = true
	case sky && group >= 4, !sky && group >= 4:
		d.Hotel = true
	default:
		d.Houses = 4 - group
		if sky {
			d.Houses = []int{3, 2, 2, 1}[group] // there are more lots than houses
		}
	}
}

// pledged mortgages everything.
func pledged(_ *edition.Edition, _ int, d *deed) { d.Mortgaged = true }
