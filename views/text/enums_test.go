package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/text"
)

func load(t testing.TB, id string) *setup.Setup {
	t.Helper()
	ed, err := edition.Load(id)
	require.NoError(t, err)
	st, err := setup.New(ed, "", nil)
	if st == nil {
		require.NoError(t, err)
	}
	return st
}

// said fails if a sentence is empty, a bare key or still has a hole in it.
func said(t *testing.T, sentence, what string) {
	t.Helper()
	if assert.NotEmpty(t, sentence, what) {
		assert.NotContains(t, sentence, "{{", what)
		assert.NotContains(t, sentence, "_", what)
		assert.NotContains(t, sentence, "  ", what)
	}
}

func TestEveryMovePhaseAndCauseHasItsText(t *testing.T) {
	for _, lang := range text.Langs() {
		p := text.For(lang)
		for k := game.Roll; k <= game.Resign; k++ {
			assert.True(t, p.Has("move."+wire.MoveName(k)), "%s: move %s", lang, wire.MoveName(k))
		}
		for ph := range game.NumPhases {
			assert.True(t, p.Has("phase."+wire.PhaseName(ph)), "%s: phase %s", lang, wire.PhaseName(ph))
			assert.True(t, p.Has("help."+wire.PhaseName(ph)), "%s: help %s", lang, wire.PhaseName(ph))
		}
		for c := game.ForSalary; c < game.ByMove; c++ {
			assert.True(t, p.Has("cause."+wire.CauseName(c)), "%s: cause %s", lang, wire.CauseName(c))
		}
		for _, id := range bot.Kinds() {
			assert.True(t, p.Has("bot."+id), "%s: bot %s", lang, id)
		}
	}
}

func TestEveryFaultOfABoardHasItsText(t *testing.T) {
	for _, lang := range text.Langs() {
		for _, code := range edition.Faults() {
			f := edition.Problem{Code: code, Args: []any{"one", "two", "three", "four"}}
			assert.True(t, text.For(lang).Has("board_fault."+code), "%s: %s", lang, code)
			assert.NotContains(t, text.For(lang).BoardFault(&f), "{{", "%s: %s", lang, code)
		}
	}
}

func TestEveryRefusalSaysWhatToDo(t *testing.T) {
	st := load(t, "mark-classic")
	for _, lang := range text.Langs() {
		seen := map[string]game.Code{}
		for code := game.Accepted + 1; code < game.NumCodes; code++ {
			for k := game.Roll; k < game.NumCommands; k++ {
				c := game.MoveAt(k, 0, 1)
				s := text.Refusal(lang, st, &c, game.Refusal{Code: code, Rule: game.RRent9})
				said(t, s, wire.CodeName(code))
				assert.True(t, strings.HasSuffix(s, "."), s)
				assert.GreaterOrEqual(t, strings.Count(s, ".")+strings.Count(s, ":"), 2, "%q says only what, not what to do", s)
				if other, ok := seen[s]; ok {
					assert.Equal(t, other, code, "two codes share %q", s)
				}
				seen[s] = code
				plain := game.Move(k, 0)
				said(t, text.Refusal(lang, nil, &plain, game.Refusal{Code: code}), "without a set-up")
			}
		}
	}
	ok := game.Move(game.Roll, 0)
	assert.Empty(t, text.Refusal(text.German, st, &ok, game.Refusal{}))
}

