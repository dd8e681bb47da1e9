package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/views/notifypage"
)

// TestTheTitleOfAMessageReadsWell: of the table and what there is to decide, which may have
// a colon of its own.
func TestTheTitleOfAMessageReadsWell(t *testing.T) {
	for _, x := range []struct {
		lang string
		kind notice.Kind
		ask  string
		want string
	}{
		{"en", notice.Asked, "your turn: roll", "Friday – your turn: roll"},
		{"en", notice.Remind, "your turn: roll", "Friday – your turn: roll (your time is running out)"},
		{"en", notice.Offer, "counter-offer from Ben: $150 for Oriental Avenue", "Friday – counter-offer from Ben: $150 for Oriental Avenue"},
		{"en", notice.Over, "", "Friday: the game is over"},
		{"de", notice.Asked, "Du bist dran: würfeln", "Friday – Du bist dran: würfeln"},
		{"de", notice.Nudge, "Du bist dran: würfeln", "Friday – Du bist dran: würfeln (die anderen warten auf dich)"},
		{"de", notice.Remind, "", "Friday: Deine Zeit läuft ab"},
		{"en", notice.Full, "your turn", "Friday: all seats are taken, you can start the game"},
		{"de", notice.Returned, "", "Friday: Die Person, für die du gespielt hast, ist wieder da"},
		{"de", notice.Full, "", "Friday: Alle Plätze sind besetzt, du kannst das Spiel starten"},
	} {
		m := notice.Message{Lang: x.lang, Kind: x.kind, Items: []notice.Item{{Title: "Friday", Kinds: []notice.Kind{x.kind}, Ask: x.ask}}}
		notifypage.Writer{}.Write(&m, &notice.Preferences{})
		assert.Equal(t, x.want, m.Title)
	}
}

// TestTheStartIsToldWithoutATime: a message that does not say that its reader is up says not
// until when either.
func TestTheStartIsToldWithoutATime(t *testing.T) {
	for _, kinds := range [][]notice.Kind{{notice.Started}, {notice.Started, notice.Asked}} {
		m := notice.Message{Lang: "en", Items: []notice.Item{{Title: "Friday", Kinds: kinds, Ask: "your turn: roll", Then: "The dice are rolled.", Deadline: noon}}}
		notifypage.Writer{}.Write(&m, &notice.Preferences{})
		assert.Equal(t, len(kinds) > 1, len(m.Short) > 0, m.Lines)
	}
}
