package views

import (
	"net/url"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// Names of the query fields of the log.
const (
	QueryKind = "kind"
)

// LogPath is the log, read by people; for programs it is EventsPath.
func LogPath(id string) string { return EventsPath(id) }

// LogTurnPath is the part of the log in which a turn stands.
func LogTurnPath(id string, turn int) string {
	return LogPath(id) + "?" + QueryTurn + "=" + strconv.Itoa(turn) + "#turn" + strconv.Itoa(turn)
}

// AtPath is a table as it stood after an event.
func AtPath(id string, seq uint32) string {
	return GamePath(id) + "?" + QueryAt + "=" + strconv.FormatUint(uint64(seq), 10)
}

// FiguresPath is a game in figures.
func FiguresPath(id string) string { return GamePath(id) + "/stats" }

// LogQuery is what the address of a log asks for.
type LogQuery struct {
	Turn   int // a turn that must be on the page, 0: the newest
	Kind   LogKind
	Player game.Seat // game.Nobody: all
}

// Filtered tells whether entries are left out.
func (q LogQuery) Filtered() bool { return q.Kind != LogAll || q.Player != game.Nobody }

// ParseLogQuery reads the query of a log; nonsense counts as absent.
func ParseLogQuery(q url.Values) LogQuery {
	x := LogQuery{Turn: max(small(q.Get(QueryTurn), 1<<16), 0), Player: game.Nobody}
	if n := small(q.Get(QueryPlayer), game.MaxSeats); n >= 0 {
		x.Player = game.Seat(n)
	}
	for kind, name := range logKinds() {
		if name != "" && name == q.Get(QueryKind) {
			x.Kind = LogKind(kind)
		}
	}
	return x
}

// path is the address of a page of the log with the same filter.
func (q LogQuery) path(id string, turn int) string {
	path := LogPath(id)
	if turn > 0 {
		path = WithQuery(path, QueryTurn, strconv.Itoa(turn))
	}
	if q.Kind != LogAll {
		path = WithQuery(path, QueryKind, logKinds()[q.Kind])
	}
	if q.Player != game.Nobody {
		path = WithQuery(path, QueryPlayer, itoa(q.Player))
	}
	return path
}
