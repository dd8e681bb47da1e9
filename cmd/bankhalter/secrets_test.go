package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The log gives no reader access to an account: no session, token, secret
// link, password or address of a private table gets there, in either form and at
// the most talkative level, whether things go well or wrong.
func TestNoSecretsInTheLog(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			o := options(t)
			o.logLevel, o.logFormat, o.accessLog = "debug", format, true
			file := filepath.Join(t.TempDir(), "password")
			require.NoError(t, os.WriteFile(file, []byte("correct horse battery\n"), 0o600))
			o.adminPassword.file, o.metricsToken.value = file, "figures-are-mine"
			base, log, stop := startLogged(t, o, nil)
			secrets := []string{"correct horse battery", "figures-are-mine", "wrong guess at it"}
			keep := func(list ...string) {
				for _, one := range list {
					require.NotEmpty(t, one)
					secrets = append(secrets, one)
				}
			}

			status, made := ask(t, "POST", base+"/games", "", `{"edition":"us-classic","players":2,"bots":["builder"],"name":"Ada Lovelace","private":true,"title":"Between us"}`)
			require.Equal(t, http.StatusCreated, status, made)
			game, token := made["game"].(string), made["token"].(string)
			keep(game, token, "Between us", "Ada Lovelace")
			for _, call := range [][3]string{
				{"POST", "/games/" + game + "/start", ""}, {"POST", "/games/" + game + "/moves", `{"move":"roll"}`}, {"POST", "/games/" + game + "/moves", `{"move":"fly"}`},
				{"GET", "/games/" + game + "?at=1", ""}, {"GET", "/games/" + game + "/export", ""}, {"GET", "/games/" + game + "/nothing", ""}, {"POST", "/games/" + game, "{"},
				{"GET", "/me", ""},
			} {
				ask(t, call[0], base+call[1], token, call[2])
			}
			status, link := ask(t, "POST", base+"/me/link", token, "")
			require.Equal(t, http.StatusCreated, status, link)
			path := link["path"].(string)
			keep(strings.TrimPrefix(path, "/in/"))
			ask(t, "GET", base+path, "", "")
			_, in := ask(t, "POST", base+path, "", "")
			keep(in["token"].(string))
			ask(t, "GET", base+path+"x", "", "")
			ask(t, "GET", base+"/me", token+"x", "")

			browser := visitor(t, address(t, base), nil)
			post := func(path string, form url.Values) answer {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+path, strings.NewReader(form.Encode()))
				require.NoError(t, err)
				req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				req.Header.Set("Accept", "text/html")
				res, err := browser.Do(req)
				require.NoError(t, err)
				t.Cleanup(func() { res.Body.Close() })
				return answer{res}
			}
			for _, res := range []answer{
				post("/players", url.Values{"name": {"Grace"}}), post("/admin/login", url.Values{"password": {"correct horse battery"}}),
				post("/login", url.Values{"login": {"grace"}, "password": {"wrong guess at it"}}), post("/admin/login", url.Values{"password": {"wrong guess at it"}}),
			} {
				for _, cookie := range res.Cookies() {
					keep(cookie.Value)
				}
			}
			ask(t, "GET", base+"/metrics", "figures-are-mine", "")
			ask(t, "GET", base+"/metrics?token=figures-are-mine", "", "")
			require.NoError(t, stop())
			said := log.String()
			assert.Contains(t, said, "/games/:id/moves")
			assert.GreaterOrEqual(t, len(secrets), 10)
			for _, secret := range secrets {
				assert.NotContains(t, said, secret)
			}
		})
	}
}
