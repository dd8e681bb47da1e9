package wire

import (
	"encoding/json"
	"math/bits"
	"strconv"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup"
)

const speedMr, speedBus = "mr", "bus"

var dueNames = [...]string{"throw", "bonus", "bus", "fine"}

// Extra is the data of a log beyond the events themselves.
type Extra struct {
	SeedCommitment string      // of game_started
	Terms          string      // of a trade_proposed that carries terms
	By             string      // who moved instead of the player, ByOrder or ByClock; "" for the player
	Proof          *fair.Proof // of game_started
	Draw           *fair.Draw  // of every outcome in the batch
	Anchored       *Anchored   // of a chain that begins
	Chained        *Chained    // nil: lines do not carry the hash of the one before; moved on by Encode
}

// Encode writes the events as lines of the log, one JSON object each, the first
// with the number first. The batch must be whole moves: the line of ordered
// repeats the ordering throws before it, that of game_ended the count.
func Encode(st *setup.Setup, first uint32, at time.Time, evs []game.Event, extra Extra) []json.RawMessage {
	lines, _ := EncodeRow(st, first, at, evs, extra)
	return lines
}

// EncodeRow is Encode, with the row of the store that holds the lines, each
// followed by a line feed. Row and lines share their memory, which holds
// nothing else.
func EncodeRow(st *setup.Setup, first uint32, at time.Time, evs []game.Event, extra Extra) (lines []json.RawMessage, row []byte) {
	draft := drafts.Get().(*draft)
	defer drafts.Put(draft)
	draft.at = at.UTC().AppendFormat(draft.at[:0], time.RFC3339Nano)
	all, w := draft.row[:0], writer{st: st, at: draft.at, batch: evs, extra: extra}
	var room [16]int
	ends := room[:0]
	for i := range evs {
		start := len(all)
		all = w.line(all, first+uint32(i), i)
		ends = append(ends, len(all))
		if extra.Chained != nil {
			extra.Chained.Prev = fair.LineHash(all[start:])
		}
		all = append(all, '\n')
	}
	draft.row = all
	row, lines = make([]byte, len(all)), make([]json.RawMessage, len(evs))
	copy(row, all)
	start := 0
	for i, end := range ends {
		lines[i] = row[start:end:end]
		start = end + 1
	}
	return lines, row
}

// draft is where a row is written before its length is known, with its time.
type draft struct{ row, at []byte }

var drafts = sync.Pool{New: func() any { return new(draft) }}

type writer struct {
	st    *setup.Setup
	at    []byte
	batch []game.Event
	extra Extra
}

func appendHead(b []byte, seq uint32, at time.Time, typ string) []byte {
	b = strconv.AppendUint(append(b, `{"seq":`...), uint64(seq), 10)
	b = at.UTC().AppendFormat(append(b, `,"at":"`...), time.RFC3339Nano)
	return append(append(append(b, `","type":"`...), typ...), '"')
}

func (w *writer) line(b []byte, seq uint32, i int) []byte {
	e := &w.batch[i]
	b = strconv.AppendUint(append(b, `{"seq":`...), uint64(seq), 10)
	b = append(append(b, `,"at":"`...), w.at...)
	b = append(append(append(b, `","type":"`...), EventName(e.Kind)...), '"')
	switch e.Kind {
	case game.GameStarted:
		b = AppendString(appendKey(b, "seed_commitment"), w.extra.SeedCommitment)
		if w.extra.Proof != nil {
			b = appendProof(appendKey(b, proofName), w.extra.Proof)
		}
	case game.Ordered:
		b = appendThrows(b, w.batch[:i])
	case game.GameEnded:
		b = appendStandings(b, w.batch[:i])
	default: // nothing is repeated
	}
	b = w.fields(b, e)
	if e.Kind == game.TradeProposed && e.Flag && w.extra.Terms != "" {
		b = AppendString(appendKey(b, termsName), w.extra.Terms)
	}
	if w.extra.By != "" {
		b = AppendString(appendKey(b, byName), w.extra.By)
	}
	return append(w.fair(b, seq, e), '}')
}

