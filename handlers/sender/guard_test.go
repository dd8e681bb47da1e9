package sender

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/handlers/sender/sendertest"
)

func TestWhichAddressesArePublic(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true, "64:ff9b::8.8.8.8": true, "2002:808:808::1": true,
		"127.0.0.1": false, "127.255.1.2": false, "::1": false, "0.0.0.0": false, "0.1.2.3": false, "::": false,
		"10.0.0.1": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false, "172.32.0.1": true,
		"169.254.169.254": false, "fe80::1": false, "fe80::1%eth0": false, "fd00:ec2::254": false, "fc00::1": false, "fec0::1": false,
		"100.64.0.1": false, "100.127.255.255": false, "100.128.0.1": true, "224.0.0.1": false, "239.1.1.1": false, "ff02::1": false,
		"255.255.255.255": false, "240.0.0.1": false, "192.0.0.8": false, "192.0.2.1": false, "198.18.0.1": false, "198.51.100.7": false, "203.0.113.9": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "64:ff9b::127.0.0.1": false, "64:ff9b::a00:1": false, "64:ff9b:1::1": false,
		"2002:7f00:1::": false, "2002:a00:1::1": false, "2001::1": false, "2001:db8::1": false, "100::1": false,
	} {
		assert.Equal(t, want, public(netip.MustParseAddr(address)), address)
	}
}

func TestHooksReachNothingInside(t *testing.T) {
	reached := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer inside.Close()
	h := NewHook(NewGuard(false), "test")
	m := &notice.Message{ID: "msg_1", At: time.Now()}
	_, port, _ := strings.Cut(strings.TrimPrefix(inside.URL, "https://"), ":")
	for _, address := range []string{
		inside.URL, "https://localhost:" + port, "https://[::1]:" + port, "https://[::ffff:127.0.0.1]:" + port, "https://2130706433:" + port, "https://0x7f.1:" + port,
		"https://0:" + port, "http://example.org/", "https://169.254.169.254/latest/meta-data/",
	} {
		var f *notifications.Fault
		err := h.Deliver(t.Context(), &notice.Channel{Address: address, Secret: "whsec_AAAA", Extra: notice.Extra{Form: notice.Standard}}, m)
		require.ErrorAs(t, err, &f, address)
		assert.Contains(t, []string{"blocked", "unreachable", "slow"}, f.Code, address)
		assert.Empty(t, f.Detail, "nothing is told about what is inside")
	}
	assert.False(t, reached)
	assert.ErrorIs(t, refuseInside("tcp", "8.8.8.8:25", nil), errInside, "no mail server")
	assert.NoError(t, refuseInside("tcp", "8.8.8.8:443", nil))
}

func TestHooksFollowNothingAndReadLittle(t *testing.T) {
	hits := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hits++; r.URL.Path == "/away" {
			http.Redirect(w, r, "/there", http.StatusTemporaryRedirect)
			return
		}
		for range 10_000 {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	h := NewHook(NewGuard(true), "test")
	m := &notice.Message{ID: "msg_1", At: time.Now()}
	var f *notifications.Fault
	require.ErrorAs(t, h.Deliver(t.Context(), &notice.Channel{Address: s.URL + "/away", Extra: notice.Extra{Form: notice.Slack}}, m), &f)
	assert.Equal(t, "moved: HTTP 307", f.Error())
	assert.Equal(t, 1, hits)
	require.NoError(t, h.Deliver(t.Context(), &notice.Channel{Address: s.URL + "/long", Extra: notice.Extra{Form: notice.Slack}}, m))
}

func TestAnswersOfReceivers(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		status int
		after  string
		want   string
		wait   time.Duration
	}{
		"too many":           {429, "", "limited: HTTP 429", 0},
		"in seconds":         {429, "90", "limited: HTTP 429", 90 * time.Second},
		"until a date":       {503, "Mon, 02 Mar 2026 13:00:00 GMT", "server: HTTP 503", time.Hour},
		"a date in the past": {429, "Mon, 02 Mar 2026 11:00:00 GMT", "limited: HTTP 429", 0},
		"for ever":           {429, "2000000000", "limited: HTTP 429", 24 * time.Hour},
		"nonsense":           {429, "-5 minutes", "limited: HTTP 429", 0},
		"refused":            {403, "90", "refused: HTTP 403", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", c.after)
				w.WriteHeader(c.status)
			}))
			defer s.Close()
			var f *notifications.Fault
			require.ErrorAs(t, NewHook(NewGuard(true), "test").Deliver(t.Context(), &notice.Channel{Address: s.URL}, &notice.Message{ID: "msg_1", At: now}), &f)
			assert.Equal(t, c.want, f.Error())
			assert.Equal(t, c.wait, f.RetryAfter)
		})
	}
}

