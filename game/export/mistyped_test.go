package export_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/export"
)

func TestMistypedHeadersAreRefusedInWords(t *testing.T) {
	for member, says := range map[string]string{
		`"format":"x"`:               `the format of this export is "\"x\""; this program reads format 1`,
		`"format":[]`:                `the format of this export is "[]"; this program reads format 1`,
		`"players":[{"bot":5}]`:      "header: players.bot has to be a text, but is a number",
		`"players":[{"seat":"one"}]`: "header: players.seat has to be a whole number, but is a text",
		`"players":"Ada"`:            "header: players has to be a list, but is a text",
		`"options":[]`:               "header: options has to be an object, but is a list",
		`"rulebook":{}`:              "header: rulebook has to be a text, but is an object",
		`"banker_only":1`:            "header: banker_only has to be true or false, but is a number",
		`"banker":true`:              "header: banker has to be a whole number, but is true or false",
		`"banker":300`:               "header: banker cannot be 300",
		`"events":1.5`:               "header: events cannot be 1.5",
		`"created_at":5`:             "header: created_at has to be a time such as 2026-01-31T12:00:00Z",
		`"created_at":"yesterday"`:   "header: created_at has to be a time such as 2026-01-31T12:00:00Z",
	} {
		_, err := export.Read(strings.NewReader(`{"type":"header","format":1,"edition":{},` + member + `}`))
		assert.EqualError(t, err, says, member)
	}
}
