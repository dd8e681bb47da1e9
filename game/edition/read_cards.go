package edition

import "strings"

func (e *Edition) readDecks(n node) {
	n = n.object("chance", "chest", "bus")
	e.Chance, e.Chest = e.readDeck(n.get("chance")), e.readDeck(n.get("chest"))
	bus := n.maybe("bus").object("name", "name_de", "name_en", "cards", "confidence", "sources", "note")
	if !bus.ok {
		return
	}
	for _, one := range bus.get("cards").list(1, 60) {
		one = one.object("id", "label_de", "label_en", "effect")
		effect := one.get("effect").object("op", "expires_others")
		effect.get("op").oneOf("bus_ticket")
		e.Bus = append(e.Bus, Ticket{
			ID:      one.get("id").id(),
			Text:    Text{one.maybe("label_de").text(maxText), one.maybe("label_en").text(maxText)},
			Expires: effect.maybe("expires_others").flag(),
		})
	}
}

func (e *Edition) readDeck(n node) Deck {
	n = n.object("name", "name_de", "name_en", "cards", "confidence", "sources", "note")
	d := Deck{Name: e.text(n.get("name"), n, "name", maxName)}
	for _, one := range n.get("cards").list(16, 16) {
		one = one.object("id", "label_de", "label_en", "effect", "note")
		c := Card{ID: one.get("id").id()}
		de, en := one.maybe("label_de"), one.maybe("label_en")
		if one.ok && !de.ok && !en.ok {
			one.bad(noCardText)
		}
		c.Text = Text{de.text(maxText), en.text(maxText)}
		c.Effect = readEffect(one.get("effect"))
		d.Cards = append(d.Cards, c)
	}
	return d
}

// effectArgs are the arguments of each op: the first list must be there, the
// second may.
func effectArgs(op Op) (must, may []string, known bool) {
	switch op {
	case AdvanceTo, MoveBackTo:
		return []string{"space"}, []string{"collect_salary"}, true
	case MoveBy:
		return []string{"steps"}, nil, true
	case AdvanceNearest:
		return []string{"kind"}, []string{"rent"}, true
	case Pay, Collect, PayEach, CollectEach:
		return []string{"amount"}, nil, true
	case Repairs:
		return []string{"house", "hotel"}, []string{"skyscraper", "depot"}, true
	case PayOrDraw:
		return []string{"amount", "deck"}, nil, true
	case GoJail, JailFree:
		return nil, nil, true
	default:
		return nil, nil, false
	}
}

func ops() []Op {
	return []Op{AdvanceTo, MoveBackTo, MoveBy, AdvanceNearest, Pay, Collect, PayEach, CollectEach, Repairs, PayOrDraw, GoJail, JailFree}
}

func readEffect(n node) Effect {
	if !n.object("op", "space", "collect_salary", "steps", "kind", "rent", "amount", "deck", "house", "hotel", "skyscraper", "depot").ok {
		return Effect{}
	}
	op := n.get("op")
	f := Effect{Op: Op(op.text(maxName))}
	must, may, known := effectArgs(f.Op)
	if !known {
		if f.Op != "" {
			op.bad(notOneOf, f.Op, opNames())
		}
		return Effect{}
	}
	for _, key := range append(must, may...) {
		arg := n.maybe(key)
		if !arg.ok {
			continue
		}
		f.set(key, arg)
	}
	for _, key := range must {
		n.get(key)
	}
	if f.Op == AdvanceTo && !n.maybe("collect_salary").ok {
		f.Salary = true
	}
	return f
}

func opNames() string {
	names := make([]string, len(ops()))
	for i, op := range ops() {
		names[i] = string(op)
	}
	return strings.Join(names, ", ")
}

func (f *Effect) set(key string, n node) {
	switch key {
	case "space":
		f.Space = n.int(0, 51)
	case "collect_salary":
		f.Salary = n.flag()
	case "steps":
		f.Steps = n.int(-51, 51)
		if f.Steps == 0 {
			n.bad(noZero)
		}
	case "kind":
		f.Kind = Kind(n.oneOf(string(Station), string(Utility)))
	case "rent":
		f.Rent = n.oneOf("double", "dice_x10")
	case "amount":
		f.Amount = n.int(1, maxAmount)
	case "deck":
		f.Deck = Kind(n.oneOf(string(ChanceSpace), string(ChestSpace)))
	case "house":
		f.House = n.int(0, maxAmount)
	case "hotel":
		f.Hotel = n.int(0, maxAmount)
	case "skyscraper":
		f.Skyscraper = n.int(0, maxAmount)
	case "depot":
		f.Depot = n.int(0, maxAmount)
	}
}
