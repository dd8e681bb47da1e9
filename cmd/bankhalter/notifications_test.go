package main

import (
	"database/sql"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers/sender/sendertest"
)

func TestPasswordsAreResetByMailWithoutNotices(t *testing.T) {
	o := options(t)
	o.publicURL, o.notices = "https://play.example.org", false
	o.smtpHost, o.mailFrom = "127.0.0.1", "table@example.org"
	at, stop := startServer(t, o)
	status, answer := ask(t, http.MethodPost, at+"/login/recover", "", `{"login":"ada"}`)
	assert.Equal(t, http.StatusAccepted, status, answer)
	status, answer = ask(t, http.MethodPost, at+"/players", "", `{"name":"Ada"}`)
	require.Equal(t, http.StatusCreated, status, answer)
	status, answer = ask(t, http.MethodPost, at+"/me/notices/channels", answer["token"].(string), `{"kind":"mail","address":"ada@example.org"}`)
	assert.Equal(t, http.StatusConflict, status, answer)
	assert.Equal(t, "notices_off", answer["code"])
	require.NoError(t, stop())
}

// A mail that the mail server could not take is sent by the server that starts next, with a
// link that works.
func TestAMailToAnAccountOutlivesARestart(t *testing.T) {
	post := sendertest.NewSMTP(t)
	post.SetRefuse(func(command string) string {
		if strings.HasPrefix(command, "RCPT") {
			return "451 4.7.1 greylisted"
		}
		return ""
	})
	o := options(t)
	o.publicURL, o.smtpHost, o.smtpPort, o.smtpTLS, o.mailFrom = "http://localhost:8080", post.Host, post.Port, "none", "table@example.org"
	at, stop := startServer(t, o)
	status, ada := ask(t, http.MethodPost, at+"/players", "", `{"name":"Ada"}`)
	require.Equal(t, http.StatusCreated, status, ada)
	token := ada["token"].(string)
	status, answer := ask(t, http.MethodPost, at+"/me/account/password", token, `{"login":"ada","mail":"ada@example.org","password":"vier Hotels im Regen"}`)
	require.Equal(t, http.StatusOK, status, answer)

	raw, err := sql.Open("sqlite", o.db)
	require.NoError(t, err)
	defer raw.Close()
	require.Eventually(t, func() bool {
		var tries int
		return raw.QueryRow("SELECT tries FROM mails").Scan(&tries) == nil && tries == 1
	}, time.Minute, 10*time.Millisecond, "the mail was not taken")
	require.NoError(t, stop())
	assert.Empty(t, post.All())
	_, err = raw.Exec("UPDATE mails SET due_at = 1") // time goes by
	require.NoError(t, err)

	post.SetRefuse(nil)
	at, stop = startServer(t, o)
	require.Eventually(t, func() bool { return len(post.All()) == 1 }, time.Minute, 10*time.Millisecond)
	link := regexp.MustCompile(`http://localhost:8080(/\S+)`).FindStringSubmatch(post.All()[0].Body)
	require.NotNil(t, link, post.All()[0].Body)
	status, answer = ask(t, http.MethodPost, at+link[1], token, "")
	assert.Equal(t, http.StatusOK, status, answer)
	assert.NotNil(t, answer["mail_confirmed_at"], answer)
	require.NoError(t, stop())
	var n int
	require.NoError(t, raw.QueryRow("SELECT count(*) FROM mails").Scan(&n))
	assert.Zero(t, n)
}
