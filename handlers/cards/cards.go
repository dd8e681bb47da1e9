// Package cards makes summaries of tables for lists: name, seats and whose turn it is.
package cards

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/strictjson"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Most is how many tables a list shows at most.
const Most = 100

// Card is a table in a list.
type Card struct {
	Game       string      `json:"game"`
	Title      string      `json:"title"`
	Edition    string      `json:"edition"`
	Rulebook   string      `json:"rulebook"`
	Status     string      `json:"status" schema:"Status"`
	Seq        uint32      `json:"seq"`
	Players    []Seat      `json:"players"`
	Seats      int         `json:"seats"`
	WaitingFor []game.Seat `json:"waiting_for"`
	Turn       Turn        `json:"turn"`
	Seat       *game.Seat  `json:"seat"`
	MyTurn     bool        `json:"my_turn"`
	Private    bool        `json:"private"`
	Pace       string      `json:"pace" schema:"PaceName"`
	CreatedAt  time.Time   `json:"created_at"`
	UpdatedAt  time.Time   `json:"updated_at"`
	EndsAt     *time.Time  `json:"ends_at,omitempty"`
	TimesKept  []TimeKept  `json:"times_kept,omitempty"` // of an open table in the lobby
}

// Turn tells which turn of the game it is and whose.
type Turn struct {
	Number uint16     `json:"number"`
	Player *game.Seat `json:"player"`
}

// Computer is a kind of computer player. In JSON a level is an object with level
// and character, a persona its name.
type Computer string

// MarshalJSON writes the object or the name.
func (k Computer) MarshalJSON() ([]byte, error) { return k.append(nil), nil }

func (k Computer) append(b []byte) []byte {
	level, character, ok := bot.Level(string(k))
	if !ok {
		return wire.AppendString(b, string(k))
	}
	b = wire.AppendString(append(b, `{"level":`...), level)
	b = wire.AppendString(append(b, `,"character":`...), character)
	return append(b, '}')
}

// UnmarshalJSON takes a name or an object; a level or character that there is
// not makes a kind that is not known.
func (k *Computer) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return json.Unmarshal(data, (*string)(k))
	}
	var x struct {
		Level     string `json:"level"`
		Character string `json:"character"`
	}
	if err := strictjson.Unmarshal(data, &x); err != nil {
		return err
	}
	if *k = Computer(bot.Kind(x.Level, x.Character)); !slices.Contains(bot.Levels(), x.Level) {
		*k = Computer("level " + x.Level)
	}
	return nil
}

// Seat tells who has a seat; Bot names the computer player on it.
type Seat struct {
	Seat  game.Seat `json:"seat"`
	Name  string    `json:"name"`
	Bot   *Computer `json:"bot"`
	Taken bool      `json:"taken"`

	StandIn string `json:"stand_in,omitempty"`
	Token   string `json:"token,omitempty" schema:"TokenName"`
	Colour  string `json:"colour,omitempty" schema:"TokenColour"`
}

// NewSeat returns the JSON of a seat held by a player, by a computer, or by nobody.
func NewSeat(seat game.Seat, player account.PlayerID, name, bot string) Seat {
	s := Seat{Seat: seat, Name: name, Taken: player != "" || bot != ""}
	if bot != "" {
		kind := Computer(bot) // of its own, so that people cost nothing
		s.Bot = &kind
	}
	return s
}