func (w *writer) fields(b []byte, e *game.Event) []byte {
	spec := &kinds[e.Kind]
	var done uint32
	for _, n := range spec.fields {
		done |= 1 << n.field.base()
		if !n.maybe || says(e, n.field, spec.noSpace) {
			b = w.value(appendKey(b, n.name), e, n.field)
		}
	}
	for f := fSeat; f < numFields; f++ {
		if done>>f&1 == 0 && says(e, f, spec.noSpace) {
			b = w.value(appendKey(b, genericNames[f]), e, f)
			if f == fDice && e.Dice[2] != 0 {
				b = w.value(appendKey(b, speedName), e, fSpeed)
			}
		}
	}
	return b
}

// says reports whether the field differs from its default where it is left out.
func says(e *game.Event, f field, noSpace bool) bool {
	switch f {
	case fSeat:
		return e.Seat != game.Nobody
	case fOther:
		return e.Other != game.Nobody
	case fSpace:
		return e.Space != blankSpace(noSpace)
	case fDest:
		return e.Dest != 0
	case fDice:
		return e.Dice != [3]uint8{}
	case fSpeed:
		return e.Dice[2] != 0
	case fCause, fReason:
		return e.Cause != game.NoCause
	case fRule:
		return e.Rule != game.NoRule
	case fDue:
		return e.Due != 0
	case fFlag:
		return e.Flag
	case fPhase:
		return e.Phase != 0
	case fBuilding:
		return e.Building != game.NoBuilding
	case fDeck:
		return e.Deck != 0
	case fCard, fCards:
		return e.Card != 0
	case fLeft, fMove, fGone:
		return e.Left != 0
	case fItem:
		return e.Item != game.Item{}
	case fSeats:
		return e.Seats != 0
	case fN, fEnd, fChoice, fGroup:
		return e.N != 0
	case fAmount:
		return e.Amount != 0
	case fGive:
		return e.Give != game.Terms{}
	case fWant:
		return e.Want != game.Terms{}
	case fLift:
		return e.Lift != 0
	case numFields:
	}
	return false
}

func blankSpace(noSpace bool) game.Space {
	if noSpace {
		return game.NoSpace
	}
	return 0
}

func (w *writer) value(b []byte, e *game.Event, f field) []byte {
	switch f {
	case fSeat:
		return appendSeat(b, e.Seat)
	case fOther:
		return appendSeat(b, e.Other)
	case fSpace:
		return appendSpace(b, e.Space)
	case fDest:
		return appendSpace(b, e.Dest)
	case fDice:
		b = strconv.AppendUint(append(b, '['), uint64(e.Dice[0]), 10)
		return append(strconv.AppendUint(append(b, ','), uint64(e.Dice[1]), 10), ']')
	case fSpeed:
		return appendSpeed(b, e.Dice[2])
	case fCause:
		return appendName(b, causePrefix(e.Cause, false), CauseName(e.Cause), int64(e.Cause))
	case fReason:
		return appendName(b, causePrefix(e.Cause, true), CauseName(e.Cause), int64(e.Cause))
	case fRule:
		if e.Rule >= game.NumRules {
			return strconv.AppendUint(b, uint64(e.Rule), 10)
		}
		return appendName(b, "", e.Rule.String(), int64(e.Rule))
	case fDue:
		return appendDue(b, e.Due)
	case fFlag:
		return strconv.AppendBool(b, e.Flag)
	case fPhase:
		return appendName(b, "", PhaseName(e.Phase), int64(e.Phase))
	case fBuilding:
		return appendName(b, "", BuildingName(e.Building), int64(e.Building))
	case fDeck:
		return appendName(b, "", DeckName(e.Deck), int64(e.Deck))
	case fCard:
		return appendText(b, cardID(w.st, e.Deck, e.Card), int64(e.Card))
	case fCards:
		return appendDecks(b, e.Card)
	case fLeft:
		return strconv.AppendUint(b, uint64(e.Left), 10)
	case fMove:
		return appendName(b, "", MoveName(game.CommandKind(e.Left)), int64(e.Left))
	case fGone:
		return appendName(b, "", GoneName(game.Gone(e.Left)), int64(e.Left))
	case fItem:
		return appendItem(b, e.Item)
	case fSeats:
		return appendBits(b, uint64(e.Seats))
	case fN:
		return strconv.AppendInt(b, int64(e.N), 10)
	case fEnd:
		return appendName(b, "", name32(reasonNames[:], e.N), int64(e.N))
	case fChoice:
		return appendName(b, "", name32(choiceNames[:], e.N), int64(e.N))
	case fGroup:
		return appendText(b, name32(w.st.Groups, e.N), int64(e.N))
	case fAmount:
		return strconv.AppendInt(b, int64(e.Amount), 10)
	case fGive:
		return appendTerms(b, e.Give)
	case fWant:
		return appendTerms(b, e.Want)
	case fLift:
		return appendBits(b, uint64(e.Lift))
	case numFields:
	}
	return append(b, "null"...)
}

