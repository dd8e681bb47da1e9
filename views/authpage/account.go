package authpage

import (
	"net/url"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// Account is a player as they see themselves.
type Account struct {
	page.Person
	CreatedAt time.Time    `json:"created_at"`
	Login     *string      `json:"login"` // null: no password
	Mail      *string      `json:"mail"`
	MailAt    *time.Time   `json:"mail_confirmed_at"` // null: not yet, and no recovery goes there
	Passkeys  []Passkey    `json:"passkeys"`
	Link      *LinkMade    `json:"link"` // null: there is none
	Sessions  []Session    `json:"sessions"`
	Offers    Offers       `json:"offers"`
	Guest     *page.Person `json:"guest"` // who may be merged into the account, as this browser was before
	Proved    bool         `json:"proved"`
}

// LinkMade is when the secret link was made; what it says is shown only then.
type LinkMade struct {
	CreatedAt time.Time `json:"created_at"`
}

// Offers are what works on this server.
type Offers struct {
	Recovery bool `json:"recovery"` // it sends mail
	Passkeys bool `json:"passkeys"` // they work under this address
}

// AccountData is an account, and what its page says about the last request.
type AccountData struct {
	Account
	Pages     bool          `json:"-"` // this server keeps pages of players
	FreshLink string        `json:"-"` // absolute secret link, shown only now
	MailAsked bool          `json:"-"` // a link that confirms the address is on its way
	Form      url.Values    `json:"-"`
	Problem   *page.Problem `json:"-"`
	Done      string        `json:"-"` // the change just made, as the texts account.done_DONE name it
	At        string        `json:"-"` // part of the page that the problem is about: name, password, mail, passkeys, sessions
}

// orNone is the text, "" for none.
func orNone(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// protected reports whether the viewer has something to sign in with.
func (d *AccountData) protected() bool { return d.Login != nil || len(d.Passkeys) > 0 }

// problem is the problem of one part of the page.
func (d *AccountData) problem(at string) *page.Problem {
	if d.At == at {
		return d.Problem
	}
	return nil
}

// Passkey is a registered authenticator.
type Passkey struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at"`
}

// used says when a passkey was used last.
func (k *Passkey) used(p *text.Printer) string {
	if k.UsedAt == nil {
		return p.T("account.never_used")
	}
	return p.T("account.last_used", "When", day(p, *k.UsedAt))
}

// Session is a browser in which a player is signed in.
type Session struct {
	ID        string    `json:"id"`
	Device    string    `json:"device"` // browser/system, either may be empty
	CreatedAt time.Time `json:"created_at"`
	SeenAt    time.Time `json:"seen_at"` // to the day
	ExpiresAt time.Time `json:"expires_at"`
	Current   bool      `json:"current"`
}

// name describes in plain words the kind of device.
func (s *Session) name(p *text.Printer) string {
	browser, system, _ := strings.Cut(s.Device, "/")
	switch browser, system = deviceName(browser), deviceName(system); {
	case browser != "" && system != "":
		return p.T("account.device", "Browser", browser, "System", system)
	case browser != "" || system != "":
		return browser + system
	}
	return p.T("account.device_unknown")
}

// deviceName is how a browser or system calls itself.
func deviceName(family string) string {
	names := map[string]string{
		"macos": "macOS", "ios": "iOS", "iphone": "iPhone", "ipad": "iPad", "chromeos": "ChromeOS", "bsd": "BSD", "w3m": "w3m", "curl": "curl",
		"samsung": "Samsung Internet", "go": "Go",
	}
	if name, ok := names[family]; ok || family == "" {
		return name
	}
	return strings.ToUpper(family[:1]) + family[1:]
}

// day is a date as the reader writes it.
func day(p *text.Printer, t time.Time) string {
	return page.DateOfYear(p, t.UTC())
}

// LoginData is the page on which an account signs in.
type LoginData struct {
	Viewer *page.Person `json:"viewer"` // null for a stranger
	Offers Offers       `json:"offers"`

	Next    string        `json:"-"` // path to go to afterwards
	Form    url.Values    `json:"-"`
	Problem *page.Problem `json:"-"`
}

// ConfirmMeData asks for password or passkey once more.
type ConfirmMeData struct {
	Next     string // path to go to afterwards
	Problem  *page.Problem
	Passkeys bool // there are some, and they work under this address
	Password bool // there is one
}

// RecoverData asks for a link to a new password.
type RecoverData struct {
	Recovery bool `json:"recovery"` // this server sends mail

	Life    time.Duration `json:"-"` // how long a link is good
	Sent    bool          `json:"-"` // the request is on its way
	Form    url.Values    `json:"-"`
	Problem *page.Problem `json:"-"`
}

// NewPasswordData asks for a new password.
type NewPasswordData struct {
	Login string `json:"login"`
	Ways

	Action  string        `json:"-"`
	Problem *page.Problem `json:"-"`
}

// Ways are the other ways into an account.
type Ways struct {
	Passkeys int  `json:"passkeys"`
	Link     bool `json:"link"`
	Tokens   int  `json:"tokens"`
}

// any reports whether there is one.
func (w Ways) any() bool { return w.Passkeys+w.Tokens > 0 || w.Link }

// Kept says which of them are still good, "" if none is.
func (w Ways) Kept(lang string) string {
	if !w.any() {
		return ""
	}
	p := text.For(lang)
	return p.T("recover.kept", "Ways", w.list(p))
}

// list says which there are.
func (w Ways) list(p *text.Printer) string {
	var all []string
	if w.Passkeys > 0 {
		all = append(all, p.N("recover.passkeys", w.Passkeys))
	}
	if w.Link {
		all = append(all, p.T("recover.link"))
	}
	if w.Tokens > 0 {
		all = append(all, p.N("recover.tokens", w.Tokens))
	}
	return p.List(all)
}

// MailLinkData asks whether an address is to be confirmed.
type MailLinkData struct {
	Login  string `json:"login"`
	Mail   string `json:"mail"`
	Action string `json:"-"`
}

// MergeData asks whether a guest is to become part of the account.
type MergeData struct {
	Guest   string
	Games   []page.TableCard // they move
	Double  []page.TableCard // finished ones at which both sat
	Shared  []page.TableCard // in the way
	Problem *page.Problem
}

// EraseData asks before a player is deleted.
type EraseData struct {
	Tables  []Parting
	Form    url.Values
	Problem *page.Problem
}

// Parting is a table and its fate: closed, seat, played, ruined, voted.
type Parting struct {
	Table   page.TableCard `json:"-"`
	Becomes string         `json:"becomes"`
	Running bool           `json:"running"` // the request has to name it
	Choices []string       `json:"choices"` // what it may become instead, `becomes` first
}

// running are the games that a deleted player leaves.
func (d *EraseData) running() (list []Parting) {
	for _, one := range d.Tables {
		if one.Running {
			list = append(list, one)
		}
	}
	return list
}

// waiting are the other tables.
func (d *EraseData) waiting() (list []Parting) {
	for _, one := range d.Tables {
		if !one.Running {
			list = append(list, one)
		}
	}
	return list
}

// chosen is the player's choice for a table.
func (d *EraseData) chosen(one *Parting) string {
	return page.Typed(d.Form, "table-"+one.Table.ID, one.Becomes)
}

// done says that a change was made, "" if it was another one or none.
func (d AccountData) done(t *text.Printer, what string) string {
	if d.Done != what {
		return ""
	}
	return t.T("account.done_" + what)
}
