package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// The lists that are nine tenths of a state, as encoding/json writes them when
// they are nil. No text can hold these bytes: its quotes are escaped.
var (
	gapOfLists = []byte(`"players":null,"deeds":null`)
	gapOfMoves = []byte(`"moves":null,"banker":`)
)

// AppendState appends whole, a value in which s occurs exactly once, as
// encoding/json would write it without HTML escapes. The lists of players,
// deeds and moves are written without reflection, because every move is
// answered with them. s is lent: nobody else may use it meanwhile.
func AppendState(b []byte, s *State, whole any) ([]byte, error) {
	players, deeds, moves := s.Players, s.Deeds, s.Moves
	s.Players, s.Deeds, s.Moves = nil, nil, nil
	defer func() { s.Players, s.Deeds, s.Moves = players, deeds, moves }()
	var rest bytes.Buffer
	enc := json.NewEncoder(&rest)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(whole); err != nil {
		return b, err
	}
	head, tail, _ := bytes.Cut(bytes.TrimSuffix(rest.Bytes(), []byte("\n")), gapOfLists)
	middle, tail, _ := bytes.Cut(tail, gapOfMoves)
	b = append(append(b, head...), `"players":[`...)
	for i := range players {
		b = appendPlayer(comma(b), &players[i])
	}
	b = append(b, `],"deeds":[`...)
	for i := range deeds {
		b = appendDeed(comma(b), &deeds[i])
	}
	b = append(append(append(b, ']'), middle...), `"moves":[`...)
	for i := range moves {
		b = appendMove(comma(b), &moves[i])
	}
	return append(append(b, `],"banker":`...), tail...), nil
}

func appendPlayer(b []byte, p *Player) []byte {
	b = strconv.AppendInt(append(b, `{"seat":`...), int64(p.Seat), 10)
	b = appendString(append(b, `,"name":`...), p.Name)
	b = strconv.AppendInt(append(b, `,"cash":`...), int64(p.Cash), 10)
	b = strconv.AppendInt(append(b, `,"space":`...), int64(p.Space), 10)
	b = strconv.AppendBool(append(b, `,"jailed":`...), p.Jailed)
	b = strconv.AppendUint(append(b, `,"jail_turn":`...), uint64(p.JailTurn), 10)
	b = append(b, `,"jail_cards":[`...)
	for _, deck := range p.JailCards {
		b = appendString(comma(b), deck)
	}
	b = strconv.AppendUint(append(b, `],"tickets":`...), uint64(p.Tickets), 10)
	b = strconv.AppendBool(append(b, `,"bankrupt":`...), p.Bankrupt)
	b = strconv.AppendBool(append(b, `,"banker_only":`...), p.BankerOnly)
	b = appendNumber(append(b, `,"wealth":`...), p.Wealth)
	b = appendNumber(append(b, `,"liquidation":`...), p.Liquidation)
	if p.Away {
		b = append(b, `,"away":true`...)
	}
	return append(b, '}')
}

func appendDeed(b []byte, d *Deed) []byte {
	b = strconv.AppendInt(append(b, `{"space":`...), int64(d.Space), 10)
	b = appendNumber(append(b, `,"owner":`...), d.Owner)
	b = strconv.AppendBool(append(b, `,"mortgaged":`...), d.Mortgaged)
	b = strconv.AppendUint(append(b, `,"houses":`...), uint64(d.Houses), 10)
	b = strconv.AppendBool(append(b, `,"hotel":`...), d.Hotel)
	b = strconv.AppendBool(append(b, `,"skyscraper":`...), d.Skyscraper)
	b = strconv.AppendBool(append(b, `,"depot":`...), d.Depot)
	if d.Removed {
		b = append(b, `,"removed":true`...)
	}
	return append(b, '}')
}

// appendNumber writes a number that may be missing.
func appendNumber[N ~int8 | ~int16 | ~int32 | ~int64](b []byte, n *N) []byte {
	if n == nil {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(*n), 10)
}
