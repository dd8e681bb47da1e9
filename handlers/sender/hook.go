package sender

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// maxAnswer is how much of an answer is read.
const maxAnswer = 8 << 10

// Hook posts messages to web addresses, signed as Standard Webhooks has it.
type Hook struct {
	*Guard
	software string
}

// NewHook returns a sender that says who it is by the name of the software.
func NewHook(guard *Guard, software string) *Hook { return &Hook{Guard: guard, software: software} }

// Deliver implements notifications.Sender.
func (h *Hook) Deliver(ctx context.Context, c *notice.Channel, m *notice.Message) error {
	if !h.secure(c.Address) {
		return &notifications.Fault{Code: "blocked"}
	}
	body, err := json.Marshal(hookBody(c.Form, m))
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Address, bytes.NewReader(body))
	if err != nil {
		return &notifications.Fault{Code: "unreachable"}
	}
	stamp := strconv.FormatInt(m.At.Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", h.software)
	req.Header.Set("Webhook-Id", m.ID)
	req.Header.Set("Webhook-Timestamp", stamp)
	req.Header.Set("Webhook-Signature", Sign(c.Secret, m.ID, stamp, body))
	res, err := h.client.Do(req)
	if err != nil {
		return webFault(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer)) // so that the connection can be used again
	return answered(res, m.At)
}

// answered is the meaning of an answer for a channel.
func answered(res *http.Response, now time.Time) error {
	status := res.StatusCode
	detail := "HTTP " + strconv.Itoa(status)
	switch {
	case status >= 200 && status < 300:
		return nil
	case status >= 300 && status < 400: // not followed: it could lead inside
		return &notifications.Fault{Code: "moved", Detail: detail}
	case status == http.StatusGone:
		return &notifications.Fault{Code: "gone", Detail: detail, Gone: true}
	case status == http.StatusTooManyRequests:
		return &notifications.Fault{Code: "limited", Detail: detail, RetryAfter: retryAfter(res, now)}
	case status >= 400 && status < 500 && status != http.StatusRequestTimeout:
		return &notifications.Fault{Code: "refused", Detail: detail}
	default:
		return &notifications.Fault{Code: "server", Detail: detail, RetryAfter: retryAfter(res, now)}
	}
}

// maxRetryAfter is the longest wait that a receiver can ask for.
const maxRetryAfter = 24 * time.Hour

// retryAfter is how long a receiver asks to wait, in seconds or until a date; 0 if it does not say.
func retryAfter(res *http.Response, now time.Time) time.Duration {
	value := res.Header.Get("Retry-After")
	wait := time.Duration(0)
	if n, err := strconv.ParseUint(value, 10, 31); err == nil {
		wait = time.Duration(n) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(0, wait), maxRetryAfter)
}

// Sign is the signature of Standard Webhooks. The secret is base64 after whsec_.
func Sign(secret, id, stamp string, body []byte) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		key = []byte(secret)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + stamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// hookItem is one table in a message.
type hookItem struct {
	Game     string        `json:"game"`
	Title    string        `json:"title"`
	URL      string        `json:"url"`
	Kinds    []notice.Kind `json:"kinds"`
	Since    time.Time     `json:"since"`
	Deadline *time.Time    `json:"deadline"`
	Players  []string      `json:"players"`

	Ask   string          `json:"ask"`
	News  []string        `json:"news"`
	Seq   uint32          `json:"seq"`
	Phase string          `json:"phase"`
	Seat  int             `json:"seat"`
	Seats []string        `json:"seats"`
	Moves json.RawMessage `json:"moves"`
	Up    []hookUp        `json:"up,omitempty"` // of the hook of a table
}

// hookUp is somebody for whom a table waits.
type hookUp struct {
	Seat    int        `json:"seat"`
	Name    string     `json:"name"`
	StandIn string     `json:"stand_in,omitempty"`
	Mention string     `json:"mention"`
	Until   *time.Time `json:"until"`
}

// standard is the form with the facts as data.
type standard struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      facts     `json:"data"`
}

type facts struct {
	Text   string     `json:"text"`
	URL    string     `json:"url"`
	Lang   string     `json:"lang"`
	Tables []hookItem `json:"tables"`
}

