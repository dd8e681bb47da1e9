package value

import "github.com/bankhalter/bankhalter/game"

// maxPips is the most that one throw moves a token: two dice and a third one of three pips.
const maxPips = 15

// pips is the chance of each number of pips in a throw to move.
func pips(r *game.Ruleset) (p [maxPips + 1]float32) {
	third := []uint8{0}
	if r.HasSpeedDie() {
		third = r.SpeedFaces[:]
	}
	each := 1 / (36 * float32(len(third)))
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			for _, c := range third {
				n := a + b
				if c < game.SpeedMr {
					n += int(c)
				}
				p[n] += each
			}
		}
	}
	return p
}

// landing is where a token comes to rest after it reached a space, and how likely.
type landing struct {
	space  game.Space
	chance float32
}

// rounds of the walk after which the odds no longer change in their fourth digit.
const rounds = 200

// odds is the share of the throws after which a token rests on each space: a walk of
// dice, cards and the way to jail, in which no one stays in jail.
func odds(r *game.Ruleset, pips *[maxPips + 1]float32) (at [game.MaxSpaces]float32) {
	var after [game.MaxSpaces][]landing
	for sp := range game.Space(r.Size) {
		after[sp] = rests(r, sp)
	}
	at[0] = 1
	for range rounds {
		var next [game.MaxSpaces]float32
		for sp := range game.Space(r.Size) {
			if at[sp] == 0 {
				continue
			}
			for n := 2; n <= maxPips; n++ {
				for _, l := range after[r.Next(sp, n)] {
					next[l.space] += float32(at[sp] * pips[n] * l.chance)
				}
			}
		}
		for i := range at {
			at[i] = (at[i] + next[i]) / 2
		}
	}
	return at
}

// rests lists where a token that reaches a space comes to rest. A card that leads to
// another card leaves it there.
func rests(r *game.Ruleset, sp game.Space) []landing {
	switch d := &r.Spaces[sp]; d.Kind {
	case game.KindGoToJail:
		return []landing{{r.Jail, 1}}
	case game.KindChance, game.KindChest:
		deck := &r.Board.Decks[d.Deck]
		if deck.Num == 0 {
			break
		}
		var list []landing
		for i := range deck.Cards[:deck.Num] {
			list = append(list, landing{cardTo(r, sp, &deck.Cards[i]), 1 / float32(deck.Num)})
		}
		return list
	default:
	}
	return []landing{{sp, 1}}
}

// cardTo is the space to which a card moves the token.
func cardTo(r *game.Ruleset, sp game.Space, card *game.CardDef) game.Space {
	switch card.Op {
	case game.OpAdvanceTo, game.OpMoveBackTo:
		return card.Space
	case game.OpMoveBy:
		return r.Next(sp, int(card.Amount))
	case game.OpAdvanceNearest:
		set := r.Stations
		if card.Kind == game.KindUtility {
			set = r.Utilities
		}
		for n := 1; n <= int(r.Size); n++ {
			if to := r.Next(sp, n); set.Has(to) {
				return to
			}
		}
		return sp
	case game.OpGoToJail:
		return r.Jail
	default:
		return sp
	}
}
