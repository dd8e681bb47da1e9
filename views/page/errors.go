package page

import "github.com/bankhalter/bankhalter/views/text"

// Statuses of which the problem itself knows more.
const (
	notFound = 404
	conflict = 409
)

// errorText is what a failed request is told: the handler's sentence or the usual one.
func errorText(t *text.Printer, d ErrorData) string {
	if d.Detail != "" {
		return d.Detail
	}
	return t.Problem(Itoa(d.Status))
}

// errorTitle is what went wrong in a few words. Of what is not there, or not
// possible now, the problem itself knows more than its status. Who was only
// late is told so.
func errorTitle(t *text.Printer, d ErrorData) string {
	late := d.Code == "stale" || d.Code == "precondition"
	if (d.Status == notFound || d.Status == conflict) && !late && t.Has("problem."+d.Code) {
		return t.T("problem." + d.Code)
	}
	return t.ProblemTitle(Itoa(d.Status))
}

func errorCode(d ErrorData) string {
	if d.Code == "" {
		return Itoa(d.Status)
	}
	return Itoa(d.Status) + " " + d.Code
}

// ErrorData is a page for what went wrong.
type ErrorData struct {
	Status int
	Code   string
	Detail string // a sentence, or "" for the usual one of the status
	Back   string // path to go on with, "" for the lobby
	Export string // path of what can still be read of the table; "" if it is about none
}
