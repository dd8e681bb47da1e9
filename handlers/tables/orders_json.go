package tables

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// Orders is what somebody has ordered.
type Orders struct {
	Game        string      `json:"game"`
	Seq         uint32      `json:"seq"`
	SetAside    game.Money  `json:"set_aside"`
	AuctionOpen bool        `json:"auction_open"` // a bid for this auction can be left now
	Orders      []orderJSON `json:"orders"`
}

// orderJSON is one order; what its kind does not use is left out.
type orderJSON struct {
	ID       uint32      `json:"id"`
	Kind     orders.Kind `json:"kind"`
	Text     string      `json:"text"`
	Limit    game.Money  `json:"limit"`
	Groups   []string    `json:"groups,omitempty"`
	Spaces   []int       `json:"spaces,omitempty" schema:"[]SpaceNumber"`
	List     []int       `json:"list,omitempty" schema:"[]SpaceNumber"`
	Building string      `json:"building,omitempty" schema:"Building"`
	Throws   uint8       `json:"throws,omitempty"`
	Card     bool        `json:"card,omitempty"`
	Decline  bool        `json:"decline,omitempty"`
	Until    *time.Time  `json:"until"`
	Round    uint16      `json:"round,omitempty"`
	Visit    bool        `json:"visit"`
	Turns    uint8       `json:"turns,omitempty"`
	This     bool        `json:"this_auction"`
	Given    time.Time   `json:"given"`
}

// NewOrders describes a player's standing orders in a language.
func NewOrders(snap *table.Snapshot, book *orders.Book, lang string) Orders {
	b := Orders{
		Game: snap.Meta.ID, Seq: snap.Seq(), SetAside: book.Keep, AuctionOpen: snap.State.Auction.Open, Orders: make([]orderJSON, 0, len(book.Orders)),
	}
	for i := range book.Orders {
		b.Orders = append(b.Orders, newOrderJSON(snap.Setup, &book.Orders[i], lang))
	}
	return b
}

func newOrderJSON(st *setup.Setup, o *orders.Order, lang string) orderJSON {
	j := orderJSON{
		ID: o.ID, Kind: o.Kind, Text: tablepage.OrderText(lang, st, o), Limit: o.Limit,
		Building: wire.BuildingName(o.Building), Throws: o.Throws, Card: o.Card, Decline: o.Else,
		Round: o.Round, Visit: o.Visit, Turns: o.Turns, This: o.Auction != 0, Given: o.Given.UTC(),
	}
	for g := range st.Rules.NumGroups {
		if o.Groups>>g&1 == 1 {
			j.Groups = append(j.Groups, st.Edition.Groups[g].ID)
		}
	}
	for set := o.Spaces; set != 0; set = set.Rest() {
		j.Spaces = append(j.Spaces, int(set.First()))
	}
	for _, sp := range o.List { // as numbers: bytes would come out as one text
		j.List = append(j.List, int(sp))
	}
	if !o.Until.IsZero() {
		until := o.Until.UTC()
		j.Until = &until
	}
	return j
}

// fill reads an order from form fields. Lists may come as several fields or as
// one with commas; an empty field is as good as none.
func (w *orderRequest) fill(f url.Values) error {
	w.Kind, w.Building = f.Get("kind"), f.Get("building")
	w.Groups = web.SplitList(f["groups"])
	w.Card, w.Decline, w.Visit, w.This = web.ParseBool(f.Get("card")), web.ParseBool(f.Get("decline")), web.ParseBool(f.Get("visit")), web.ParseBool(f.Get("this_auction"))
	var err error
	whole := func(key string, most uint64) uint64 {
		text := strings.TrimSpace(f.Get(key))
		if text == "" {
			return 0
		}
		n, bad := strconv.ParseUint(text, 10, 31)
		if bad != nil || n > most {
			err = web.Mistyped(key, web.ExpectInteger)
		}
		return n
	}
	if strings.TrimSpace(f.Get("limit")) != "" {
		limit := game.Money(whole("limit", 1<<30))
		w.Limit = &limit
	}
	w.Throws, w.Turns, w.Round = uint8(whole("throws", 9)), uint8(whole("turns", 9)), uint16(whole("round", 60000))
	if strings.TrimSpace(f.Get("days")) != "" {
		days := int(whole("days", 1<<30)) // its bounds are those of an order in JSON
		w.Days = &days
	}
	if f.Has("set_aside") {
		keep := game.Money(whole("set_aside", 1<<30))
		w.SetAside = &keep
	}
	for key, list := range map[string]*[]game.Space{"spaces": &w.Spaces, "list": &w.List} {
		for _, text := range web.SplitList(f[key]) {
			n, bad := strconv.ParseUint(text, 10, 8)
			if bad != nil || n >= game.MaxSpaces {
				return web.Mistyped(key, web.ExpectList)
			}
			*list = append(*list, game.Space(n))
		}
	}
	if ranked, bad := placed(f); bad != nil {
		return bad
	} else if len(ranked) > 0 {
		w.List = ranked
	}
	if text := f.Get("until"); text != "" {
		at, bad := time.Parse(time.RFC3339, text)
		if bad != nil {
			return web.Mistyped("until", web.ExpectTime)
		}
		w.Until = &at
	}
	return err
}

// placed reads a list from fields that say at which place each space comes:
// place-6 is the place of space 6. Empty ones are not in the list; of equal
// places the earlier space comes first.
func placed(f url.Values) ([]game.Space, error) {
	type ranked struct {
		at uint64
		sp game.Space
	}
	var list []ranked
	for key := range f {
		name, ok := strings.CutPrefix(key, "place-")
		text := strings.TrimSpace(f.Get(key))
		if !ok || text == "" {
			continue
		}
		sp, bad := strconv.ParseUint(name, 10, 8)
		at, worse := strconv.ParseUint(text, 10, 8)
		if bad != nil || worse != nil || sp >= game.MaxSpaces {
			return nil, web.Mistyped(key, web.ExpectInteger)
		}
		list = append(list, ranked{at, game.Space(sp)})
	}
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.sp, b.sp)) })
	spaces := make([]game.Space, len(list))
	for i := range list {
		spaces[i] = list[i].sp
	}
	return spaces, nil
}
