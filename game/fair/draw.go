package fair

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// Source is the holder of a seat's chain.
type Source string

// The sources.
const (
	Client Source = "client" // the player's own device
	Server Source = "server" // made by the server for a seat that brings none
)

// Draw is the part of a log line about the origin of its outcome.
// All lines of one command have the same but for the purpose.
type Draw struct {
	Ordinal    uint32     `json:"ordinal"`
	Seat       *game.Seat `json:"seat"` // whose link entered the mix; nil if none did
	Link       *Hash      `json:"link"` // nil if no link entered
	ServerLink Hash       `json:"server_link"`
	Source     Source     `json:"source"` // of the seat's chain; Server if no link entered
	Purpose    Purpose    `json:"purpose"`
	Missed     bool       `json:"missed,omitempty"` // the link is Missed's
}

// For returns the draw as written in the line of an event, nil if the event
// has no outcome.
func (d Draw) For(e *game.Event) *Draw {
	p, ok := Of(e)
	if !ok {
		return nil
	}
	d.Purpose = p
	return &d
}

// Append writes the draw as JSON, the members in the order of the struct.
func (d *Draw) Append(b []byte) []byte {
	b = strconv.AppendUint(append(b, `{"ordinal":`...), uint64(d.Ordinal), 10)
	if d.Seat == nil {
		b = append(b, `,"seat":null,"link":null`...)
	} else {
		b = strconv.AppendUint(append(b, `,"seat":`...), uint64(*d.Seat), 10)
		b = append(appendHex(append(b, `,"link":"`...), d.Link), '"')
	}
	b = append(appendHex(append(b, `,"server_link":"`...), &d.ServerLink), '"')
	b = append(append(b, `,"source":"`...), d.Source...)
	b = append(append(append(b, `","purpose":"`...), d.Purpose.String()...), '"')
	if d.Missed {
		b = append(b, `,"missed":true`...)
	}
	return append(b, '}')
}

const digits = "0123456789abcdef"

func appendHex(b []byte, h *Hash) []byte {
	for _, c := range h {
		b = append(b, digits[c>>4], digits[c&15])
	}
	return b
}
