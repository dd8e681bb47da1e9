package gallery

import (
	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// partsStory is the page with every small thing in every state.
func partsStory() Story {
	return Story{"parts", "parts", func() (func(page.Page) templ.Component, error) {
		var all []*setup.Setup
		for _, id := range edition.IDs() {
			ed, err := edition.Load(id)
			if err != nil {
				return nil, err
			}
			st, err := setup.New(ed, "", nil)
			if st == nil {
				return nil, err
			}
			all = append(all, st)
		}
		return func(p page.Page) templ.Component { return tablepage.Parts(p, all) }, nil
	}}
}

// sitePages are tables that do not play: the waiting room and the result.
func sitePages() []Story {
	list := []Story{table("around", "result", func() (tablepage.TableData, error) {
		m, err := played("german-classic", 4, 400, 5)
		if err != nil {
			return tablepage.TableData{}, err
		}
		return m.data(0), nil
	})}
	for _, r := range []struct {
		name string
		set  func(d *tablepage.TableData)
	}{
		{"room-owner", func(d *tablepage.TableData) { d.Owner, d.Levels, d.Characters = true, bot.Levels(), bot.Characters() }},
		{"room-guest", func(d *tablepage.TableData) { d.Viewer, d.CanJoin = game.Nobody, true }},
		{"room-seated", func(d *tablepage.TableData) { d.Viewer = 1 }},
	} {
		list = append(list, table("around", r.name, func() (tablepage.TableData, error) { return room(r.set) }))
	}
	return list
}

// room is a table that waits for its players.
func room(set func(*tablepage.TableData)) (tablepage.TableData, error) {
	ed, err := edition.Load("german-classic")
	if err != nil {
		return tablepage.TableData{}, err
	}
	st, err := setup.New(ed, "", nil)
	if err != nil {
		return tablepage.TableData{}, err
	}
	s := game.NewState(st.Rules, 4, 0, false)
	d := tablepage.TableData{
		Name: "Freitagsrunde", Setup: st, State: &s, Now: noon(), Query: tablepage.TableQuery{Deed: -1, Trade: -1},
		Seats:  []tablepage.Seat{{Name: "Ada", Player: "p1", Attendance: tablepage.Attendance{Presence: tablepage.Here}}, {Name: "Ben", Player: "p2"}, {Name: "Bot Berta", Bot: "trader"}, {}},
		Invite: "https://play.example.org/games/k7q2m9", NotReady: game.Refusal{Code: game.BadCount, Rule: game.RSetup2},
	}
	set(&d)
	return d, nil
}