// TestARefusalNamesTheWayOut: where the sentence of a code would send the player the
// wrong way, the rule or the move has one of its own.
func TestARefusalNamesTheWayOut(t *testing.T) {
	st := load(t, "german-classic")
	for _, x := range []struct {
		move   game.CommandKind
		no     game.Refusal
		en, de string
	}{
		{game.AcceptTrade, game.Refusal{Code: game.Forbidden, Rule: game.RJail3}, "Wait for the release", "Warte auf die Freilassung"},
		{game.Build, game.Refusal{Code: game.Forbidden, Rule: game.RJail3}, "Wait for the release", "Warte auf die Freilassung"},
		{game.ClaimRent, game.Refusal{Code: game.Forbidden, Rule: game.RRent12}, "when you are free", "wenn du frei bist"},
		{game.ClaimRent, game.Refusal{Code: game.NoChoice, Rule: game.RRent9}, "Say which one", "Sage, welche"},
		{game.Sell, game.Refusal{Code: game.Forbidden, Rule: game.RSell7}, "Sell the whole colour", "Verkaufe die ganze Farbe"},
		{game.Sell, game.Refusal{Code: game.NoStock, Rule: game.RSell3}, "Sell the whole colour", "Verkaufe die ganze Farbe"},
		{game.Sell, game.Refusal{Code: game.NoStock, Rule: game.RMbuild4}, "Sell the whole colour", "Verkaufe die ganze Farbe"},
		{game.Done, game.Refusal{Code: game.NoStock, Rule: game.RMbuild6}, "Sell some of this colour", "Verkaufe welche von dieser Farbe"},
		{game.MoveHouse, game.Refusal{Code: game.Forbidden, Rule: game.RMbuild6}, "Build them", "Baue sie"},
		{game.MoveHouse, game.Refusal{Code: game.NotOwner, Rule: game.RMbuild6}, "That is not yours", "Das gehört nicht dir"},
		{game.Mortgage, game.Refusal{Code: game.Forbidden, Rule: game.RMbuild6}, "Mortgage something else", "etwas anderes"},
		{game.ProposeTrade, game.Refusal{Code: game.Forbidden, Rule: game.RMort9}, "sell it to a player", "verkaufe es jemandem"},
		{game.ProposeTrade, game.Refusal{Code: game.Forbidden, Rule: game.RTrade1}, "Tickets are not traded", "Fahrkarten werden hier nicht gehandelt"},
		{game.OfferSettlement, game.Refusal{Code: game.Forbidden, Rule: game.RDebt4}, "Only rent", "nur Miete"},
		{game.OfferSettlement, game.Refusal{Code: game.Forbidden, Rule: game.RDebt3}, "Add a property or a card", "Leg ein Grundstück oder eine Karte dazu"},
		{game.AcceptTrade, game.Refusal{Code: game.BidNotCovered, Rule: game.RAuct5}, "until the auction is over", "bis die Versteigerung vorbei ist"},
		{game.Bid, game.Refusal{Code: game.BidNotCovered, Rule: game.RAuct5}, "Bid less", "Biete weniger"},
		{game.Bid, game.Refusal{Code: game.WrongPhase, Rule: game.RAuct1}, "Wait for the next one", "Warte auf die nächste Versteigerung"},
		{game.Pass, game.Refusal{Code: game.WrongPhase, Rule: game.RAuct1}, "Wait for the next one", "Warte auf die nächste Versteigerung"},
		{game.Bid, game.Refusal{Code: game.WrongSeat, Rule: game.RAuct6}, "You have bid or passed already", "Du hast schon geboten oder gepasst"},
		{game.DeclareBankruptcy, game.Refusal{Code: game.Solvent, Rule: game.RBankr1}, "Pay the debt", "Bezahle die Schuld"},
		{game.EndTurn, game.Refusal{Code: game.WrongPhase, Rule: game.RTurn2}, "Roll, then end your turn", "Würfle, dann beende den Zug"},
		{game.EndTurn, game.Refusal{Code: game.WrongPhase, Rule: game.RDbl1}, "Roll again", "Würfle noch einmal"},
		{game.Roll, game.Refusal{Code: game.WrongPhase, Rule: game.RTurn2}, "end your turn", "beende den Zug"},
		{game.PayFine, game.Refusal{Code: game.WrongPhase, Rule: game.RJail5}, "not on every turn there", "nicht in jedem Zug dort"},
		{game.UseJailCard, game.Refusal{Code: game.WrongPhase, Rule: game.RJail6}, "not on every turn there", "nicht in jedem Zug dort"},
		{game.AcceptSettlement, game.Refusal{Code: game.NotOwner, Rule: game.RDebt4}, "Reject the offer", "Lehne das Angebot ab"},
		{game.AcceptSettlement, game.Refusal{Code: game.NoFunds, Rule: game.RDebt4}, "Reject the offer", "Lehne das Angebot ab"},
		{game.Build, game.Refusal{Code: game.IsMortgaged, Rule: game.RMbuild7}, "Lift the mortgage", "Löse sie erst ab."},
		{game.Build, game.Refusal{Code: game.IsMortgaged, Rule: game.RBuild10}, "on this colour", "Auf dieser Farbe"},
		{game.Mortgage, game.Refusal{Code: game.IsMortgaged, Rule: game.RMort1}, "something else", "etwas anderes"},
		{game.PayInKind, game.Refusal{Code: game.IsMortgaged, Rule: game.RDebt5}, "Offer it", "Biete es an"},
		{game.Sell, game.Refusal{Code: game.NotEven, Rule: game.RSell6}, "Sell that one", "Verkaufe dieses Gebäude"},
		{game.Bid, game.Refusal{Code: game.BidTooLow, Rule: game.RAuct3}, "first bid", "erste Gebot"},
		{game.Bid, game.Refusal{Code: game.BidTooLow, Rule: game.RShort4}, "first bid", "erste Gebot"},
		{game.Build, game.Refusal{Code: game.WindowClosed, Rule: game.RBuild3}, "before the next player rolls", "bevor der nächste Zug"},
		{game.Build, game.Refusal{Code: game.WindowClosed, Rule: game.REnd2}, "final count", "Endstand"},
		{game.Lift, game.Refusal{Code: game.WindowClosed, Rule: game.REnd2}, "final count", "Endstand"},
	} {
		c := game.MoveAt(x.move, 0, 1)
		for lang, want := range map[string]string{text.English: x.en, text.German: x.de} {
			s := text.Refusal(lang, st, &c, x.no)
			assert.Contains(t, s, want)
			assert.GreaterOrEqual(t, strings.Count(s, ".")+strings.Count(s, ":"), 2, "%q says only what, not what to do", s)
		}
	}
}

