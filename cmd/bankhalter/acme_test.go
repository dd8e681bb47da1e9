package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The log reports what the library does silently: certificates that
// arrived, and the reason why none did, once and not for each visitor.
func TestTheLogTellsOfCertificates(t *testing.T) {
	t.Run("fetched before anybody comes", func(t *testing.T) {
		ca := newACMEServer(t, "tls-alpn-01")
		o := options(t)
		o.acmeHosts, o.acmeDirectory, o.metricsListen = list{"play.example.org"}, ca.URL+"/directory", "127.0.0.1:0"
		base, log, stop := startLogged(t, o, func(plan *servePlan) { plan.authorities = ca.trusted() })
		ca.tlsAt = address(t, base)
		close(ca.known)
		wait(t, func() bool {
			return strings.Contains(log.String(), `msg="certificate fetched" host=play.example.org until=`)
		})
		res, err := http.Get("http://" + log.side(t, "--metrics-listen") + "/metrics")
		require.NoError(t, err)
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		found := regexp.MustCompile(`bankhalter_certificate_expiry_timestamp_seconds\{host="play.example.org"\} (\d+)`).FindSubmatch(text)
		require.NotNil(t, found, "%s", text)
		end, err := strconv.ParseInt(string(found[1]), 10, 64)
		require.NoError(t, err)
		assert.InDelta(t, 90*24, time.Until(time.Unix(end, 0)).Hours(), 1)
		require.NoError(t, stop())
		assert.NotContains(t, log.String(), "level=ERROR")
	})
	refuses := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"type":"urn:ietf:params:acme:error:rejectedIdentifier","detail":"this name is on a list"}`)
	}))
	defer refuses.Close()
	gone := httptest.NewTLSServer(nil)
	gone.Close()
	for name, c := range map[string]struct {
		ca   *httptest.Server
		says string
	}{
		"refused":      {refuses, `msg="the authority refuses a certificate" reason="this name is on a list"`},
		"no authority": {gone, `msg="the authority for certificates does not answer" at=` + address(t, gone.URL)},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			o.acmeHosts, o.acmeDirectory = list{"play.example.org"}, c.ca.URL+"/directory"
			base, log, stop := startLogged(t, o, func(plan *servePlan) {
				plan.authorities = newAuthority(t).pool()
				if c.ca == refuses {
					plan.authorities.AddCert(refuses.Certificate())
				}
			})
			const verdict = `msg="there is no certificate for this host; who visits it gets no page" host=play.example.org err=`
			wait(t, func() bool { return strings.Contains(log.String(), verdict) })
			assert.Contains(t, log.String(), c.says)
			for range 3 {
				for _, host := range []string{"play.example.org", "other.example.org"} {
					res, err := visitor(t, address(t, base), nil).Get("https://" + host + "/")
					if err == nil {
						res.Body.Close()
					}
					require.Error(t, err)
				}
			}
			require.NoError(t, stop())
			assert.Equal(t, 1, strings.Count(log.String(), c.says), log.String())
			assert.NotContains(t, log.String(), "other.example.org", "strangers may ask for any name")
		})
	}
}

// Renewals fail out of sight: the reason is read from the authority's answers.
func TestAuthoritiesThatRefuse(t *testing.T) {
	for body, says := range map[string]string{
		`{"type":"urn:ietf:params:acme:error:rateLimited","detail":"too many"}`:                                                     "429 too many",
		`{"type":"urn:ietf:params:acme:error:badNonce","detail":"stale"}`:                                                           "429 ",
		`{"status":"invalid","challenges":[{"status":"valid"},{"status":"invalid","error":{"detail":"no route to play.example"}}]}`: "200 no route to play.example",
		`{"status":"valid","challenges":[{"status":"valid"}]}`:                                                                      "200 ",
		`nothing`: "500 ",
	} {
		status, want, _ := strings.Cut(says, " ")
		code, err := strconv.Atoi(status)
		require.NoError(t, err)
		assert.Equal(t, want, refusal(code, []byte(body)), body)
		ca := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body+strings.Repeat(" ", answerShare))
		}))
		heard := ""
		client := http.Client{Transport: &acmeLog{http.DefaultTransport, func(_ string, about ...any) { heard = about[1].(string) }}}
		res, err := client.Get(ca.URL)
		require.NoError(t, err)
		whole, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		res.Body.Close()
		assert.Len(t, whole, len(body)+answerShare, "who asked gets all of it")
		assert.Equal(t, want, heard)
		ca.Close()
	}
}
