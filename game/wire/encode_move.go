package wire

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// EncodeMove writes a command as the JSON object that DecodeMove, and for a
// move of a seat ParseJSON, reads back as the same command. Of a side
// agreement it keeps only that there was one: its words are in the log.
func EncodeMove(st *setup.Setup, c game.Command) json.RawMessage {
	b := make([]byte, 0, 64) // for most
	b = append(append(append(b, `{"move":"`...), MoveName(c.Kind)...), '"')
	for _, name := range moveArguments[c.Kind].arguments {
		b = appendArgument(b, st, &c, name)
	}
	return append(b, '}')
}

func appendArgument(b []byte, st *setup.Setup, c *game.Command, name string) []byte {
	switch name {
	case "space", "from":
		return strconv.AppendUint(appendKey(b, name), uint64(c.Space), 10)
	case "to":
		if c.Kind == game.MoveHouse {
			return strconv.AppendUint(appendKey(b, name), uint64(c.Dest), 10)
		}
		return appendSeat(appendKey(b, name), c.To)
	case "amount", "credit":
		return strconv.AppendInt(appendKey(b, name), int64(c.Amount), 10)
	case "option":
		return AppendString(appendKey(b, name), ChoiceName(c.Choice))
	case "spaces":
		b = append(appendKey(b, name), '[')
		for _, sp := range c.Spaces[:c.Steps] {
			b = strconv.AppendUint(comma(b), uint64(sp), 10)
		}
		return append(b, ']')
	case "building":
		if c.Building != game.NoBuilding {
			return AppendString(appendKey(b, name), BuildingName(c.Building))
		}
	case "group":
		return AppendString(appendKey(b, name), groupID(st, c.Group))
	case "count":
		return strconv.AppendInt(appendKey(b, name), int64(c.N), 10)
	case "claim", "trade", "counter":
		if c.N >= 0 {
			return strconv.AppendInt(appendKey(b, name), int64(c.N), 10)
		}
	case "give":
		return appendTerms(appendKey(b, name), c.Give)
	case "want":
		return appendTerms(appendKey(b, name), c.Want)
	case "lift":
		if c.Lift != 0 {
			return appendBits(appendKey(b, name), uint64(c.Lift))
		}
	case "terms":
		if c.HasTerms {
			return append(appendKey(b, name), `"..."`...)
		}
	}
	return b
}

// DecodeMove reads the output of EncodeMove, the commands that are no move of a seat included.
func DecodeMove(st *setup.Setup, seat game.Seat, body []byte) (game.Command, error) {
	for _, k := range [...]game.CommandKind{game.Return, game.TimeUp, game.Start, game.Abandon, game.Reanchor, game.Renew} {
		if string(body) == string(EncodeMove(st, game.Command{Kind: k})) {
			return game.Move(k, seat), nil
		}
	}
	c, _, problem := ParseJSON(st, seat, body)
	if problem != nil {
		return c, fmt.Errorf("decode move: %w", problem)
	}
	return c, nil
}
