package talk

import (
	"context"
	"strings"

	"github.com/bankhalter/bankhalter/game/account"
)

// Report asks the operator to look at a message, with a copy of its words, so
// that taking it back does not undo the report. A second report of the same
// message changes nothing. ErrNoMessage, also for one that is gone already;
// ErrNotYours for one's own; *invalid.Error, *TooSoon.
func (s *Service) Report(ctx context.Context, id string, by account.PlayerID, n uint64, why string) error {
	if strings.TrimSpace(why) != "" {
		var err error
		if why, err = account.CleanText("why", why, maxWhy); err != nil {
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
		return ErrNotYours
	}
	if err := s.mayReport(by); err != nil {
		return err
	}
	return s.chats.store.AddReport(context.WithoutCancel(ctx), Report{
		ID: newID(), At: s.chats.now(), Game: id, Message: n, Reporter: by, Author: m.Player, Name: m.Name, Text: m.Text, Why: strings.TrimSpace(why),
	})
}

// mayReport takes one report out of a player's share.
func (s *Service) mayReport(by account.PlayerID) error {
	s.tellMu.Lock()
	defer s.tellMu.Unlock()
	now := s.chats.now()
	return take(now, s.tells.get(by, now))
}

// Reports lists what the operator was asked to look at, latest first unless the filter
// says otherwise.
func (s *Service) Reports(ctx context.Context, f ReportFilter) ([]Report, error) {
	return s.chats.store.Reports(ctx, f)
}

// OpenReports counts the unsettled reports.
func (s *Service) OpenReports(ctx context.Context) (int, error) {
	return s.chats.store.OpenReports(ctx)
}

// CleanSettlement checks what the operator notes when they settle a report. It may be
// empty. The error is *invalid.Error.
func CleanSettlement(note string) (string, error) {
	if strings.TrimSpace(note) == "" {
		return "", nil
	}
	return account.CleanText("note", note, maxWhy)
}

// SettleReport notes what the operator did; ErrNotFound if there is no such report,
// *invalid.Error if CleanSettlement refuses the note.
func (s *Service) SettleReport(ctx context.Context, id, note string) error {
	note, err := CleanSettlement(note)
	if err != nil {
		return err
	}
	return s.chats.store.SettleReport(context.WithoutCancel(ctx), id, s.chats.now(), note)
}
