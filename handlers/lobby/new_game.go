package lobby

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// newGame is a request for a new table, as JSON.
type newGame struct {
	Edition    json.RawMessage `json:"edition" schema:"string|Edition"` // id or hash, or the edition object itself
	Rulebook   string          `json:"rulebook"`
	Options    map[string]any  `json:"options" schema:"Options"`
	Players    wholeNumber     `json:"players" schema:"integer,min=1,max=9"`
	Private    bool            `json:"private"`
	Pace       json.RawMessage `json:"pace" schema:"PaceWish"` // a kind, or an object
	Bots       botList         `json:"bots"`
	Scenario   json.RawMessage `json:"scenario" schema:"object"`
	Title      string          `json:"title"`
	Banker     int             `json:"banker" schema:"SeatNumber"`
	BankerOnly bool            `json:"banker_only"`
	BotPause   *int            `json:"bot_pause" schema:",min=0,max=60000"` // milliseconds
	Hints      *bool           `json:"hints"`                               // nil: they are allowed
	Here       []string        `json:"here"`                                // names of further players at the opener's device
	Name       string          `json:"name"`                                // of a visitor who has not signed in
	Quick      bool            `json:"quick"`
	Anchor     string          `json:"anchor" schema:"Hash"` // of the opener's chain of numbers for the dice
	SandboxOf  string          `json:"sandbox_of"`           // id of a sandbox whose position is wanted under another rulebook

	form  bool // filled in on a page, where the usual pace is picked already
	pace  tables.TimeControlRequest
	until *timecontrol.Minute // the time of day at which the game ends, of a form
}

// wholeNumber is a number that may be too large for any machine: its bounds are said as
// those of a smaller one are.
type wholeNumber int

// UnmarshalJSON takes the digits of a number, and of one beyond an int the greatest.
func (n *wholeNumber) UnmarshalJSON(data []byte) error {
	whole, err := strconv.Atoi(string(data))
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return json.Unmarshal(data, (*int)(n))
	}
	*n = wholeNumber(whole)
	return nil
}

// botList is a list of kinds of computer players, or just their number.
type botList []string

// UnmarshalJSON takes ["default", {"level": "hard", "character": "trader"}], "default,trader" or 2.
func (l *botList) UnmarshalJSON(data []byte) error {
	var n uint8
	if json.Unmarshal(data, &n) == nil && n <= game.MaxSeats {
		*l = make([]string, n)
		return nil
	}
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = web.SplitList([]string{text})
		return nil
	}
	var kinds []cards.Computer
	err := json.Unmarshal(data, &kinds)
	for _, kind := range kinds {
		*l = append(*l, string(kind))
	}
	return err
}

func readGame(b web.Body) (newGame, error) {
	var want newGame
	if b.JSON != nil {
		err := b.Decode(&want)
		if err == nil {
			want.pace, err = tables.ReadPace(want.Pace)
		}
		return want, err
	}
	return gameForm(b)
}

// order is the request in the words of the table service.
func (w *newGame) order(now time.Time) (table.NewGame, error) {
	o := table.NewGame{
		Rulebook: w.Rulebook, Options: w.Options, Players: int(w.Players), Private: w.Private,
		Bots: w.Bots, Title: w.Title, Banker: game.Seat(w.Banker), BankerOnly: w.BankerOnly, Scenario: w.Scenario,
		SandboxOf: w.SandboxOf, NoHints: w.Hints != nil && !*w.Hints,
	}
	if len(o.Options) == 0 {
		o.Options = nil
	}
	if err := w.pickPace(&o); err != nil {
		return o, err
	}
	if w.until != nil {
		o.EndsBy = w.untilAfter(now, &o.Clock.Hours)
	}
	for _, name := range w.Here {
		if _, err := account.PickName(name, ""); err != nil {
			return o, &invalid.Error{Field: "here", Why: "name"}
		}
	}
	if most := cmp.Or(int(w.Players), game.MaxSeats); len(w.Here) > 0 && 1+len(w.Here)+len(w.Bots) > most {
		return o, &invalid.Error{Field: "here", Why: "many"}
	}
	if string(w.Scenario) == "null" {
		o.Scenario = nil
	}
	if len(w.Here) > 0 && (w.Quick || w.SandboxOf != "" || len(o.Scenario) > 0) {
		f := web.Blame("bad_setup", "here")
		f.Words = text.Say("problem_field.here_begun")
		return o, f
	}
	if w.Banker < 0 || w.Banker >= game.MaxSeats {
		return o, web.Mistyped("banker", web.ExpectSeat)
	}
	if w.BotPause != nil {
		if *w.BotPause < 0 || *w.BotPause > 60000 {
			return o, web.Mistyped("bot_pause", web.ExpectMillis)
		}
		pause := time.Duration(*w.BotPause) * time.Millisecond
		o.BotPause = &pause
	}
	return o, w.pickEdition(&o)
}

