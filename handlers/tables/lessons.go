package tables

import (
	"context"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// Learners knows what has been explained to players in their first game.
type Learners interface {
	Learner(ctx context.Context, p account.PlayerID) (account.Learner, error)
	LearnerAt(ctx context.Context, p account.PlayerID, where string) (account.Learner, error)
	Telling(p account.PlayerID, kinds uint64) (end func())
	Teach(ctx context.Context, p account.PlayerID, kinds uint64) error
	Explain(ctx context.Context, p account.PlayerID, on bool) error
}

// tipsWish switches the explanations on or off.
type tipsWish struct {
	Tips *bool `json:"tips"`

	back string // the table where they were switched off
}

func (w *tipsWish) fill(f url.Values) error {
	if f.Has("tips") {
		tips := web.ParseBool(f.Get("tips"))
		w.Tips = &tips
	}
	w.back = f.Get("back")
	return nil
}

// Tips says whether the decisions of the player's first game are explained, and which were.
type Tips struct {
	On   bool     `json:"tips"`
	Seen []string `json:"seen" schema:"[]TipKind"`
}

// TipsOf reads it.
func (s *Handler) TipsOf(ctx context.Context, me account.PlayerID) (Tips, error) {
	l, err := s.Learners.Learner(ctx, me)
	return Tips{!l.Quiet, tablepage.Lessons(l.Taught).Names()}, err
}

// postTips switches the explanations of the viewer's first game on or off.
func (s *Handler) postTips(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MePath())
	if done {
		return err
	}
	var w tipsWish
	if _, err := web.ReadInto(c, &w, w.fill); err != nil {
		return err
	}
	if w.Tips == nil {
		return web.Mistyped("tips", web.ExpectBool)
	}
	ctx := c.Request().Context()
	if err := s.Learners.Explain(ctx, me.ID, *w.Tips); err != nil {
		return err
	}
	change := web.Change{To: page.MePath() + "#tips", JSON: func() (any, error) { return s.TipsOf(ctx, me.ID) }}
	if table.IsGameID(w.back) {
		change.To = page.GamePath(w.back)
		change.Fragment = func() (web.Model, error) {
			snap, err := s.Tables.Snapshot(c.Request().Context(), w.back)
			if err != nil {
				return nil, err
			}
			return s.tableData(c, &snap, nothingAsked())
		}
	}
	return web.Changed(c, change)
}

// learner is what has been explained to a player who is asked something in their first
// game; nil if nothing is explained.
func (s *Handler) learner(ctx context.Context, snap *table.Snapshot, me account.PlayerID, options []game.Option) *tablepage.Lessons {
	if me == "" || len(options) == 0 || snap.Meta.Sandbox() || snap.State.Status != game.Playing {
		return nil
	}
	l, err := s.Learners.LearnerAt(ctx, me, snap.Meta.ID)
	if err != nil {
		s.Logger.Warn("what a player was taught", "err", err) // a table without tips is better than none
		return nil
	}
	if !l.Learns() {
		return nil
	}
	taught := tablepage.Lessons(l.Taught)
	return &taught
}

// lessonAt is what the page explained to a player before they moved. Programs are told nothing.
func (s *Handler) lessonAt(c echo.Context, snap *table.Snapshot, seat game.Seat, me account.PlayerID) tablepage.Lesson {
	if web.IsProgram(c) || seat != snap.SeatOf(me) {
		return tablepage.NoLesson
	}
	options := snap.Options(seat)
	taught := s.learner(c.Request().Context(), snap, me, options)
	if taught == nil {
		return tablepage.NoLesson
	}
	t := tablepage.Teaching{State: snap.State, Seat: seat, Options: options, Slow: snap.Meta.Clock.Kind == timecontrol.Correspondence, Taught: *taught}
	return t.Lesson()
}

// teaching runs the move of a player to whom something was explained, and notes that it was
// if the move was made.
func (s *Handler) teaching(c echo.Context, l tablepage.Lesson, k game.CommandKind, me account.PlayerID, move func() error) error {
	if !l.AnsweredBy(k) {
		return move()
	}
	kinds := uint64(l.Bit())
	defer s.Learners.Telling(me, kinds)()
	if err := move(); err != nil {
		return err
	}
	if err := s.Learners.Teach(c.Request().Context(), me, kinds); err != nil {
		s.Logger.Warn("what a player was taught", "err", err)
	}
	return nil
}
