package views

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// The addresses of the program. Nothing else spells them.

// HomePath is the lobby.
func HomePath() string { return "/" }

// PlayersPath takes a POST with a name; a GET shows the form.
func PlayersPath() string { return "/players" }

// MePath is the page about oneself.
func MePath() string { return "/me" }

// MeLinkPath makes a new secret link (POST).
func MeLinkPath() string { return "/me/link" }

// SignOutPath ends the session (POST).
func SignOutPath() string { return "/me/sign-out" }

// LinkPath is a secret link: GET asks, POST signs in.
func LinkPath(token string) string { return "/in/" + url.PathEscape(token) }

// EditionsPath lists the boards.
func EditionsPath() string { return "/editions" }

// EditionPath is one board.
func EditionPath(id string) string { return "/editions/" + url.PathEscape(id) }

// LookPath is the style sheet of a board, named as for EditionPath, or with
// AllLooks that of all built-in ones.
func LookPath(id string) string { return EditionPath(id) + "/look.css" }

// AllLooks stands for all built-in boards in LookPath.
const AllLooks = "all"

// RulesPath compares the rulebooks.
func RulesPath() string { return "/rules" }

// RulebookPath explains one rulebook.
func RulebookPath(id string) string { return RulesPath() + "/" + url.PathEscape(id) }

// GamesPath lists tables and takes new ones (POST).
func GamesPath() string { return "/games" }

// NewGamePath is the form for a new table.
func NewGamePath() string { return "/games/new" }

// GamePath is one table.
func GamePath(id string) string { return "/games/" + url.PathEscape(id) }

// MovesPath takes moves (POST).
func MovesPath(id string) string { return GamePath(id) + "/moves" }

// EventsPath is the log, as JSON or as a live stream.
func EventsPath(id string) string { return GamePath(id) + "/events" }

// ExportPath is the whole game for verification.
func ExportPath(id string) string { return GamePath(id) + "/export" }

// ChainPath is where a player's device tells of its chain of numbers.
func ChainPath(id string) string { return GamePath(id) + "/chain" }

// ProofPath is the proof of a table's dice.
func ProofPath(id string) string { return GamePath(id) + "/proof" }

// StartPath starts the game (POST).
func StartPath(id string) string { return GamePath(id) + "/start" }

// SeatsPath takes a seat or adds a bot (POST).
func SeatsPath(id string) string { return GamePath(id) + "/seats" }

// SeatPath is one seat (DELETE).
func SeatPath(id string, seat game.Seat) string {
	return SeatsPath(id) + "/" + strconv.Itoa(int(seat))
}

// LeavePath frees a seat, for forms, which cannot DELETE (POST).
func LeavePath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/leave" }

// ReturnPath takes one's own seat again (POST).
func ReturnPath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/return" }

// APIPath is the description for programs.
func APIPath() string { return "/openapi.json" }

// StaticPath is where the embedded files are served, by hashed name.
func StaticPath() string { return "/static/" }

// Names of the query fields of a table page.
const (
	QueryDeed    = "deed"
	QueryTrade   = "trade"
	QueryAt      = "at"
	QueryRefresh = "refresh"
	QueryLang    = "lang"
)

// DeedPath shows the card of one space at a table.
func DeedPath(id string, sp game.Space) string {
	return GamePath(id) + "?" + QueryDeed + "=" + strconv.Itoa(int(sp)) + "#deed"
}

// TradePath shows the form for a trade with one seat.
func TradePath(id string, seat game.Seat) string {
	return GamePath(id) + "?" + QueryTrade + "=" + strconv.Itoa(int(seat)) + "#trade"
}

// ParseTableQuery reads the query of a table page; nonsense counts as absent.
func ParseTableQuery(q url.Values) TableQuery {
	return TableQuery{
		Deed:  small(q.Get(QueryDeed), game.MaxSpaces),
		Trade: small(q.Get(QueryTrade), game.MaxSeats),
		Draft: ParseDraft(q),
	}
}

// ParseRefresh reads ?refresh=: 10 to 600 seconds, anything else is off.
func ParseRefresh(q url.Values) int {
	if n := small(q.Get(QueryRefresh), 601); n >= 10 {
		return n
	}
	return 0
}

func small(s string, limit int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n >= limit {
		return -1
	}
	return n
}

// WithQuery is a path with one query field set or, for "", taken away.
func WithQuery(path, key, value string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	q := u.Query()
	q.Del(key)
	if value != "" {
		q.Set(key, value)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// GalleryPath is one page of the developers' gallery, or with "" their list. A
// server has them only in development.
func GalleryPath(story string) string {
	if story == "" {
		return "/gallery"
	}
	return "/gallery/" + url.PathEscape(story)
}

// withAll is a path with more query fields.
func withAll(path string, more url.Values) string {
	if strings.Contains(path, "?") {
		return path + "&" + more.Encode()
	}
	return path + "?" + more.Encode()
}