// pickPace finds out at which pace is to be played; without a word about it
// all are at the table. Nobody's time runs where nobody is kept waiting. A
// word that is no pace is left to the table to refuse.
func (w *newGame) pickPace(o *table.NewGame) error {
	switch kind := w.pace.Kind; {
	case kind == "" && (w.Quick || w.SandboxOf != "" || len(w.Scenario) > 0 || w.Players > 0 && len(w.Bots) >= int(w.Players)-1):
		w.pace.Kind = string(timecontrol.Open)
	case kind == "":
		w.pace.Kind = string(timecontrol.Live)
	case kind == string(table.Slow), !slices.Contains(timecontrol.Kinds(), timecontrol.Kind(kind)) && !bytes.HasPrefix(w.Pace, []byte("{")):
		o.Pace = table.Pace(kind)
		return nil
	}
	var err error
	o.Clock, err = w.pace.Pace()
	usual := timecontrol.Usual(timecontrol.Live)
	usual.Hours.Zone = o.Clock.Hours.Zone // a browser fills it in by itself
	o.Clock.Assumed = o.Clock == usual && (w.Pace == nil || w.form)
	return err
}

// pickEdition finds out which edition is meant. A scenario brings its own, and a
// quick game can do without.
func (w *newGame) pickEdition(o *table.NewGame) error {
	if len(w.Edition) == 0 || string(w.Edition) == "null" {
		if len(o.Scenario) == 0 && w.SandboxOf == "" && !w.Quick {
			return web.Blame("missing", "edition")
		}
		return nil
	}
	if w.Edition[0] == '{' {
		ed, err := edition.Parse(w.Edition)
		o.Edition = ed
		return err
	}
	if json.Unmarshal(w.Edition, &o.EditionID) != nil {
		return web.Mistyped("edition", web.ExpectText)
	}
	return nil
}

// fieldsOfPage are those that the form has beside the fields of the JSON: what was drawn
// on it, and lists and objects in parts.
var fieldsOfPage = []string{"drawn", "change", "pace_", "option.", "bot.", "level.", "character."}

