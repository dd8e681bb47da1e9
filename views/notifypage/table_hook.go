package notifypage

import (
	"cmp"
	"net/url"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// TableHookData is the hook of a table as one of its people finds it.
type TableHookData struct {
	ID, Name string // of the table
	Channel  notice.Channel
	Owner    bool // may change it
	Player   bool // may give a name to be mentioned by
	Giver    bool // gave its address
	SetUp    bool // this server sends to hooks
	Mention  string
	Typed    url.Values // a form that was not accepted
	Problem  *page.Problem
	Done     string
}

// ShortAddress is the address of a hook without what is secret about it: with
// the rest anybody can write to the group.
func ShortAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "…"
	}
	return u.Scheme + "://" + u.Host + "/…"
}

func (d *TableHookData) frame(t *text.Printer, p page.Page) page.Frame {
	return page.Frame{
		Title: t.T("hook.title"), Heading: d.Name, Sub: t.T("hook.title"), Status: p.StatusOr(d.done(t)),
		Nav:    append([]page.NavLink{{Href: page.GamePath(d.ID), Label: t.T("nav.table")}}, page.SiteNav(t, p, "")...),
		Script: true,
	}
}

// done describes the change just made, in words.
func (d *TableHookData) done(t *text.Printer) string {
	if key := "hook.done_" + d.Done; d.Done != "" && t.Has(key) {
		return t.T(key)
	}
	return t.T("hook.status")
}

// state is how the hook fares, and what went wrong last.
func (d *TableHookData) state(t *text.Printer) (state, problem string) {
	c := &d.Channel
	w := notice.Preferences{Zone: c.Zone}
	state = t.T("notices.state_" + string(c.State))
	if !c.SentAt.IsZero() && c.State == notice.On {
		state += " " + t.T("notices.sent", "Time", page.Moment(t, c.SentAt, w.Location()))
	}
	if c.Error != "" && d.Owner {
		problem = text.Fault(t, c.Error)
		if !c.FailedAt.IsZero() {
			problem += " (" + page.Moment(t, c.FailedAt, w.Location()) + ")"
		}
	}
	return state, problem
}

// typed is what was typed into a field, or what is set.
func (d *TableHookData) typed(field, is string) string {
	return page.Typed(d.Typed, field, is)
}

func (d *TableHookData) forms(t *text.Printer) []wayOption {
	return hookForms(t, d.typed("form", cmp.Or(string(d.Channel.Form), string(notice.Discord))))
}

func (d *TableHookData) langs(t *text.Printer) []wayOption {
	chosen := d.typed("lang", cmp.Or(d.Channel.Lang, t.Lang()))
	var list []wayOption
	for _, l := range text.Langs() {
		list = append(list, wayOption{l, text.For(l).Name(), l == chosen})
	}
	return list
}

// hours are the hours at which quiet can begin or end.
func (d *TableHookData) hours(field string, is int) []wayOption {
	chosen := d.typed(field, page.Itoa(is))
	list := make([]wayOption, 24)
	for h := range list {
		label := page.Itoa(h) + ":00"
		if h < 10 {
			label = "0" + label
		}
		list[h] = wayOption{page.Itoa(h), label, page.Itoa(h) == chosen}
	}
	return list
}
