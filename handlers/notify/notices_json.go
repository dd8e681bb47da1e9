package notify

import (
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// noticesJSON is what somebody is told and how.
type noticesJSON struct {
	SetUp       map[notice.Way]bool `json:"set_up"` // what this server can do
	PushKey     string              `json:"push_key"`
	Preferences preferencesJSON     `json:"wishes"`
	Channels    []channelJSON       `json:"channels"`
	Tables      []mutedJSON         `json:"tables"`
}

type preferencesJSON struct {
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

// channel is a channel for its owner's programs.
type channel struct{ *notice.Channel }

// JSON is the channel with the last failure in words.
func (ch channel) JSON(lang string) any { return ch.json(lang) }

func (ch channel) json(lang string) channelJSON {
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

// JSON is the settings without what only their page says.
func (x notices) JSON(lang string) any {
	w := &x.Preferences
	j := noticesJSON{
		SetUp: x.SetUp, PushKey: x.PushKey, Channels: []channelJSON{}, Tables: []mutedJSON{},
		Preferences: preferencesJSON{w.Lang, w.Zone, w.Hour, w.Remind, w.Always},
	}
	for i := range x.Channels {
		j.Channels = append(j.Channels, channel{&x.Channels[i]}.json(lang))
	}
	for _, g := range x.Tables {
		j.Tables = append(j.Tables, mutedJSON{g.ID, g.Name, g.Muted})
	}
	return j
}

// Unkept says that there are secrets among the settings.
func (x notices) Unkept() {}

// feedMade is a feed that was just made: people see its addresses among the
// settings, their programs alone.
type feedMade struct {
	notices
	feed channel
}

// JSON is the feed with its addresses.
func (x feedMade) JSON(lang string) any { return feedJSON{x.feed.json(lang), x.Atom, x.Calendar} }
