package gallery

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/query"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

//go:embed positions/*.json
var documents embed.FS

// writtenStory is a position as a document spells it: a scenario, the moves
// that lead to the position, the viewer, and the query of the address.
type writtenStory struct {
	Name     string            `json:"name"`
	Viewer   game.Seat         `json:"viewer"`
	Query    string            `json:"query"`
	Sandbox  bool              `json:"sandbox"`
	Scenario json.RawMessage   `json:"scenario"`
	Moves    []json.RawMessage `json:"moves"`
}

// written reads the stories of the folder positions; each file is a section.
func written() ([]Story, error) {
	var list []Story
	err := eachWritten(func(section string, w *writtenStory) error {
		list = append(list, table(section, w.Name, w.data))
		return nil
	})
	return list, err
}

// Positions are the tables of the folder positions, by the names of their stories.
func Positions() (map[string]tablepage.TableData, error) {
	all := map[string]tablepage.TableData{}
	err := eachWritten(func(_ string, w *writtenStory) (err error) {
		all[w.Name], err = w.data()
		return err
	})
	return all, err
}

func eachWritten(do func(section string, w *writtenStory) error) error {
	files, err := documents.ReadDir("positions")
	if err != nil {
		return err
	}
	for _, f := range files {
		data, err := documents.ReadFile("positions/" + f.Name())
		if err != nil {
			return err
		}
		var stories []writtenStory
		if err := json.Unmarshal(data, &stories); err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
		for i := range stories {
			if err := do(f.Name()[:len(f.Name())-len(".json")], &stories[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writtenStory) data() (tablepage.TableData, error) {
	m, err := fromScenario(w.Scenario)
	if err != nil {
		return tablepage.TableData{}, err
	}
	for _, raw := range w.Moves {
		if err := m.write(raw); err != nil {
			return tablepage.TableData{}, err
		}
	}
	asked, err := url.ParseQuery(w.Query)
	if err != nil {
		return tablepage.TableData{}, err
	}
	d := m.data(w.Viewer)
	query.Read(asked, &d.Query, true)
	d.Sandbox = w.Sandbox
	return d, nil
}
