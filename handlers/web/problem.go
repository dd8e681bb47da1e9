package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/views"
)

// Problem is an error answer after RFC 9457, with the members that the
// resources of this program add.
type Problem struct {
	Type   string   `json:"type"`
	Title  string   `json:"title"`
	Status int      `json:"status"`
	Code   string   `json:"code"`
	Rule   string   `json:"rule,omitempty"`
	Detail string   `json:"detail"`
	Field  string   `json:"field,omitempty"`  // the argument that was wrong
	Errors []string `json:"errors,omitempty"` // every fault of a refused document

	Expected uint32 `json:"expected,omitempty"` // number of the link that comes next in the asker's chain
	State    any    `json:"state,omitempty"`    // the table as the asker may see it
}

// Error is an error that knows its answer. Text in it is meant for people.
type Error struct {
	Status int
	Code   string
	Rule   string
	Detail string // "" for the usual sentence of the code
	Field  string
	Needs  string // scopes that the asker's token lacks
	Expect string // what the field should have held: whole, truth, text, list, object
	Faults []string

	expected uint32        // number of the link that comes next
	Retry    time.Duration // > 0 sets Retry-After
	State    any
	Cause    error // for the log only
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

// Fail returns a failure with the usual sentence of its code.
func Fail(status int, code string) *Error { return &Error{Status: status, Code: code} }

// Mistyped is a failure about a value of the wrong kind or size.
func Mistyped(field, expect string) *Error {
	return &Error{Status: http.StatusBadRequest, Code: "mistyped", Field: field, Expect: expect}
}

// Problem turns a failure into what is sent.
func (f *Error) Problem(lang string) Problem {
	title, detail := ProblemTexts(lang, f.Code, f.Status)
	switch {
	case f.Detail != "":
		detail = f.Detail
	case f.Field != "":
		detail = aboutField(lang, f.Code, f.Field, f.Expect, detail)
	}
	return Problem{
		Type: ProblemPath(f.Code), Title: title, Status: f.Status, Code: f.Code, Rule: f.Rule,
		Detail: detail, Field: f.Field, Errors: f.Faults, Expected: f.expected, State: f.State,
	}
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

// challenge says with a refusal how to ask instead (RFC 6750).
func (f *Error) challenge(h http.Header) {
	switch {
	case f.Status == http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter"`)
	case f.Needs != "":
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter", error="insufficient_scope", scope="`+f.Needs+`"`)
	}
}

// ViewProblem is a problem as pages show it, beside the form of a move if that was refused.
func ViewProblem(p Problem, move string) *views.Problem {
	return &views.Problem{Code: p.Code, Rule: p.Rule, Text: p.Detail, Move: move}
}
