// Package problem lets errors carry a code and other details for the answer, so
// that the code that answers requests needs no list of the errors of all services.
package problem

import (
	"errors"
	"time"
)

// Problem describes an error beside its text, which is for the log.
type Problem struct {
	Code   string        // names it for programs: "no_seat"
	Rule   string        // of the game that decides, "R-AUCT-5"; or ""
	Field  string        // of the request that is to blame, or ""
	Expect string        // names the expected content of that field, or ""
	Why    string        // names one of several reasons for the same code, or ""
	Values []string      // those that the field takes, if that is what is wrong
	Faults []string      // every fault of a document
	Wait   time.Duration // after which it may go well; 0: unknown
	Next   uint32        // number of the link of a chain that is expected; 0: none
}

// Coded is an error that has a code.
type Coded interface {
	error
	Problem() Problem
}

// sentinel is an error that is the same wherever it comes from.
type sentinel struct {
	problem Problem
	text    string
}

func (e *sentinel) Error() string    { return e.text }
func (e *sentinel) Problem() Problem { return e.problem }

// New returns an error with a code; the text is for the log. As with errors.New no
// two of them are equal.
func New(code, text string) error { return &sentinel{Problem{Code: code}, text} }

// Later is New for an error that may pass after a while.
func Later(code, text string, wait time.Duration) error {
	return &sentinel{Problem{Code: code, Wait: wait}, text}
}

// All returns the errors with codes that an error wraps or is, the outermost first.
func All(err error) (list []Coded) {
	for err != nil {
		if coded, ok := err.(Coded); ok { //nolint:errorlint // each is looked at alone
			list = append(list, coded)
		}
		if several, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // each is looked at alone
			for _, one := range several.Unwrap() {
				list = append(list, All(one)...)
			}
			return list
		}
		err = errors.Unwrap(err)
	}
	return list
}