// TestWhoBuildsInTheirOwnTurnOnlyIsToldSo: where that is a rule of the table (H-11), there
// is no moment between the turns to wait for.
func TestWhoBuildsInTheirOwnTurnOnlyIsToldSo(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", map[string]any{"house.build_only_own_turn": true})
	c, no := game.MoveSteps(game.Build, 1, 1), game.Refusal{Code: game.WindowClosed, Rule: game.RBuild3}
	assert.Contains(t, text.Refusal(text.English, st, &c, no), "only in your own turn")
	assert.Contains(t, text.Refusal(text.German, st, &c, no), "nur, wenn du dran bist")
}

// TestARefusalOfAnAmountSaysWhatIsWrongWithIt: a negative amount is a whole number, too.
func TestARefusalOfAnAmountSaysWhatIsWrongWithIt(t *testing.T) {
	st := load(t, "mark-classic")
	for name, x := range map[string]struct {
		c      game.Command
		en, de string
	}{
		"bid":               {game.Command{Kind: game.Bid, Amount: -5}, "cannot be negative", "unter null"},
		"trade, given":      {game.Command{Kind: game.ProposeTrade, Give: game.Terms{Cash: -5}}, "less than nothing", "weniger als nichts"},
		"trade, wanted":     {game.Command{Kind: game.ProposeTrade, Want: game.Terms{Cash: -5}}, "less than nothing", "weniger als nichts"},
		"settlement, given": {game.Command{Kind: game.OfferSettlement, Amount: 5, Give: game.Terms{Cash: -5}}, "cannot be negative", "unter null"},
		"settlement":        {game.Command{Kind: game.OfferSettlement, Amount: 5000}, "at most the whole debt", "höchstens die ganze Schuld"},
		"settlement, fine":  {game.Command{Kind: game.OfferSettlement, Amount: 15}, "multiple of 10", "teilbar"},
		"settlement shrunk": {game.Command{Kind: game.AcceptSettlement}, "Reject the offer", "Lehne es ab"},
		"bid, too fine":     {game.Command{Kind: game.Bid, Amount: 5}, "whole number", "ganze Zahl"},
	} {
		for lang, want := range map[string]string{text.English: x.en, text.German: x.de} {
			assert.Contains(t, text.Refusal(lang, st, &x.c, game.Refusal{Code: game.BadAmount}), want, name)
		}
	}
}

