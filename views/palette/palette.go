package palette

import (
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game/edition"
)

// token is one custom property of the style sheet.
type token struct {
	name  string
	value rgb
}

// scheme is all colours of a light or a dark page.
type scheme struct {
	tokens []token
	groups []group
}

// group is the colour of a group and that of the letters on it.
type group struct {
	id       string
	fill, on rgb
}

func (s *scheme) set(name string, c rgb) { s.tokens = append(s.tokens, token{name, c}) }

// The default look of a board.
const (
	usualTable  = "#f1ebdf"
	usualAccent = "#1c5a43"
	usualSecond = "#8a4a1c"
)

// The two inks for letters on a group's colour, black and white.
var (
	barDark  = rgb{0.141, 0.122, 0.098}
	barLight = rgb{1, 0.992, 0.969}
	black    = rgb{0, 0, 0}
	white    = rgb{1, 1, 1}
)

// contrasts that must be reached.
const (
	forText   = 5.0 // WCAG requires 4.5
	forSigns  = 3.2 // WCAG requires 3
	forButton = 6.0
)

// ground is the table of a light page.
func ground(ed *edition.Edition) rgb { return until(or(ed.Look.Table, usualTable), white, black, 14) }

// Look is some colours of a board on a light page, for drawings outside a page.
type Look struct{ Frame, Paper, Ink, Line, Sun string }

// Of returns the colours of a board.
func Of(ed *edition.Edition) Look {
	s := light(ed)
	return Look{Frame: s.value("frame"), Paper: s.value("paper"), Ink: s.value("ink"), Line: s.value("line"), Sun: s.value("sun")}
}

// Scenery is the tints of the drawing in the middle of a board, and its ground.
type Scenery struct{ Frame, Sky, Sea, Land, Land2, Sun, Light string }

// Tints returns them for a light or a dark page.
func Tints(ed *edition.Edition, onDark bool) Scenery {
	s, lightest := light(ed), "paper"
	if onDark {
		s, lightest = dark(ed), "ink-2"
	}
	return Scenery{s.value("frame"), s.value("sky"), s.value("sea"), s.value("land"), s.value("land-2"), s.value("sun"), s.value(lightest)}
}

func (s *scheme) value(name string) string {
	for _, t := range s.tokens {
		if t.name == name {
			return t.value.String()
		}
	}
	return ""
}

// scenery sets the tints of the drawing in the middle of a board: its frame and
// four steps from the air to what stands in front.
func (s *scheme) scenery(accent, air rgb) {
	s.set("frame", until(mix(accent, black, 0.35), black, white, 9))
	s.set("sky", mix(air, accent, 0.09))
	s.set("sea", vivid(mix(air, accent, 0.24), 1.3))
	s.set("land", vivid(mix(air, accent, 0.42), 1.25))
	s.set("land-2", mix(air, accent, 0.64))
	s.set("sun", mix(rgb{0.953, 0.773, 0.478}, air, 0.08))
}

// light makes the colours of a light page.
func light(ed *edition.Edition) scheme {
	var s scheme
	accent, table := or(ed.Look.Accent, usualAccent), ground(ed)
	ink := until(mix(rgb{0.15, 0.13, 0.1}, accent, 0.07), black, table, 11)
	sunk := mix(mix(table, black, 0.055), accent, 0.015)
	act := until(until(accent, black, table, forButton), black, barLight, forButton)
	soft := until(mix(mix(table, white, 0.75), act, 0.14), white, ink, 9)
	s.set("table", table)
	s.set("paper", mix(table, white, 0.82))
	s.set("mid", mix(table, white, 0.5))
	s.set("sunk", sunk)
	s.set("ink", ink)
	s.set("ink-2", until(mix(ink, table, 0.32), black, mix(sunk, soft, 0.5), 5.6))
	s.set("line", mix(table, ink, 0.14))
	s.set("edge", until(mix(table, ink, 0.4), black, table, forSigns))
	s.set("act", act)
	s.set("act-hi", mix(act, black, 0.18))
	s.set("act-ink", until(act, black, soft, forText))
	s.set("act-soft", soft)
	s.set("second", until(or(ed.Look.Second, usualSecond), black, table, forText))
	s.scenery(accent, mix(table, white, 0.6))
	s.groups = groupsOf(ed, func(c rgb) rgb { return c })
	return s
}

