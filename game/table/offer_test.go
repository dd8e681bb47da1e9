package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
)

// street is a position in which P is about to land on a lot that is for sale.
const street = `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "P", "cash": 1500, "space": 3,
	"deeds": [{"space": 1}, {"space": 11}]}, {"name": "Q", "cash": 1500}], "dice": [[1, 2], [1, 2], [3, 1]]}`

// A press that comes right after what it answers was replaced does nothing,
// unless it is the same move sent twice.
func TestAMoveForWhatStoodThereBefore(t *testing.T) {
	roll, buy, end := game.Move(game.Roll, 0), game.Move(game.Buy, 0), game.Move(game.EndTurn, 0)
	for name, c := range map[string]struct {
		late   time.Duration
		second game.Command
		offer  string // "": that of the page on which was rolled
		seq    bool
		want   error
	}{
		"another move at once":               {second: buy, want: table.ErrChanged},
		"another move, as it knows the page": {second: buy, seq: true, want: table.ErrChanged},
		"within half a second":               {late: 499 * time.Millisecond, second: buy, want: table.ErrChanged},
		"half a second later":                {late: 500 * time.Millisecond, second: buy},
		"later, with the old page":           {late: 500 * time.Millisecond, second: buy, seq: true, want: table.ErrStale},
		"the same twice":                     {second: roll, seq: true, want: table.ErrStale},
		"with the new page":                  {second: buy, offer: "current"},
		"nonsense":                           {second: buy, offer: "?"},
		"somebody else's":                    {second: buy, offer: "abc"},
		"none":                               {second: buy, offer: "none"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				defer r.Close()
				ada := r.person("Ada")
				snap, err := r.Create(ctx, ada, table.NewGame{Scenario: []byte(street)})
				require.NoError(t, err)
				offer, seq := snap.Offer(0), snap.Seq()
				require.NotEmpty(t, offer)
				out, err := r.Play(ctx, snap.Meta.ID, ada, roll, table.Pre{Seq: &seq, Offer: offer})
				require.NoError(t, err)
				require.NotEqual(t, offer, out.Offer(0))
				time.Sleep(c.late)
				pre := table.Pre{Offer: offer}
				switch c.offer {
				case "":
				case "current":
					pre.Offer = out.Offer(0)
				case "none":
					pre.Offer = ""
				default:
					pre.Offer = c.offer
				}
				if c.seq {
					pre.Seq = &seq
				}
				again, err := r.Play(ctx, snap.Meta.ID, ada, c.second, pre)
				if c.want != nil {
					require.ErrorIs(t, err, c.want)
					assert.Equal(t, out.Seq(), again.Seq(), "nothing happened")
					return
				}
				require.NoError(t, err)
				bought := again.Offer(0)
				_, err = r.Play(ctx, snap.Meta.ID, ada, end, table.Pre{Offer: out.Offer(0)})
				require.ErrorIs(t, err, table.ErrChanged, "the end of the turn stands where the purchase stood")
				_, err = r.Play(ctx, snap.Meta.ID, ada, end, table.Pre{Offer: bought})
				require.NoError(t, err)
			})
		})
	}
}

// What others do without asking anything of a seat leaves its offer alone.
func TestAnOfferStaysWhileOthersAct(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	snap, err := r.Create(ctx, ada, table.NewGame{Scenario: []byte(
		`{"edition": "us-classic", "players": [{"name": "P", "deeds": [{"space": 1}]}, {"name": "Q", "deeds": [{"space": 11}, {"space": 3}]}]}`)})
	require.NoError(t, err)
	id := snap.Meta.ID
	snap, _, err = r.Join(ctx, id, ben, "")
	require.NoError(t, err)
	offer, theirs := snap.Offer(0), snap.Offer(1)
	out, err := r.Play(ctx, id, ben, game.MoveAt(game.Mortgage, 1, 11), table.Pre{Offer: theirs})
	require.NoError(t, err)
	assert.Equal(t, offer, out.Offer(0), "a mortgage of somebody else")
	assert.NotEqual(t, theirs, out.Offer(1), "but the buttons of that seat are others now")
	trade := game.Move(game.ProposeTrade, 1)
	trade.To, trade.Give = 0, game.Terms{Deeds: game.SetOf(3)}
	trade.Want = game.Terms{Cash: 10}
	out, err = r.Play(ctx, id, ben, trade, table.Pre{})
	require.NoError(t, err)
	assert.Equal(t, offer, out.Offer(0), "a proposal")
	_, err = r.Play(ctx, id, ada, game.Move(game.Roll, 0), table.Pre{Offer: offer})
	require.NoError(t, err)
	watching, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Empty(t, watching.Offer(game.Nobody))
}

// A computer player who is offered a trade during an auction answers it before the others
// go on bidding, after the pause that every computer player makes.
func TestATradeInAnAuctionIsAnsweredBeforeTheNextBid(t *testing.T) {
	in(t, table.Config{BotPause: time.Second}, func(r *room) {
		ada := r.person("Ada")
		snap := r.sandbox(ada, table.NewGame{Bots: []string{"", "medium", "hard"}}, `{"edition": "us-classic", "rulebook": "us",
			"players": [{"name": "P", "cash": 1500, "space": 3, "deeds": [{"space": 1}]}, {"name": "Q"}, {"name": "R"},
				{"name": "S", "deeds": [{"space": 11}]}], "dice": [[1, 2]]}`)
		id := snap.Meta.ID
		for _, kind := range []game.CommandKind{game.Roll, game.Decline} {
			_, err := r.Play(ctx, id, ada, game.Move(kind, 0), table.Pre{})
			require.NoError(t, err)
		}
		trade := game.Move(game.ProposeTrade, 0)
		trade.To, trade.Give, trade.Want = 3, game.Terms{Cash: 10}, game.Terms{Deeds: game.SetOf(11)}
		out, err := r.Play(ctx, id, ada, trade, table.Pre{})
		require.NoError(t, err)
		require.True(t, out.State.Waiting().Has(1) && out.State.Waiting().Has(2) && out.State.Waiting().Has(3))

		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		still := r.look(id)
		require.Equal(t, out.Seq(), still.Seq(), "a computer player does not answer at once")
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		log, err := r.Log(ctx, id, out.Seq(), 0)
		require.NoError(t, err)
		require.NotEmpty(t, log)
		assert.Equal(t, game.TradeRejected, log[0].Event.Kind)
		time.Sleep(time.Second)
		synctest.Wait()
		log, err = r.Log(ctx, id, out.Seq()+1, 0)
		require.NoError(t, err)
		require.NotEmpty(t, log)
		assert.Equal(t, game.BidPlaced, log[0].Event.Kind, "the auction goes on")
	})
}
