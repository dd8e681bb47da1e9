package e2e

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// control is one way to make a move that a page offers: a form of the table
// and the button that sends it, with its fields.
type control struct {
	form, button string // ids
	move         string
	lead         bool // the filled button: the move that the page suggests
	act          bool // in the panel with the decision
	asks         bool // leads to a confirmation page
	fixed        url.Values
	lists        map[string][]string // select: all values
	boxes        map[string][]string // check boxes: all values
	ticked       map[string][]string // of these, the ones ticked already
	numbers      map[string]number
}

// number is a field for a number.
type number struct{ value, low, high int }

// controls lists a page's controls, in its order.
func controls(doc *goquery.Document) (list []control) {
	doc.Find(`form[action$="/moves"], form[action$="/confirm"]`).Each(func(_ int, f *goquery.Selection) {
		base := control{
			form: f.AttrOr("id", ""), act: f.Closest("#act").Length() > 0,
			fixed: url.Values{}, lists: map[string][]string{}, boxes: map[string][]string{}, ticked: map[string][]string{}, numbers: map[string]number{},
		}
		f.Find("input, select").Each(func(_ int, c *goquery.Selection) { base.read(c) })
		base.move = base.fixed.Get("move")
		f.Find("button").Each(func(_ int, b *goquery.Selection) {
			if b.AttrOr("name", "") == "preview" {
				return // it changes nothing
			}
			c := base
			c.asks = strings.HasSuffix(f.AttrOr("action", ""), "/confirm")
			c.button, c.lead = b.AttrOr("id", ""), b.HasClass("go")
			if b.AttrOr("name", "") == "move" {
				c.move = b.AttrOr("value", "")
			}
			list = append(list, c)
		})
	})
	return list
}

func (c *control) read(field *goquery.Selection) {
	name, value := field.AttrOr("name", ""), field.AttrOr("value", "")
	switch {
	case goquery.NodeName(field) == "select":
		field.Find("option").Each(func(_ int, o *goquery.Selection) { c.lists[name] = append(c.lists[name], o.AttrOr("value", "")) })
	case field.AttrOr("type", "") == "checkbox":
		c.boxes[name] = append(c.boxes[name], value)
		if _, on := field.Attr("checked"); on {
			c.ticked[name] = append(c.ticked[name], value)
		}
	case field.AttrOr("type", "") == "number":
		c.numbers[name] = number{whole(value), whole(field.AttrOr("min", "")), whole(field.AttrOr("max", ""))}
	default:
		c.fixed.Add(name, value)
	}
}

func whole(s string) int {
	n, _ := strconv.Atoi(s) // a text that is no number is no amount
	return n
}

// takes reports whether the control can send these arguments, and with which
// fields filled in.
func (c *control) takes(args url.Values) (fill url.Values, ok bool) {
	fill = url.Values{}
	for name, values := range args {
		switch {
		case c.boxes[name] != nil:
			ok = containsAll(c.boxes[name], values)
			fill[name] = values
		case c.lists[name] != nil:
			ok = containsAll(c.lists[name], values)
			fill[name] = values
		case c.fixed.Has(name):
			ok = slices.Equal(c.fixed[name], values)
		default:
			n, found := c.numbers[name]
			ok = found && whole(values[0]) >= n.low && whole(values[0]) <= n.high
			fill[name] = values
		}
		if !ok {
			return nil, false
		}
	}
	return fill, true
}

func containsAll(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// usual fills the control in as a person does who wants to get on: the first
// of several, the least that is allowed; false if there is nothing to choose.
func (c *control) usual() (url.Values, bool) {
	fill := url.Values{}
	for name, n := range c.numbers {
		fill.Set(name, strconv.Itoa(max(n.value, n.low)))
	}
	for name, list := range c.lists {
		fill.Set(name, list[0])
	}
	switch c.move {
	case "build", "sell":
		if boxes := c.boxes["spaces"]; len(boxes) > 0 {
			fill.Set("spaces", boxes[0])
		}
	case "propose_trade":
		if len(c.boxes["want_deeds"]) == 0 {
			return nil, false
		}
		fill.Set("give_cash", strconv.Itoa(c.numbers["give_cash"].high/50*10))
		fill.Set("want_deeds", c.boxes["want_deeds"][0])
	case "offer_settlement":
		for _, goods := range []string{"give_deeds", "give_jail_cards"} { // cash alone would be a waiver (R-DEBT-3)
			if boxes := c.boxes[goods]; len(boxes) > 0 {
				fill.Set(goods, boxes[0])
				return fill, true
			}
		}
		return nil, false
	}
	return fill, true
}

// String names the control for the reader of a failed test.
func (c *control) String() string { return strings.TrimSpace(c.move + " " + c.button) }