// dark makes the colours of a dark page: the table is the night of the light
// one, the deeds keep their colours, a little calmer.
func dark(ed *edition.Edition) scheme {
	var s scheme
	accent, day := or(ed.Look.Accent, usualAccent), ground(ed)
	warm := mix(vivid(day, 3.2), mix(accent, white, 0.5), 0.15)
	table := mix(black, warm, 0.1)
	paper := mix(black, warm, 0.165)
	ink := mix(white, day, 0.75)
	act := until(accent, white, table, 2.8)
	act = until(act, black, barLight, forText)
	soft := until(mix(paper, act, 0.4), black, ink, 9)
	s.set("table", table)
	s.set("paper", paper)
	s.set("mid", mix(table, paper, 0.45))
	s.set("sunk", mix(table, black, 0.42))
	s.set("ink", mix(ink, table, 0.04))
	s.set("ink-2", until(mix(ink, table, 0.25), white, mix(paper, soft, 0.8), 5.6))
	s.set("line", mix(paper, warm, 0.16))
	s.set("edge", until(mix(table, ink, 0.5), white, paper, 4))
	s.set("act", act)
	s.set("act-hi", mix(act, black, 0.14))
	s.set("act-ink", until(mix(accent, white, 0.3), white, mix(paper, soft, 0.7), 6.5))
	s.set("act-soft", soft)
	s.set("second", until(or(ed.Look.Second, usualSecond), white, paper, 6))
	s.scenery(mix(accent, white, 0.08), table)
	s.set("sun", mix(rgb{0.953, 0.773, 0.478}, table, 0.35))
	s.groups = groupsOf(ed, func(c rgb) rgb { return until(mix(c, table, 0.1), white, table, 2.2) })
	return s
}

// InEra is the id of the colour in which an era printed a group under this
// English name, such as "dark_purple"; false if that is no usual colour, or
// another group of the board has it.
func InEra(ed *edition.Edition, name string) (string, bool) {
	id := strings.ReplaceAll(strings.ToLower(name), " ", "_")
	_, ok := usualGroups[id]
	return id, ok && !slices.ContainsFunc(ed.Groups, func(g edition.Group) bool { return g.ID == id })
}

// usualGroups are the colours of groups that name none, by id, and of those
// that an era printed under another name.
var usualGroups = map[string]string{
	"brown": "#7b4a2d", "dark_purple": "#62407f", "light_blue": "#a8d2e8", "pink": "#b93a83", "orange": "#e59138", "red": "#bf2f2a", "yellow": "#f0cd45",
	"green": "#217547", "dark_blue": "#23468b", edition.StationGroup: "#474239", edition.UtilityGroup: "#d8ccb4",
}

// groupsOf gives each group its colour: the one it names, the usual one of its
// id, or one of the circle that no other has. The letters on it are the ink
// that contrasts more, and the colour yields if that is not enough.
func groupsOf(ed *edition.Edition, calm func(rgb) rgb) []group {
	list := make([]group, len(ed.Groups))
	for i, g := range ed.Groups {
		c, ok := parse(g.Colour)
		if !ok {
			c, ok = parse(usualGroups[g.ID])
		}
		if !ok {
			c = hue(float64(i)*137.5, 0.55, []float64{0.36, 0.66}[i%2])
		}
		list[i] = filled(g.ID, calm(c))
	}
	for _, id := range eraGroups(ed) {
		if c, ok := parse(usualGroups[id]); ok {
			list = append(list, filled(id, calm(c)))
		}
	}
	return list
}

func filled(id string, c rgb) group {
	on, away := barLight, black
	if contrast(c, barDark) > contrast(c, barLight) {
		on, away = barDark, white
	}
	return group{id, until(c, away, on, forText-0.3), on}
}

// eraGroups are the ids of the usual colours that eras gave to groups, each once.
func eraGroups(ed *edition.Edition) []string {
	var list []string
	for i := range ed.Eras {
		for _, name := range ed.Eras[i].Groups {
			if id, ok := InEra(ed, name.EN); ok {
				list = append(list, id)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
