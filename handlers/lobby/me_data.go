package lobby

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/peoplepage"
)

// myDataJSON is everything that this server knows about somebody.
type myDataJSON struct {
	Site     string           `json:"site"`
	MadeAt   time.Time        `json:"made_at"`
	Account  authpage.Account `json:"account"`
	Tokens   []authpage.Token `json:"tokens"`
	Tables   []myTableJSON    `json:"tables"`
	Boards   []myBoardJSON    `json:"boards"`
	Notes    []myNoteJSON     `json:"notes"`
	Messages []myMessageJSON  `json:"messages"`
	Mutes    []myMuteJSON     `json:"mutes"`
	Tips     tables.Tips      `json:"tips"`
	Notices  *myNoticesJSON   `json:"notices"` // null: this server tells nobody anything
	Page     *myPageJSON      `json:"page"`    // null: this server keeps no results
}

// myPageJSON is what the page of a player has, and who may see it.
type myPageJSON struct {
	Open     string              `json:"open" schema:"PageOpen"`
	Switched []time.Time         `json:"rating_switched"` // on, off, on and so on
	Ratings  []peoplepage.Rating `json:"ratings"`
	Results  []peoplepage.Result `json:"results"`
}

type myTableJSON struct {
	cards.Card
	URL    string         `json:"url"`
	Export string         `json:"export"` // the whole game
	Owner  bool           `json:"owner"`
	Orders *tables.Orders `json:"orders"` // given ahead; null where there is nothing to order, or the game cannot be read
}

type myBoardJSON struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	URL       string    `json:"url"`
	CreatedAt time.Time `json:"created_at"`
}

