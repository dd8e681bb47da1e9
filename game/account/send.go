package account

import (
	"context"
	"errors"
	"time"
)

// outgoing is a mail to one person.
type outgoing struct{ to, subject, text string }

// pauses are how long a mail waits for its next attempts if the mail server cannot take it
// now: it may want to see first whether somebody tries again.
func pauses() []time.Duration {
	return []time.Duration{30 * time.Second, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
}

// sendSoon sends a mail, and tries again where that may help, as long as it is still good for
// something: its link may have been replaced, used or deleted with its account. It returns at
// once; why a mail was not sent is logged.
func (s *Service) sendSoon(ctx context.Context, failed string, m outgoing, good func() bool) {
	ctx = context.WithoutCancel(ctx)
	s.busy.Go(func() {
		err := s.cfg.Mail(ctx, m.to, m.subject, m.text)
		for _, pause := range pauses() {
			if !mayPass(err) || !s.wait(pause, err) {
				break
			}
			if !good() {
				return
			}
			err = s.cfg.Mail(ctx, m.to, m.subject, m.text)
		}
		if err != nil {
			s.cfg.Logger.Error(failed, "err", err)
		}
	})
}

// wait lets time pass before a mail is sent again; false if the service is closed meanwhile.
func (s *Service) wait(pause time.Duration, why error) bool {
	s.cfg.Logger.Info("a mail is sent again later", "in", pause, "err", why)
	select {
	case <-s.closing:
		return false
	case <-time.After(pause):
		return true
	}
}

// mayPass reports whether an error of Mail may pass.
func mayPass(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}