// TestThePublishedSignature is the vector of Standard Webhooks.
func TestThePublishedSignature(t *testing.T) {
	got := Sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	assert.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", got)
}

func TestFormsOfChatServices(t *testing.T) {
	m := &notice.Message{Title: "<!channel> *A* & @everyone: it is for you to decide", URL: "https://play.example.org/games/x", Foot: []string{"secret"}, Items: make([]notice.Item, 1)}
	for form, want := range map[notice.Form]string{
		notice.Slack:      "&lt;!channel&gt;",
		notice.Discord:    `"allowed_mentions":{"parse":[],"users":[]}`,
		notice.Mattermost: `\\*A\\*`,
		notice.Matrix:     `"text":`,
		notice.Standard:   `"type":"game."`,
	} {
		var b strings.Builder
		out := json.NewEncoder(&b)
		out.SetEscapeHTML(false)
		require.NoError(t, out.Encode(hookBody(form, m)))
		assert.Contains(t, b.String(), want, form)
		assert.Contains(t, b.String(), m.URL, form)
		if form != notice.Slack && form != notice.Standard { // Slack calls everybody by <!channel> alone, and programs by nothing
			assert.NotContains(t, b.String(), "@everyone", form)
		}
		assert.NotContains(t, b.String(), "secret", "nobody but the reader is to end his channel")
	}
}

// Slack has no escape for its marks. They count for nothing if no space, end or
// punctuation follows, of which a space of no width is none.
func TestNamesAreNoMarksInSlack(t *testing.T) {
	for name, want := range map[string]string{
		"*A* and B":       "*\u200bA*\u200b and B",
		"_A_ ~B~ `C`":     "_\u200bA_\u200b ~\u200bB~\u200b `\u200bC`\u200b",
		"<@U0123|A> & B":  "&lt;@\u200bU0123|A&gt; &amp; B",
		"> A":             "\u200b&gt; A",
		":tada: at 18:30": ":\u200btada: at 18:30",
		"Table: it's on":  "Table: it's on",
	} {
		text := hookBody(notice.Slack, &notice.Message{Title: name, URL: "https://play.example.org/a_b_c"}).(map[string]any)["text"]
		assert.Equal(t, want+"\n<https://play.example.org/a_b_c>", text)
	}
}

// A message about several tables has the address of each, which leads there in every
// service: no letter of it is marked, and no part of it is left out.
func TestAddressesInMessagesToChatServices(t *testing.T) {
	m := &notice.Message{Title: "News from 30 tables", URL: "https://play.example.org/me"}
	for i := range 30 {
		it := notice.Item{URL: fmt.Sprintf("https://play.example.org/games/table%05d#act-h", i)}
		m.Items, m.Lines = append(m.Items, it), append(m.Lines, "Table #1: it is *your* turn", it.URL, "")
	}
	for form, c := range map[notice.Form]struct {
		field, address string
		most           int
	}{
		notice.Discord:    {"content", "<https://play.example.org/games/table%05d#act-h>", 2000},
		notice.Mattermost: {"text", "<https://play.example.org/games/table%05d#act-h>", 16383},
		notice.Slack:      {"text", "<https://play.example.org/games/table%05d#act-h>", 40_000},
		notice.Matrix:     {"text", "https://play.example.org/games/table%05d#act-h", 60_000},
	} {
		text := hookBody(form, m).(map[string]any)[c.field].(string)
		assert.LessOrEqual(t, len(text), c.most, form)
		assert.Contains(t, text, "https://play.example.org/me", form)
		n := 0
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); strings.Contains(line, "/games/") {
				assert.Equal(t, fmt.Sprintf(c.address, n), line, form)
				n++
			}
		}
		assert.GreaterOrEqual(t, n, 10, form)
	}
}

