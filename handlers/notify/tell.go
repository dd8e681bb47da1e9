package notify

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// Teller says what players are asked at their tables. It implements notifications.Teller.
type Teller struct{}

// Tell fills in what an item says of its table: in words for its reader, and as
// data for their programs.
func (Teller) Tell(it *notice.Item, n *notifications.News, lang string) error {
	snap := n.Table
	d := tableFor(snap, n.Seat)
	for i := range n.Since {
		d.Log = append(d.Log, tablepage.Entry{Seq: n.Since[i].Seq, At: n.Since[i].At, Event: n.Since[i].Event, Terms: n.Since[i].Terms, By: n.Since[i].By})
	}
	b := tablepage.BriefOf(lang, &d, n.Seen, n.Answer)
	it.Table, it.Ask, it.News, it.Then = b.Name, b.Ask, b.News, b.Then
	it.Votes = tablepage.VotesOf(lang, &d, snap.OpenVotes(n.Seat), n.Zone)
	it.Seq, it.Phase, it.Seat, it.Seats = snap.Seq(), wire.PhaseName(snap.State.Phase()), int(n.Seat), snap.Names()
	var err error
	it.Moves, err = json.Marshal(wire.Moves(snap.Setup, snap.State, n.Seat, d.Options))
	return err
}

// tableFor is a table as it is told to a seat.
func tableFor(snap *table.Snapshot, seat game.Seat) tablepage.TableData {
	d := tablepage.TableData{
		ID: snap.Meta.ID, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Viewer: seat, Terms: snap.Terms,
		Query: tablepage.TableQuery{Deed: -1, Trade: -1},
	}
	if seat != game.Nobody {
		d.Options = snap.Options(seat)
	}
	for _, one := range snap.Seats {
		d.Seats = append(d.Seats, tablepage.Seat{Name: one.Name, Player: string(one.Player), Bot: one.Bot, Look: one.Chosen})
	}
	return d
}

// TellAll fills in what an item says of its table to a group, or to a reader for whom
// somebody else plays: the decisions of those who are up as everybody may know them, and
// nobody's moves.
func (Teller) TellAll(it *notice.Item, snap *table.Snapshot, up game.Seats, reader game.Seat, lang string) error {
	d := tableFor(snap, game.Nobody)
	b := tablepage.CalledOf(lang, &d, up, reader)
	it.Table, it.Ask = b.Name, b.Ask
	it.Seq, it.Phase, it.Seats = snap.Seq(), wire.PhaseName(snap.State.Phase()), snap.Names()
	return nil
}
