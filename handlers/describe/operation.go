package describe

import "slices"

// Operation says what a route takes and gives.
type Operation struct {
	JSON, Form any  // what it takes: a value of the type, or a Schema; nil for nothing
	Needed     bool // a body has to be there
	Multipart  bool // the form may come with files, too
	WholeLog   bool // it reads a whole log, for which there may be no room now
	Answers    []Response
	Refusals   []int    // the status of those that are worth a name
	Problems   []string // the codes of its own refusals; those of its kind are added
	Rules      bool     // the rules of the game may refuse it, with any of their codes
}

// Response is an answer with one status.
type Response struct {
	Status  int
	JSON    any      // a value of the type, or a Schema; nil for none
	Kinds   []string // the media types that it may have besides
	Headers []string
}

// Operations are described by their names.
type Operations map[string]Operation

// Area is what one area of the program describes.
type Area struct {
	Schemas    []Named
	Operations Operations
	Operator   bool // only the operator of the server may do what it describes
}

const page = "text/html"

// Takes is an operation that needs a body, as JSON or as a form.
func Takes(body any) Operation { return Operation{JSON: body, Form: body, Needed: true} }

// MayTake is an operation that takes a body or none.
func MayTake(body any) Operation { return Operation{JSON: body, Form: body} }

// Shows is an operation that takes no body and answers with JSON or a page.
func Shows(answer any) Operation { return Operation{}.Gives(200, answer) }

// Does is an operation that takes no body and answers with nothing.
func Does() Operation { return Operation{}.Done(204) }

// FormOf is the operation with a form that differs from the JSON; nil for none.
func (o Operation) FormOf(form any) Operation {
	o.Form = form
	return o
}

// Gives adds an answer that is JSON or a page.
func (o Operation) Gives(status int, answer any) Operation {
	return o.answer(Response{Status: status, JSON: answer, Kinds: []string{page}})
}

// GivesJSON adds an answer that is never a page.
func (o Operation) GivesJSON(status int, answer any) Operation {
	return o.answer(Response{Status: status, JSON: answer})
}

// GivesPage adds an answer that is a page only.
func (o Operation) GivesPage() Operation {
	return o.answer(Response{Status: 200, Kinds: []string{page}})
}

// GivesFile adds an answer of other kinds.
func (o Operation) GivesFile(kinds ...string) Operation {
	return o.answer(Response{Status: 200, Kinds: kinds})
}

// Done adds an answer without a body.
func (o Operation) Done(status int) Operation { return o.answer(Response{Status: status}) }

// Also says of which other kinds the last answer may be.
func (o Operation) Also(kinds ...string) Operation {
	last := &o.Answers[len(o.Answers)-1]
	last.Kinds = append(last.Kinds, kinds...)
	return o
}

// With says which headers the last answer has.
func (o Operation) With(headers ...string) Operation {
	o.Answers[len(o.Answers)-1].Headers = headers
	return o
}

// Refuses names the status of refusals.
func (o Operation) Refuses(statuses ...int) Operation {
	o.Refusals = statuses
	return o
}

// Codes names the problems that are the operation's own: not those with which
// every operation of its kind may be answered.
func (o Operation) Codes(codes ...string) Operation {
	o.Problems = codes
	return o
}

// ByTheRules is the operation with the refusals of the rules of the game.
func (o Operation) ByTheRules() Operation {
	o.Rules = true
	return o
}

func (o Operation) answer(r Response) Operation {
	o.Answers = append(o.Answers, r)
	return o
}

// InParts is the operation with a form that may come in parts, as with a file.
func (o Operation) InParts() Operation {
	o.Multipart = true
	return o
}

// ShowsPage reports whether the operation may be answered with a page.
func (o *Operation) ShowsPage() bool {
	return slices.ContainsFunc(o.Answers, func(r Response) bool { return r.Status == 200 && slices.Contains(r.Kinds, page) })
}

// ReadsWholeLog is the operation with a refusal for when too many whole logs
// are being sent.
func (o Operation) ReadsWholeLog() Operation {
	o.WholeLog = true
	return o
}
