package views_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// What is kept of the position before is taken over only where it still holds: the
// page is the one that is drawn anew, to everybody, for a whole game.
func TestSharedPartsAreThoseOfThePosition(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		edition, book string
		options       map[string]any
	}{
		{"german-classic", "", nil},
		{"mega", "", nil},
		{"sonic", "", map[string]any{"house.parking_pot": true, "rent.auto_claim": false}},
	} {
		t.Run(one.edition, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, loadSetup(t, one.edition, one.book, one.options), 4, 9)
			kept, sent := tablepage.NewShared(), tablepage.NewSentItems()
			have := map[game.Seat]string{} // by viewer, as a browser names it
			most := 400
			if testing.Short() {
				most = 120
			}
			for move := 0; move < most && m.step(); move++ {
				viewer := move
				for seat := range m.seatsAndStranger() {
					if viewer++; viewer%5 > 1 {
						continue // of five viewers two look at each move, and miss the next three
					}
					d := m.data(seat)
					fresh := render(t, d.Fragment(pageOf("en")))
					d.Shared, d.Have, d.SentItems = kept, tablepage.ParseHave(have[seat]), sent
					cut := render(t, d.Fragment(pageOf("en")))
					had := have[seat]
					have[seat] = digestsOf(fresh)
					require.NotEmpty(t, have[seat])
					require.Equal(t, have[seat], digestsAfter(had, digestsOf(cut)), "move %d, seat %d", move, seat)
					d.Have = nil
					require.Equal(t, fresh, render(t, d.Fragment(pageOf("en"))), "move %d, seat %d", move, seat)
				}
			}
			assert.Equal(t, 1, kept.Len())
		})
	}
}

// digestsAt is what a page says that it has; the text is searched, since to parse it
// takes longer than to draw it.
var digestsAt = regexp.MustCompile(`data-have="([^"&]*)"`)

func digestsOf(html string) string {
	found := digestsAt.FindStringSubmatch(html)
	if found == nil {
		return ""
	}
	return found[1]
}

// digestsAfter is what a page has after an answer, which says all of it, or after a
// comma what is another now.
func digestsAfter(had, said string) string {
	if !strings.HasPrefix(said, ",") {
		return said
	}
	all := map[string]string{}
	for pair := range strings.SplitSeq(had+said, ",") {
		name, digest, _ := strings.Cut(pair, "=")
		all[name] = digest
	}
	var list []string
	for name, digest := range all {
		if digest != "" {
			list = append(list, name+"="+digest)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// seatsAndStranger yields all who look at the match.
func (m *match) seatsAndStranger() func(func(game.Seat) bool) {
	return func(yield func(game.Seat) bool) {
		for seat := range game.Seat(len(m.name)) {
			if !yield(seat) {
				return
			}
		}
		yield(game.Nobody)
	}
}

// A change of the seats without a move changes what is kept.
func TestSharedPartsFollowTheSeats(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "german-classic", "", nil), 3, 4)
	m.until(func(s *game.State) bool { return s.Turn.Number > 12 }, 900)
	kept := tablepage.NewShared()
	show := func(change func(*tablepage.TableData)) string {
		d := m.data(game.Nobody)
		d.Shared = kept
		change(&d)
		return parse(t, render(t, d.Fragment(pageOf("en")))).Find("#players, #board").Text()
	}
	plain := show(func(*tablepage.TableData) {})
	renamed := show(func(d *tablepage.TableData) { d.Seats[1].Name = "Zoe"; d.Rev++ })
	assert.NotContains(t, plain, "Zoe")
	assert.Contains(t, renamed, "Zoe")
	assert.NotContains(t, renamed, "Ben")
	assert.Contains(t, show(func(d *tablepage.TableData) { d.Seats[1].StandIn = "Yan"; d.Rev += 2 }), "Yan")
	assert.Equal(t, plain, show(func(d *tablepage.TableData) { d.Rev += 3 }))
}

// The chat is drawn anew when something of it is another, and only then.
func TestTheChatIsDrawnAnewWhenItChanges(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "us-classic", "", nil), 3, 4)
	m.until(func(s *game.State) bool { return s.Turn.Number > 3 }, 300)
	kept := tablepage.NewShared()
	p, now, have := pageOf("en"), m.data(1).Now, ""
	line := tablepage.ChatLine{ID: 1, At: now, Seat: 0, Name: "Ada", Text: "Hello"}
	chat := tablepage.Chat{Brief: true, MayWrite: true, Rev: 1}
	show := func() (sent bool) {
		d := m.data(1)
		d.Now, d.Chat = now, &chat
		fresh := digestsOf(render(t, d.Fragment(p)))
		d.Shared, d.Have = kept, tablepage.ParseHave(have)
		said := render(t, d.Fragment(p))
		if said != "" { // else it is the same
			have = digestsAfter(have, digestsOf(said))
		}
		require.Equal(t, fresh, have)
		return strings.Contains(said, `id="chat" aria-labelledby`)
	}
	require.True(t, show())
	for _, one := range []struct {
		name   string
		change func()
	}{
		{"written", func() { chat.Lines, chat.Rev = []tablepage.ChatLine{line}, chat.Rev+1 }},
		{"muted", func() { chat.Lines[0].Muted = true }},
		{"removed", func() { chat.Lines[0].Removed = "owner" }},
		{"earlier lines", func() { chat.Earlier, chat.Rev = 1, chat.Rev+1 }},
		{"the next day", func() { now = now.Add(24 * time.Hour) }},
		{"another player has the device in hand", func() { p.Hand = "1" }},
		{"read only", func() { chat.MayWrite = false }},
	} {
		chat.Lines = slices.Clone(chat.Lines)
		one.change()
		assert.True(t, show(), one.name)
		assert.False(t, show(), one.name)
	}
}

