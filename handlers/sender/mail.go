package sender

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// TLS says how mail is encrypted on its way to the operator's server.
type TLS string

// The choices.
const (
	StartTLS TLS = "starttls" // or the mail does not go
	Implicit TLS = "implicit" // from the first byte
	Plain    TLS = "none"     // for a server on the same machine
)

// MailConfig is the mail server of the operator.
type MailConfig struct {
	Host      string
	Port      int // 0: the usual one for TLS
	User      string
	Password  string
	From      string // address, perhaps with a name
	TLS       TLS
	Domain    string // public name of this server, for Message-IDs and HELO
	TLSConfig *tls.Config
	Now       func() time.Time
}

// Mail sends mails through one server.
type Mail struct {
	cfg  MailConfig
	from *netmail.Address
}

// NewMail checks the settings; nothing is sent yet.
func NewMail(cfg MailConfig) (*Mail, error) {
	from, err := netmail.ParseAddress(cfg.From)
	if err != nil {
		return nil, fmt.Errorf("sender %q is no mail address", cfg.From)
	}
	switch cfg.TLS {
	case StartTLS, Implicit, Plain:
	default:
		return nil, fmt.Errorf("%q is not starttls, implicit or none", cfg.TLS)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	m := &Mail{cfg: cfg, from: from}
	_, err = m.client()
	return m, err
}

func (m *Mail) client() (*mail.Client, error) {
	c := &m.cfg
	opts := []mail.Option{mail.WithTimeout(15 * time.Second), mail.WithHELO(c.Domain)}
	switch c.TLS {
	case Implicit:
		opts = append(opts, mail.WithSSLPort(false))
	case StartTLS:
		opts = append(opts, mail.WithTLSPortPolicy(mail.TLSMandatory))
	case Plain:
		opts = append(opts, mail.WithTLSPortPolicy(mail.NoTLS))
	}
	if c.Port != 0 {
		opts = append(opts, mail.WithPort(c.Port))
	}
	if c.TLSConfig != nil {
		opts = append(opts, mail.WithTLSConfig(c.TLSConfig))
	}
	if c.User != "" {
		opts = append(opts, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(c.User), mail.WithPassword(c.Password))
	}
	return mail.NewClient(c.Host, opts...)
}

// Deliver implements notifications.Sender.
func (m *Mail) Deliver(ctx context.Context, c *notice.Channel, n *notice.Message) error {
	msg, err := m.letter(c.Address, n.Title, strings.Join(mailBody(n), "\n"))
	if err != nil {
		return err
	}
	msg.SetMessageIDWithValue(n.ID + "@" + m.cfg.Domain)
	msg.SetGenHeader("Content-Language", n.Lang)
	if n.Game != "" {
		thread := "<game-" + n.Game + "@" + m.cfg.Domain + ">"
		msg.SetGenHeader(mail.HeaderInReplyTo, thread)
		msg.SetGenHeader(mail.HeaderReferences, thread)
	}
	if n.Unsub != "" {
		msg.SetListUnsubscribe("<" + n.Unsub + ">")
		msg.SetListUnsubscribePost()
	}
	return m.send(ctx, msg)
}

// Send sends one plain mail now, such as a link to get back into an account.
func (m *Mail) Send(ctx context.Context, to, subject, text string) error {
	msg, err := m.letter(to, subject, text)
	if err != nil {
		return err
	}
	msg.SetMessageIDWithValue(newID() + "@" + m.cfg.Domain)
	return m.send(ctx, msg)
}

func (m *Mail) letter(to, subject, text string) (*mail.Msg, error) {
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	msg.FromMailAddress(m.from)
	if err := msg.To(to); err != nil {
		return nil, &notifications.Fault{Code: "refused", Detail: "not an address", Gone: true}
	}
	msg.SetDateWithValue(m.cfg.Now())
	msg.Subject(subject)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(mail.TypeTextPlain, text)
	return msg, nil
}

// send hands a mail to the server. A failure before it has been given the
// address is no fault of the address.
func (m *Mail) send(ctx context.Context, msg *mail.Msg) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	client, err := m.client()
	if err != nil {
		return err
	}
	dial := mail.DialContextFunc(func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := m.dial(dialing, network, address)
		if err == nil {
			// The library itself waits for a server that hangs, and leaves the line to one
			// that greets wrongly open.
			context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	})
	if err := mail.WithDialContextFunc(dial)(client); err != nil {
		return err
	}
	line, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return withCause(&notifications.Fault{Code: "down", Down: true}, err)
	}
	defer func() { _ = client.CloseWithSMTPClient(line) }() // the mail has been taken by then
	err = client.SendWithSMTPClient(line, msg)
	if err != nil && !msg.IsDelivered() { // a server may hang up once it has the mail
		return withCause(smtpFault(err), err)
	}
	return nil
}

// withCause adds to a fault what only the log says about it. Of the mail itself the library
// names the address and the id at the end.
func withCause(f *notifications.Fault, err error) error {
	cause, _, _ := strings.Cut(err.Error(), ", affected ")
	return fmt.Errorf("%w: %s", f, short(cause))
}

// dial connects to the server, by TLS from the first byte if that is wanted.
func (m *Mail) dial(ctx context.Context, network, address string) (net.Conn, error) {
	plain := &net.Dialer{Timeout: 15 * time.Second}
	if m.cfg.TLS != Implicit {
		return plain.DialContext(ctx, network, address)
	}
	conf := &tls.Config{ServerName: m.cfg.Host, MinVersion: tls.VersionTLS12}
	if m.cfg.TLSConfig != nil {
		conf = m.cfg.TLSConfig
	}
	return (&tls.Dialer{NetDialer: plain, Config: conf}).DialContext(ctx, network, address)
}

// smtpFault is why a mail was not taken, with the server's answer if it gave one: what else
// the error says is of the operator's network.
func smtpFault(err error) *notifications.Fault {
	f := &notifications.Fault{Code: "server"}
	e, ok := errors.AsType[*mail.SendError](err)
	if !ok {
		return f
	}
	permanent := e.ErrorCode() >= 500 && e.ErrorCode() < 600
	switch {
	case e.Reason == mail.ErrSMTPMailFrom, e.Reason == mail.ErrConnCheck, e.Reason == mail.ErrNoUnencoded:
		return &notifications.Fault{Code: "down", Down: true}
	case e.ErrorCode() == 0:
		return f
	case e.Reason == mail.ErrSMTPRcptTo && permanent:
		// 5.1.x: there is no such address. Anything else may be a filter's mood.
		f.Code, f.Gone = "refused", e.EnhancedStatusCode() == "" || strings.HasPrefix(e.EnhancedStatusCode(), "5.1.")
	case permanent:
		f.Code = "refused"
	}
	_, answer, _ := strings.Cut(err.Error(), ": ") // the command is before it
	answer, _, _ = strings.Cut(answer, ", affected ")
	f.Detail = short(answer)
	return f
}

// mailBody is the text of a mail; the part below the dashes is not quoted in answers.
func mailBody(n *notice.Message) []string {
	body := append([]string(nil), n.Lines...)
	if len(n.Foot) > 0 {
		body = append(append(body, "", "-- "), n.Foot...)
	}
	return append(body, "")
}