func name32(names []string, n int32) string {
	if n >= 0 && int(n) < len(names) {
		return names[n]
	}
	return ""
}

func appendKey(b []byte, name string) []byte {
	return append(append(append(b, ',', '"'), name...), '"', ':')
}

// appendName writes one of our own names, or the number of a value that has none.
func appendName(b []byte, prefix, name string, n int64) []byte {
	if name == "" {
		return strconv.AppendInt(b, n, 10)
	}
	return append(append(append(append(b, '"'), prefix...), name...), '"')
}

// appendText writes an id from an edition, or the number of a value that has none.
func appendText(b []byte, id string, n int64) []byte {
	if id == "" {
		return strconv.AppendInt(b, n, 10)
	}
	return AppendString(b, id)
}

// AppendString appends s as a JSON string. Invalid UTF-8 is replaced, as
// encoding/json does.
func AppendString(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			quoted, err := json.Marshal(s)
			if err != nil {
				return append(b, `""`...)
			}
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

func appendSpace(b []byte, sp game.Space) []byte {
	if sp == game.NoSpace {
		return append(b, "null"...)
	}
	return strconv.AppendUint(b, uint64(sp), 10)
}

func appendSpeed(b []byte, face uint8) []byte {
	switch face {
	case 0: // none was thrown
		return append(b, "null"...)
	case game.SpeedMr:
		return append(b, `"`+speedMr+`"`...)
	case game.SpeedBus:
		return append(b, `"`+speedBus+`"`...)
	}
	return strconv.AppendUint(b, uint64(face), 10)
}

func appendDue(b []byte, d game.Due) []byte {
	if d>>len(dueNames) != 0 {
		return strconv.AppendUint(b, uint64(d), 10)
	}
	b = append(b, '[')
	for i, name := range dueNames {
		if d>>i&1 == 1 {
			b = append(append(append(comma(b), '"'), name...), '"')
		}
	}
	return append(b, ']')
}

func comma(b []byte) []byte {
	if b[len(b)-1] != '[' {
		return append(b, ',')
	}
	return b
}

func appendBits(b []byte, set uint64) []byte {
	b = append(b, '[')
	for ; set != 0; set &= set - 1 {
		b = strconv.AppendInt(comma(b), int64(bits.TrailingZeros64(set)), 10)
	}
	return append(b, ']')
}

func appendDecks(b []byte, set uint8) []byte {
	b = append(b, '[')
	for ; set != 0; set &= set - 1 {
		d := bits.TrailingZeros8(set)
		b = appendName(comma(b), "", DeckName(game.Deck(d)), int64(d))
	}
	return append(b, ']')
}

func appendTerms(b []byte, t game.Terms) []byte {
	b = strconv.AppendInt(append(b, `{"cash":`...), int64(t.Cash), 10)
	b = appendBits(append(b, `,"deeds":`...), uint64(t.Deeds))
	b = appendDecks(append(b, `,"jail_cards":`...), t.Cards)
	if t.Tickets != 0 {
		b = strconv.AppendUint(append(b, `,"tickets":`...), uint64(t.Tickets), 10)
	}
	return append(b, '}')
}