// What was drawn for a player is sent again to the next who fetches the whole page at
// that seat, with the fields that forms have by then, but never to another seat, and not
// from a device that several play at, whose forms say for whom.
func TestAPlayersOwnSectionsAreDrawnOnceForWholePages(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "us-classic", "", nil), 3, 4)
	m.until(func(s *game.State) bool {
		return s.Turn.Number > 30 && s.Phase() == game.PhaseRoll && s.Owned[0].Len() > 2
	}, 3000)
	kept := tablepage.NewShared()
	shown := func(change func(*tablepage.TableData)) string {
		d := m.data(0)
		change(&d)
		fresh := render(t, d.Page(pageOf("en")))
		d.Shared = kept
		require.Equal(t, fresh, render(t, d.Page(pageOf("en"))))
		return fresh
	}
	alone := shown(func(*tablepage.TableData) {})
	drawn := kept.Own()
	require.Positive(t, drawn)
	later := shown(func(d *tablepage.TableData) {
		s := *d.State
		s.Seq++
		d.State = &s
	})
	assert.NotEqual(t, alone, later)
	assert.Equal(t, drawn, kept.Own(), "the same sections")
	shared := shown(func(d *tablepage.TableData) { d.Device = &tablepage.Device{Seats: game.Seats(0).With(0).With(1)} })
	assert.Contains(t, shared, `name="player" value="0"`)
	assert.Equal(t, alone, shown(func(*tablepage.TableData) {}))
	shown(func(d *tablepage.TableData) { d.Viewer = 1 })
}

// A player sees of the shared sections what a stranger sees, besides that what is
// theirs is called theirs.
func TestSharedPartsTellEverybodyTheSame(t *testing.T) {
	t.Parallel()
	m := newMatch(t, loadSetup(t, "german-classic", "", nil), 4, 3)
	m.until(func(s *game.State) bool { return s.Turn.Number > 40 && s.Phase() == game.PhaseRoll }, 3000)
	kept := tablepage.NewShared()
	shown := func(seat game.Seat) *goquery.Document {
		d := m.data(seat)
		d.Shared = kept
		return parse(t, render(t, d.Fragment(pageOf("en"))))
	}
	stranger := shown(game.Nobody)
	own := 0
	for seat := range game.Seat(4) {
		doc := shown(seat)
		doc.Find("#board li").Each(func(_ int, li *goquery.Selection) {
			space, err := strconv.Atoi(li.AttrOr("id", "")[1:])
			require.NoError(t, err)
			theirs, _ := goquery.OuterHtml(stranger.Find("#" + li.AttrOr("id", "")))
			mine, _ := goquery.OuterHtml(li)
			if m.s.Owned[seat].Has(game.Space(space)) {
				assert.Contains(t, mine, "owned by you")
				own++
				return
			}
			assert.NotContains(t, mine, "owned by you")
			assert.Equal(t, theirs, mine, "seat %d, space %d", seat, space)
		})
		doc.Find("#players > ul > li").Each(func(i int, li *goquery.Selection) {
			theirs, _ := goquery.OuterHtml(stranger.Find("#" + li.AttrOr("id", "")))
			mine, _ := goquery.OuterHtml(li)
			if game.Seat(i) == seat {
				assert.Contains(t, mine, "(you)")
			} else {
				assert.Equal(t, theirs, mine)
			}
		})
	}
	assert.Positive(t, own)
	assert.NotContains(t, stranger.Find("#board, #players").Text(), "you")
}