func TestARefusalAboutOffersIsTrueHoweverManyThereAre(t *testing.T) {
	no := game.Refusal{Code: game.NoChoice, Rule: game.RTrade3}
	for _, k := range []game.CommandKind{game.AcceptTrade, game.RejectTrade, game.CancelTrade} {
		unnamed, named := game.Move(k, 0), game.MoveN(k, 0, 7)
		assert.Contains(t, text.Refusal(text.English, nil, &unnamed, no), "there is none, or there are several")
		assert.Contains(t, text.Refusal(text.German, nil, &unnamed, no), "Es gibt keines oder mehrere")
		assert.Contains(t, text.Refusal(text.English, nil, &named, no), "This offer is no longer open")
		assert.Contains(t, text.Refusal(text.German, nil, &named, no), "Dieses Angebot ist nicht mehr offen")
	}
}

func TestAFourthOfferIsToldToWait(t *testing.T) {
	c, no := game.Move(game.ProposeTrade, 0), game.Refusal{Code: game.AtLimit, Rule: game.RTrade3}
	assert.Contains(t, text.Refusal(text.English, nil, &c, no), "Three offers of yours are open")
	assert.Contains(t, text.Refusal(text.German, nil, &c, no), "Drei Angebote von dir sind schon offen")
	said := map[string]game.Why{}
	for _, lang := range text.Langs() {
		for why := game.NoWhy; why <= game.WorseOffer; why++ {
			s := text.Refusal(lang, nil, &c, game.Refusal{Code: game.AtLimit, Rule: game.RTrade3, Why: why})
			assert.GreaterOrEqual(t, strings.Count(s, "."), 2, "%q says what to do", s)
			assert.NotContains(t, said, s)
			said[s] = why
		}
	}
	c, no = game.Move(game.OfferSettlement, 0), game.Refusal{Code: game.AtLimit, Rule: game.RDebt4, Why: game.ManyThisTurn}
	assert.Contains(t, text.Refusal(text.English, nil, &c, no), "three settlements in this turn")
	c, no = game.Move(game.Build, 0), game.Refusal{Code: game.AtLimit, Rule: game.RBuild8}
	assert.Contains(t, text.Refusal(text.English, nil, &c, no), "Take another space", "buildings have their own sentence")
}

func TestBeatsSpeakToTheirPlayer(t *testing.T) {
	st := load(t, "us-classic")
	for _, lang := range text.Langs() {
		words := text.NewScene(lang, st, []string{"Ada", "Ben", "Cem"})
		for k := game.GameStarted; k < game.NumEvents; k++ {
			for cause := range game.NumCauses {
				for _, seats := range [][2]game.Seat{{0, 1}, {1, 0}, {0, game.Bank}, {game.Bank, 0}} {
					e := game.Event{Kind: k, Seat: seats[0], Other: seats[1], Space: 1, Dest: 3, Dice: [3]uint8{2, 3}, N: 1, Amount: 60,
						Cause: cause, Building: game.House, Item: game.Item{Kind: game.ItemDeed, Space: 1}}
					if e.Seat == game.Bank && k != game.Paid && k != game.DeedTransferred {
						continue
					}
					s := game.NewState(st.Rules, 3, 0, false)
					list := beats.Of(st.Rules, &s, []game.Event{e})
					if len(list) == 0 {
						continue
					}
					said := words.To(0).Beat(&list[0], &e)
					assert.NotContains(t, said, "Ada", wire.EventName(k))
					assert.NotContains(t, words.To(2).Beat(&list[0], &e), " you", wire.EventName(k))
					assert.Equal(t, words.Beat(&list[0], &e), words.To(game.Nobody).Beat(&list[0], &e))
				}
			}
		}
	}
}

func TestEveryEventIsASentenceWithNamesAndMoney(t *testing.T) {
	names := []string{"Ada", "Ben", "Cem"}
	for _, id := range []string{"german-classic", "mega"} {
		st := load(t, id)
		for _, lang := range text.Langs() {
			for k := game.GameStarted; k < game.NumEvents; k++ {
				for _, other := range []game.Seat{1, game.Bank} {
					for _, flag := range []bool{false, true} {
						e := game.Event{Kind: k, Seat: 0, Other: other, Space: 1, Dest: 3, Dice: [3]uint8{2, 3, 4},
							Flag: flag, N: 1, Amount: 60, Building: game.House, Lift: game.SetOf(1),
							Item: game.Item{Kind: game.ItemDeed, Space: 1}, Give: game.Terms{Cash: 5}}
						said(t, text.NewScene(lang, st, names).Event(&e), wire.EventName(k))
					}
				}
			}
		}
	}
}

