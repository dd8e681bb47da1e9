package wire

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// Append appends the state as encoding/json would write it without HTML
// escapes. Every move is answered with one, so the common parts are written
// without reflection; rare parts are left to encoding/json.
func (s *State) Append(b []byte) ([]byte, error) {
	b = AppendString(append(b, `{"game":`...), s.Game)
	b = strconv.AppendUint(append(b, `,"seq":`...), uint64(s.Seq), 10)
	b = AppendString(append(b, `,"edition":`...), s.Edition)
	b = AppendString(append(b, `,"rulebook":`...), s.Rulebook)
	w := whole{b: b}
	w.options(s.Options)
	w.text(`,"status":`, s.Status)
	w.text(`,"phase":`, s.Phase)
	w.seats(`,"waiting_for":`, s.WaitingFor)
	w.turn(&s.Turn)
	w.b = append(w.b, `,"players":[`...)
	for i := range s.Players {
		w.b = appendPlayer(comma(w.b), &s.Players[i])
	}
	w.b = append(w.b, `],"deeds":[`...)
	for i := range s.Deeds {
		w.b = appendDeed(comma(w.b), &s.Deeds[i])
	}
	w.b = append(w.b, ']')
	w.bank(&s.Bank)
	some(&w, `,"auction":`, s.Auction)
	list(&w, `,"debts":`, s.Debts)
	list(&w, `,"claims":`, s.Claims)
	list(&w, `,"trades":`, s.Trades)
	list(&w, `,"standings":`, s.Standings)
	w.b = append(w.b, `,"moves":[`...)
	for i := range s.Moves {
		w.b = appendMove(comma(w.b), &s.Moves[i])
	}
	w.b = strconv.AppendInt(append(w.b, `],"banker":`...), int64(s.Banker), 10)
	w.b = strconv.AppendBool(append(w.b, `,"time_up":`...), s.TimeUp)
	if s.Reason != "" {
		w.text(`,"reason":`, s.Reason)
	}
	opt(&w, `,"settlement":`, s.Settlement)
	opt(&w, `,"shortage":`, s.Shortage)
	opt(&w, `,"estate":`, s.Estate)
	opt(&w, `,"transfer":`, s.Transfer)
	opt(&w, `,"equalise":`, s.Equalise)
	opt(&w, `,"lock":`, s.Lock)
	opt(&w, `,"undo":`, s.Undo)
	return append(w.b, '}'), w.err
}

// whole is a state that is being written, and the error, if any.
type whole struct {
	b   []byte
	err error
}

func (w *whole) text(key, s string) { w.b = AppendString(append(w.b, key...), s) }

func (w *whole) number(key string, n int) { w.b = strconv.AppendInt(append(w.b, key...), int64(n), 10) }

func (w *whole) options(set map[string]any) {
	if w.b = append(w.b, `,"options":`...); set != nil && len(set) == 0 {
		w.b = append(w.b, "{}"...)
		return
	}
	w.value(set)
}

func (w *whole) seats(key string, list []game.Seat) {
	w.b = append(w.b, key...)
	if list == nil {
		w.b = append(w.b, "null"...)
		return
	}
	w.b = append(w.b, '[')
	for _, seat := range list {
		w.b = strconv.AppendInt(comma(w.b), int64(seat), 10)
	}
	w.b = append(w.b, ']')
}

func (w *whole) turn(t *Turn) {
	w.number(`,"turn":{"number":`, int(t.Number))
	w.number(`,"player":`, int(t.Player))
	w.number(`,"throw":`, int(t.Throw))
	w.b = optNumbers(w.b, `,"dice":`, t.Dice)
	if t.Speed != nil {
		w.b = append(w.b, `,"speed":`...)
		w.value(t.Speed)
	}
	w.b = optNumber(w.b, `,"space":`, t.Space)
	opt(w, `,"card":`, t.Card)
	if t.Locked {
		w.b = append(w.b, `,"locked":true`...)
	}
	w.b = append(w.b, '}')
}

func (w *whole) bank(s *BankStock) {
	w.number(`,"bank":{"houses":`, s.Houses)
	w.number(`,"hotels":`, s.Hotels)
	w.number(`,"skyscrapers":`, s.Skyscrapers)
	w.number(`,"depots":`, s.Depots)
	w.number(`,"tickets":`, s.Tickets)
	w.b = append(optNumber(w.b, `,"pot":`, s.Pot), '}')
}

// value writes a value too rare to be written by hand.
func (w *whole) value(v any) {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	if err := out.Encode(v); err != nil {
		w.err = err
		return
	}
	w.b = append(w.b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
}

// list writes a list that is nearly always empty.
func list[T any](w *whole, key string, items []T) {
	switch w.b = append(w.b, key...); {
	case items == nil:
		w.b = append(w.b, "null"...)
	case len(items) == 0:
		w.b = append(w.b, "[]"...)
	default:
		w.value(items)
	}
}

// some writes a value that is nearly always missing.
func some[T any](w *whole, key string, v *T) {
	if w.b = append(w.b, key...); v == nil {
		w.b = append(w.b, "null"...)
		return
	}
	w.value(v)
}

// opt writes a value that is left out where there is none.
func opt[T any](w *whole, key string, v *T) {
	if v != nil {
		some(w, key, v)
	}
}

func appendPlayer(b []byte, p *Player) []byte {
	b = strconv.AppendInt(append(b, `{"seat":`...), int64(p.Seat), 10)
	b = AppendString(append(b, `,"name":`...), p.Name)
	b = AppendString(append(b, `,"letter":`...), p.Letter)
	b = strconv.AppendInt(append(b, `,"cash":`...), int64(p.Cash), 10)
	b = strconv.AppendInt(append(b, `,"space":`...), int64(p.Space), 10)
	b = strconv.AppendBool(append(b, `,"jailed":`...), p.Jailed)
	b = strconv.AppendUint(append(b, `,"jail_turn":`...), uint64(p.JailTurn), 10)
	b = append(b, `,"jail_cards":[`...)
	for _, deck := range p.JailCards {
		b = AppendString(comma(b), deck)
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
