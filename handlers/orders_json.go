package handlers

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views"
)

// ordersJSON is what somebody has ordered.
type ordersJSON struct {
	Game        string      `json:"game"`
	Seq         uint32      `json:"seq"`
	SetAside    game.Money  `json:"set_aside"`
	AuctionOpen bool        `json:"auction_open"` // a bid for this auction can be left now
	Orders      []orderJSON `json:"orders"`
}

// orderJSON is one order; what its kind does not use is left out.
type orderJSON struct {
	ID       uint32       `json:"id"`
	Kind     orders.Kind  `json:"kind"`
	Text     string       `json:"text"`
	Limit    game.Money   `json:"limit"`
	Groups   []string     `json:"groups,omitempty"`
	Spaces   []game.Space `json:"spaces,omitempty"`
	List     []game.Space `json:"list,omitempty"`
	Building string       `json:"building,omitempty"`
	Throws   uint8        `json:"throws,omitempty"`
	Card     bool         `json:"card,omitempty"`
	Decline  bool         `json:"decline,omitempty"`
	Until    *time.Time   `json:"until"`
	Round    uint16       `json:"round,omitempty"`
	Visit    bool         `json:"visit"`
	This     bool         `json:"this_auction"`
	Given    time.Time    `json:"given"`
}

func newOrdersJSON(snap *table.Snapshot, book *orders.Book, lang string) ordersJSON {
	b := ordersJSON{
		Game: snap.Meta.ID, Seq: snap.Seq(), SetAside: book.Keep, AuctionOpen: snap.State.Auction.Open, Orders: make([]orderJSON, 0, len(book.Orders)),
	}
	for i := range book.Orders {
		b.Orders = append(b.Orders, newOrderJSON(snap.Setup, &book.Orders[i], lang))
	}
	return b
}

func newOrderJSON(st *setup.Setup, o *orders.Order, lang string) orderJSON {
	j := orderJSON{
		ID: o.ID, Kind: o.Kind, Text: views.OrderText(lang, st, o), Limit: o.Limit, List: o.List,
		Building: wire.BuildingName(o.Building), Throws: o.Throws, Card: o.Card, Decline: o.Else,
		Round: o.Round, Visit: o.Visit, This: o.Auction != 0, Given: o.Given.UTC(),
	}
	for g := range st.Rules.NumGroups {
		if o.Groups>>g&1 == 1 {
			j.Groups = append(j.Groups, st.Edition.Groups[g].ID)
		}
	}
	for set := o.Spaces; set != 0; set = set.Rest() {
		j.Spaces = append(j.Spaces, set.First())
	}
	if !o.Until.IsZero() {
		until := o.Until.UTC()
		j.Until = &until
	}
	return j
}

// fill reads an order from form fields. Lists may come as several fields or as
// one with commas; an empty field is as good as none.
func (w *orderWish) fill(f url.Values) error {
	w.Kind, w.Building = f.Get("kind"), f.Get("building")
	w.Groups = splitList(f["groups"])
	w.Card, w.Decline, w.Visit, w.This = truth(f.Get("card")), truth(f.Get("decline")), truth(f.Get("visit")), truth(f.Get("this_auction"))
	var err error
	whole := func(key string, most uint64) uint64 {
		text := strings.TrimSpace(f.Get(key))
		if text == "" {
			return 0
		}
		n, bad := strconv.ParseUint(text, 10, 31)
		if bad != nil || n > most {
			err = mistyped(key, aWhole)
		}
		return n
	}
	w.Limit = game.Money(whole("limit", 1<<30))
	w.Throws, w.Days, w.Round = uint8(whole("throws", 9)), int(whole("days", 366)), uint16(whole("round", 60000))
	if f.Has("set_aside") {
		keep := game.Money(whole("set_aside", 1<<30))
		w.SetAside = &keep
	}
	for key, list := range map[string]*[]game.Space{"spaces": &w.Spaces, "list": &w.List} {
		for _, text := range splitList(f[key]) {
			n, bad := strconv.ParseUint(text, 10, 8)
			if bad != nil || n >= game.MaxSpaces {
				return mistyped(key, aList)
			}
			*list = append(*list, game.Space(n))
		}
	}
	if text := f.Get("until"); text != "" {
		at, bad := time.Parse(time.RFC3339, text)
		if bad != nil {
			return mistyped("until", aText)
		}
		w.Until = &at
	}
	return err
}
