package notify

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// Teller says what players are asked at their tables. It implements notifications.Teller.
type Teller struct{}

// Tell fills in what an item says of its table: in words for its reader, and as
// data for their programs.
func (Teller) Tell(it *notice.Item, n *notifications.News, lang string) error {
	snap := n.Table
	d := tablepage.TableData{
		ID: snap.Meta.ID, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Viewer: n.Seat, Terms: snap.Terms,
		Query: tablepage.TableQuery{Deed: -1, Trade: -1}, Options: snap.Options(n.Seat),
	}
	for _, one := range snap.Seats {
		d.Seats = append(d.Seats, tablepage.Seat{Name: one.Name, Player: string(one.Player), Bot: one.Bot, Look: one.Chosen})
	}
	for i := range n.Since {
		d.Log = append(d.Log, tablepage.Entry(n.Since[i]))
	}
	b := tablepage.BriefOf(lang, &d, n.Seen, n.Answer)
	it.Table, it.Ask, it.News, it.Then = b.Name, b.Ask, b.News, b.Then
	it.Seq, it.Phase, it.Seat, it.Seats = snap.Seq(), wire.PhaseName(snap.State.Phase()), int(n.Seat), snap.Names()
	var err error
	it.Moves, err = json.Marshal(wire.Moves(snap.Setup, snap.State, n.Seat, d.Options))
	return err
}
