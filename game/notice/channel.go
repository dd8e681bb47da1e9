package notice

import "time"

// Way is how a channel reaches its owner. The names are stored.
type Way string

// The ways.
const (
	Mail Way = "mail"
	Push Way = "push" // to a browser
	Hook Way = "hook" // a web address that takes JSON
	Feed Way = "feed" // Atom and iCalendar, fetched by the owner: nothing is ever sent
)

// State is whether a channel is used.
type State string

// The states.
const (
	Unconfirmed State = "unconfirmed" // its address has not been confirmed yet
	On          State = "on"
	Off         State = "off"  // by its owner, or by unsubscribing
	Dead        State = "dead" // given up, for the reason in Error
)

// When says how soon a channel is used.
type When string

// The choices.
const (
	Once   When = "once"   // after a quiet minute
	Hourly When = "hourly" // at most one message an hour
	Daily  When = "daily"  // one message a day at the hour the person has chosen; reminders at once
)

// Form is the format of a web hook's payload.
type Form string

// The forms.
const (
	Standard   Form = "standard" // as Standard Webhooks specifies, with the facts as data
	Slack      Form = "slack"
	Mattermost Form = "mattermost"
	Discord    Form = "discord"
	Matrix     Form = "matrix"
)

// Forms lists the forms of web hooks.
func Forms() []Form { return []Form{Standard, Slack, Mattermost, Discord, Matrix} }

// Extra holds the other data of a channel, stored as JSON.
type Extra struct {
	When  When   `json:"when"`
	Form  Form   `json:"form,omitempty"`  // of a hook
	Key   string `json:"key,omitempty"`   // of a browser: its public key
	Label string `json:"label,omitempty"` // given by its owner

	Lang      string `json:"lang,omitempty"`       // of the hook of a table
	Zone      string `json:"zone,omitempty"`       // of the hook of a table
	QuietFrom int    `json:"quiet_from,omitempty"` // hours of that zone between which the hook of a table says nothing;
	QuietTo   int    `json:"quiet_to,omitempty"`   // the same twice: always something

	Tested time.Time `json:"tested,omitzero"` // of a feed: when its owner last requested a trial entry
}

// TrialLife is how long a feed shows an entry of trial.
const TrialLife = 24 * time.Hour

// OnTrial reports whether a feed shows an entry of trial.
func (c *Channel) OnTrial(now time.Time) bool {
	return c.Way == Feed && !c.Tested.IsZero() && now.Before(c.Tested.Add(TrialLife))
}

// Channel is one way on which a person, or the people of a table, can be reached, and how it has fared.
type Channel struct {
	ID      string
	Player  string // its owner; of the hook of a table who gave the address
	Game    string // the table whose hook it is, "" if it is a player's
	Way     Way
	Address string // mail address, web address, endpoint of a browser
	Secret  string // with which hooks are signed; of a browser its auth secret; of a feed the hash of its address
	Extra
	State     State
	CreatedAt time.Time

	SentAt   time.Time // last message, zero if there was none
	Day      int       // of the last message, counted from 1970 in UTC
	Sent     int       // messages on that day
	Failures int       // in a row
	RetryAt  time.Time // not before this, after a failure
	Error    string    // of the last failure, for the owner; empty if all is well
	FailedAt time.Time
}

// Unproven reports whether nothing shows that the channel works: its last message failed,
// or none has been sent yet.
func (c *Channel) Unproven() bool { return c.Failures > 0 || c.SentAt.IsZero() }

// Sends reports whether anything is sent on the channel.
func (c *Channel) Sends() bool { return c.State == On && c.Way != Feed }