func TestAWithdrawnOfferSaysWhy(t *testing.T) {
	st := load(t, "german-classic")
	for _, lang := range text.Langs() {
		seen := map[string]bool{}
		for g := range game.NumGone {
			e := game.Event{Kind: game.TradeCancelled, N: 7, Left: uint8(g)}
			s := text.NewScene(lang, st, []string{"Ada", "Ben"}).Event(&e)
			said(t, s, wire.GoneName(g))
			assert.Contains(t, s, "7")
			assert.False(t, seen[s], s)
			seen[s] = true
		}
	}
}

func TestEveryPaymentTellsWhoPaysWhomAndHowMuch(t *testing.T) {
	st := load(t, "german-classic")
	names := []string{"Ada", "Ben"}
	for _, lang := range text.Langs() {
		for c := game.ForSalary; c < game.ByMove; c++ {
			for _, way := range [][2]game.Seat{{0, 1}, {0, game.Bank}, {game.Bank, 1}} {
				for _, sp := range []game.Space{1, game.NoSpace} {
					e := game.Event{Kind: game.Paid, Seat: way[0], Other: way[1], Amount: 1500, Cause: c, Space: sp}
					s := text.NewScene(lang, st, names).Event(&e)
					said(t, s, wire.CauseName(c))
					assert.Contains(t, s, st.Money(lang, 1500), s)
					if way[0] == 0 {
						assert.Contains(t, s, "Ada", s)
					}
					if way[1] == 1 {
						assert.Contains(t, s, "Ben", s)
					}
				}
			}
		}
	}
}

func TestEveryThrowMoveAndEndHasItsOwnSentence(t *testing.T) {
	st := load(t, "german-classic")
	for _, lang := range text.Langs() {
		for c := game.NoCause; c < game.NumCauses; c++ {
			for _, k := range []game.EventKind{game.Rolled, game.Moved, game.JailedEvent, game.Freed} {
				e := game.Event{Kind: k, Cause: c, Dice: [3]uint8{1, 2}, Dest: 5}
				said(t, text.NewScene(lang, st, []string{"Ada"}).Event(&e), wire.CauseName(c))
			}
		}
		for r := game.EndLastPlayer; r <= game.EndAbandoned; r++ {
			e := game.Event{Kind: game.GameEnded, N: int32(r)}
			said(t, text.NewScene(lang, st, nil).Event(&e), wire.EndName(r))
		}
	}
}

func TestEveryOptionAndRulebookHasItsLabel(t *testing.T) {
	for _, lang := range text.Langs() {
		p := text.For(lang)
		for _, book := range setup.Rulebooks() {
			assert.NotEqual(t, book, p.Rulebook(book))
			assert.NotEmpty(t, p.RulebookNote(book))
			labels := map[string]string{}
			for _, o := range setup.OptionsOf(book) {
				label := p.Option(o.Key)
				assert.Empty(t, labels[label], "%s, %s: %q is the label of %s too", lang, book, label, o.Key)
				labels[label] = o.Key
				said(t, label, o.Key)
				assert.NotEqual(t, o.Key, label)
				if o.Class == setup.Reading {
					said(t, p.OptionNote(o.Key), "what is unclear: "+o.Key)
				}
				for _, v := range o.Values {
					said(t, p.OptionValue(v), o.Key+"="+v)
				}
			}
		}
	}
}

func TestSeatWithoutNameAndBankAreCalledSomething(t *testing.T) {
	s := text.NewScene(text.German, load(t, "german-classic"), []string{"Ada", ""})
	assert.Equal(t, "Ada", s.Name(0))
	assert.Equal(t, "Platz 2", s.Name(1))
	assert.Equal(t, "Platz 3", s.Name(2))
	assert.Equal(t, "der Bank", s.Name(game.Bank))
	assert.Equal(t, "Ada und Platz 2", s.NamesOf(3))
	assert.Equal(t, "100\u00a0€, Badstraße und Turmstraße", s.Goods(game.Terms{Cash: 100, Deeds: game.SetOf(1, 3)}))
	assert.Equal(t, "nichts", s.Goods(game.Terms{}))
}
