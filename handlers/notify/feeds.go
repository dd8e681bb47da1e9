package notify

import (
	"cmp"
	"encoding/xml"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
)

// ownFeed is what waits for its owner, and what has ended lately, in whose language and time zone it is said.
type ownFeed struct {
	made        time.Time
	items       []notice.Item
	lang        string
	preferences notice.Preferences
	trial       time.Time // of an entry that the owner has asked for to see one; zero: none
}

// at is a time in the owner's zone.
func (f *ownFeed) at(t time.Time) string { return t.In(f.preferences.Location()).Format(time.RFC3339) }

// overFor is how long a feed has the entry of a game that has ended: readers fetch it seldom.
const overFor = 14 * 24 * time.Hour

// ownFeed reads the feed that the address of a request opens.
func (s *Handler) ownFeed(c echo.Context) (*ownFeed, error) {
	ctx := c.Request().Context()
	ch, err := s.Notifications.FeedOf(ctx, c.Param("secret"))
	if err != nil {
		return nil, noticeFailure(err)
	}
	w, err := s.Notifications.Preferences(ctx, ch.Player)
	if err != nil {
		return nil, err
	}
	w.Lang = cmp.Or(w.Lang, web.LangOf(c))
	f := &ownFeed{made: ch.CreatedAt, lang: w.Lang, preferences: w}
	if ch.OnTrial(s.Now()) {
		f.trial = ch.Tested
	}
	games, err := s.Tables.List(ctx, table.Filter{Player: account.PlayerID(ch.Player), Statuses: []game.Status{game.Playing, game.InLobby}, Limit: cards.Most})
	if err != nil {
		return nil, err
	}
	over, err := s.Tables.List(ctx, table.Filter{Player: account.PlayerID(ch.Player), Statuses: []game.Status{game.Finished}, Limit: cards.Most})
	if err != nil {
		return nil, err
	}
	for _, g := range append(games, over...) {
		if w.Mutes(g.ID) || g.Status == game.Finished && s.Now().Sub(g.EndedAt) > overFor {
			continue
		}
		it, ok, err := s.Notifications.Waiting(ctx, ch.Player, g.ID, &w)
		if err != nil {
			return nil, err
		}
		if ok {
			it.URL = s.Absolute(c, entryPath(&it))
			f.items = append(f.items, it)
		}
	}
	return f, nil
}

// The parts of an Atom feed (RFC 4287).
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Lang    string      `xml:"xml:lang,attr"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  atomName    `xml:"author"`
		Link    []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomName struct {
		Name string `xml:"name"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
		Summary string   `xml:"summary"`
	}
)

// showAtom is a feed of what waits for its owner and of the games that have ended lately.
func (s *Handler) showAtom(c echo.Context) error {
	read, err := s.ownFeed(c)
	if err != nil {
		return err
	}
	lang := read.lang
	self := s.Absolute(c, c.Request().URL.Path)
	feed := atomFeed{
		Lang: lang, ID: "tag:" + s.hostName(c) + ",2026:tables/" + web.ContentTag("f", []byte(c.Param("secret")))[1:20], Title: notifypage.FeedTitle(lang), Author: atomName{"Bankhalter"},
		Link: []atomLink{{"self", self}, {"alternate", s.Absolute(c, page.MePath())}},
	}
	updated := read.made
	if !read.trial.IsZero() {
		title, summary := notifypage.FeedTrial(lang)
		feed.Entries = append(feed.Entries, atomEntry{
			ID: "tag:" + s.hostName(c) + ",2026:trial/" + read.trial.UTC().Format("20060102T150405.000"), Title: title,
			Updated: read.at(read.trial), Link: atomLink{"alternate", s.Absolute(c, page.NoticesPath())}, Summary: summary,
		})
		updated = latest(updated, read.trial)
	}
	for i := range read.items {
		it := &read.items[i]
		title, summary := notifypage.FeedEntry(lang, it, &read.preferences)
		feed.Entries = append(feed.Entries, atomEntry{
			ID: "tag:" + s.hostName(c) + ",2026:" + entryName(it), Title: title,
			Updated: read.at(it.Since), Link: atomLink{"alternate", it.URL}, Summary: summary,
		})
		updated = latest(updated, it.Since)
	}
	feed.Updated = read.at(updated)
	body, err := xml.MarshalIndent(feed, "", " ")
	if err != nil {
		return err
	}
	body = append([]byte(xml.Header), append(body, '\n')...)
	return web.Reply(c, http.StatusOK, "application/atom+xml; charset=utf-8", web.ContentTag("a", body), body)
}

