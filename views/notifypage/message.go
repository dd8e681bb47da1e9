package notifypage

import (
	"cmp"
	"net/url"

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
	case m.Confirm != "":
		m.Title = t.T("letter.confirm")
		m.Lines = []string{t.T("letter.confirm_body", "Site", hostOf(m.Confirm)), "", m.Confirm, "", t.T("letter.confirm_else")}
		return
	case len(m.Items) == 1:
		m.Title = sentence(t, &m.Items[0])
		m.Lines = append(about(t, &m.Items[0], w), "", m.Items[0].URL)
	default:
		m.Title = t.N("letter.many", len(m.Items))
		for i := range m.Items {
			it := &m.Items[i]
			m.Lines = append(append(append(m.Lines, sentence(t, it)), about(t, it, w)...), it.URL, "")
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
func sentence(t *text.Printer, it *notice.Item) string {
	return t.T("letter."+string(notice.First(it.Kinds)), "Table", cmp.Or(it.Title, t.T("letter.table")))
}

// about adds deadlines and players. The first line is used alone
// where there is room for one only.
func about(t *text.Printer, it *notice.Item, w *notice.Preferences) []string {
	var lines []string
	if it.Winner != "" {
		lines = append(lines, t.T("letter.winner", "Name", it.Winner))
	}
	if !it.Deadline.IsZero() {
		lines = append(lines, t.T("letter.until", "Time", page.Moment(t, it.Deadline, w.Location())))
	}
	if len(it.Others) > 0 {
		lines = append(lines, t.T("letter.with", "Names", t.List(it.Others)))
	}
	return lines
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
