package main

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