// gameForm reads the fields of the form for a new table.
func gameForm(b web.Body) (newGame, error) {
	f := b.Form
	w := newGame{
		form:     true,
		Rulebook: f.Get("rulebook"), Title: f.Get("title"), Name: f.Get("name"),
		SandboxOf: f.Get("sandbox_of"), Private: web.ParseBool(f.Get("private")), BankerOnly: web.ParseBool(f.Get("banker_only")), Quick: web.ParseBool(f.Get("quick")),
		Anchor: f.Get("anchor"),
		Bots:   web.SplitList(f["bots"]), Here: web.SplitList(f["here"]), Options: map[string]any{},
	}
	if err := cmp.Or(web.CheckNames(f, w, fieldsOfPage...), web.CheckSwitches(f, w)); err != nil {
		return w, err
	}
	if id := strings.TrimSpace(f.Get("edition")); id != "" {
		w.Edition, _ = json.Marshal(id) // a string always can
		if strings.HasPrefix(id, "{") {
			w.Edition = json.RawMessage(id)
		}
	}
	if text := strings.TrimSpace(f.Get("scenario")); text != "" {
		w.Scenario = json.RawMessage(text)
	}
	if text := strings.TrimSpace(f.Get("options")); text != "" && text != "null" { // null would take the map away
		if err := json.Unmarshal([]byte(text), &w.Options); err != nil {
			return w, web.Mistyped("options", web.ExpectObject)
		}
	}
	if n, err := strconv.ParseUint(f.Get("bots"), 10, 8); err == nil && n <= game.MaxSeats {
		w.Bots = make([]string, n)
	}
	if f.Has("hints") { // a box that is not ticked says so by a hidden field
		hints := web.ParseBool(f.Get("hints"))
		w.Hints = &hints
	}
	if err := w.countedBots(f); err != nil {
		return w, err
	}
	for n := range game.MaxSeats { // the seats of the form; those left to people have no level
		n := strconv.Itoa(n)
		if level := f.Get("level." + n); level != "" {
			w.Bots = append(w.Bots, bot.Kind(level, f.Get("character."+n)))
		}
	}
	for key, values := range f {
		name, ok := strings.CutPrefix(key, "option.")
		if last := values[len(values)-1]; ok && (last != "" || name == "end_time") { // an hour taken out is no hour left out
			w.Options[name] = last
		}
	}
	w.readHour()
	if err := w.pace.Fill(f); err != nil {
		return w, err
	}
	w.leaveUsualTime(f)
	return w, w.numbers(f.Get)
}

// leaveUsualTime lets a table by correspondence have its usual playing time where the form
// still has that of the other tables, with which it was drawn.
func (w *newGame) leaveUsualTime(f url.Values) {
	slow := w.pace.Kind == string(timecontrol.Correspondence)
	if slow && f.Has("drawn") && setup.AlwaysTimed(w.Rulebook) && w.Options["end_time"] == strconv.Itoa(setup.UsualMinutes) {
		delete(w.Options, "end_time")
	}
}

// readHour finds out whether a form gives the playing time as a time of day, such as
// 22:30, 22.30 or 22:30 Uhr. What is neither that nor minutes is left to the rules to refuse.
func (w *newGame) readHour() {
	for _, key := range table.PlayingTimes() {
		typed, _ := w.Options[key].(string)
		typed = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(typed), "Uhr"))
		if at, err := timecontrol.ParseMinute(strings.Replace(typed, ".", ":", 1)); err == nil {
			w.until = &at
		}
	}
}

// untilAfter is the moment to which the game is played, in the time zone of the table;
// the option gets the minutes until then, which the rules count in.
func (w *newGame) untilAfter(now time.Time, hours *timecontrol.Hours) time.Time {
	loc, err := hours.Location()
	if err != nil {
		return time.Time{} // the zone has been refused already
	}
	at := w.until.Next(now, loc)
	table.SetMinutes(w.Options, now, at)
	return at
}

// countedBots reads fields such as bot.trader=2.
func (w *newGame) countedBots(f url.Values) error {
	for _, key := range slices.Sorted(maps.Keys(f)) {
		kind, ok := strings.CutPrefix(key, "bot.")
		text := strings.TrimSpace(f.Get(key))
		if !ok || text == "" {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 8)
		if err != nil || n > game.MaxSeats {
			return web.Mistyped(key, web.ExpectSeat)
		}
		for range n {
			w.Bots = append(w.Bots, kind)
		}
	}
	return nil
}

func (w *newGame) numbers(field func(string) string) error {
	var pause int
	for name, into := range map[string]*int{"players": (*int)(&w.Players), "banker": &w.Banker, "bot_pause": &pause} {
		text := strings.TrimSpace(field(name))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil && !errors.Is(err, strconv.ErrRange) { // of one that is too large its bounds are said
			return web.Mistyped(name, web.ExpectInteger)
		}
		*into = n
		if name == "bot_pause" {
			w.BotPause = &pause
		}
	}
	return nil
}
