package tablepage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
)

// space is one space of the ring.
type space struct {
	ID      string
	Class   string
	Href    string
	Name    string // with soft hyphens
	Lang    string // of the name, "" if it is that of the page
	Also    string // what else it is: the jail's other half
	Code    string // group code, "" without a group
	Icon    string // symbol, "" if none
	Houses  int    // symbols in the bar
	Big     string // symbol of a hotel, skyscraper or depot
	Built   string // the same as a number or letter, for small boards
	Owner   string // letter
	Amount  string // price, rent or tax; "" if none
	Rent    bool   // the amount is rent
	Dice    bool   // the amount is a factor of a throw
	Visitor []page.Token
	Jailed  []page.Token
	Words   string // everything else in words
	Own     string // the same, said to its owner
}

// boardClass is the class of the square on which the ring lies.
func (v *position) boardClass() string {
	if v.r.Size > 40 {
		return "play mega"
	}
	return "play"
}

// drawBoard draws the ring.
func (v *position) drawBoard(b *partBag) *part {
	mover := "" // class of the colour of the last mover
	tr := v.toAll().findTrail()
	if tr.from != game.NoSpace {
		mover = v.seatClass(tr.seat)
	}
	focus, looks := v.focus(), v.look().spaces
	spaces := make([]*part, v.r.Size)
	for i := range spaces {
		sp := game.Space(i)
		shows := v.spaceShows(sp, &tr, focus)
		spaces[i] = b.spaces[i].of(shows, func() *part {
			x := v.space(sp, &looks[i], &shows)
			all := ringSpace(v, &x, x.Words)
			if x.Words == x.Own {
				return leaf("li", x.ID, all).dress()
			}
			return leafOf(shows.owner, "li", x.ID, all, ringSpace(v, &x, x.Own)).dress()
		})
	}
	return branch("section", "board", spaces, func(children templ.Component) templ.Component { return ring(v, mover, children) })
}

// spaceShows is what a space shows that may change.
type spaceShows struct {
	owner                                                      game.Seat
	level                                                      uint8
	depot, mortgaged, removed, whole, way, left, from, isFocus bool
	rent, pot                                                  game.Money
	here, jailed                                               game.Seats
}

func (v *position) spaceShows(sp game.Space, tr *trail, focus game.Space) spaceShows {
	x := spaceShows{owner: game.Bank, way: tr.way.Has(sp), left: tr.left.Has(sp), from: tr.from == sp, isFocus: focus == sp}
	def := &v.r.Spaces[sp]
	if v.r.Deeds.Has(sp) {
		x.owner, x.level, x.removed = v.s.Owner(sp), v.s.Level[sp], v.r.Removed(v.s, sp)
		x.depot, x.mortgaged = v.s.Depots.Has(sp), v.s.Mortgaged.Has(sp)
		if x.owner != game.Bank && !x.mortgaged && !x.removed {
			x.rent = v.r.RentNow(v.s, sp)
		}
		x.whole = x.owner != game.Bank && v.r.WholeGroup(v.s, x.owner, def.Group)
	} else if def.Kind == game.KindParking && v.r.HasPot() {
		x.pot = v.s.Pot
	}
	for i := range v.s.Players[:v.s.NumSeats] {
		pl := &v.s.Players[i]
		switch {
		case pl.Bankrupt || pl.BankerOnly || v.s.Status == game.InLobby || pl.Space != sp:
		case pl.Jailed:
			x.jailed = x.jailed.With(game.Seat(i))
		default:
			x.here = x.here.With(game.Seat(i))
		}
	}
	return x
}

// bare reports whether amounts on the ring stand without currency sign: where
// there are many spaces or large numbers.
func (v *position) bare() bool { return v.r.Size > 40 || v.r.Step() > 1 }

// An amount that is too long for a space with its currency stands without it as well.
func (v *position) ringAmount(m game.Money) string {
	if v.bare() {
		return v.number(m)
	}
	if money := v.Money(m); utf8.RuneCountInString(money) <= longestAmount {
		return money
	}
	return v.number(m)
}

const longestAmount = 9 // letters, such as "Taler 200"

// softSpace is the name of a space, with places to break it.
func (v *position) softSpace(sp game.Space) string { return v.Setup.SpaceNameSoft(v.Lang(), sp) }

// softly is the name of a space with its article, with places to break it.
func (v *position) softly(sp game.Space, named string) string {
	return strings.Replace(named, v.Space(sp), v.softSpace(sp), 1)
}

// foreign is the language of the name of a space, "" if it is that of the page.
func (v *position) foreign(sp game.Space) string {
	if lang := v.Setup.SpaceLanguage(v.Lang(), sp); lang != v.Lang() {
		return lang
	}
	return ""
}

// number writes an amount without its currency.
func (v *position) number(m game.Money) string { return v.Number(int(m)) }

// spaceLook is what a space shows whatever happens on it.
type spaceLook struct {
	id, name, lang, code, icon string
	class                      string // where it lies, and of which group it is
	fit                        string // class of the size of its name
}

