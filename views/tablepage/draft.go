package tablepage

import (
	"net/url"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// Draft is a trade or a plan to build that somebody has begun but not sent. It
// travels in the address, so that the server can reckon it and nothing is lost
// when the table moves on.
type Draft struct {
	On      bool // there is a trade in it
	Named   bool // a partner is named
	To      game.Seat
	Give    game.Terms
	Want    game.Terms
	Words   string       // the side agreement
	Counter int32        // the proposal that this one answers, 0 if none
	Build   []game.Space // one entry a building
	Sell    []game.Space
}

// ReadRest reads what is begun from a query.
func (d *Draft) ReadRest(q url.Values) { *d = parseDraft(q) }

// parseDraft reads what is begun from a query or a form; nonsense counts as absent.
func parseDraft(q url.Values) Draft {
	to := small(q.Get("to"), game.MaxSeats)
	d := Draft{
		Named: to >= 0, To: game.Seat(max(to, 0)), Give: draftTerms(q, "give_"), Want: draftTerms(q, "want_"),
		Words: q.Get("terms"), Counter: int32(max(small(q.Get("counter"), 1<<16), 0)), //nolint:gosec // below 2^16
		Build: draftSteps(q[wire.MoveName(game.Build)]), Sell: draftSteps(q[wire.MoveName(game.Sell)]),
	}
	d.On = d.Named && (!d.Give.Empty() || !d.Want.Empty() || d.Words != "")
	switch kind, _ := wire.MoveKind(q.Get("move")); kind {
	case game.Build:
		d.Build = draftSteps(q["spaces"])
	case game.Sell:
		d.Sell = draftSteps(q["spaces"])
	default:
	}
	return d
}

func draftTerms(q url.Values, side string) game.Terms {
	t := game.Terms{Cash: game.Money(max(small(q.Get(side+"cash"), 1<<30), 0)), Tickets: uint8(max(small(q.Get(side+"tickets"), 100), 0))} //nolint:gosec // below 100
	for _, text := range q[side+"deeds"] {
		if sp := small(text, game.MaxSpaces); sp >= 0 {
			t.Deeds = t.Deeds.With(game.Space(sp))
		}
	}
	for _, text := range q[side+"jail_cards"] {
		if deck, ok := wire.DeckKind(text); ok {
			t.Cards |= 1 << deck
		}
	}
	return t
}

func draftSteps(texts []string) []game.Space {
	var list []game.Space
	for _, text := range texts {
		if sp := small(text, game.MaxSpaces); sp >= 0 && len(list) < game.MaxSteps {
			list = append(list, game.Space(sp))
		}
	}
	return list
}

func clipWords(s string) string {
	if r := []rune(s); len(r) > wire.MaxAgreement {
		return string(r[:wire.MaxAgreement])
	}
	return s
}

// query are the fields of an address that hold the draft.
func (d *Draft) query() url.Values {
	q := url.Values{}
	if d.On || d.Counter > 0 {
		q.Set("to", page.Itoa(d.To))
		termsQuery(q, "give_", d.Give)
		termsQuery(q, "want_", d.Want)
		if d.Words != "" {
			q.Set("terms", clipWords(d.Words))
		}
		if d.Counter > 0 {
			q.Set("counter", page.Itoa(d.Counter))
		}
	}
	for _, sp := range d.Build {
		q.Add(wire.MoveName(game.Build), page.Itoa(uint8(sp)))
	}
	for _, sp := range d.Sell {
		q.Add(wire.MoveName(game.Sell), page.Itoa(uint8(sp)))
	}
	return q
}

func termsQuery(q url.Values, side string, t game.Terms) {
	if t.Cash > 0 {
		q.Set(side+"cash", page.Itoa(t.Cash))
	}
	if t.Tickets > 0 {
		q.Set(side+"tickets", page.Itoa(t.Tickets))
	}
	for r := t.Deeds; r != 0; r = r.Rest() {
		q.Add(side+"deeds", page.Itoa(uint8(r.First())))
	}
	for deck := game.Deck(0); deck < game.NumDecks; deck++ {
		if t.Cards>>deck&1 == 1 {
			q.Add(side+"jail_cards", wire.DeckName(deck))
		}
	}
}

// DraftPath is a table with something begun on it, at the form it belongs to.
func DraftPath(id string, form url.Values) string {
	d := parseDraft(form)
	place := "#trade"
	if len(d.Build) > 0 {
		place = "#build-more"
	} else if len(d.Sell) > 0 {
		place = "#sell-more"
	}
	if q := d.query(); len(q) > 0 {
		return page.GamePath(id) + "?" + q.Encode() + place
	}
	if d.Named {
		return page.GamePath(id) + "?" + page.QueryTrade + "=" + strconv.Itoa(int(d.To)) + place
	}
	return page.GamePath(id) + place
}

// counterPath is a table with the answer to a proposal begun: the same trade,
// seen from the other side.
func counterPath(id string, t *game.Trade) string {
	d := Draft{On: true, Named: true, To: t.From, Give: t.Want, Want: t.Give, Counter: int32(t.ID)}
	return page.GamePath(id) + "?" + d.query().Encode() + "#trade"
}