// hookBody is a message in the form that a service takes.
func hookBody(form notice.Form, m *notice.Message) any {
	lines := append([]string{m.Title}, m.Short...)
	if len(m.Items) != 1 {
		lines = append([]string{m.Title}, m.Lines...)
	}
	const name = "Bankhalter"
	call, users := calls(form, m)
	switch form {
	case notice.Slack:
		return map[string]any{"text": call + marked(lines, m, slackText, inAngles) + "\n<" + m.URL + ">", "unfurl_links": false}
	case notice.Mattermost:
		return map[string]any{"text": call + marked(lines, m, plainMarks, inAngles) + "\n<" + m.URL + ">", "username": name}
	case notice.Discord:
		return map[string]any{
			"content": call + cutLines(marked(lines, m, plainMarks, inAngles), 1500) + "\n<" + m.URL + ">", "username": name,
			"allowed_mentions": map[string]any{"parse": []string{}, "users": users},
		}
	case notice.Matrix:
		return map[string]any{"text": call + marked(lines, m, plainMarks, asIs) + "\n" + m.URL, "username": name}
	case notice.Standard:
	}
	text := strings.Join(lines, "\n")
	kind := "game." + string(m.Kind)
	if m.Testing {
		kind = "test"
	}
	s := standard{Type: kind, Timestamp: m.At.UTC(), Data: facts{Text: text, URL: m.URL, Lang: m.Lang, Tables: []hookItem{}}}
	for _, it := range m.Items {
		one := hookItem{Game: it.Game, Title: it.Title, URL: it.URL, Kinds: it.Kinds, Since: it.Since.UTC(), Players: it.Others}
		one.Ask, one.News, one.Seq, one.Phase, one.Seat, one.Seats, one.Moves = it.Ask, it.News, it.Seq, it.Phase, it.Seat, it.Seats, it.Moves
		if !it.Deadline.IsZero() {
			at := it.Deadline.UTC()
			one.Deadline = &at
		}
		for _, u := range it.Up {
			up := hookUp{Seat: u.Seat, Name: u.Name, StandIn: u.StandIn, Mention: u.Mention}
			if !u.Until.IsZero() {
				at := u.Until.UTC()
				up.Until = &at
			}
			one.Up = append(one.Up, up)
		}
		s.Data.Tables = append(s.Data.Tables, one)
	}
	return s
}

// calls mentions those who are up, in the marks of a service, and returns their names.
func calls(form notice.Form, m *notice.Message) (text string, names []string) {
	names = []string{}
	for i := range m.Items {
		for _, one := range m.Items[i].Up {
			mark, ok := notice.Mention(form, one.Mention)
			if ok && !slices.Contains(names, one.Mention) {
				names, text = append(names, one.Mention), text+mark+" "
			}
		}
	}
	return text, names
}

// marked puts lines into the marks of a service: those that are the address of a table
// as links, of which no letter is marked.
func marked(lines []string, m *notice.Message, text, link func(string) string) string {
	all := make([]string, len(lines))
	for i, line := range lines {
		mark := text
		if slices.ContainsFunc(m.Items, func(it notice.Item) bool { return it.URL == line }) {
			mark = link
		}
		all[i] = mark(line)
	}
	return strings.Join(all, "\n")
}

func inAngles(address string) string { return "<" + address + ">" }

func asIs(address string) string { return address }

// slackEmoji is what Slack shows as an emoji.
var slackEmoji = regexp.MustCompile(`:[\pL\pN_+'-]+:`)

// slackText keeps names from being read as Slack's marks, as an emoji or as a mention.
// Slack has no escape for most of its marks, but none of them closes before a character
// that is no space; a space of no width is one that nobody sees.
func slackText(text string) string {
	const zero = "\u200b"
	text = slackEmoji.ReplaceAllStringFunc(text, func(s string) string { return ":" + zero + s[1:] })
	if strings.HasPrefix(text, ">") { // a quotation, also when it is escaped
		text = zero + text
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "@"+zero,
		"*", "*"+zero, "_", "_"+zero, "~", "~"+zero, "`", "`"+zero).Replace(text)
}

// plainMarks keeps names from being read as Markdown or as a mention.
func plainMarks(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_~|<>[]#", r) {
			b.WriteByte('\\')
		}
		if b.WriteRune(r); r == '@' {
			b.WriteRune('\u200b')
		}
	}
	return b.String()
}

// cutLines leaves out the last lines of a text that is longer than this, and no part of
// a line: it could be half of an address.
func cutLines(text string, most int) string {
	list := []rune(text)
	if len(list) <= most {
		return text
	}
	text = string(list[:most])
	return text[:strings.LastIndexByte(text, '\n')+1] + "…"
}
