package edition

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/bankhalter/bankhalter/game/strictjson"
)

// FieldKind is what is typed into a field.
type FieldKind uint8

// The kinds of fields.
const (
	Line   FieldKind = iota // a text of one line
	Amount                  // a whole number of money
	Count                   // another whole number
	Colour                  // "#rrggbb"
	Choice                  // one of Choices
	YesNo                   // "true" or "false"
	Spot                    // the number of a space
)

func (k FieldKind) isNumber() bool { return k == Amount || k == Count || k == Spot }

// Field is one thing that people change about a board.
type Field struct {
	Place   string // as Parse names it: "spaces[5].price"
	Key     string // what it is: "price"
	N       int    // which one of several, from 1; 0 if there is one
	Kind    FieldKind
	Choices []string
	Value   string

	more []string // places that always have the same value
}

// Section is fields that belong together: those of a space, or of a card.
type Section struct {
	Place  string // of all of them, "" for the document
	Name   string // of the space, the group or the card
	Fields []Field
}

// Part is a chapter of the fields.
type Part struct {
	Key      string // "board", "look", "groups", "spaces", "chance" or "chest"
	Sections []Section
}

// Parts are the fields of a draft with their values. Whatever else the document has
// is changed in its text.
func (d *Draft) Parts() []Part {
	w := fieldWriter{d: d, own: d.Get("language")}
	return []Part{
		{"board", []Section{w.board()}}, {"look", []Section{w.look()}}, {"groups", w.groups()}, {"spaces", w.spaces()},
		{"chance", w.cards("decks.chance")}, {"chest", w.cards("decks.chest")},
	}
}

// fieldWriter makes the fields of a draft.
type fieldWriter struct {
	d   *Draft
	own string // the language of plain names
	s   Section
}

func (w *fieldWriter) begin(place, name string) { w.s = Section{Place: place, Name: name} }

func (w *fieldWriter) add(key, name string, kind FieldKind, choices ...string) *Field {
	place := name
	if w.s.Place != "" {
		place = w.s.Place + "." + name
	}
	w.s.Fields = append(w.s.Fields, Field{Place: place, Key: key, Kind: kind, Choices: choices, Value: w.d.Get(place)})
	return &w.s.Fields[len(w.s.Fields)-1]
}

// has adds a field for a value that is there.
func (w *fieldWriter) has(key, name string, kind FieldKind) {
	if w.d.value(w.s.Place+"."+name) != nil {
		w.add(key, name, kind)
	}
}

// named adds the name in the language of the board, and the one in the other
// language if there is one.
func (w *fieldWriter) named(key string) {
	dot := ""
	if w.s.Place != "" {
		dot = "."
	}
	own := key
	if w.d.Get(w.s.Place+dot+key+"_"+w.own) != "" { // it comes before the plain one
		own = key + "_" + w.own
	}
	w.add(key, own, Line)
	for _, lang := range []string{"de", "en"} {
		if name := key + "_" + lang; lang != w.own && w.d.value(w.s.Place+dot+name) != nil {
			w.add(key+"_"+lang, name, Line)
		}
	}
}

// several adds a field for each entry of a list.
func (w *fieldWriter) several(key, name string, kind FieldKind) {
	place := name
	if w.s.Place != "" {
		place = w.s.Place + "." + name
	}
	list, _ := w.d.value(place).([]any)
	for i := range list[:min(len(list), 8)] {
		w.add(key, name+"["+strconv.Itoa(i)+"]", kind).N = i + 1
	}
}

func (w *fieldWriter) board() Section {
	w.begin("", "")
	w.named("title")
	w.add("id", "id", Line)
	w.add("code", "currency.code", Line)
	w.add("symbol", "currency.symbol", Line)
	w.add("houses", "buildings.houses", Count)
	w.add("hotels", "buildings.hotels", Count)
	w.several("station_rent", "rent_rules.station_rents", Amount)
	w.several("utility_factor", "rent_rules.utility_multipliers", Count)
	return w.s
}

func (w *fieldWriter) look() Section {
	w.begin("look", "")
	for _, name := range []string{"table", "accent", "second"} {
		w.add(name, name, Colour)
	}
	w.add("face", "face", Choice, faces()...)
	w.add("emblem", "emblem", Choice, Emblems()...)
	return w.s
}

// entries are the objects of a list, no more than a board has.
func (d *Draft) entries(place string) []any {
	list, _ := d.value(place).([]any)
	return list[:min(len(list), bigBoard)]
}

// nameOf is how a space, a group or a card is called in the editor.
func (d *Draft) nameOf(place string) string {
	lang := d.Get("language")
	for _, key := range []string{"name_" + lang, "name", "label_" + lang, "label_de", "label_en"} {
		if s := d.Get(place + "." + key); s != "" {
			return s
		}
	}
	return ""
}

