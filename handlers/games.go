package handlers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// newGame is a wish for a new table, as JSON.
type newGame struct {
	Edition    json.RawMessage `json:"edition"` // id or hash, or the edition object itself
	Rulebook   string          `json:"rulebook"`
	Options    map[string]any  `json:"options"`
	Players    int             `json:"players"`
	Private    bool            `json:"private"`
	Pace       string          `json:"pace"`
	Bots       botList         `json:"bots"`
	Scenario   json.RawMessage `json:"scenario"`
	Title      string          `json:"title"`
	Banker     int             `json:"banker"`
	BankerOnly bool            `json:"banker_only"`
	BotPause   *int            `json:"bot_pause"` // milliseconds
	Name       string          `json:"name"`      // of a visitor who is nobody yet
	Quick      bool            `json:"quick"`

	short bool // a form without the field for the closing hour
}

// botList is a list of kinds of computer players, or just their number.
type botList []string

// UnmarshalJSON takes ["default", "trader"], "default,trader" or 2.
func (l *botList) UnmarshalJSON(data []byte) error {
	var n uint8
	if json.Unmarshal(data, &n) == nil && n <= game.MaxSeats {
		*l = make([]string, n)
		return nil
	}
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = splitList([]string{text})
		return nil
	}
	return json.Unmarshal(data, (*[]string)(l))
}

func splitList(values []string) []string {
	var list []string
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
	}
	return list
}

// postGame opens a table.
func (s *Server) postGame(c echo.Context) error {
	b, err := readBody(c.Request())
	if err != nil {
		return err
	}
	want, err := readGame(b)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	order, err := want.order()
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	if want.Quick {
		order.EditionID = cmp.Or(order.EditionID, usualEdition(langOf(c)))
		want.Name = cmp.Or(want.Name, guest(langOf(c)))
	}
	me, fresh, err := s.someone(c, want.Name)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	if err := s.throttle.take(c.RealIP(), s.cfg.Now()); err != nil {
		return s.gameRefused(c, b, err)
	}
	snap, err := s.open(c.Request().Context(), me.ID, order, want)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	path := views.GamePath(snap.Meta.ID)
	if faceOf(c.Request()) != faceJSON {
		return goOn(c, path)
	}
	c.Response().Header().Set("Location", path)
	c.Response().Header().Set("ETag", seqTag(snap.Seq()))
	return replyJSON(c, http.StatusCreated, struct {
		stateJSON
		Token  string      `json:"token,omitempty"`
		Player *personJSON `json:"player,omitempty"`
	}{stateFor(c, &snap), fresh.Token, fresh.Player})
}

func readGame(b body) (newGame, error) {
	var want newGame
	if b.json != nil {
		return want, b.decode(&want)
	}
	return gameForm(b)
}

// order is the wish in the words of the table service.
func (w *newGame) order() (table.NewGame, error) {
	o := table.NewGame{
		Rulebook: w.Rulebook, Options: w.Options, Players: w.Players, Private: w.Private, Pace: table.Pace(w.Pace),
		Bots: w.Bots, Title: w.Title, Banker: game.Seat(w.Banker), BankerOnly: w.BankerOnly, Scenario: w.Scenario,
	}
	if string(w.Scenario) == "null" {
		o.Scenario = nil
	}
	if w.Banker < 0 || w.Banker >= game.MaxSeats {
		return o, mistyped("banker")
	}
	if w.Players < 0 || w.Players > game.MaxSeats {
		return o, &failure{status: http.StatusUnprocessableEntity, code: "count", field: "players"}
	}
	if w.BotPause != nil {
		if *w.BotPause < 0 || *w.BotPause > 60000 {
			return o, mistyped("bot_pause")
		}
		pause := time.Duration(*w.BotPause) * time.Millisecond
		o.BotPause = &pause
	}
	return o, w.pickEdition(&o)
}

// pickEdition finds out which edition is meant. A scenario brings its own, and a
// quick game can do without.
func (w *newGame) pickEdition(o *table.NewGame) error {
	if len(w.Edition) == 0 || string(w.Edition) == "null" {
		if len(o.Scenario) == 0 && !w.Quick {
			return &failure{status: http.StatusBadRequest, code: "missing", field: "edition"}
		}
		return nil
	}
	if w.Edition[0] == '{' {
		ed, err := edition.Parse(w.Edition)
		o.Edition = ed
		return err
	}
	if json.Unmarshal(w.Edition, &o.EditionID) != nil {
		return mistyped("edition")
	}
	return nil
}

