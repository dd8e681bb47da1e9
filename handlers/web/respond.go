package web

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
)

// Model is the value of a resource. Programs are sent it as JSON, people see it as
// a page; format negotiation, language and conditional requests
// are handled here and nowhere else.
type Model interface {
	Page(p page.Page) templ.Component
}

// Fragmented is a Model with a fragment of its own. That of others is the main
// part of their page.
type Fragmented interface {
	Fragment(p page.Page) templ.Component
}

// Worded is a value whose JSON has sentences in it.
type Worded interface {
	JSON(lang string) any // encoded instead of the model
}

// Tagged is a value whose JSON has a validator that is not made of its content.
type Tagged interface {
	Tag() string
}

// Encoder is a value that writes its JSON itself, without reflection.
type Encoder interface {
	AppendJSON(b []byte) ([]byte, error)
}

// Unkept is a value that clients do not cache: its JSON has no validator.
type Unkept interface {
	Unkept()
}

// IsProgram reports whether a program sent the request, and is answered with JSON.
func IsProgram(c echo.Context) bool { return FormatOf(c.Request()) == FormatJSON }

// Respond answers with a model in the requested format.
func Respond(c echo.Context, m Model) error { return RespondAs(c, http.StatusOK, m) }

// RespondAs is Respond with another status.
func RespondAs(c echo.Context, status int, m Model) error {
	if f := FormatOf(c.Request()); f != FormatJSON {
		return respondPage(c, f, status, m)
	}
	return ReplyJSON(c, status, m)
}

// Choose answers with a model that differs for programs and people: only the
// requested one is read.
func Choose(c echo.Context, data func() (any, error), page func() (Model, error)) error {
	f := FormatOf(c.Request())
	if f == FormatJSON {
		v, err := data()
		if err != nil {
			return err
		}
		return ReplyJSON(c, http.StatusOK, v)
	}
	m, err := page()
	if err != nil {
		return err
	}
	return respondPage(c, f, http.StatusOK, m)
}

func respondPage(c echo.Context, f Format, status int, m Model) error {
	p := c.(*requestContext).kit.Page(c)
	return ReplyHTML(c, f, p.Lang, status, component(m, f, p))
}

// component is what is drawn of a model for a page or a fragment.
func component(m Model, f Format, p page.Page) templ.Component {
	if part, ok := m.(Fragmented); ok && f == FormatFragment {
		return part.Fragment(p)
	}
	return m.Page(p)
}

// Change is the answer to something that was done.
type Change struct {
	To       string                // the page that browsers go on to
	Before   func()                // done before a browser goes there; nil: nothing
	Status   int                   // for programs; 0: 200, or 204 without JSON
	Location string                // of the resource made, for programs
	JSON     func() (any, error)   // the answer for programs; nil: none
	Fragment func() (Model, error) // the fragment that htmx swaps in; nil: it goes to To, too
}

// Changed answers something that was done. A browser goes on to a page with a
// GET, so that a reload does not do it again.
func Changed(c echo.Context, done Change) error {
	switch f := FormatOf(c.Request()); {
	case f == FormatJSON:
		return done.data(c)
	case f == FormatFragment && done.Fragment != nil:
		m, err := done.Fragment()
		if err != nil {
			return err
		}
		return respondPage(c, f, http.StatusOK, m)
	}
	if done.Before != nil {
		done.Before()
	}
	return Redirect(c, done.To)
}

// data is the answer for programs.
func (done *Change) data(c echo.Context) error {
	if done.JSON == nil {
		return c.NoContent(http.StatusNoContent)
	}
	v, err := done.JSON()
	if err != nil {
		return err
	}
	if done.Location != "" {
		c.Response().Header().Set("Location", done.Location)
	}
	if done.Status == 0 {
		done.Status = http.StatusOK
	}
	return ReplyJSON(c, done.Status, v)
}

// Refused answers a form that was not accepted. People see it again with the
// problem beside it: again returns that page, or an error if the problem has no place
// on it. Programs are sent the problem, and so is everybody if the fault is the
// server's.
func Refused(c echo.Context, err error, again func(f *Error, p *page.Problem) (Model, error)) error {
	f := AsError(err)
	if f.Status >= http.StatusInternalServerError || FormatOf(c.Request()) == FormatJSON {
		return err
	}
	m, err := again(f, viewProblem(c, f))
	if err != nil {
		return err
	}
	c.(*requestContext).kit.LogRefusal(c, f)
	if f.Retry > 0 {
		c.Response().Header().Set("Retry-After", f.RetryAfter())
	}
	return respondPage(c, FormatOf(c.Request()), f.Status, m)
}
