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
	files, err := documents.ReadDir("positions")
	if err != nil {
		return nil, err
	}
	var list []Story
	for _, f := range files {
		data, err := documents.ReadFile("positions/" + f.Name())
		if err != nil {
			return nil, err
		}
		var stories []writtenStory
		if err := json.Unmarshal(data, &stories); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		section := f.Name()[:len(f.Name())-len(".json")]
		for _, w := range stories {
			list = append(list, table(section, w.Name, w.data))
		}
	}
	return list, nil
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
