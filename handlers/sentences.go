package handlers

import (
	"net/http"

	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// problemPath is the type of a problem: the page that explains the code.
func problemPath(code string) string { return views.ProblemPath(code) }

// saying is what a problem is called and what it asks the reader to do.
type saying struct{ title, detail string }

// says is what a language says of a code that does not come from the rules;
// false if it has no words for it.
func says(lang, code string) (saying, bool) {
	p := text.For(lang)
	if !p.Has("problem." + code) {
		return saying{}, false
	}
	return saying{p.T("problem." + code), p.T("problem_what." + code)}, true
}

// sentences returns the title and the usual sentence of a problem.
func sentences(lang, code string, status int) (title, detail string) {
	s, ok := says(lang, code)
	if !ok && status == http.StatusUnprocessableEntity {
		s, ok = says(lang, "refused")
	}
	if !ok {
		return http.StatusText(status), http.StatusText(status)
	}
	return s.title, s.detail
}

// aboutField is the sentence about one value of a request that could not be
// used, or the usual one if there is no better.
func aboutField(lang, code, field, expect, usual string) string {
	p := text.For(lang)
	switch {
	case code == "missing" || code == "foreign":
		return p.T("problem_field."+code, "Field", field)
	case code == "not_found" && field == "seat":
		return p.T("problem_field.no_such_seat")
	case (code == "mistyped" || code == "bad_setup") && expect != "":
		return p.T("problem_field.mistyped", "Field", field, "Expect", p.T("expected."+expect))
	}
	return usual
}

// What a field expects, as failures name it.
const (
	aWhole   = "whole"
	aSeat    = "seat"
	aPause   = "millis"
	aTruth   = "truth"
	aText    = "text"
	aList    = "list"
	anObject = "object"
	aStatus  = "status"
	aHash    = "hex64"
	aTag     = "etag"
	aTime    = "moment"
	aDay     = "day"
	aScope   = "scopes"
	aDays    = "days"
	aLimit   = "limit"
	aCursor  = "cursor"
	aPersona = "persona"
	fewBots  = "few_bots"
	ownSeat  = "own_seat"
	aPace    = "pace"
)