// gameForm reads the fields of the form for a new table.
func gameForm(b body) (newGame, error) {
	f := b.form
	w := newGame{
		Rulebook: f.Get("rulebook"), Pace: f.Get("pace"), Title: f.Get("title"), Name: f.Get("name"),
		Private: truth(f.Get("private")), BankerOnly: truth(f.Get("banker_only")), Quick: truth(f.Get("quick")),
		Bots: splitList(f["bots"]), Options: map[string]any{},
	}
	w.short = !f.Has("option.end_time") && !f.Has("options")
	if id := strings.TrimSpace(f.Get("edition")); id != "" {
		w.Edition, _ = json.Marshal(id) // a string always can
		if strings.HasPrefix(id, "{") {
			w.Edition = json.RawMessage(id)
		}
	}
	if text := strings.TrimSpace(f.Get("scenario")); text != "" {
		w.Scenario = json.RawMessage(text)
	}
	if text := strings.TrimSpace(f.Get("options")); text != "" {
		if err := json.Unmarshal([]byte(text), &w.Options); err != nil {
			return w, mistyped("options")
		}
	}
	for key, values := range f {
		name, ok := strings.CutPrefix(key, "option.")
		if last := values[len(values)-1]; ok && last != "" {
			w.Options[name] = last
		}
	}
	return w, w.numbers(f.Get)
}

func (w *newGame) numbers(field func(string) string) error {
	var pause int
	for name, into := range map[string]*int{"players": &w.Players, "banker": &w.Banker, "bot_pause": &pause} {
		text := strings.TrimSpace(field(name))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return mistyped(name)
		}
		*into = n
		if name == "bot_pause" {
			w.BotPause = &pause
		}
	}
	return nil
}

// truth reads a tick or a switch of a form.
func truth(text string) bool {
	switch strings.ToLower(text) {
	case "1", "on", "true", "yes":
		return true
	}
	return false
}

// quickBots is how many computer players a quick game has, if the rulebook lets them.
const quickBots = 3

// usualMinutes is the playing time of a game whose rulebook wants one and whose
// form did not ask for it.
const usualMinutes = 90

// guest is the name of somebody who wants to play at once and has not given one.
func guest(lang string) string {
	if lang == text.German {
		return "Gast"
	}
	return "Guest"
}

// usualEdition is the first board in the reader's language.
func usualEdition(lang string) string {
	ids := edition.IDs()
	for _, id := range ids {
		if ed, err := edition.Load(id); err == nil && ed.Language == lang {
			return id
		}
	}
	return ids[0]
}

// open opens a table, a quick one with computer players and started at once.
func (s *Server) open(ctx context.Context, me table.PlayerID, o table.NewGame, want newGame) (table.Snapshot, error) {
	if !want.Quick && !want.short || len(o.Scenario) > 0 {
		return s.tables.Create(ctx, me, o)
	}
	st, err := s.withHour(ctx, &o)
	if err != nil {
		return table.Snapshot{}, err
	}
	if !want.Quick {
		return s.tables.Create(ctx, me, o)
	}
	if len(o.Bots) == 0 {
		for range min(quickBots, int(st.Rules.MaxPlayers)-1) {
			o.Bots = append(o.Bots, bot.Usual().Name)
		}
	}
	if o.Players == 0 {
		o.Players = len(o.Bots) + 1
	}
	snap, err := s.tables.Create(ctx, me, o)
	if err != nil {
		return snap, err
	}
	return s.tables.Start(ctx, snap.Meta.ID, me)
}

// withHour sets the usual closing hour if the rulebook cannot do without one.
func (s *Server) withHour(ctx context.Context, o *table.NewGame) (*setup.Setup, error) {
	ed := o.Edition
	if ed == nil {
		var err error
		if ed, err = s.tables.Edition(ctx, o.EditionID); err != nil {
			return nil, failed(http.StatusUnprocessableEntity, "unknown_edition")
		}
	}
	st, err := setup.New(ed, o.Rulebook, o.Options)
	var wrong *setup.Error
	if errors.As(err, &wrong) && wrong.Rule == game.RSetup8 {
		if o.Options == nil {
			o.Options = map[string]any{}
		}
		o.Options["end_time"] = usualMinutes
		return setup.New(ed, o.Rulebook, o.Options)
	}
	return st, err
}

// gameRefused shows the form again, with what was chosen and what is wrong with it.
func (s *Server) gameRefused(c echo.Context, b body, err error) error {
	lang := langOf(c)
	f := asFailureIn(err, lang)
	if f.status >= http.StatusInternalServerError || faceOf(c.Request()) == faceJSON {
		return f
	}
	if f.retry > 0 {
		c.Response().Header().Set("Retry-After", f.retryAfter())
	}
	status := f.status
	if status == http.StatusUnauthorized {
		status = http.StatusUnprocessableEntity
		f = failed(status, "bad_name")
	}
	problem := viewProblem(f.problem(lang), "")
	if truth(b.form.Get("quick")) {
		h, err := s.hall(c.Request().Context(), viewer(c).ID)
		if err != nil {
			return err
		}
		return s.renderLobby(c, status, h, &b, problem)
	}
	data, err := s.newTableData(c, b.form)
	if err != nil {
		return err
	}
	data.Problem = problem
	return replyHTML(c, faceOf(c.Request()), lang, status, views.NewTable(s.page(c), data))
}
