package wire

import "strconv"

// appendMove writes an option as encoding/json would, and an example.
func appendMove(b []byte, m *MoveOption) []byte {
	b = AppendString(append(b, `{"move":`...), m.Move)
	b = optNumber(b, `,"player":`, m.Player)
	b = optNumber(b, `,"claim":`, m.Claim)
	b = optNumber(b, `,"trade":`, m.Trade)
	b = optNumber(b, `,"space":`, m.Space)
	if m.Building != "" {
		b = AppendString(append(b, `,"building":`...), m.Building)
	}
	b = optNumber(b, `,"price":`, m.Price)
	b = optNumber(b, `,"min":`, m.Min)
	b = optNumber(b, `,"max":`, m.Max)
	b = optNumber(b, `,"step":`, m.Step)
	b = optNumbers(b, `,"spaces":`, m.Spaces)
	b = optNumbers(b, `,"from_spaces":`, m.FromSpaces)
	b = optNumbers(b, `,"to_spaces":`, m.ToSpaces)
	b = optStrings(b, `,"groups":`, m.Groups)
	b = optStrings(b, `,"options":`, m.Options)
	if m.GiveRange != nil {
		b = appendGoods(append(b, `,"give_range":`...), m.GiveRange)
	}
	if len(m.Partners) > 0 {
		b = append(b, `,"partners":[`...)
		for i := range m.Partners {
			b = strconv.AppendInt(append(comma(b), `{"to":`...), int64(m.Partners[i].To), 10)
			b = append(appendGoods(append(b, `,"want_range":`...), &m.Partners[i].WantRange), '}')
		}
		b = append(b, ']')
	}
	b = optNumbers(b, `,"lift_range":`, m.LiftRange)
	b = optNumbers(b, `,"must_lift":`, m.MustLift)
	if m.NeedsLink {
		b = append(b, `,"needs_link":true`...)
	}
	return append(appendExample(b, m), '}')
}

func appendGoods(b []byte, g *GoodsRange) []byte {
	b = strconv.AppendInt(append(b, `{"max_cash":`...), int64(g.Max), 10)
	b = strconv.AppendInt(append(b, `,"step":`...), int64(g.Step), 10)
	b = appendNumbers(append(b, `,"deeds":`...), g.Deeds)
	b = appendStrings(append(b, `,"jail_cards":`...), g.JailCards)
	if g.Tickets > 0 {
		b = strconv.AppendUint(append(b, `,"tickets":`...), uint64(g.Tickets), 10)
	}
	return append(b, '}')
}

func optNumber[N ~int | ~int8 | ~int32 | ~int64](b []byte, key string, n *N) []byte {
	if n == nil {
		return b
	}
	return strconv.AppendInt(append(b, key...), int64(*n), 10)
}

func optNumbers(b []byte, key string, list []int) []byte {
	if len(list) == 0 {
		return b
	}
	return appendNumbers(append(b, key...), list)
}

func optStrings(b []byte, key string, list []string) []byte {
	if len(list) == 0 {
		return b
	}
	return appendStrings(append(b, key...), list)
}

func appendNumbers(b []byte, list []int) []byte {
	b = append(b, '[')
	for _, n := range list {
		b = strconv.AppendInt(comma(b), int64(n), 10)
	}
	return append(b, ']')
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for _, s := range list {
		b = AppendString(comma(b), s)
	}
	return append(b, ']')
}
