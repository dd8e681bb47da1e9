package tables

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// proofQuery is which draws a page shows, and whether the proof is sent as a file,
// without the draws.
type proofQuery struct {
	Envelope bool `query:"envelope,empty"`
	Page     int  `query:"page,laxpage" schema:",min=1,max=65535"` // of the draws, from 1; 0: the newest
}

// showProof shows where the proof of the dice stands, as page or as JSON; with
// ?envelope it is a file to keep.
func (s *Handler) showProof(c echo.Context, q proofQuery) error {
	ctx, id := c.Request().Context(), c.Param("id")
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	leave, err := s.admitHeavy(c, snap.Seq())
	if err != nil {
		return err
	}
	defer leave()
	p := tablepage.ProofData{
		ID: id, Stage: proofState(snap.Meta), Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Seats: seatNames(&snap), Viewer: snap.SeatOf(web.Viewer(c).ID),
		Asked: q.Page,
	}
	if x, ok := forScript(&snap, web.Viewer(c).ID); ok {
		p.Dice = attribute(x)
	}
	if snap.Meta.Luck == table.ByChain {
		protocol := fair.Protocol
		p.Protocol, p.Server, p.Chains = &protocol, &snap.Meta.Server, provenSeats(&snap)
		if p.Head, err = s.headProof(ctx, id); err != nil {
			return err
		}
	}
	if snap.Dice != nil {
		p.Header = snap.Dice.Proof.Header
		if p.Draws, p.Count, err = s.provenDraws(ctx, &snap, snap.SeatOf(web.Viewer(c).ID)); err != nil {
			return err
		}
	}
	reason, err := s.unproven(ctx, &snap, p.Count)
	if err != nil {
		return err
	}
	p.Verdict, p.Reason = string(verdictOf(snap.State.Status, reason)), string(reason)
	if q.Envelope {
		p.Draws = nil
		c.Response().Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote("bankhalter-"+id+"-envelope.json"))
		return web.ReplyJSON(c, http.StatusOK, p)
	}
	return web.Respond(c, p)
}

// proofState says in a word how far a proof has come.
func proofState(g *table.Game) string {
	switch {
	case g.Sandbox():
		return "none"
	case g.Luck != table.ByChain:
		return "sealed"
	case g.Status == game.InLobby:
		return "open"
	case g.Status == game.Finished:
		return "over"
	}
	return "running"
}

// unproven is why verify cannot prove the dice of a game, "" if it can. Only
// imported games may lack what their server had.
func (s *Handler) unproven(ctx context.Context, snap *table.Snapshot, count *fair.Count) (verify.Reason, error) {
	switch g := snap.Meta; {
	case g.Sandbox():
		return verify.IsSandbox, nil
	case snap.State.Status == game.InLobby:
		return verify.NotBegun, nil
	case g.Imported && g.Status != game.Finished:
		return verify.IsImported, nil
	case g.Imported:
		p, err := s.Tables.Proof(ctx, g.ID)
		switch {
		case err != nil:
			return "", err
		case p.Imported || g.Luck == table.ByChain && g.Head == nil:
			return verify.IsImported, nil
		case !p.Moves:
			return verify.NoMoves, nil
		}
	}
	if count == nil || count.TwoParty == 0 {
		return verify.ServerOnly, nil
	}
	return "", nil
}

// verdictOf is what verify says of a game in which it finds no fault.
func verdictOf(status game.Status, reason verify.Reason) verify.Verdict {
	switch {
	case reason != "":
		return verify.Unproven
	case status == game.Finished:
		return verify.Passed
	}
	return verify.PassedSoFar
}

func provenSeats(snap *table.Snapshot) []tablepage.ProvenSeat {
	list := make([]tablepage.ProvenSeat, 0, len(snap.Seats))
	for i, one := range snap.Seats {
		p := tablepage.ProvenSeat{Seat: one.Seat, Name: one.Name, Source: fair.Server}
		if snap.Dice != nil {
			own := &snap.Dice.Fair.Seats[i]
			p.Source, p.Anchor, p.Links = own.Source, &own.Anchor, own.Count
		} else if anchor := snap.Meta.Seats[i].Anchor; anchor != nil {
			p.Source, p.Anchor = fair.Client, anchor
		}
		list = append(list, p)
	}
	return list
}

// provenDraws lists the draws that the viewer may see, and counts all of them.
func (s *Handler) provenDraws(ctx context.Context, snap *table.Snapshot, viewer game.Seat) ([]tablepage.ProvenDraw, *fair.Count, error) {
	count, last := &fair.Count{}, uint32(0)
	count.Opening(snap.Dice.Proof.Opening)
	list := []tablepage.ProvenDraw{}
	err := s.Tables.Walk(ctx, snap.Meta.ID, 0, snap.Seq(), func(entries []table.Entry) error {
		hidden := wire.Hide(snap.Setup, snap.State, viewer, eventsOf(nil, entries))
		for i := range entries {
			e := &entries[i]
			told, err := wire.ReadFair(&e.Event, e.JSON)
			switch {
			case err != nil:
			case e.Event.Kind == game.SeatReanchored:
				count.Reanchor(e.Event.Seat)
			case e.Event.Kind == game.ServerReanchored:
				count.Renew()
			case told.Draw != nil && told.Draw.Ordinal != last:
				last = told.Draw.Ordinal
				count.Draw(told.Draw)
				if hidden == nil || !hidden[i] {
					list = append(list, tablepage.ProvenDraw{Seq: e.Seq, Draw: *told.Draw, Event: e.Event})
				}
			}
		}
		return nil
	})
	return list, count, err
}
