package handlers

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

// failure is an error that knows its answer. Text in it is meant for people.
type failure struct {
	status int
	code   string
	rule   string
	detail string // "" for the usual sentence of the code
	field  string
	needs  string // scopes that the asker's token lacks
	expect string // what the field should have held: whole, truth, text, list, object
	faults []string

	expected uint32        // number of the link that comes next
	retry    time.Duration // > 0 sets Retry-After
	state    any
	cause    error // for the log only
}

// Error is for the log.
func (f *failure) Error() string {
	s := strconv.Itoa(f.status) + " " + f.code
	if f.cause != nil {
		s += ": " + f.cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.cause }

// failed returns a failure with the usual sentence of its code.
func failed(status int, code string) *failure { return &failure{status: status, code: code} }

// mistyped is a failure about a value of the wrong kind or size.
func mistyped(field, expect string) *failure {
	return &failure{status: http.StatusBadRequest, code: "mistyped", field: field, expect: expect}
}

// problem turns a failure into what is sent.
func (f *failure) problem(lang string) Problem {
	title, detail := sentences(lang, f.code, f.status)
	switch {
	case f.detail != "":
		detail = f.detail
	case f.field != "":
		detail = aboutField(lang, f.code, f.field, f.expect, detail)
	}
	return Problem{
		Type: problemPath(f.code), Title: title, Status: f.status, Code: f.code, Rule: f.rule,
		Detail: detail, Field: f.field, Errors: f.faults, Expected: f.expected, State: f.state,
	}
}

// retryAfter is the Retry-After header: whole seconds, at least one.
func (f *failure) retryAfter() string {
	return strconv.Itoa(max(1, int((f.retry+time.Second-1)/time.Second)))
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
func (f *failure) challenge(h http.Header) {
	switch {
	case f.status == http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter"`)
	case f.needs != "":
		h.Set("WWW-Authenticate", `Bearer realm="bankhalter", error="insufficient_scope", scope="`+f.needs+`"`)
	}
}

// viewProblem is a problem as pages show it, beside the form of a move if that was refused.
func viewProblem(p Problem, move string) *views.Problem {
	return &views.Problem{Code: p.Code, Rule: p.Rule, Text: p.Detail, Move: move}
}
