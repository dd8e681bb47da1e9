package views

import (
	"net/url"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
)

// BooksPath is the account books of a table.
func BooksPath(id string) string { return GamePath(id) + "/books" }

// BooksCSVPath is the journal as a table for spreadsheets.
func BooksCSVPath(id string) string { return GamePath(id) + "/books.csv" }

// Names of the query fields of the books.
const (
	QueryPlayer = "player"
	QueryTurn   = "turn"
	QueryPage   = "page"
)

// AllPages asks for the whole journal at once, to print it.
const AllPages = -1

// BooksQuery is what the address of the books asks for.
type BooksQuery struct {
	ledger.Filter
	Page int // from 1, oldest first; 0 the newest, AllPages all
}

// ParseBooksQuery reads the query of the books. bad names the first field
// that makes no sense, "" if there is none; it then counts as absent.
func ParseBooksQuery(q url.Values) (x BooksQuery, bad string) {
	x.Filter = ledger.Filter{Player: game.Nobody, Turn: -1}
	read := func(name string, least, most int) (int, bool) {
		text := q.Get(name)
		if text == "" {
			return 0, false
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			if bad == "" {
				bad = name
			}
			return 0, false
		}
		return n, true
	}
	if n, ok := read(QueryPlayer, 0, game.MaxSeats-1); ok {
		x.Player = game.Seat(n)
	}
	if n, ok := read(QueryTurn, 0, 1<<16-1); ok {
		x.Turn = n
	}
	if q.Get(QueryPage) == "all" {
		x.Page = AllPages
	} else if n, ok := read(QueryPage, 1, 1<<16); ok {
		x.Page = n
	}
	return x, bad
}

// values is the filter as a query, for links that keep it.
func (x BooksQuery) values() url.Values {
	q := url.Values{}
	if x.Player >= 0 {
		q.Set(QueryPlayer, itoa(x.Player))
	}
	if x.Turn >= 0 {
		q.Set(QueryTurn, strconv.Itoa(x.Turn))
	}
	return q
}

// at is the address of a path with the filter, and a page unless it is "".
func (x BooksQuery) at(path, page string) string {
	q := x.values()
	if page != "" {
		q.Set(QueryPage, page)
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
