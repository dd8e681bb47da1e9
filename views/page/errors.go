package page

import "github.com/bankhalter/bankhalter/views/text"

// Statuses of which the problem itself knows more.
const (
	notFound = 404
	conflict = 409
)

// errorText is the text for a failed request: the handler's sentence or the usual one.
func errorText(t *text.Printer, d ErrorData) string {
	if d.Detail != "" {
		return d.Detail
	}
	return t.Problem(Itoa(d.Status))
}

// errorTitle describes the error in a few words. For things that are missing, or
// not possible now, the problem itself knows more than its status. A request that
// was only late has a title of its own.
func errorTitle(t *text.Printer, d ErrorData) string {
	if d.Unsent != nil {
		return t.T("error.unsent_title")
	}
	late := d.Code == "stale" || d.Code == "precondition"
	if (d.Status == notFound || d.Status == conflict) && !late && t.Has("problem."+d.Code) {
		return t.T("problem." + d.Code)
	}
	return t.ProblemTitle(Itoa(d.Status))
}

// noteTitle is what a problem beside a form begins with: what happened, or at a
// table, where the sentence after it says so, that it did not work.
func noteTitle(t *text.Printer, pr *Problem, rules string) string {
	if title := "problem." + pr.Code; rules == "" && pr.Rule == "" && t.Has(title) {
		return t.T(title) + "."
	}
	return t.T("refused.title")
}

// backText says where Back leads, "" if that is the lobby.
func backText(t *text.Printer, d ErrorData) string {
	if d.Code == "other_account" {
		return t.T("login.title")
	}
	switch d.Back {
	case "", HomePath():
		return ""
	case MePath():
		return t.T("day.title")
	case AccountPath():
		return t.T("prove.back")
	case RecoverPath():
		return t.T("error.recover")
	}
	return t.T("error.again")
}

func errorCode(d ErrorData) string {
	if d.Code == "" {
		return Itoa(d.Status)
	}
	return Itoa(d.Status) + " " + d.Code
}

// Unsent is a text that was not sent, because its writer is not signed in.
type Unsent struct {
	Text   string
	SignIn string // path to sign in at and go on
}

// ErrorData is the error page.
type ErrorData struct {
	Status int
	Code   string
	Detail string  // a sentence, or "" for the usual one of the status
	Back   string  // path to go on with, "" for the lobby
	Unsent *Unsent // nil: nothing that was written is lost
	Export string  // path of the table's remaining data; "" if it is about none
}
