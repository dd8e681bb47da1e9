package notifypage

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// NoticesData holds a player's notification preferences and channels.
type NoticesData struct {
	SetUp          map[notice.Way]bool // on this server
	PushKey        string
	Preferences    notice.Preferences
	Channels       []notice.Channel
	Tables         []NoticeTable
	Typed          url.Values // a form that was not accepted: one for a channel has a kind
	Problem        *page.Problem
	About          string // the channel of the problem, if there is one
	Done           string // the change just made
	Atom, Calendar string // of a feed that has just been made
}

// NoticeTable is a table that a player may mute.
type NoticeTable struct {
	page.TableCard

	Muted bool
}

// ByTokenData is a question or an answer to a visitor who comes from a message.
type ByTokenData struct {
	Kind    notice.Way   `json:"kind"`
	Address string       `json:"address"`
	State   notice.State `json:"state"`

	Confirm bool   `json:"-"` // an address, else to end a channel
	Done    bool   `json:"-"`
	Action  string `json:"-"`
}

// channelCard is a channel as its owner sees it.
type channelCard struct {
	*notice.Channel
	Title   string
	Kind    string
	Status  string
	Problem string
	Detail  string
}

// typed is what was typed into a field of the form for a kind of channel, or of that for
// the preferences, which has none; else what is set.
func (d *NoticesData) typed(kind, field, is string) string {
	if d.Typed.Get("kind") != kind {
		return is
	}
	return page.Typed(d.Typed, field, is)
}

// always reports whether the box for messages at all times is ticked: an empty one is not
// sent.
func (d *NoticesData) always() bool {
	if d.Typed != nil && !d.Typed.Has("kind") {
		return d.Typed.Get("always") == "true"
	}
	return d.Preferences.Always
}

func (d *NoticesData) cards(t *text.Printer) []channelCard {
	list := make([]channelCard, 0, len(d.Channels))
	for i := range d.Channels {
		list = append(list, d.card(t, &d.Channels[i]))
	}
	return list
}

// problem is what is wrong, with the title of its channel.
func (d *NoticesData) problem(t *text.Printer) *page.Problem {
	for i := range d.Channels {
		if c := &d.Channels[i]; d.Problem != nil && c.ID == d.About {
			named := *d.Problem
			named.Text = d.card(t, c).Title + ": " + named.Text
			return &named
		}
	}
	return d.Problem
}

func (d *NoticesData) card(t *text.Printer, c *notice.Channel) channelCard {
	x := channelCard{Channel: c, Kind: t.T("notices.kind_" + string(c.Way)), Status: t.T("notices.state_" + string(c.State))}
	x.Title = cmp.Or(c.Label, c.Address, x.Kind)
	switch c.Way {
	case notice.Push:
		x.Title, x.Detail = cmp.Or(c.Label, x.Kind), hostOf(c.Address)
	case notice.Hook:
		x.Detail = c.Address
		if c.Form != notice.Standard && c.Form != "" {
			x.Kind = hookFormName(t, c.Form)
		}
	case notice.Mail, notice.Feed:
	}
	if c.Way == notice.Feed { // its address is not known any more: the time tells two of them apart
		x.Status += " " + t.T("notices.made", "Time", page.Moment(t, c.CreatedAt, d.Preferences.Location()))
	}
	if !c.SentAt.IsZero() && c.State == notice.On {
		x.Status += " " + t.T("notices.sent", "Time", page.Moment(t, c.SentAt, d.Preferences.Location()))
	}
	if c.Error != "" {
		x.Problem = text.Fault(t, c.Error)
		if !c.FailedAt.IsZero() {
			x.Problem += " (" + page.Moment(t, c.FailedAt, d.Preferences.Location()) + ")"
		}
	}
	return x
}

// test is what the button for a trial says: a feed is sent nothing, but shows an entry.
func (c channelCard) test(t *text.Printer) string {
	if c.Way == notice.Feed {
		return t.T("notices.test_feed")
	}
	return t.T("notices.test")
}

