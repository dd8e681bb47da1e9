package table

import (
	"context"
	"strings"

	"github.com/bankhalter/bankhalter/game/account"
)

// Report asks the operator to look at a message, with a copy of its words, so
// that taking it back does not undo the report. A second report of the same
// message changes nothing. ErrNoMessage, also for one that is gone already;
// ErrForbidden for one's own; *invalid.Error, *TooSoon.
func (s *Service) Report(ctx context.Context, id string, by account.PlayerID, n uint64, why string) error {
	if strings.TrimSpace(why) != "" {
		var err error
		if why, err = cleanMessage("why", why, MaxWhy); err != nil {
			return err
		}
	}
	m, err := s.read(ctx, id, by, n)
	switch {
	case err != nil:
		return err
	case m.Removed != "":
		return ErrNoMessage
	case m.Player == by || m.Player == "":
		return ErrForbidden
	}
	if err := s.mayReport(by); err != nil {
		return err
	}
	return s.store.AddReport(context.WithoutCancel(ctx), Report{
		ID: newID(gameIDLen), At: s.now(), Game: id, Message: n, Reporter: by, Author: m.Player, Name: m.Name, Text: m.Text, Why: strings.TrimSpace(why),
	})
}

func (s *Service) mayReport(by account.PlayerID) error {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	b := s.rooms.tells[by]
	if b == nil {
		if s.rooms.tells == nil {
			s.rooms.tells = map[account.PlayerID]*bucket{}
		}
		b = &bucket{}
		s.rooms.tells[by] = b
	}
	return b.take(s.now(), tellBurst, tellEvery)
}

// Reports lists what the operator was asked to look at, latest first.
func (s *Service) Reports(ctx context.Context, f ReportFilter) ([]Report, error) {
	return s.store.Reports(ctx, f)
}

// OpenReports counts the reports that nobody has dealt with yet.
func (s *Service) OpenReports(ctx context.Context) (int, error) {
	open := false
	list, err := s.store.Reports(ctx, ReportFilter{Settled: &open})
	return len(list), err
}

// SettleReport notes what the operator did; ErrNotFound if there is no such report.
func (s *Service) SettleReport(ctx context.Context, id, note string) error {
	if strings.TrimSpace(note) != "" {
		var err error
		if note, err = cleanMessage("note", note, MaxWhy); err != nil {
			return err
		}
	}
	return s.store.SettleReport(context.WithoutCancel(ctx), id, s.now(), note)
}