func TestWhatAMailServerSays(t *testing.T) {
	s := sendertest.NewSMTP(t)
	m, err := NewMail(MailConfig{Host: s.Host, Port: s.Port, From: "table@example.org", TLS: Plain, Domain: "example.org"})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		command, answer string
		gone, down      bool
		shown           string // to the owner of the address
	}{
		"no such address":   {"RCPT TO:", "550 5.1.1 no such user", true, false, "refused: 550 5.1.1 no such user"},
		"a filter's mood":   {"RCPT TO:", "550 5.7.1 rejected by policy", false, false, "refused: 550 5.7.1 rejected by policy"},
		"a full box":        {"RCPT TO:", "452 4.2.2 mailbox full", false, false, "server: 452 4.2.2 mailbox full"},
		"the sender":        {"MAIL FROM:", "550 5.7.1 sender not allowed", false, true, "down"},
		"the server is ill": {"EHLO", "421 4.3.0 later", false, true, "down"},
		"the text":          {"DATA", "554 5.6.0 no", false, false, "refused: 554 5.6.0 no"},
	} {
		t.Run(name, func(t *testing.T) {
			s.SetRefuse(func(command string) string {
				if strings.HasPrefix(command, c.command) || c.command == "EHLO" && strings.HasPrefix(command, "HELO") {
					return c.answer
				}
				return ""
			})
			var f *notifications.Fault
			err := m.Send(t.Context(), "ben@example.net", "Größe", "Text")
			require.ErrorAs(t, err, &f)
			assert.Equal(t, c.gone, f.Gone, f.Error())
			assert.Equal(t, c.down, f.Down, f.Error())
			assert.Equal(t, !strings.HasPrefix(c.shown, "refused"), f.Temporary(), "whether mails of accounts are sent again")
			assert.Equal(t, c.shown, strings.ReplaceAll(f.Error(), `"`, ""))
			assert.Contains(t, strings.ReplaceAll(err.Error(), `"`, ""), c.answer, "the log tells the operator why")
			assert.NotContains(t, err.Error(), "ben@example.net", "and not whose address it is")
		})
	}
	s.SetRefuse(nil)
	require.NoError(t, m.Send(t.Context(), "ben@example.net", "Größe", "Grüße\n.\nEnde"))
	assert.Equal(t, "Größe", s.Last().Subject)
	assert.Contains(t, s.Last().Body, "Grüße")
	assert.Contains(t, s.Last().Body, "Ende", "a line with a dot does not end it")
	s.SetRefuse(func(command string) string {
		if command == "RSET" {
			return "421 4.3.2 closing"
		}
		return ""
	})
	require.NoError(t, m.Send(t.Context(), "ben@example.net", "Größe", "Text"), "a server that hangs up once it has the mail has it")
	s.Close()
	var f *notifications.Fault
	err = m.Send(t.Context(), "ben@example.net", "x", "y")
	require.ErrorAs(t, err, &f)
	assert.True(t, f.Down, "the server is gone, not the address")
	assert.Contains(t, err.Error(), s.Host, "the log says where it was looked for")
	assert.NotContains(t, f.Error(), s.Host, "the owner of the address is not shown the operator's network")
}

// A server that stops does not wait for a mail server that hangs.
func TestAMailEndsWithItsContext(t *testing.T) {
	s := sendertest.NewSMTP(t)
	m, err := NewMail(MailConfig{Host: s.Host, Port: s.Port, From: "table@example.org", TLS: Plain, Domain: "example.org"})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	s.SetRefuse(func(command string) string {
		if command == "DATA" {
			stop()
			<-over
		}
		return ""
	})
	err = m.Send(ctx, "ben@example.net", "x", "y")
	close(over)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "timeout")
}

func TestMailSettings(t *testing.T) {
	_, err := NewMail(MailConfig{Host: "h", From: "nobody", TLS: StartTLS})
	require.Error(t, err)
	_, err = NewMail(MailConfig{Host: "h", From: "a@example.org", TLS: "ssl"})
	require.Error(t, err)
	assert.Equal(t, "slow", webFault(context.DeadlineExceeded).Code)
	assert.Equal(t, "unreachable", webFault(errors.New("connection refused by 10.0.0.1")).Code)
}