// whens are the choices how soon a channel is used.
func (c channelCard) whens(t *text.Printer) []wayOption {
	var list []wayOption
	for _, w := range []notice.When{notice.Once, notice.Hourly, notice.Daily} {
		list = append(list, wayOption{string(w), t.T("notices.when_" + string(w)), w == c.When})
	}
	return list
}

// wayOption is one entry of a list to choose from.
type wayOption struct {
	Value, Label string
	Here         bool
}

// langs are the languages of messages; that of the page is chosen for who has not chosen yet.
func (d *NoticesData) langs(t *text.Printer) []wayOption {
	chosen := d.typed("", "lang", cmp.Or(d.Preferences.Lang, t.Lang()))
	var list []wayOption
	for _, l := range text.Langs() {
		list = append(list, wayOption{l, text.For(l).Name(), l == chosen})
	}
	return list
}

func hookForms(t *text.Printer, chosen string) []wayOption {
	var list []wayOption
	for _, f := range notice.Forms() {
		list = append(list, wayOption{string(f), hookFormName(t, f), string(f) == chosen})
	}
	return list
}

func hookFormName(t *text.Printer, f notice.Form) string {
	if key := "notices.form_" + string(f); t.Has(key) {
		return t.T(key)
	}
	return strings.ToUpper(string(f[:1])) + string(f[1:]) // a name is the same in all languages
}

// reminders are the choices of how long before the end of their time a player is
// reminded; another value set earlier is one of them.
func (d *NoticesData) reminders(t *text.Printer) []wayOption {
	all := []int{0, 30, 60, 180, 360, 720, 1440}
	chosen := d.typed("", "remind_minutes", page.Itoa(d.Preferences.Remind))
	if m, err := strconv.Atoi(chosen); err == nil && m > 0 && !slices.Contains(all, m) {
		all = append(all, m)
	}
	var list []wayOption
	for _, m := range all {
		list = append(list, wayOption{page.Itoa(m), remindLabel(t, m), page.Itoa(m) == chosen})
	}
	return list
}

func remindLabel(t *text.Printer, minutes int) string {
	switch {
	case minutes == 0:
		return t.T("notices.remind_never")
	case minutes%60 == 0:
		return t.N("notices.remind_hours", minutes/60)
	}
	return t.N("notices.remind_minutes", minutes)
}

// done describes the change just made, in words; nothing for an unknown one.
func (d *NoticesData) done(t *text.Printer) string {
	if key := "notices.done_" + d.Done; d.Done != "" && t.Has(key) {
		return t.T(key)
	}
	return t.T("notices.status")
}

// FeedTitle is the title of a feed.
func FeedTitle(lang string) string { return text.For(letterLang(lang)).T("letter.feed") }

// FeedEntry is a table in a feed: its request, and more about it, in the
// reader's language and time zone.
func FeedEntry(lang string, it *notice.Item, w *notice.Preferences) (title, more string) {
	t := text.For(letterLang(lang))
	return sentence(t, it, w), strings.Join(append(about(t, it, w), it.News...), "\n")
}

// FeedTrial is the entry by which the owner of a feed sees that it is read.
func FeedTrial(lang string) (title, more string) {
	t := text.For(letterLang(lang))
	return t.T("letter.trial"), t.T("letter.trial_feed")
}

// webcal is a calendar's address for programs that subscribe to it.
func webcal(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Scheme = "webcal"
	return u.String()
}

func byTokenTitle(t *text.Printer, d *ByTokenData) string {
	switch {
	case d.Confirm && d.State == notice.Unconfirmed:
		return t.T("notices.confirm_title")
	case d.Confirm:
		return t.T("notices.confirmed")
	case d.State == notice.Off:
		return t.T("notices.unsubbed")
	default:
		return t.T("notices.unsub_title")
	}
}
