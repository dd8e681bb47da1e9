package lobby

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/text"
)

// newTableQuery is what the form for a new table begins with: any of its fields.
type newTableQuery struct {
	Edition  string     `query:"edition"`
	Rulebook string     `query:"rulebook"`
	Form     url.Values `query:"*"`
	ownQuery
}

// showNewGame is the form for a new table; as JSON what can be chosen.
func (s *Handler) showNewGame(c echo.Context, q newTableQuery) error {
	return web.Choose(c,
		func() (any, error) { return s.boards(c, q.ownQuery) },
		func() (web.Model, error) { return s.newTableData(c, q.Form) })
}

func (s *Handler) newTableData(c echo.Context, form url.Values) (lobbypage.NewTableData, error) {
	data := lobbypage.NewTableData{
		Edition: form.Get("edition"), Rulebook: form.Get("rulebook"), Levels: bot.Levels(), Characters: bot.Characters(), Form: form,
	}
	var err error
	if data.Own, err = s.own(c); err != nil || data.Edition == "" || slices.Contains(edition.IDs(), data.Edition) {
		return data, err
	}
	data.Custom, err = s.Library.Edition(c.Request().Context(), data.Edition)
	if errors.Is(err, storage.ErrNotFound) {
		return data, nil // the refusal says so; the page shows what there is
	}
	return data, err
}

// drawnAnew shows the form for the board and the rulebook that were picked, with
// everything that was typed.
func (s *Handler) drawnAnew(c echo.Context, b web.Body) error {
	data, err := s.newTableData(c, b.Form)
	if err != nil {
		return err
	}
	data.Switched = isAnother(web.LangOf(c), &data)
	return web.Respond(c, data)
}

// untouchedBook takes the rulebook out of a form on which another board was
// picked and the rulebook left as it was: the board's own is meant then.
func untouchedBook(form url.Values) {
	board, book, ok := strings.Cut(form.Get("drawn"), " ")
	if ok && form.Get("edition") != board && form.Get("rulebook") == book {
		form.Del("rulebook")
	}
}

// isAnother reports whether a form was drawn for another board or rulebook than
// those picked on it, which the page now shows.
func isAnother(lang string, d *lobbypage.NewTableData) bool {
	drawn, fits := d.Drawn(lang)
	return fits && d.Form.Has("drawn") && d.Form.Get("drawn") != drawn
}

// aboutSettings reports whether a table was refused for its settings, which are
// other ones with another board.
func aboutSettings(err error) bool {
	var wrong *setup.Error
	var refused *table.Refused
	return errors.As(err, &wrong) || errors.As(err, &refused) && refused.Code == game.BadCount
}

// fieldLabel is what the form for a new table calls a field; its name in
// requests if it is not there.
func fieldLabel(lang, field string) string {
	p := text.For(lang)
	if key, ok := strings.CutPrefix(field, text.OptionField("")); ok {
		return p.Option(key)
	}
	if kind, ok := strings.CutPrefix(field, "bot."); ok {
		return p.Bot(kind)
	}
	if key, ok := map[string]string{
		"bots": "new.bots", "players": "new.seats", "bot_pause": "new.bot_pause", "edition": "new.edition", "rulebook": "new.rulebook", "banker_only": "new.alone", "here": "device.names", "name": "new.your_name", "title": "new.table_name",
	}[field]; ok {
		return p.T(key)
	}
	return field
}
