package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// Sizes of request bodies. An edition in form encoding can be three times its length.
const (
	BodyLimit        = 64 << 10
	BodyLimitEdition = 256 << 10
	smallBody        = 4 << 10
)

// LimitBody refuses larger bodies, by their announced length or while reading.
func LimitBody(limit int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if r.ContentLength > limit {
				return Fail("too_large")
			}
			if r.ContentLength < 0 { // of others no more is read than was announced
				r.Body = http.MaxBytesReader(c.Response(), r.Body, limit)
			}
			return next(c)
		}
	}
}

// Body is what came with a request: a JSON document or form fields, or neither.
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

// Into is readInto for a body that has been read.
func (b Body) Into(v any, fill func(url.Values) error) error {
	if b.JSON != nil {
		return b.Decode(v)
	}
	return fill(b.Form)
}

// NoFields is for requests that say all in their address.
func NoFields(url.Values) error { return nil }

// WholeBody reads the body. Room is made ahead for a small one alone: who
// announces more takes it up only with what he really sends.
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
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, Fail("too_large")
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
// misspelt one would be ignored without anybody noticing.
func (b Body) Decode(v any) error {
	d := json.NewDecoder(bytes.NewReader(b.JSON))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil && d.More() {
		err = errors.New("more than one JSON value")
	}
	if name := doubled(b.JSON); err == nil && name != "" {
		return Blame("duplicate", name)
	}
	if err == nil {
		return nil
	}
	f := &Error{Status: http.StatusBadRequest, Code: "malformed", Cause: err}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
		f.Code, f.Field, f.Expect = "mistyped", wrong.Field, Expected(wrong.Type)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		f.Code, f.Field = "foreign", strings.Trim(name, `"`)
	}
	return f
}

// doubled names a member that stands twice in one object of a sound document,
// or twice in the outermost one with other capitals; "" if none does. Which of
// the two counts is read differently by different programs.
func doubled(data []byte) string {
	d := json.NewDecoder(bytes.NewReader(data))
	var open []map[string]bool // members of the objects that are open; nil for a list
	name := true               // a string here would be the name of a member
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		if mark, ok := token.(json.Delim); ok && (mark == '{' || mark == '[') {
			var members map[string]bool
			if mark == '{' {
				members = map[string]bool{}
			}
			open, name = append(open, members), true
			continue
		} else if ok {
			open, name = open[:len(open)-1], true
			continue
		}
		if len(open) == 0 || open[len(open)-1] == nil {
			continue
		}
		if !name {
			name = true
			continue
		}
		key, _ := token.(string)
		same := key
		if len(open) == 1 {
			same = strings.ToLower(key)
		}
		if open[len(open)-1][same] {
			return key
		}
		open[len(open)-1][same], name = true, false
	}
}

// Expected names the kind of value that a field wants.
func Expected(t reflect.Type) string {
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
