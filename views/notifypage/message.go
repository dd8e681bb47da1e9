package notifypage

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// Writer puts messages into words. It implements notifications.Writer.
type Writer struct{}

// Write fills in title, lines and foot, in the language of the message.
func (Writer) Write(m *notice.Message, w *notice.Preferences) {
	t := text.For(letterLang(m.Lang))
	m.Lang = t.Lang()
	switch {
	case m.Testing:
		m.Title, m.Lines = t.T("letter.trial"), []string{t.T("letter.trial_body")}
		m.Short = m.Lines
	case m.Confirm != "":
		m.Title = t.T("letter.confirm")
		m.Lines = []string{t.T("letter.confirm_body", "Site", hostOf(m.Confirm)), "", m.Confirm, "", t.T("letter.confirm_else")}
		return
	case len(m.Items) == 1:
		it := &m.Items[0]
		m.Title = sentence(t, it, w)
		m.Short = append(about(t, it, w), it.News...)
		if m.Kind == notice.Table {
			m.Short = publicly(t, it, w)
		}
		m.Lines = append(whole(t, it, w), "", it.URL)
	default:
		m.Title = t.N("letter.many", len(m.Items))
		for i := range m.Items {
			it := &m.Items[i]
			m.Short = append(m.Short, sentence(t, it, w))
			m.Lines = append(append(m.Lines, whole(t, it, w)...), it.URL, "")
		}
	}
	m.Foot = []string{t.T("letter.why"), t.T("letter.wishes", "URL", m.Preferences), t.T("letter.unsub", "URL", m.Unsub)}
}

// letterLang is a supported language; a player who never chose one gets the usual one.
func letterLang(lang string) string {
	for _, l := range text.Langs() {
		if l == lang {
			return l
		}
	}
	return text.German
}

// sentence describes a table's request.
func sentence(t *text.Printer, it *notice.Item, w *notice.Preferences) string {
	kind, name := notice.First(it.Kinds), cmp.Or(it.Title, it.Table, t.T("letter.table"))
	if kind == notice.Table {
		return called(t, it, w, name)
	}
	if it.For != "" && kind != notice.Over && kind != notice.Started && kind != notice.Rematch && kind != notice.Vote && kind != notice.Replaced {
		return t.T("letter.here", "Table", name, "Name", it.For)
	}
	if it.Ask != "" {
		switch kind {
		case notice.Remind:
			return t.T("letter.remind_of", "Table", name, "Ask", it.Ask)
		case notice.Nudge:
			return t.T("letter.nudge_of", "Table", name, "Ask", it.Ask)
		case notice.Asked, notice.Offer:
			return name + " – " + it.Ask // which may have a colon of its own
		case notice.Vote, notice.Full, notice.Lobby, notice.Started, notice.Over, notice.Rematch, notice.Table, notice.Replaced, notice.Returned:
		}
	}
	switch {
	case kind == notice.Rematch:
		return t.T("letter.rematch", "Table", name, "Name", it.By)
	case kind == notice.Replaced && it.Out:
		return t.T("letter.replaced_out", "Table", name)
	case kind == notice.Replaced && it.By != "":
		return t.T("letter.replaced_by", "Table", name, "Name", it.By)
	}
	return t.T("letter."+string(kind), "Table", name)
}

// called tells a group who is up and until when, or that the game is over.
func called(t *text.Printer, it *notice.Item, w *notice.Preferences, name string) string {
	if len(it.Up) == 0 {
		return t.T("letter.over", "Table", name)
	}
	var names []string
	for i := range it.Up {
		names = append(names, upName(t, &it.Up[i]))
	}
	if until := it.Up[0].Until; !until.IsZero() && together(it.Up) {
		return t.N("letter.up_until", len(names), "Table", name, "Names", t.List(names), "Time", page.Moment(t, until, w.Location()))
	}
	return t.N("letter.up", len(names), "Table", name, "Names", t.List(names))
}

// upName is the name of a player who is up, with that of their stand-in if there is one.
func upName(t *text.Printer, up *notice.Up) string {
	if up.StandIn == "" {
		return up.Name
	}
	return t.T("letter.up_for", "Name", up.StandIn, "For", up.Name)
}

// together reports whether all who are up have the same time.
func together(up []notice.Up) bool {
	for i := range up {
		if !up[i].Until.Equal(up[0].Until) {
			return false
		}
	}
	return true
}

// publicly is what a group is told besides: the decision, who has until when if that
// differs, and who has won.
func publicly(t *text.Printer, it *notice.Item, w *notice.Preferences) (lines []string) {
	if it.Ask != "" {
		lines = append(lines, it.Ask)
	}
	if !together(it.Up) {
		for _, one := range it.Up {
			if !one.Until.IsZero() {
				lines = append(lines, t.T("letter.each_until", "Name", upName(t, &one), "Time", page.Moment(t, one.Until, w.Location())))
			}
		}
	}
	if len(it.Up) == 0 {
		lines = append(lines, result(t, it)...)
	}
	return lines
}

// whole is all that a letter says of a table.
func whole(t *text.Printer, it *notice.Item, w *notice.Preferences) []string {
	lines := append([]string{sentence(t, it, w)}, about(t, it, w)...)
	if len(it.News) > 0 {
		lines = append(lines, "", t.T("letter.since"))
		for _, l := range it.News {
			lines = append(lines, "- "+l)
		}
	}
	return lines
}

// about adds the result, an invitation to another game, how to come back, votes, the
// deadline and the players.
func about(t *text.Printer, it *notice.Item, w *notice.Preferences) []string {
	lines := result(t, it)
	if it.Next != "" && it.Next != it.URL {
		lines = append(lines, t.T("letter.invited", "Name", it.By, "URL", it.Next))
	}
	if slices.Contains(it.Kinds, notice.Replaced) && !it.Out {
		lines = append(lines, t.T("letter.take_back"))
	}
	if slices.Contains(it.Kinds, notice.Vote) {
		lines = append(lines, it.Votes...)
	}
	switch {
	case it.Late:
		lines = append(lines, t.T("pace.late_you"))
	case it.Deadline.IsZero(), notice.First(it.Kinds) == notice.Vote: // that of the vote has been told
	case notice.First(it.Kinds) == notice.Started: // that the reader is up comes in a message of its own
	case it.Then != "":
		lines = append(lines, t.T("letter.then", "Time", page.Moment(t, it.Deadline, w.Location()), "Default", it.Then))
	default:
		lines = append(lines, t.T("letter.until", "Time", page.Moment(t, it.Deadline, w.Location())))
	}
	if len(it.Others) > 0 && (it.Title != "" || it.Table == "") {
		lines = append(lines, t.T("letter.with", "Names", t.List(it.Others)))
	}
	return lines
}

// result is who has won, nothing if nobody has.
func result(t *text.Printer, it *notice.Item) []string {
	names := t.List(it.Winners)
	switch n := len(it.Winners); {
	case it.Won && n > 0:
		return []string{t.T("letter.winners_you", "Names", names)}
	case it.Won:
		return []string{t.T("letter.winner_you")}
	case n > 1:
		return []string{t.T("letter.winners", "Names", names)}
	case n == 1:
		return []string{t.T("letter.winner", "Name", names)}
	}
	return nil
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
