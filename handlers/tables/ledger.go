package tables

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// ledgerQuery is the account books of a table, and what is asked of them.
type ledgerQuery struct {
	snap   table.Snapshot
	book   *ledger.Ledger
	at     map[uint32]time.Time // when what is booked happened
	broken error                // the books do not agree with the state
	query  tablepage.BooksQuery
}

// showBooks is the account books of a table, from its first event to now.
func (s *Handler) showBooks(c echo.Context, q tablepage.BooksQuery) error {
	if prefersCSV(c.Request()) {
		return s.showBooksCSV(c, booksTableQuery{BooksQuery: q})
	}
	return web.Choose(c, func() (any, error) {
		l, err := s.readLedger(c, q)
		if err != nil {
			return nil, err
		}
		return newBooksJSON(l), nil
	}, func() (web.Model, error) {
		l, err := s.readLedger(c, q)
		if err != nil {
			return nil, err
		}
		return tablepage.BooksData{
			ID: l.snap.Meta.ID, Name: l.snap.Meta.Title, Setup: l.snap.Setup, State: l.snap.State, Seats: seatNames(&l.snap), Viewer: l.snap.SeatOf(web.Viewer(c).ID),
			Book: l.book, Sandbox: l.snap.Meta.Sandbox(), Broken: l.broken != nil, Query: l.query,
		}, nil
	})
}

// booksTableQuery is which entries are in the table, in which language.
type booksTableQuery struct {
	tablepage.BooksQuery
	web.LanguageQuery
}

// showBooksCSV is the journal as a table.
func (s *Handler) showBooksCSV(c echo.Context, q booksTableQuery) error {
	l, err := s.readLedger(c, q.BooksQuery)
	if err != nil {
		return err
	}
	names := text.NewScene(web.LangOf(c), l.snap.Setup, l.snap.Names())
	body, err := writeBooksCSV(l, names)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Language", web.LangOf(c))
	h.Set("Content-Disposition", "attachment; filename="+strconv.Quote("bankhalter-"+l.snap.Meta.ID+"-books.csv"))
	return web.Reply(c, http.StatusOK, csvType, web.ContentTag("c", body), body)
}

// readLedger keeps the books of a table up to now. Payments are nobody's secret,
// so everybody sees the same books.
func (s *Handler) readLedger(c echo.Context, q tablepage.BooksQuery) (*ledgerQuery, error) {
	ctx, id := c.Request().Context(), c.Param("id")
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	leave, err := s.admitHeavy(c, snap.Seq())
	if err != nil {
		return nil, err
	}
	defer leave()
	l := &ledgerQuery{snap: snap, at: map[uint32]time.Time{}, query: q}
	start := game.State{} // in the waiting room nobody has been given anything
	if snap.State.Status != game.InLobby {
		if start, err = s.Tables.Opening(ctx, id); err != nil {
			return nil, err
		}
	}
	l.book = ledger.New(snap.Setup.Rules, &start)
	err = s.Tables.Walk(ctx, id, 0, snap.Seq(), func(entries []table.Entry) error {
		for i := range entries {
			l.book.Add(&entries[i].Event)
			if entries[i].Event.Kind == game.Paid || entries[i].Event.Kind == game.PotChanged {
				l.at[entries[i].Seq] = entries[i].At
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if snap.State.Status != game.InLobby {
		if l.broken = l.book.Check(snap.State); l.broken != nil {
			s.Logger.Error("the books do not agree with the game", "game", id, "error", l.broken)
		}
	}
	return l, nil
}
