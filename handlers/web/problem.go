package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// Problem is an error answer after RFC 9457, with the members that the
// resources of this program add.
type Problem struct {
	Type   string   `json:"type"`
	Title  string   `json:"title"`
	Status int      `json:"status"`
	Code   string   `json:"code" schema:"ErrorCode"`
	Rule   string   `json:"rule,omitempty"`
	Detail string   `json:"detail"`
	Field  string   `json:"field,omitempty"`  // the argument that was wrong
	Errors []string `json:"errors,omitempty"` // every fault of a refused document

	Expected uint32 `json:"expected,omitempty"`             // number of the link that comes next in the asker's chain
	State    any    `json:"state,omitempty" schema:"State"` // the table as the asker may see it
}

// Error is an error that knows its answer. Text in it is meant for people.
type Error struct {
	Status int
	Code   string
	Rule   string
	Words  text.Words // nil for the usual sentence of the code
	Field  string
	Needs  string // scopes that the asker's token lacks
	NoGood bool   // the token that the asker has shown is none, or has ended
	Expect string // the type the field should have held: whole, truth, text, list, object
	Faults []string
	Unsent *page.Unsent // text that was sent by nobody, for its page; nil: none

	expected uint32        // number of the link that comes next
	Retry    time.Duration // > 0 sets Retry-After
	State    func() any    // the table as the caller may see it, for programs; nil: none
	Tag      string        // validator of that state
	Cause    error         // for the log only
}

// Error is for the log.
func (f *Error) Error() string {
	s := strconv.Itoa(f.Status) + " " + f.Code
	if f.Cause != nil {
		s += ": " + f.Cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (f *Error) Unwrap() error { return f.Cause }

// Fail returns a failure with the usual status and sentence of its code.
func Fail(code string) *Error { return &Error{Status: statusOf(code), Code: code} }

// Blame is Fail with the field of the request that is to blame.
func Blame(code, field string) *Error {
	f := Fail(code)
	f.Field = field
	return f
}

// Mistyped is a failure about a value of the wrong kind or size.
func Mistyped(field, expect string) *Error {
	f := Blame("mistyped", field)
	f.Expect = expect
	return f
}

// Unlisted is a failure about a value that is none of those that its field takes.
func Unlisted(field string, values ...string) *Error {
	f := Blame("mistyped", field)
	key := "problem_field.one_of"
	if len(values) == 1 {
		key = "problem_field.only"
	}
	f.Words = text.Say(key, "Field", field, "Values", strings.Join(values, ", "))
	return f
}

// OnPages gives people a sentence of their own; programs read the one that names
// the fields of a request.
func (f *Error) OnPages(key string) *Error {
	usual := *f
	f.Words = func(lang string, as text.Naming) string {
		if as == text.Labels {
			return text.For(lang).T(key)
		}
		return usual.Problem(lang, as).Detail
	}
	return f
}

// aMoment is how long a caller waits who is only asked for a moment: a longer time is named.
const aMoment = 5 * time.Second

// Problem turns an error into the document sent.
func (f *Error) Problem(lang string, as text.Naming) Problem {
	title, detail := ProblemTexts(lang, f.Code, f.Status)
	switch {
	case f.Words != nil:
		detail = f.Words(lang, as)
	case f.Code == "too_many" && f.Retry > aMoment:
		p := text.For(lang)
		detail = p.T("problem_field.wait", "Span", page.Duration(p, f.Retry))
	case f.Field != "":
		detail = aboutField(lang, f.Code, f.Field, f.Expect, detail)
	}
	return Problem{
		Type: page.ProblemPath(f.Code), Title: title, Status: f.Status, Code: f.Code, Rule: f.Rule,
		Detail: detail, Field: f.Field, Errors: f.Faults, Expected: f.expected,
	}
}

// viewProblem is a problem as pages show it.
func viewProblem(c echo.Context, f *Error) *page.Problem {
	p := toStranger(c, f).Problem(LangOf(c), text.Labels)
	return &page.Problem{Code: p.Code, Rule: p.Rule, Text: p.Detail}
}

// addState adds the state of a table to the problem with it, with its validator.
func (f *Error) addState(p *Problem, h http.Header) {
	if f.State == nil {
		return
	}
	p.State = f.State()
	h.Set("ETag", f.Tag)
}

// RetryAfter is the Retry-After header: whole seconds, at least one.
func (f *Error) RetryAfter() string {
	return strconv.Itoa(max(1, int((f.Retry+time.Second-1)/time.Second)))
}

// write sends the problem as problem+json.
func (p Problem) write(w http.ResponseWriter) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	body = append(body, '\n')
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body))) // or it is sent in chunks; who compresses takes it away
	w.WriteHeader(p.Status)
	_, err = w.Write(body)
	return err
}

// challenge adds the header that names the accepted credentials (RFC 6750).
func (f *Error) challenge(h http.Header) {
	switch {
	case f.NoGood:
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter", error="invalid_token"`)
	case f.Status == http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter"`)
	case f.Needs != "":
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter", error="insufficient_scope", scope="`+f.Needs+`"`)
	}
}
