package views

import "github.com/bankhalter/bankhalter/views/text"

// errorText is what a failed request is told: the handler's sentence or the usual one.
func errorText(t *text.Printer, d ErrorData) string {
	if d.Detail != "" {
		return d.Detail
	}
	return t.Problem(itoa(d.Status))
}

func errorCode(d ErrorData) string {
	if d.Code == "" {
		return itoa(d.Status)
	}
	return itoa(d.Status) + " " + d.Code
}
