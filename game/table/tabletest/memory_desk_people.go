package tabletest

import (
	"slices"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/talk"
)

// merge makes what one player has written another's.
func (d *desk) merge(from, into account.PlayerID) {
	for i := range d.notes {
		one := &d.notes[i]
		if one.Player == from && !slices.ContainsFunc(d.notes, func(o talk.Note) bool { return o.Player == into && o.Game == one.Game }) {
			one.Player = into
		}
	}
	for i := range d.chat {
		if d.chat[i].Player == from {
			d.chat[i].Player = into
		}
	}
	has := func(player, muted account.PlayerID) bool {
		return player == muted || slices.ContainsFunc(d.mutes, func(o talk.Mute) bool { return o.Player == player && o.Muted == muted })
	}
	for i := range d.mutes {
		one := &d.mutes[i]
		if one.Player == from && !has(into, one.Muted) {
			one.Player = into
		}
		if one.Muted == from && !has(one.Player, into) {
			one.Muted = into
		}
	}
	for i := range d.reports {
		if d.reports[i].Author == from {
			d.reports[i].Author = into
		}
		if d.reports[i].Reporter == from {
			d.reports[i].Reporter = into
		}
	}
}

// erase forgets what a player has written; reports stay, without him.
func (d *desk) erase(id account.PlayerID) {
	d.notes = slices.DeleteFunc(d.notes, func(o talk.Note) bool { return o.Player == id })
	d.chat = slices.DeleteFunc(d.chat, func(o talk.Message) bool { return o.Player == id })
	d.mutes = slices.DeleteFunc(d.mutes, func(o talk.Mute) bool { return o.Player == id || o.Muted == id })
	for i := range d.reports {
		if d.reports[i].Author == id {
			d.reports[i].Author = ""
		}
		if d.reports[i].Reporter == id {
			d.reports[i].Reporter = ""
		}
	}
}
