package peoplepage

import (
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// PersonData is the page of a player, as far as its viewer may see it.
type PersonData struct {
	page.Person
	Since     time.Time  `json:"since"`
	Played    int        `json:"played"`
	Won       int        `json:"won"`
	Closed    int        `json:"closed"`
	Time      Time       `json:"time"`
	Boards    []Board    `json:"boards"`
	Favourite *Favourite `json:"favourite_group"`
	Against   *Against   `json:"against_viewer"`
	Ratings   []Rating   `json:"ratings"`
	Results   []Result   `json:"results"`
	Next      *string    `json:"next"`
	Settings  *Settings  `json:"settings"`

	First   bool          `json:"-"` // the page begins with the latest result
	Rated   bool          `json:"-"` // the rating is switched on
	Saved   bool          `json:"-"` // the settings have just been saved
	Problem *page.Problem `json:"-"`
}

// Time is how a player kept their time in games with a clock.
type Time struct {
	InTime  int  `json:"in_time"`
	Late    int  `json:"late"`
	Percent *int `json:"percent"`
}

// Board counts the games on one board.
type Board struct {
	Board  string `json:"board"`
	Title  string `json:"title"`
	Played int    `json:"played"`
	Won    int    `json:"won"`
}

// Favourite is the colour group of which a player most often got the most deeds.
type Favourite struct {
	Board string `json:"board"`
	Title string `json:"title"`
	Group string `json:"group"`
	Name  string `json:"name"`
	Games int    `json:"games"`
}

// Against counts the games that the viewer has finished with the player, who came
// in ahead of them, behind them, or level with them.
type Against struct {
	Games  int `json:"games"`
	Ahead  int `json:"ahead"`
	Behind int `json:"behind"`
	Level  int `json:"level"`
}

// Rating is how strong a player is by one rulebook, live or by correspondence.
type Rating struct {
	Rulebook string  `json:"rulebook"`
	Slow     bool    `json:"correspondence"`
	Mu       float64 `json:"mu"`
	Sigma    float64 `json:"sigma"`
	Ordinal  float64 `json:"ordinal"`
	Games    int     `json:"games"`
}

// Result is how one game ended for a player.
type Result struct {
	Game     string     `json:"game"`
	Kept     bool       `json:"kept"`
	Title    string     `json:"title"`
	Board    string     `json:"board"`
	Edition  string     `json:"edition"`
	Rulebook string     `json:"rulebook"`
	Slow     bool       `json:"correspondence"`
	EndedAt  time.Time  `json:"ended_at"`
	Place    *int       `json:"place"`
	Seats    int        `json:"seats"`
	Won      bool       `json:"won"`
	Left     bool       `json:"left"`
	Time     Time       `json:"time"`
	Others   []Opponent `json:"others"`
	Unrated  *string    `json:"unrated" schema:"Unrated"`
	Mu       *float64   `json:"mu"`
	Sigma    *float64   `json:"sigma"`
}

// Opponent is another player of a game.
type Opponent struct {
	Name  string `json:"name"`
	Place *int   `json:"place"`
}

// Settings are what a player has chosen about their page.
type Settings struct {
	Open  string `json:"open" schema:"PageOpen"`
	Rated bool   `json:"rated"`
}

// opens are the choices of who may see a page.
func opens() []string { return []string{"nobody", "opponents", "everyone"} }

// status is the line under the header.
func (d *PersonData) status(t *text.Printer) string {
	if d.Saved {
		return t.T("person.saved")
	}
	if d.Played == 0 {
		return t.T("person.none")
	}
	return t.N("person.played", d.Played) + ", " + t.N("person.won", d.Won)
}

// decimal is a number with one digit behind the comma.
func decimal(t *text.Printer, x float64) string {
	s := strconv.FormatFloat(x, 'f', 1, 64)
	if t.Lang() == text.German {
		s = strings.Replace(s, ".", ",", 1)
	}
	return strings.Replace(s, "-", "\u2212", 1)
}

// pool is what a rating or a game is about, in words.
func pool(t *text.Printer, rulebook string, slow bool) string {
	kind := "person.live"
	if slow {
		kind = "person.slow"
	}
	return t.Rulebook(rulebook) + ", " + t.T(kind)
}

// place is how a game ended, in words.
func (r *Result) place(t *text.Printer) string {
	switch {
	case r.Place == nil:
		return t.T("person.closed")
	case r.Left:
		return t.T("person.left", "Place", page.Itoa(*r.Place), "Seats", page.Itoa(r.Seats))
	}
	return t.T("person.place", "Place", page.Itoa(*r.Place), "Seats", page.Itoa(r.Seats))
}

// others names the other players.
func (r *Result) others(t *text.Printer) string {
	names := make([]string, len(r.Others))
	for i, o := range r.Others {
		names[i] = o.Name
	}
	if len(names) == 0 {
		return t.T("person.nobody_else")
	}
	return t.List(names)
}

// rated says how a game counted for the rating: why it did not, or that it did.
func (r *Result) rated(t *text.Printer) string {
	if r.Unrated != nil {
		return t.T("person.unrated_" + *r.Unrated)
	}
	return t.T("person.rated_to", "Rating", decimal(t, *r.Mu-3**r.Sigma))
}

// name is what a result is called in the list.
func (r *Result) name() string {
	if r.Title != "" {
		return r.Title
	}
	return r.Edition
}

// more is the address of the next part of the results.
func (d *PersonData) more() string { return page.WithQuery(page.PersonPath(d.ID), "before", *d.Next) }