// look is a board in a language.
func (v *position) look() *boardLook {
	key := boardIn{v.Setup, v.Lang()}
	if x, ok := boardLooks.Get(key); ok {
		return x
	}
	x := &boardLook{
		title: page.SoftTitle(v.Setup.Edition.Title.In(v.Lang())), rules: page.TableRulesPath(v.Setup), how: page.TableHowPath(v.Setup),
		spaces: make([]spaceLook, v.r.Size), codes: make([]string, len(v.Setup.Groups)),
	}
	for g := range x.codes {
		x.codes[g] = v.findCode(uint8(g))
	}
	for i := range x.spaces {
		x.spaces[i] = v.spaceLook(game.Space(i), x.codes)
	}
	x.symbols = v.sprite(x.spaces)
	boardLooks.Add(key, x)
	return x
}

func (v *position) spaceLook(sp game.Space, codes []string) spaceLook {
	group := v.r.Spaces[sp].Group
	x := spaceLook{id: "s" + page.Itoa(sp), name: v.softSpace(sp), lang: v.foreign(sp), icon: v.icon(sp), class: cell(sp, v.r.Size)}
	if group != game.NoGroupID {
		x.class += " " + v.groupClass(group)
		x.code = codes[group]
	}
	if uint8(sp)%(v.r.Size/4) != 0 {
		name := x.name
		if v.r.Spaces[sp].Kind == game.KindJail {
			name, _, _ = strings.Cut(name, " / ")
		}
		x.fit = fit(name, 9-int(v.r.Size)/52)
	}
	return x
}

// boardLook is what a board shows whatever happens on it.
type boardLook struct {
	title      string // with soft hyphens
	rules, how string // addresses of the table's rules, and of how it is played
	spaces     []spaceLook
	codes      []string // of the groups, two letters each
	symbols    []page.Symbol
}

// boardIn names a board in a language.
type boardIn struct {
	setup *setup.Setup
	lang  string
}

// boardLooks keeps those of the boards that were drawn last.
var boardLooks, _ = lru.New[boardIn, *boardLook](256) // only a size below 1 is an error

// space is what a space shows, in words as well.
func (v *position) space(sp game.Space, look *spaceLook, shows *spaceShows) space {
	x := space{ID: look.id, Href: v.deedHref(sp), Name: look.name, Lang: look.lang, Code: look.code, Icon: look.icon}
	var class strings.Builder
	class.Grow(64)
	class.WriteString(look.class)
	var words []string
	if v.r.Deeds.Has(sp) {
		x.Words, x.Own = v.deedSpace(sp, shows, &x, &class)
	} else {
		v.plainSpace(sp, shows, &x)
		class.WriteString(" x" + strings.TrimPrefix(x.Icon, "#i"))
	}
	class.WriteString(look.fit)
	if shows.way {
		class.WriteString(" way")
	}
	if shows.left {
		class.WriteString(" left")
	}
	if shows.from {
		class.WriteString(" from")
		words = append(words, v.T("space.start_here"))
	}
	if shows.isFocus {
		class.WriteString(" now")
		words = append(words, v.T("space.about"))
	}
	if len([]rune(x.Amount)) > 5 && x.Owner != "" || x.Dice {
		class.WriteString(" long")
	}
	x.Class = class.String()
	if standing := v.putTokens(&x, shows); standing != "" {
		words = append(words, standing)
	}
	more := strings.Join(words, " ")
	x.Words, x.Own = strings.TrimSpace(x.Words+" "+more), strings.TrimSpace(x.Own+" "+more)
	return x
}

// fit is the class that makes a name small enough for its space, of which a
// line holds so many letters: one step for a part too long for its line or a
// third line, two for more.
func fit(name string, wide int) string {
	lines, line, longest := 1, 0, 0
	for _, part := range parts(name) {
		n := len([]rune(strings.Trim(part, " \u00ad")))
		if strings.HasSuffix(part, "\u00ad") && n+1 > wide {
			n++ // its hyphen needs room too
		}
		longest = max(longest, n)
		if line > 0 && line+n > wide {
			lines, line = lines+1, 0
		}
		line += n
		if strings.HasSuffix(part, " ") {
			line++
		}
	}
	switch over := max(longest-wide, lines-2); {
	case over > 1:
		return " tight most"
	case over == 1:
		return " tight"
	}
	return ""
}

// parts splits a name where a line may end.
func parts(name string) []string {
	return strings.FieldsFunc(breaks.Replace(name), func(c rune) bool { return c == 0 })
}

var breaks = strings.NewReplacer(" ", " \x00", "-", "-\x00", "\u00ad", "\u00ad\x00")

