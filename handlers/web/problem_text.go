package web

import (
	"net/http"

	"github.com/bankhalter/bankhalter/views/text"
)

// Wording is the title of a problem and the advice to the reader.
type Wording struct{ Title, Detail string }

// ProblemText returns the words of a language for a code that does not come from the
// rules; false if it has none for it.
func ProblemText(lang, code string) (Wording, bool) {
	p := text.For(lang)
	if !p.Has("problem." + code) {
		return Wording{}, false
	}
	return Wording{p.T("problem." + code), p.T("problem_what." + code)}, true
}

// ProblemTexts returns the title and the usual sentence of a problem.
func ProblemTexts(lang, code string, status int) (title, detail string) {
	s, ok := ProblemText(lang, code)
	if !ok && status == http.StatusUnprocessableEntity {
		s, ok = ProblemText(lang, "refused")
	}
	if !ok {
		return http.StatusText(status), http.StatusText(status)
	}
	return s.Title, s.Detail
}

// aboutField is the sentence about one value of a request that could not be
// used, or the usual one if there is no better.
func aboutField(lang, code, field, expect, usual string) string {
	p := text.For(lang)
	switch {
	case code == "missing" || code == "foreign" || code == "duplicate":
		return p.T("problem_field."+code, "Field", field)
	case code == "not_found" && field == "seat":
		return p.T("problem_field.no_such_seat")
	case code == "unknown_game":
		return p.T("problem_field.no_such_game", "Field", field)
	case (code == "mistyped" || code == "bad_setup") && expect != "":
		return p.T("problem_field.mistyped", "Field", field, "Expect", p.T("expected."+expect))
	}
	return usual
}

// The types of fields, as errors name them.
const (
	ExpectInteger = "whole"
	ExpectSeat    = "seat"
	ExpectMillis  = "millis"
	ExpectBool    = "truth"
	ExpectText    = "text"
	ExpectList    = "list"
	ExpectObject  = "object"
	ExpectHash    = "hex64"
	ExpectETag    = "etag"
	ExpectTime    = "moment"
	ExpectDay     = "day"
	ExpectScopes  = "scopes"
	ExpectDays    = "days"
	ExpectOpen    = "page_open"
	ExpectToken   = "token"
	ExpectColour  = "colour"
	ExpectNet     = "net"
	ExpectReason  = "reason"
	ExpectNews    = "announcement"
	ExpectNote    = "note"
)
