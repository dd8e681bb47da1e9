package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// acmeLog logs an authority's answers: renewals happen out of sight,
// and nothing else would report why one fails.
type acmeLog struct {
	http.RoundTripper
	warn func(what string, about ...any)
}

// answerShare is as much of an answer as is looked at.
const answerShare = 64 << 10

// RoundTrip sends the request, and warns if the authority is unreachable or refuses.
func (o *acmeLog) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := o.RoundTripper.RoundTrip(req)
	if err != nil {
		if !errors.Is(err, req.Context().Err()) {
			o.warn("the authority for certificates does not answer", "at", req.URL.Host, "err", err)
		}
		return nil, err
	}
	if kind := res.Header.Get("Content-Type"); !strings.Contains(kind, "json") {
		return res, nil
	}
	begin, err := io.ReadAll(io.LimitReader(res.Body, answerShare))
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(begin), failing{err}, res.Body), res.Body}
	if reason := refusal(res.StatusCode, begin); reason != "" {
		o.warn("the authority refuses a certificate", "reason", reason, "at", req.URL.Host)
	}
	return res, nil
}

// failing is a reader that ends with an error, or is simply at its end.
type failing struct{ err error }

// Read gives nothing.
func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// refusal is the reason in an answer of RFC 8555 against a certificate, or "".
func refusal(status int, body []byte) string {
	type problem struct{ Type, Detail string }
	var a struct {
		problem
		Challenges []struct{ Error problem }
	}
	if json.Unmarshal(body, &a) != nil {
		return ""
	}
	if status >= http.StatusBadRequest && !strings.HasSuffix(a.Type, ":badNonce") { // a stale nonce is requested anew
		return a.Detail
	}
	for _, c := range a.Challenges {
		if c.Error.Detail != "" {
			return c.Error.Detail
		}
	}
	return ""
}