// entryName names what a table wants of a player. A game that has not begun is the same
// entry while people sit down and leave.
func entryName(it *notice.Item) string {
	name := it.Game + "/" + string(notice.First(it.Kinds))
	if slices.Contains(it.Kinds, notice.Lobby) {
		return name
	}
	return name + "/" + it.Since.UTC().Format("20060102T150405.000")
}

// entryPath is the page on which the player does what a table wants.
func entryPath(it *notice.Item) string {
	switch notice.First(it.Kinds) {
	case notice.Vote:
		return page.OpenVotesPath(it.Game)
	case notice.Full, notice.Lobby, notice.Over:
		return page.GamePath(it.Game)
	default:
		return page.DecisionPath(it.Game)
	}
}

// latest is the later of two times.
func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// showCalendar is a calendar of deadlines (RFC 5545).
func (s *Handler) showCalendar(c echo.Context) error {
	read, err := s.ownFeed(c)
	if err != nil {
		return err
	}
	lang := read.lang
	var b strings.Builder
	line := func(name, value string) { b.WriteString(fold(name + ":" + value)) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Bankhalter//"+icsText(s.Version)+"//"+strings.ToUpper(lang))
	line("METHOD", "PUBLISH")
	line("X-WR-CALNAME", icsText(notifypage.FeedTitle(lang)))
	line("X-WR-TIMEZONE", read.preferences.Location().String())
	if !read.trial.IsZero() {
		title, summary := notifypage.FeedTrial(lang)
		line("BEGIN", "VEVENT")
		line("UID", "trial@"+s.hostName(c))
		line("DTSTAMP", icsTime(read.trial))
		line("DTSTART", icsTime(read.trial))
		line("DTEND", icsTime(read.trial.Add(15*time.Minute)))
		line("SUMMARY", icsText(title))
		line("DESCRIPTION", icsText(summary))
		line("TRANSP", "TRANSPARENT")
		line("END", "VEVENT")
	}
	for i := range read.items {
		it := &read.items[i]
		if it.Deadline.IsZero() {
			continue
		}
		title, summary := notifypage.FeedEntry(lang, it, &read.preferences)
		line("BEGIN", "VEVENT")
		line("UID", it.Game+"@"+s.hostName(c))
		line("DTSTAMP", icsTime(it.Since))
		line("DTSTART", icsTime(it.Deadline.Add(-15*time.Minute)))
		line("DTEND", icsTime(it.Deadline))
		line("SUMMARY", icsText(title))
		line("DESCRIPTION", icsText(summary))
		line("URL", it.URL)
		line("TRANSP", "TRANSPARENT")
		if !it.Remind.IsZero() {
			line("BEGIN", "VALARM")
			line("ACTION", "DISPLAY")
			line("DESCRIPTION", icsText(title))
			line("TRIGGER;VALUE=DATE-TIME", icsTime(it.Remind))
			line("END", "VALARM")
		}
		line("END", "VEVENT")
	}
	zoneUTC(line)
	line("END", "VCALENDAR")
	body := []byte(b.String())
	return web.Reply(c, http.StatusOK, "text/calendar; charset=utf-8", web.ContentTag("c", body), body)
}

// zoneUTC writes the time zone of all times here. Every calendar has it: one without any
// component is invalid (RFC 5545, 3.6), and there may be no deadline.
func zoneUTC(line func(name, value string)) {
	line("BEGIN", "VTIMEZONE")
	line("TZID", "UTC")
	line("BEGIN", "STANDARD")
	line("DTSTART", "19700101T000000")
	line("TZOFFSETFROM", "+0000")
	line("TZOFFSETTO", "+0000")
	line("END", "STANDARD")
	line("END", "VTIMEZONE")
}

// hostName is the name or IP address of this server, for ids.
func (s *Handler) hostName(c echo.Context) string {
	return (&url.URL{Host: s.Host(c.Request())}).Hostname()
}

func icsTime(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

func icsText(text string) string {
	return strings.NewReplacer("\\", "\\\\", ";", "\\;", ",", "\\,", "\r", "", "\n", "\\n").Replace(text)
}

// fold breaks a line after 75 bytes, never within a character.
func fold(line string) string {
	var b strings.Builder
	n := 0
	for _, r := range line {
		if size := len(string(r)); n+size > 74 {
			b.WriteString("\r\n ")
			n = 1 + size
		} else {
			n += size
		}
		b.WriteRune(r)
	}
	b.WriteString("\r\n")
	return b.String()
}