// Append appends the seat as encoding/json would write it.
func (s *Seat) Append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"seat":`...), int64(s.Seat), 10)
	b = wire.AppendString(append(b, `,"name":`...), s.Name)
	b = append(b, `,"bot":`...)
	if s.Bot == nil {
		b = append(b, "null"...)
	} else {
		b = s.Bot.append(b)
	}
	b = strconv.AppendBool(append(b, `,"taken":`...), s.Taken)
	if s.StandIn != "" {
		b = wire.AppendString(append(b, `,"stand_in":`...), s.StandIn)
	}
	if s.Token != "" {
		b = wire.AppendString(append(b, `,"token":`...), s.Token)
		b = wire.AppendString(append(b, `,"colour":`...), s.Colour)
	}
	return append(b, '}')
}

// Cards makes them.
type Cards struct {
	*web.Kit
	Times    Times                         // nil: this server keeps no results
	Deleted  func(g *table.Game) time.Time // when a table is deleted that nothing happens at; nil: never
	editions Editions
	titles   *titles
}

// NewCards returns what tells of the tables of a service.
func NewCards(kit *web.Kit, editions Editions) *Cards {
	return &Cards{Kit: kit, editions: editions, titles: newTitles()}
}

// JSON returns the tables for programs, as a player sees them.
func (s *Cards) JSON(games []*table.Game, me account.PlayerID) []Card {
	list := make([]Card, 0, len(games))
	for _, g := range games {
		mine := g.SeatOf(me)
		card := Card{
			Game: g.ID, Title: g.Title, Edition: g.EditionID, Rulebook: g.Rulebook, Status: wire.StatusName(g.Status), Seq: g.Seq,
			Players: make([]Seat, 0, len(g.Seats)), Seats: g.Wanted, WaitingFor: []game.Seat{},
			Turn: Turn{g.Round, web.SeatOrNull(g.Turn)}, Seat: web.SeatOrNull(mine), MyTurn: myTurn(g, mine),
			Private: g.Private, Pace: g.PaceName(), CreatedAt: g.CreatedAt.UTC(), UpdatedAt: g.UpdatedAt.UTC(),
		}
		if at, _ := s.ends(g); !at.IsZero() {
			at = at.UTC()
			card.EndsAt = &at
		}
		for i, seat := range g.Seats {
			card.Players = append(card.Players, NewSeat(game.Seat(i), seat.Player, seat.Name, seat.Bot))
		}
		if g.Status == game.Playing {
			for w := g.Waiting; w != 0; w = w.Rest() {
				card.WaitingFor = append(card.WaitingFor, w.First())
			}
		}
		list = append(list, card)
	}
	return list
}

// Board is the title of a board, by its hash; its id if it cannot be read.
func (s *Cards) Board(ctx context.Context, hash, id, lang string) string {
	title, _ := s.titles.of(ctx, s.editions, &table.Game{Edition: hash, EditionID: id}, lang)
	return title
}

func myTurn(g *table.Game, seat game.Seat) bool {
	return g.Status == game.Playing && seat >= 0 && (g.Waiting.Has(seat) || g.Device(seat).First() == seat && g.Waiting&g.Device(seat) != 0)
}

// minutes is how long a game at the table takes: what was agreed on, or about what such games do.
func minutes(g *table.Game, spaces int) (least, most int) {
	for _, key := range table.PlayingTimes() {
		switch agreed := g.Options[key].(type) {
		case int:
			return agreed, agreed
		case float64: // read from a store
			return int(agreed), int(agreed)
		}
	}
	if _, agreed := g.Options["house.round_limit"]; agreed {
		return 0, 0 // as long as its rounds take
	}
	return page.Minutes(spaces, g.Wanted)
}

// ends is when time is up in a game and the zone in which that was agreed on: before its
// start only if a time of day was, and then as if it began now. Zero if never.
func (s *Cards) ends(g *table.Game) (time.Time, *time.Location) {
	if g.Status != game.InLobby {
		return g.EndsAt, time.UTC
	}
	loc := zone(g)
	return g.EndOf(s.Now(), loc), loc
}

// zone is the time zone of a table.
func zone(g *table.Game) *time.Location {
	loc, err := g.Clock.Hours.Location()
	if err != nil {
		return time.UTC // as the table does
	}
	return loc
}

// deletedSoon is when a table of the viewer is deleted whose game has not begun and at which
// nothing has happened for more than half of the time until then; otherwise zero.
func (s *Cards) deletedSoon(g *table.Game, mine bool) time.Time {
	if s.Deleted == nil || !mine {
		return time.Time{}
	}
	at, now := s.Deleted(g), s.Now()
	if at.Sub(now) > now.Sub(g.UpdatedAt) {
		return time.Time{}
	}
	return at.In(zone(g))
}

// stopped is when the clocks of a table run again that stand now, because of the hour or the
// day of the week; zero if they run, or if there are none.
func stopped(g *table.Game, now time.Time) time.Time {
	if !g.Clock.Timed() {
		return time.Time{}
	}
	again, ok := timecontrol.NewCalendar(g.Clock.Hours, zone(g), nil, nil).Opens(now)
	if !ok || !again.After(now) {
		return time.Time{}
	}
	return again.In(zone(g))
}

// Of are the same tables for a page.
func (s *Cards) Of(c echo.Context, games []*table.Game, me account.PlayerID) []page.TableCard {
	list := make([]page.TableCard, 0, len(games))
	for _, g := range games {
		mine := g.SeatOf(me)
		card := page.TableCard{
			ID: g.ID, Name: g.Title, Board: g.Edition, Status: g.Status,
			Turn: int(g.Round), Wanted: g.Wanted, Since: g.UpdatedAt, MyTurn: myTurn(g, mine), Mine: mine >= 0, Sealed: g.Sealed, Pace: g.PaceName(),
		}
		spaces := 0
		card.Edition, spaces = s.titles.of(c.Request().Context(), s.editions, g, web.LangOf(c))
		if g.Status == game.InLobby {
			card.Least, card.Most = minutes(g, spaces)
			card.Ends, card.Zone = s.ends(g)
			card.Deleted = s.deletedSoon(g, card.Mine)
		}
		if g.Status == game.Playing {
			_, card.Paused = g.Tempo.Paused(s.Now())
			card.MyTurn = card.MyTurn && !card.Paused // nobody is asked then
			card.Stopped = stopped(g, s.Now())
		}
		for i, seat := range g.Seats {
			if seat.Name != "" {
				card.Seats = append(card.Seats, seat.Name)
			}
			if g.Status == game.Playing && g.Waiting.Has(game.Seat(i)) {
				card.Waiting = append(card.Waiting, seat.Name)
				if g.Tempo != nil && i < len(g.Tempo.Seats) {
					if until := timecontrol.OffUntil(g.Tempo.Seats[i].Leaves, s.Now(), zone(g)); !until.IsZero() {
						card.Off = append(card.Off, page.Off{Name: seat.Name, Until: until.In(zone(g))})
					}
				}
			}
		}
		list = append(list, card)
	}
	return list
}
