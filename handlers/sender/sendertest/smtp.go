package sendertest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Mail is a mail that was taken.
type Mail struct {
	From, To string
	Header   mail.Header
	Subject  string
	Body     string // decoded
	Raw      string
}

// SMTP is a small mail server that accepts everything unless SetRefuse is called.
type SMTP struct {
	Host string
	Port int

	mu     sync.Mutex
	mails  []Mail
	open   []net.Conn
	Refuse func(command string) string // the answer to a command instead of the usual one; "" for that
	lines  net.Listener
}

// NewSMTP starts a server that ends with the test.
func NewSMTP(t testing.TB) *SMTP {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &SMTP{Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port, lines: l}
	var at sync.WaitGroup
	at.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.open = append(s.open, c)
			s.mu.Unlock()
			at.Go(func() { s.serve(c) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		s.mu.Lock()
		for _, c := range s.open { // clients that have not hung up
			_ = c.Close()
		}
		s.mu.Unlock()
		at.Wait()
	})
	return s
}

// Close makes the server unreachable.
func (s *SMTP) Close() { _ = s.lines.Close() }

// SetRefuse changes which commands are refused.
func (s *SMTP) SetRefuse(f func(command string) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Refuse = f
}

// All are the mails that were taken, in their order.
func (s *SMTP) All() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...)
}

// Last is the newest mail; the zero Mail if there is none.
func (s *SMTP) Last() Mail {
	if all := s.All(); len(all) > 0 {
		return all[len(all)-1]
	}
	return Mail{}
}

func (s *SMTP) serve(c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	say := func(line string) { fmt.Fprint(c, line+"\r\n") }
	say("220 mail.test")
	var m Mail
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		verb := strings.ToUpper(line)
		s.mu.Lock()
		refuse := s.Refuse
		s.mu.Unlock()
		if refuse != nil {
			if no := refuse(verb); no != "" {
				say(no)
				continue
			}
		}
		switch {
		case strings.HasPrefix(verb, "EHLO"), strings.HasPrefix(verb, "HELO"):
			say("250-mail.test")
			say("250-8BITMIME")
			say("250 ENHANCEDSTATUSCODES")
		case strings.HasPrefix(verb, "MAIL FROM:"):
			m = Mail{From: between(line)}
			say("250 2.1.0 ok")
		case strings.HasPrefix(verb, "RCPT TO:"):
			m.To = between(line)
			say("250 2.1.5 ok")
		case verb == "DATA":
			say("354 go on")
			if m.Raw, err = readData(r); err != nil {
				return
			}
			if err := m.parse(); err != nil {
				say("554 5.6.0 " + strconv.Quote(err.Error()))
				continue
			}
			s.mu.Lock()
			s.mails = append(s.mails, m)
			s.mu.Unlock()
			say("250 2.0.0 taken")
		case verb == "QUIT":
			say("221 2.0.0 bye")
			return
		default:
			say("250 2.0.0 ok")
		}
	}
}

func between(line string) string {
	_, rest, _ := strings.Cut(line, "<")
	address, _, _ := strings.Cut(rest, ">")
	return address
}

func readData(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", err
		}
		if line == ".\r\n" {
			return b.String(), nil
		}
		b.WriteString(strings.TrimPrefix(line, "."))
	}
}

func (m *Mail) parse() error {
	msg, err := mail.ReadMessage(strings.NewReader(m.Raw))
	if err != nil {
		return err
	}
	m.Header = msg.Header
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject")); err != nil {
		return err
	}
	body := msg.Body
	if strings.EqualFold(msg.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	m.Body = string(text)
	return err
}
