package tables

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// mostAnswered is how many reasons of answers to offers are kept, some 100 bytes each.
const mostAnswered = 4096

// answerOf names an answer by its event.
type answerOf struct {
	game string
	seq  uint32
}

// explainAnswers adds to the answers of computer players to people's offers why they
// gave them. An offer and both of its sides are public, and so is what its answer
// says; bids and the plans of a computer player are not, and no reason is given for them.
func (s *Handler) explainAnswers(ctx context.Context, snap *table.Snapshot, log []tablepage.Entry) {
	var asked map[int32]bool // the offers of people
	for i := range log {
		e := &log[i].Event
		if e.Kind == game.TradeProposed && snap.Seats[e.Seat].Bot == "" {
			if asked == nil {
				asked = map[int32]bool{}
			}
			asked[e.N] = true
		}
		if e.Kind != game.TradeAccepted && e.Kind != game.TradeRejected || !asked[e.N] || log[i].By != "" || snap.Seats[e.Seat].Bot == "" {
			continue
		}
		of := answerOf{snap.Meta.ID, log[i].Seq}
		why, known := s.whys.Get(of)
		if !known {
			var err error
			if why, err = s.whyAnswered(ctx, snap, of, e); err != nil {
				continue // the page is worth more than a reason; the next one looks again
			}
			s.whys.Add(of, why)
		}
		log[i].Why = why
	}
}

// whyAnswered looks at an answer in the position in which it was given; nil if there is nothing to say.
func (s *Handler) whyAnswered(ctx context.Context, snap *table.Snapshot, of answerOf, e *game.Event) (*explain.Reason, error) {
	then, err := s.Tables.Past(ctx, of.game, of.seq-1)
	if err != nil {
		return nil, err
	}
	tr := then.State.FindTrade(e.N)
	if tr == nil || tr.To != e.Seat || tr.Held { // others have voted on it
		return nil, nil
	}
	c := game.MoveN(game.RejectTrade, e.Seat, e.N)
	if e.Kind == game.TradeAccepted {
		c.Kind = game.AcceptTrade
	}
	level, _, _ := bot.Level(snap.Seats[e.Seat].Bot)
	why, ok := explain.New(snap.Setup).Of(then.State, &c, level == bot.Expert)
	if !ok || why.Points[0].Kind == explain.Better || why.Points[0].Kind == explain.Habit {
		return nil, nil
	}
	return &why, nil
}

// answersOf are the reasons that the end of the log of a running game has.
func (s *Handler) answersOf(ctx context.Context, snap *table.Snapshot) (*tablepage.Reasons, error) {
	log, err := s.tailFor(ctx, snap, game.Nobody)
	if err != nil {
		return nil, err
	}
	turn := snap.State.Turn.Number
	found := tablepage.Reasons{}
	for i := len(log) - 1; i >= 0; i-- {
		e := &log[i]
		if e.Why != nil {
			found = append(found, tablepage.Reasoned{Turn: turn, Seq: e.Seq, Seat: e.Event.Seat, Event: e.Event, Reason: *e.Why})
		}
		if e.Event.Kind == game.TurnStarted {
			turn--
		}
	}
	slices.Reverse(found)
	nameCounterOffers(found, log, snap.State)
	return &found, nil
}