// groups are the colours and what is built on them: a price of a group is that of
// each of its streets.
func (w *fieldWriter) groups() (list []Section) {
	for i := range w.d.entries("groups") {
		place := fmt.Sprintf("groups[%d]", i)
		w.begin(place, w.d.nameOf(place))
		w.named("name")
		w.add("colour", "colour", Colour)
		var streets []string
		of, _ := w.d.value(place + ".spaces").([]any)
		for k := range of {
			street := "spaces[" + w.d.Get(fmt.Sprintf("%s.spaces[%d]", place, k)) + "]"
			if w.d.Get(street+".kind") == string(Street) {
				streets = append(streets, street)
			}
		}
		for _, key := range []string{"house_cost", "hotel_cost", "skyscraper_cost"} {
			if len(streets) == 0 || w.d.value(streets[0]+"."+key) == nil && w.d.value(place+"."+key) == nil {
				continue
			}
			f := w.add(key, key, Amount)
			for _, street := range streets {
				f.more = append(f.more, street+"."+key)
				if f.Value == "" {
					f.Value = w.d.Get(street + "." + key)
				}
			}
		}
		list = append(list, w.s)
	}
	return list
}

func (w *fieldWriter) spaces() (list []Section) {
	for i := range w.d.entries("spaces") {
		place := at(i)
		w.begin(place, w.d.nameOf(place))
		w.named("name")
		if Kind(w.d.Get(place + ".kind")).Deed() {
			price := "price"
			if w.d.value(place+".price") == nil && w.d.value(place+".board_price") != nil {
				price = "board_price"
			}
			f := w.add("price", price, Amount)
			if w.d.value(place+".deed_price") != nil {
				f.more = []string{place + ".deed_price"}
			}
			w.add("mortgage", "mortgage", Amount)
		}
		w.several("rent", "rents", Amount)
		w.has("tax", "tax.amount", Amount)
		w.has("percent", "tax.percent_option", Count)
		w.has("strength", "strength", Count)
		list = append(list, w.s)
	}
	return list
}

func (w *fieldWriter) cards(deck string) (list []Section) {
	for i := range w.d.entries(deck + ".cards") {
		place := fmt.Sprintf("%s.cards[%d]", deck, i)
		w.begin(place, w.d.nameOf(place))
		w.add("label_de", "label_de", Line)
		w.add("label_en", "label_en", Line)
		var all []string
		for _, op := range ops() {
			all = append(all, string(op))
		}
		w.add("op", "effect.op", Choice, all...)
		must, may, _ := effectArgs(Op(w.d.Get(place + ".effect.op")))
		for _, arg := range slices.Concat(must, may) {
			w.argument(arg)
		}
		list = append(list, w.s)
	}
	return list
}

// argument adds the field for an argument of a card's effect.
func (w *fieldWriter) argument(arg string) {
	name := "effect." + arg
	switch arg {
	case "space":
		w.add("to_space", name, Spot)
	case "collect_salary":
		w.add(arg, name, YesNo)
	case "steps":
		w.add(arg, name, Count)
	case "kind":
		w.add("nearest", name, Choice, string(Station), string(Utility))
	case "rent":
		w.add("card_rent", name, Choice, "double", "dice_x10")
	case "deck":
		w.add(arg, name, Choice, string(ChanceSpace), string(ChestSpace))
	default:
		w.add("for_"+arg, name, Amount)
	}
}

// Fill puts everything that was typed into the draft. typed reports what stands in the
// field of a place, and whether it was sent.
func (d *Draft) Fill(typed func(place string) (string, bool)) {
	for _, part := range d.Parts() {
		for i := range part.Sections {
			for k := range part.Sections[i].Fields {
				f := &part.Sections[i].Fields[k]
				if v, sent := typed(f.Place); sent && v != f.Value {
					d.set(f, v)
				}
			}
		}
	}
	d.dropArguments()
}

// dropArguments removes from the cards what their effect does not need.
func (d *Draft) dropArguments() {
	for _, deck := range []string{"decks.chance", "decks.chest"} {
		for i := range d.entries(deck + ".cards") {
			effect, _ := d.value(fmt.Sprintf("%s.cards[%d].effect", deck, i)).(*strictjson.Object)
			if effect == nil {
				continue
			}
			op, _ := effect.Members["op"].(string)
			must, may, known := effectArgs(Op(op))
			for _, key := range slices.Clone(effect.Keys) {
				if known && key != "op" && !slices.Contains(must, key) && !slices.Contains(may, key) {
					effect.Set(key, nil)
				}
			}
		}
	}
}