// deedSpace fills in owner, buildings and what the space costs or asks, and says
// so in words: to everybody, and to the owner.
func (v *position) deedSpace(sp game.Space, shows *spaceShows, x *space, class *strings.Builder) (words, own string) {
	def := &v.r.Spaces[sp]
	var state []string
	switch owner := shows.owner; {
	case shows.removed:
		x.Amount = "–"
		words = v.T("space.gone")
		own = words
	case owner == game.Bank:
		x.Amount = v.ringAmount(def.Price)
		words = v.T("space.unowned")
		own = words
	default:
		x.Owner = v.letters[owner]
		class.WriteString(" o " + v.seatClass(owner))
		if shows.whole {
			class.WriteString(" grp")
		}
		words, own = v.T("space.owned", "Name", v.Name(owner)), v.T("space.yours")
		switch {
		case shows.mortgaged:
			class.WriteString(" mort")
			x.Amount = v.T("space.mortgaged_short")
			state = append(state, v.T("space.mortgaged"))
		case def.Kind == game.KindUtility:
			x.Rent, x.Dice = true, true
			x.Amount = v.number(shows.rent) + "\u00a0×"
		default:
			x.Rent = true
			x.Amount = v.ringAmount(shows.rent)
		}
	}
	if b, n := v.built(sp); n > 0 {
		x.Houses, x.Big, x.Built = buildingSigns(b, n, v.Setup.BuildingName(v.Lang(), b))
		state = append(state, v.Buildings(b, n))
	}
	say := func(whose string) string {
		return strings.Join(append([]string{v.Group(def.Group), whose}, state...), ", ") + "."
	}
	return say(words), say(own)
}

// built is what stands on a deed: the kind and how many.
func (v *position) built(sp game.Space) (game.Building, int) {
	if v.s.Depots.Has(sp) {
		return game.Depot, 1
	}
	level := v.s.Level[sp]
	if level == 0 {
		return game.NoBuilding, 0
	}
	if b := v.r.StepBuilding(level); b != game.House {
		return b, 1
	}
	return game.House, int(level)
}

// initial is the first letter of a word, as a capital.
func initial(word string) string {
	for _, r := range word {
		return string(unicode.ToUpper(r))
	}
	return ""
}

// buildingSigns is what stands in the bar of a space: houses, or a big sign and its letter.
func buildingSigns(b game.Building, n int, name string) (houses int, big, letter string) {
	switch b {
	case game.House:
		return n, "", page.Itoa(n)
	case game.Hotel:
		return 0, "hotel", "H"
	case game.Skyscraper:
		return 0, "tower", initial(name)
	case game.Depot:
		return 0, "depot", "D"
	case game.NoBuilding:
	}
	return 0, "", ""
}

func (v *position) plainSpace(sp game.Space, shows *spaceShows, x *space) {
	def := &v.r.Spaces[sp]
	switch def.Kind {
	case game.KindJail:
		if cell, visit, ok := strings.Cut(x.Name, " / "); ok {
			x.Name, x.Also = cell, visit
		}
	case game.KindGo:
		x.Amount = "+" + v.ringAmount(v.r.PassingGo())
	case game.KindTax:
		x.Amount = "−" + v.ringAmount(def.Tax)
	case game.KindParking:
		if v.r.HasPot() {
			x.Amount = v.ringAmount(shows.pot)
		}
	default:
	}
}

// putTokens stands the players on a space and says so in words.
func (v *position) putTokens(x *space, shows *spaceShows) string {
	var names []string
	for all := shows.here | shows.jailed; all != 0; all = all.Rest() {
		seat := all.First()
		if shows.jailed.Has(seat) {
			x.Jailed = append(x.Jailed, v.token(seat))
			names = append(names, v.T("space.jailed_here", "Names", v.Name(seat)))
		} else {
			x.Visitor = append(x.Visitor, v.token(seat))
			names = append(names, v.Name(seat))
		}
	}
	if names == nil {
		return ""
	}
	return v.N("space.stands", len(names), "Names", v.List(names))
}

// focus is the space that the decision is about, NoSpace if it is about none.
func (v *position) focus() game.Space {
	switch v.phase {
	case game.PhaseAuction, game.PhaseLiquidation:
		if v.s.Auction.Item.Kind == game.ItemDeed {
			return v.s.Auction.Item.Space
		}
		return game.NoSpace
	case game.PhaseBuy, game.PhaseTax, game.PhaseDuel, game.PhaseTake, game.PhaseCard, game.PhaseGift, game.PhasePick:
		if int(v.s.Turn.Space) < int(v.r.Size) {
			return v.s.Turn.Space
		}
		return v.s.Players[v.s.Turn.Seat].Space
	case game.PhaseRoll, game.PhaseHub, game.PhaseJail, game.PhaseBus, game.PhaseTriple:
		return v.s.Players[v.s.Turn.Seat].Space
	default:
		return game.NoSpace
	}
}

// cell is the classes that put a space on the ring: column, row, side, corner.
func cell(sp game.Space, size uint8) string {
	q := int(size) / 4
	m := q + 1
	o := int(sp) % q
	var col, row int
	side := "s"
	switch int(sp) / q {
	case 0:
		col, row = m-o, m
	case 1:
		col, row, side = 1, m-o, "w"
	case 2:
		col, row, side = 1+o, 1, "n"
	default:
		col, row, side = m, 1+o, "e"
	}
	c := "sp c" + page.Itoa(col) + " r" + page.Itoa(row) + " " + side
	if o == 0 {
		c += " k"
	}
	return c
}
