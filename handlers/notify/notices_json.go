package notify

import (
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// noticesJSON is what somebody is told and how.
type noticesJSON struct {
	SetUp    map[notice.Way]bool `json:"set_up"` // what this server can do
	PushKey  string              `json:"push_key"`
	Wishes   wishesJSON          `json:"wishes"`
	Channels []channelJSON       `json:"channels"`
	Tables   []mutedJSON         `json:"tables"`
}

type wishesJSON struct {
	Lang   string `json:"lang"`
	Zone   string `json:"zone"`
	Hour   int    `json:"hour"`
	Remind int    `json:"remind_minutes"`
	Always bool   `json:"always"`
}

// channelJSON is a channel as its owner sees it.
type channelJSON struct {
	ID       string       `json:"id"`
	Kind     notice.Way   `json:"kind"`
	Address  string       `json:"address"`
	Label    string       `json:"label"`
	Form     notice.Form  `json:"form,omitempty"`
	Secret   string       `json:"secret,omitempty"` // with which a hook is signed
	When     notice.When  `json:"when"`
	State    notice.State `json:"state"`
	Error    string       `json:"error,omitempty"`
	Text     string       `json:"error_text,omitempty"`
	FailedAt *time.Time   `json:"failed_at"`
	RetryAt  *time.Time   `json:"retry_at"`
	SentAt   *time.Time   `json:"sent_at"`
	Created  time.Time    `json:"created_at"`
}

type mutedJSON struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	Muted bool   `json:"muted"`
}

// feedJSON is a new feed; its addresses are shown this once.
type feedJSON struct {
	Channel  channelJSON `json:"channel"`
	Atom     string      `json:"atom"`
	Calendar string      `json:"calendar"`
}

func newChannelJSON(ch *notice.Channel, lang string) channelJSON {
	j := channelJSON{
		ID: ch.ID, Kind: ch.Way, Address: ch.Address, Label: ch.Label, Form: ch.Form, When: ch.When, State: ch.State,
		FailedAt: web.TimeOrNull(ch.FailedAt), RetryAt: web.TimeOrNull(ch.RetryAt), SentAt: web.TimeOrNull(ch.SentAt), Created: ch.CreatedAt,
	}
	if ch.Way == notice.Hook {
		j.Secret = ch.Secret
	}
	if ch.Error != "" {
		j.Error, j.Text = ch.Error, text.Fault(text.For(lang), ch.Error)
	}
	return j
}

func (s *Handler) newNoticesJSON(c echo.Context, w notice.Wishes, channels []notice.Channel, games []*table.Game) noticesJSON {
	j := noticesJSON{
		SetUp: map[notice.Way]bool{}, PushKey: s.PushKey, Channels: []channelJSON{}, Tables: []mutedJSON{},
		Wishes: wishesJSON{w.Lang, w.Zone, w.Hour, w.Remind, w.Always},
	}
	for _, way := range []notice.Way{notice.Mail, notice.Push, notice.Hook, notice.Feed} {
		j.SetUp[way] = s.Post.Carries(way)
	}
	for i := range channels {
		j.Channels = append(j.Channels, newChannelJSON(&channels[i], web.LangOf(c)))
	}
	for _, g := range games {
		j.Tables = append(j.Tables, mutedJSON{g.ID, g.Title, w.Mutes(g.ID)})
	}
	return j
}