type myNoteJSON struct {
	Game string    `json:"game"`
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

type myMessageJSON struct {
	Game string    `json:"game"`
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

type myMuteJSON struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// myNoticesJSON holds a player's notification preferences, without
// the secrets of the channels.
type myNoticesJSON struct {
	Wishes   notice.Preferences `json:"wishes"`
	Channels []myChannelJSON    `json:"channels"`
	Hooks    []myHookJSON       `json:"hooks"`    // of tables, to which I gave the address
	Mentions []myMentionJSON    `json:"mentions"` // by which hooks of tables mention me
}

type myHookJSON struct {
	Game string `json:"game"`
	myChannelJSON
}

type myMentionJSON struct {
	Game string `json:"game"`
	Name string `json:"name"`
}

type myChannelJSON struct {
	Way       string     `json:"way"`
	Address   string     `json:"address"`
	State     string     `json:"state"`
	CreatedAt time.Time  `json:"created_at"`
	SentAt    *time.Time `json:"sent_at"`
}

// showMyData sends everything that is known about the caller, as a file.
func (s *Handler) showMyData(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	data, err := s.myData(c, me)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="bankhalter.json"`)
	return c.JSONPretty(http.StatusOK, data, "  ")
}

func (s *Handler) myData(c echo.Context, me account.Player) (d myDataJSON, err error) {
	ctx := c.Request().Context()
	d = myDataJSON{
		Site: s.Absolute(c, ""), MadeAt: s.Now().UTC().Truncate(time.Millisecond), Tokens: []authpage.Token{}, Boards: []myBoardJSON{}, Notes: []myNoteJSON{},
		Messages: []myMessageJSON{}, Mutes: []myMuteJSON{},
	}
	if d.Account, err = s.Auth.AccountOf(c, me); err != nil {
		return d, err
	}
	tokens, err := s.Players.Tokens(ctx, me.ID)
	if err != nil {
		return d, err
	}
	for i := range tokens {
		d.Tokens = append(d.Tokens, auth.NewToken(&tokens[i], c.Request()))
	}
	if d.Tips, err = s.Games.TipsOf(ctx, me.ID); err != nil {
		return d, err
	}
	if d.Tables, err = s.myTables(c, me.ID); err != nil {
		return d, err
	}
	boards, err := s.Library.Editions(ctx, me.ID)
	if err != nil {
		return d, err
	}
	for _, b := range boards {
		d.Boards = append(d.Boards, myBoardJSON{b.ID, b.Title, s.Absolute(c, page.EditionPath(b.Hash)), b.CreatedAt})
	}
	if d.Notices, err = s.myNotices(c, me.ID); err != nil {
		return d, err
	}
	if d.Page, err = s.myPage(c, me.ID); err != nil {
		return d, err
	}
	return d, s.myWords(c, me.ID, &d)
}

func (s *Handler) myNotices(c echo.Context, me account.PlayerID) (*myNoticesJSON, error) {
	if s.Notifications == nil {
		return nil, nil
	}
	ctx := c.Request().Context()
	preferences, err := s.Notifications.Preferences(ctx, string(me))
	if err != nil {
		return nil, err
	}
	channels, err := s.Notifications.Channels(ctx, string(me))
	if err != nil {
		return nil, err
	}
	n := &myNoticesJSON{Wishes: preferences, Channels: []myChannelJSON{}, Hooks: []myHookJSON{}, Mentions: []myMentionJSON{}}
	for i := range channels {
		n.Channels = append(n.Channels, newMyChannel(&channels[i]))
	}
	hooks, err := s.Notifications.TableChannels(ctx, string(me))
	if err != nil {
		return nil, err
	}
	for i := range hooks {
		n.Hooks = append(n.Hooks, myHookJSON{hooks[i].Game, newMyChannel(&hooks[i])})
	}
	names, err := s.Notifications.MentionsOf(ctx, string(me))
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(names)) {
		n.Mentions = append(n.Mentions, myMentionJSON{id, names[id]})
	}
	return n, nil
}

// myPage is everything on the viewer's own page.
func (s *Handler) myPage(c echo.Context, me account.PlayerID) (*myPageJSON, error) {
	if s.Pages.People == nil {
		return nil, nil
	}
	set, err := s.Pages.People.Settings(c.Request().Context(), me)
	if err != nil {
		return nil, err
	}
	p := &myPageJSON{Open: string(set.Open), Switched: append([]time.Time{}, set.Switched...)}
	p.Ratings, p.Results, err = s.Pages.All(c, me)
	return p, err
}

func newMyChannel(ch *notice.Channel) myChannelJSON {
	return myChannelJSON{string(ch.Way), ch.Address, string(ch.State), ch.CreatedAt, web.TimeOrNull(ch.SentAt)}
}

// myTables are the tables at which a player sits or which they opened.
func (s *Handler) myTables(c echo.Context, me account.PlayerID) ([]myTableJSON, error) {
	ctx := c.Request().Context()
	games, err := s.Tables.List(ctx, table.Filter{Player: me})
	if err != nil {
		return nil, err
	}
	owned, err := s.Tables.List(ctx, table.Filter{Owner: me})
	if err != nil {
		return nil, err
	}
	for _, g := range owned {
		if g.SeatOf(me) == game.Nobody {
			games = append(games, g)
		}
	}
	list := make([]myTableJSON, len(games))
	for i, card := range s.Cards.JSON(games, me) {
		g := games[i]
		list[i] = myTableJSON{Card: card, URL: s.Absolute(c, page.GamePath(g.ID)), Export: s.Absolute(c, page.ExportPath(g.ID)), Owner: g.Owner == me}
		if g.Status != game.Playing || g.HeldBy(me) == game.Nobody {
			continue
		}
		snap, book, err := s.Tables.Orders(ctx, g.ID, me)
		if table.Unreadable(err) || errors.Is(err, table.ErrSealed) || errors.Is(err, table.ErrNoSeat) {
			continue // nobody can read its orders, or they have none there now; everything else is theirs all the same
		}
		if err != nil {
			return nil, err
		}
		orders := tables.NewOrders(&snap, &book, web.LangOf(c))
		list[i].Orders = &orders
	}
	return list, nil
}

// myWords are what somebody has written beside the game.
func (s *Handler) myWords(c echo.Context, me account.PlayerID, d *myDataJSON) error {
	ctx := c.Request().Context()
	notes, err := s.Talk.Notes(ctx, me)
	if err != nil {
		return err
	}
	for _, n := range notes {
		d.Notes = append(d.Notes, myNoteJSON{n.Game, n.At, n.Text})
	}
	messages, err := s.Talk.MessagesOf(ctx, me)
	if err != nil {
		return err
	}
	for _, m := range messages {
		d.Messages = append(d.Messages, myMessageJSON{m.Game, m.At, m.Text})
	}
	mutes, err := s.Talk.Mutes(ctx, me)
	if err != nil {
		return err
	}
	for _, m := range mutes {
		d.Mutes = append(d.Mutes, myMuteJSON{m.Name, m.At})
	}
	return nil
}
