package handlers_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers/sender/sendertest"
)

// apiTools pins the libraries with which other programs read what the server sends.
const apiTools = "../.tools/api"

// libraries returns the command of the program that reads with them. Where they are
// not installed the test is left out, but not on a continuous integration machine.
func libraries(t *testing.T) *exec.Cmd {
	t.Helper()
	node := tool(t, "node")
	if _, err := os.Stat(filepath.Join(apiTools, "node_modules", "standardwebhooks")); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("standardwebhooks is not installed: make api-tools")
		}
		t.Skip("NOT TESTED: standardwebhooks is not installed (make api-tools)")
	}
	return exec.CommandContext(t.Context(), node, filepath.Join(apiTools, "read.mjs"))
}

// hookHeaders are those with which Standard Webhooks verifies a message.
func hookHeaders(h http.Header) map[string]string {
	list := map[string]string{}
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		list[strings.ToLower(name)] = h.Get(name)
	}
	return list
}

// mailTo is the last mail to an address.
func mailTo(p *postal, address string) (last sendertest.Mail) {
	for _, m := range p.smtp.All() {
		if m.To == address {
			last = m
		}
	}
	return last
}

// TestLibrariesOfOthersReadWhatIsSent: a web hook is verified by standardwebhooks, and
// mailparser, rss-parser, node-ical and eventsource find in a mail, a feed, a calendar
// and a stream what is meant by them.
func TestLibrariesOfOthersReadWhatIsSent(t *testing.T) {
	t.Parallel()
	read := libraries(t)
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Bén")
	hooks, feeds := map[*client]*answer{}, map[*client]*answer{}
	for i, c := range []*client{ada, ben} {
		toldByMail(t, p, c, "player"+itoa(i)+"@example.org")
		hooks[c] = c.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL + "/" + itoa(i), "form": "standard"})
		feeds[c] = c.post("/me/notices/channels", map[string]any{"kind": "feed"})
		require.Equal(t, http.StatusOK, c.post("/me/notices", map[string]any{"always": true}).status)
	}
	game := paced("correspondence", ada, ben)
	waits := toMove(game, ada, ben)
	seat := itoa(waits.get(game).num("seat"))
	local := func(name string) string { return strings.TrimPrefix(feeds[waits].str(name), p.url) }
	p.pass(2 * time.Minute)
	body, head := p.hooks.last("/" + seat)
	require.NotNil(t, body)
	input, err := json.Marshal(map[string]any{
		"hook": map[string]any{"secret": hooks[waits].str("secret"), "headers": hookHeaders(head), "body": string(body)},
		"mail": mailTo(p, "player"+seat+"@example.org").Raw, "feed": p.program().get(local("atom")).text(), "calendar": p.program().get(local("calendar")).text(),
		"stream": map[string]any{"url": p.url + game + "/events?data=1&after=1", "token": waits.token, "kind": "log", "count": 3},
	})
	require.NoError(t, err)
	read.Stdin = bytes.NewReader(input)
	said := &bytes.Buffer{}
	read.Stderr = said
	out, err := read.Output()
	require.NoError(t, err, said.String())
	var x struct {
		Hook struct {
			Payload struct {
				Type string
				Data struct{ Tables []struct{ Game, Ask string } }
			}
			Forged string
		}
		Mail struct {
			Subject, From, To, ID, InReplyTo, Unsubscribe, Text string
			References                                          []string
		}
		Feed struct {
			Title string
			Items []struct{ Title, Link, ID, ISODate string }
		}
		Calendar []struct {
			UID, Summary, URL, Start string
			Alarms                   int
		}
		Stream []struct {
			ID   string
			Data struct{ Seq uint32 }
		}
	}
	require.NoError(t, json.Unmarshal(out, &x), string(out))
	id := strings.TrimPrefix(game, "/games/")
	link := "https://play.example.org" + game + "#act-h"

	assert.Equal(t, "game.asked", x.Hook.Payload.Type)
	require.Len(t, x.Hook.Payload.Data.Tables, 1)
	assert.Equal(t, id, x.Hook.Payload.Data.Tables[0].Game)
	assert.Equal(t, "No matching signature found", x.Hook.Forged)

	ask := x.Hook.Payload.Data.Tables[0].Ask
	assert.Contains(t, x.Mail.Subject, ask)
	assert.Equal(t, []string{"table@play.example.org", "player" + seat + "@example.org"}, []string{x.Mail.From, x.Mail.To})
	thread := "<game-" + id + "@play.example.org>"
	assert.Equal(t, []any{thread, []string{thread}}, []any{x.Mail.InReplyTo, x.Mail.References}, "mails of a game are a thread")
	assert.Contains(t, x.Mail.Unsubscribe, "https://play.example.org/notices/off/")
	assert.Contains(t, x.Mail.Text, link)

	require.Len(t, x.Feed.Items, 1)
	assert.Contains(t, x.Feed.Items[0].Title, ask)
	assert.Contains(t, x.Feed.Items[0].Link, game+"#act-h")
	assert.NotEmpty(t, x.Feed.Items[0].ISODate)

	require.Len(t, x.Calendar, 1)
	assert.Contains(t, x.Calendar[0].Summary, ask)
	assert.Contains(t, x.Calendar[0].URL, game)
	assert.Equal(t, 1, x.Calendar[0].Alarms)
	deadline := waits.get(game).at("table", "times", "waiting").([]any)[0].(map[string]any)["deadline"]
	assert.WithinDuration(t, parseTime(t, deadline), parseTime(t, x.Calendar[0].Start), time.Hour)

	require.Len(t, x.Stream, 3)
	for i, e := range x.Stream {
		assert.Equal(t, uint32(i+2), e.Data.Seq) //nolint:gosec // small
		assert.Equal(t, itoa(i+2), e.ID)
	}
}
