package table

import (
	"hash/fnv"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/talk"
)

// BanterVariants is how many sentences each persona has for each occasion.
const BanterVariants = 2

// The occasions on which a computer player writes. A message's text is one of
// them with a number, as in "group.1".
const (
	OnGroup    = "group"    // it has all of a group; About is the group
	OnAuction  = "auction"  // it has won an auction; About is the space, -1 if it is no deed
	OnBankrupt = "bankrupt" // it is out
)

// remark is what a computer player could say to something that happened.
type remark struct {
	seat  game.Seat
	key   string
	about int
}

// banter lets a computer player say something about the last events, if
// the table wants that and the last message is long enough ago. The message
// does not hold up the move: it is written on its own. The table's lock is held.
func (t *live) banter(v *view, entries []Entry) {
	x, ok := remarkable(v, entries)
	if !ok {
		return
	}
	x.key += "." + strconv.Itoa(1+variant(t.id, v.state.Seq))
	m := talk.Message{Game: t.id, Seat: x.seat, Name: v.g.Seats[x.seat].Name, Bot: v.g.Seats[x.seat].Bot, Text: x.key, About: x.about}
	pause := v.g.Talk.Bots.Pause()
	t.s.after(0, t.id, func() { t.s.remark(m, pause) })
}

// remark writes the message of a computer player unless it is too soon.
func (s *Service) remark(m talk.Message, pause time.Duration) {
	said, err := s.talk.Remark(s.life, m, pause)
	if err != nil {
		s.cfg.Logger.Log(s.life, logLevel(err), "chat", "game", m.Game, "err", err)
	}
	if said {
		s.Talked(s.life, m.Game)
	}
}

// remarkable finds the first event about which a computer player has something
// to say.
func remarkable(v *view, entries []Entry) (remark, bool) {
	says := func(seat game.Seat) bool {
		return seat >= 0 && int(seat) < len(v.g.Seats) && v.g.Seats[seat].Bot != ""
	}
	for i := range entries {
		e := &entries[i].Event
		switch e.Kind {
		case game.Bankrupted:
			if says(e.Seat) {
				return remark{e.Seat, OnBankrupt, -1}, true
			}
		case game.DeedTransferred:
			if says(e.Other) && whole(v, e.Other, e.Space) {
				return remark{e.Other, OnGroup, int(v.setup.Rules.Spaces[e.Space].Group)}, true
			}
		case game.AuctionClosed:
			if !says(e.Other) {
				continue
			}
			if e.Item.Kind == game.ItemDeed {
				return remark{e.Other, OnAuction, int(e.Item.Space)}, true
			}
			return remark{e.Other, OnAuction, -1}, true
		default:
		}
	}
	return remark{}, false
}

// whole reports whether a seat owns all of the group of a space.
func whole(v *view, seat game.Seat, sp game.Space) bool {
	r := v.setup.Rules
	for all := r.Deeds; all != 0; all = all.Rest() {
		if at := all.First(); r.Spaces[at].Group == r.Spaces[sp].Group && v.state.Owner(at) != seat {
			return false
		}
	}
	return true
}

// variant picks one of the sentences, the same whenever it is asked.
func variant(id string, seq uint32) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id + strconv.FormatUint(uint64(seq), 10)))
	return int(h.Sum32() % BanterVariants)
}
