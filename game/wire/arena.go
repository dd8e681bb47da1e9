package wire

import "github.com/bankhalter/bankhalter/game"

// arena holds the small things to which the moves and players of a State
// point, so that showing the next state reuses them. An element put there
// stays where it is: a list that grows moves on and leaves the old one behind.
type arena struct {
	spaces   []int
	moneys   []game.Money
	goods    []GoodsRange
	partners []Partner
	deals    []deal
}

// cleared is the arena for another state.
func (r *arena) cleared() arena {
	clear(r.goods)
	clear(r.partners)
	return arena{r.spaces[:0], r.moneys[:0], r.goods[:0], r.partners[:0], r.deals[:0]}
}

// put adds to a list and returns the address of the new element.
func put[T any](list *[]T, v T) *T {
	*list = append(*list, v)
	return &(*list)[len(*list)-1]
}

func (r *arena) money(m game.Money) *game.Money { return put(&r.moneys, m) }

// spaceList lists a set; an empty one too is a list, never null.
func (r *arena) spaceList(set game.Set) []int {
	if r.spaces == nil {
		r.spaces = make([]int, 0, game.MaxSpaces)
	}
	from := len(r.spaces)
	for ; set != 0; set = set.Rest() {
		r.spaces = append(r.spaces, int(set.First()))
	}
	return r.spaces[from:len(r.spaces):len(r.spaces)]
}
