package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// poster goes round its tables and makes one move after the other.
type poster struct {
	lot    *lot
	server *rig.Server // where it plays: all moves of a table go to one
	tables []*benchTable
	next   int       // which of them is next
	sent   time.Time // its last move
	took   []time.Duration
}

// posters are n of them, each with tables of its own; fewer if there are too few tables.
func (l *lot) posters(n int) []*poster {
	list := make([]*poster, min(n, len(l.tables)))
	for i := range list {
		list[i] = &poster{lot: l, server: l.servers[i%len(l.servers)]}
	}
	for i, tb := range l.tables {
		p := list[i%len(list)]
		p.tables = append(p.tables, tb)
	}
	return list
}

// together is the joint rate of posters in a time.
func together(posters []*poster, in time.Duration) rate {
	var took []time.Duration
	for _, p := range posters {
		took = append(took, p.took...)
	}
	return rated(took, in)
}

// move is the table it plays at, until heard is called.
func (p *poster) move() *benchTable {
	p.sent = time.Now()
	return p.tables[p.next]
}

// heard takes the answer to its move. If it is think, the poster has to think
// before its next move.
func (p *poster) heard(status int, body []byte) (think bool, err error) {
	if status == 200 {
		p.took = append(p.took, time.Since(p.sent))
	}
	if think, err = p.tables[p.next].follow(status, body); !think {
		p.next = (p.next + 1) % len(p.tables)
	}
	return think, err
}

// think finds the next move at the table it has just played at.
func (p *poster) think() error {
	err := p.lot.think(p.tables[p.next])
	p.next = (p.next + 1) % len(p.tables)
	return err
}

// heard reads the answer to a move and finds the next one.
func (l *lot) heard(tb *benchTable, status int, body []byte) error {
	think, err := tb.follow(status, body)
	if think && err == nil {
		err = l.think(tb)
	}
	return err
}

// follow reads the answer and makes up the next move. It is think if the answer
// lacks the data for that.
func (tb *benchTable) follow(status int, body []byte) (think bool, err error) {
	switch status {
	case 200:
		tb.tried = 0
	case 422:
		tb.tried++
	default:
		return false, fmt.Errorf("table %s: %s answered %d: %s", tb.id, tb.body, status, body[:min(len(body), 300)])
	}
	phase, waiting, list := look(body)
	if waiting == tb.next && tb.tried == 0 {
		tb.body = tb.listed(phase, list)
		return tb.body == "", nil
	}
	moves := answers[phase]
	if waiting < 0 || tb.tried >= len(moves) {
		return true, nil
	}
	tb.next, tb.body = waiting, moves[tb.tried]
	return false, nil
}

// listed picks one of the moves that the answer lists for its reader, "" if there is none.
func (tb *benchTable) listed(phase string, list []byte) string {
	for _, move := range answers[phase] {
		if name, _, _ := bytes.Cut([]byte(move), []byte{','}); bytes.Contains(list, bytes.TrimSuffix(name, []byte{'}'})) {
			return move
		}
	}
	var moves []rig.Move
	if json.NewDecoder(bytes.NewReader(list)).Decode(&moves) != nil {
		return ""
	}
	move, ok := rig.Choose(moves, tb.rng)
	if !ok {
		return ""
	}
	text, err := json.Marshal(move)
	if err != nil {
		return ""
	}
	return string(text)
}

// think fetches the lists of moves and picks one, or starts a new game where
// one is over. This is the exception; the answers serve the rest.
func (l *lot) think(tb *benchTable) error {
	for i, p := range l.people {
		s, err := p.State(context.Background(), tb.id)
		if err != nil {
			return err
		}
		if s.Status == "finished" {
			fresh, err := l.openOne(int(tb.rng.Uint32()))
			if err == nil {
				*tb = *fresh
			}
			return err
		}
		move, ok := rig.Choose(s.Moves, tb.rng)
		if !ok {
			continue
		}
		text, err := json.Marshal(move)
		tb.next, tb.body, tb.tried = i, string(text), 0
		return err
	}
	return fmt.Errorf("table %s: nobody has a move", tb.id)
}

// answers are the moves that get on with a game, by phase.
var answers = map[string][]string{
	"roll":    {`{"move":"roll"}`},
	"jail":    {`{"move":"pay_fine"}`, `{"move":"use_jail_card"}`, `{"move":"roll"}`},
	"buy":     {`{"move":"buy"}`, `{"move":"decline"}`},
	"auction": {`{"move":"pass"}`},
	"tax":     {`{"move":"choose_tax","option":"flat"}`},
	"hub":     {`{"move":"end_turn"}`, `{"move":"roll"}`},
}

// look finds the phase, the first seat that is waited for, and the list of
// moves with its list, without the price of decoding the whole answer.
func look(body []byte) (phase string, seat int, moves []byte) {
	_, rest, ok := bytes.Cut(body, []byte(`"state":{`))
	if !ok {
		rest = body // a refusal bears the state as it is
	}
	_, rest, ok = bytes.Cut(rest, []byte(`"phase":"`))
	if !ok {
		return "", -1, nil
	}
	name, _, _ := bytes.Cut(rest, []byte(`"`))
	_, rest, _ = bytes.Cut(rest, []byte(`"waiting_for":[`))
	digits, _, _ := bytes.Cut(rest, []byte(`]`))
	digits, _, _ = bytes.Cut(digits, []byte(`,`))
	if at := bytes.Index(rest, []byte(`"moves":[`)); at >= 0 {
		moves = rest[at+len(`"moves":`):]
	}
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return string(name), -1, moves
	}
	return string(name), n, moves
}
