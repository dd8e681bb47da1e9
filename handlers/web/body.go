package web

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/strictjson"
	"github.com/bankhalter/bankhalter/views/text"
)

// Sizes of request bodies. An edition in form encoding can be three times its length.
const (
	bodyLimit        = 64 << 10
	BodyLimitEdition = 256 << 10
	BodyLimitDraft   = 1 << 20 // the same in a form, with a field for each value
	smallBody        = 4 << 10
)

// LimitBody refuses larger bodies, by their announced length or while reading.
func LimitBody(limit int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if r.ContentLength > limit {
				return tooLarge(limit)
			}
			if r.ContentLength < 0 { // of others no more is read than was announced
				r.Body = http.MaxBytesReader(c.Response(), r.Body, limit)
			}
			return next(c)
		}
	}
}

// tooLarge refuses a body that is longer than its address takes.
func tooLarge(limit int64) *Error {
	f := Fail("too_large")
	f.Words = text.Say("problem_field.too_large", "Max", strconv.FormatInt(limit, 10))
	return f
}

// Body is the body of a request: a JSON document or form fields, or neither.
type Body struct {
	JSON []byte     // nil unless JSON was sent
	Form url.Values // never nil
}

// ReadBody reads the body and checks its kind and encoding.
func ReadBody(r *http.Request) (Body, error) {
	b := Body{Form: url.Values{}}
	data, err := WholeBody(r)
	if err != nil {
		return b, err
	}
	declared := r.Header.Get("Content-Type")
	if declared == "" && len(data) == 0 {
		return b, nil
	}
	kind, params, err := declared, map[string]string(nil), error(nil)
	if kind != "application/json" { // as nearly every program says it, which needs no taking apart
		kind, params, err = mime.ParseMediaType(declared)
	}
	charset := params["charset"]
	if err != nil || charset != "" && !strings.EqualFold(charset, "utf-8") || r.Header.Get("Content-Encoding") != "" {
		return b, Fail("media_type")
	}
	switch {
	case kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):
		b.JSON = data
		if !utf8.Valid(data) {
			return b, Fail("bad_encoding")
		}
		return b, nil
	case kind == "application/x-www-form-urlencoded" && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		return b, Fail("media_type") // JSON under the name that curl -d gives it
	case kind == "application/x-www-form-urlencoded":
		b.Form, err = url.ParseQuery(string(data))
	case kind == "multipart/form-data":
		b.Form, err = multipartForm(data, params["boundary"])
	default:
		return b, Fail("media_type")
	}
	if err != nil {
		return b, &Error{Status: http.StatusBadRequest, Code: "bad_request", Cause: err}
	}
	return b, checkUTF8(b.Form)
}

// ReadInto reads the body into v: a JSON document as v says, or the fields of
// a form as fill takes them.
func ReadInto(c echo.Context, v any, fill func(url.Values) error) (Body, error) {
	b, err := ReadBody(c.Request())
	if err == nil {
		err = b.Into(v, fill)
	}
	return b, err
}

// Into is ReadInto for a body that has been read.
func (b Body) Into(v any, fill func(url.Values) error) error {
	if b.JSON != nil {
		return b.Decode(v)
	}
	if err := CheckSwitches(b.Form, v); err != nil {
		return err
	}
	return fill(b.Form)
}

// NoFields is for requests that say all in their address.
func NoFields(url.Values) error { return nil }

// WholeBody reads the body. Memory is allocated ahead for a small one only: a
// caller who announces more gets it only for bytes really sent.
func WholeBody(r *http.Request) (data []byte, err error) {
	if n := r.ContentLength; 0 <= n && n <= smallBody {
		data = make([]byte, n)
		_, err = io.ReadFull(r.Body, data)
	} else {
		data, err = io.ReadAll(r.Body)
	}
	if err == nil {
		return data, nil
	}
	if more, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge(more.Limit)
	}
	return nil, &Error{Status: http.StatusBadRequest, Code: "bad_request", Cause: err}
}

// multipartForm reads fields and files alike as text.
func multipartForm(data []byte, boundary string) (url.Values, error) {
	form := url.Values{}
	r := multipart.NewReader(bytes.NewReader(data), boundary)
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return form, err
		}
		value, err := io.ReadAll(part)
		if err != nil {
			return form, err
		}
		form.Add(part.FormName(), string(value))
	}
}

func checkUTF8(form url.Values) error {
	for key, values := range form {
		for _, v := range append(values, key) {
			if !utf8.ValidString(v) {
				return Fail("bad_encoding")
			}
		}
	}
	return nil
}

// Decode reads the JSON body into v; unknown members are refused, because a
// misspelt one would otherwise be ignored silently.
func (b Body) Decode(v any) error { return DecodeJSON(b.JSON, "", v) }

// DecodeJSON reads a part of a document into v. place is its place in the
// document, "" or such as "pace.", and goes before the field that is to blame.
func DecodeJSON(data []byte, place string, v any) error {
	err := strictjson.Unmarshal(data, v)
	wrong, ok := errors.AsType[*strictjson.Error](err)
	if !ok {
		return err
	}
	f := Blame("malformed", "")
	switch wrong.Fault {
	case strictjson.Duplicate:
		f = Blame("duplicate", place+wrong.Path)
	case strictjson.Unknown:
		f = Blame("foreign", place+wrong.Path)
	case strictjson.Mistyped:
		f = Mistyped(place+wrong.Path, expected(wrong.Want))
	case strictjson.Malformed:
	}
	f.Cause = err
	return f
}

// expected names the kind of value that a field takes.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return ExpectBool
	case reflect.String:
		return ExpectText
	case reflect.Slice, reflect.Array:
		return ExpectList
	case reflect.Map, reflect.Struct:
		return ExpectObject
	default:
		return ExpectInteger
	}
}
