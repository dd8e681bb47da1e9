package text

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/review"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// One word for one thing, and gender-neutral: the words to avoid, by
// language, and their replacements. It holds for the rules and the cards as well.
var notSaid = map[string]map[string]string{
	German: {
		`\bPartien?\b`:                     "Spiel",
		`\bProtokolle?s?\b`:                "Verlauf",
		`\bSpielbrett\b`:                   "Brett",
		`\bGeldbuße\b`:                     "Strafe",
		`\b[Tt]ausch(en|geschäft)?`:        "Handel",
		`(?:^|[^r])[Ss]piel(er|ern|ers)\b`: "alle, wer, Person",
		`\b(Mit|Computer)spieler[ns]?\b`:   "alle, jemand, Computer",
		`\bTeilnehmern?\b`:                 "Personen",
		`\bGastgebers?\b`:                  "wer den Tisch eröffnet hat",
		`\b[Jj]eder (gibt|muss|darf|kann|bekommt|hat|zahlt|beginnt|antwortet|wirft|sieht)\b`: "alle",
		`\b(darf|hat|sieht|bekommt|für) jede[rn]\b`:                                          "alle",
		`\b(Gläubiger|Schuldner|Besitzer|Eigentümer|Käufer|Verkäufer|Bieter)[ns]?\b`:         "wer, Person",
		`\b(Gewinner|Sieger|Verlierer|Empfänger)[ns]?\b|\bBankrotte[rn]\b`:                   "wer, Person",
		`\b[Dd](er|em|en|es) ([Üü]bern|N)ächsten?\b|\b[Dd]er (Reichste|Letzte|Erste)\b`:      "wer, Platz, Zug",
		`\b(als|bist|wirst) (Erster|Zweiter|Letzter|Nächster)\b`:                             "zuerst, zuletzt, als Nächstes, Platz",
		`\b[Bb]eim Arzt\b`: "ärztlich",
		`\bBetreibers?\b`:  "wer den Server betreibt",
		`\b[Dd]er (eine|andere)\b|\b[Ee]in anderer\b|\b[Ee]iner (allein|nur|am Tisch)\b`:                     "jemand, Seite, Person",
		`\b[Dd](er|em|en|es) Bankhalters?\b`:                                                                 "wer die Bank führt",
		`\b[Ww]er [^.:]*[ ,](ihm|seine[mnrs]?|sein [A-ZÄÖÜ]\pL*|(zahlt|darf|dass|wenn|oder|bevor) er)[ ,.;]`: "die eigenen, man, Person",
		`\b(Link|Token|Adressen) machen\b|\b(neuen?|andere) machst\b`:                                        "erstellen",
		`^Merken$`:     "Speichern",
		`\bAuktion`:    "Versteigerung",
		`\bMonopoly\b`: "nothing",
	},
	English: {
		`(?i)\b(he|his|him|himself)\b`: "they, or say it otherwise",
		`\bhost\b`:                     "whoever opened the table",
		`\bthrows? (for|once)\b`:       "roll",
		`\bmatch(es)?\b`:               "game",
		`\bMonopoly\b`:                 "nothing",
	},
}

func TestOneWordForOneThing(t *testing.T) {
	for lang, words := range notSaid {
		for pattern, better := range words {
			re := regexp.MustCompile(pattern)
			for id, m := range messages(t, lang) {
				for _, s := range []string{m.One, m.Other} {
					assert.False(t, re.MatchString(s), "%s: %s: %q: say %s", lang, id, s, better)
				}
			}
			for id, s := range ruleMessages(t, lang) {
				assert.False(t, re.MatchString(s), "%s: %s: %q: say %s", lang, id, s, better)
			}
			for id, s := range cardTexts(t, lang) {
				assert.False(t, re.MatchString(s), "%s: %s: %q: say %s", lang, id, s, better)
			}
		}
	}
}

// cardTexts are the texts on the cards of the boards that come along.
func cardTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, id := range edition.IDs() {
		e, err := edition.Load(id)
		require.NoError(t, err)
		decks := []edition.Deck{e.Chance, e.Chest}
		for _, alt := range e.AltDecks {
			decks = append(decks, alt.Chance, alt.Chest)
		}
		for i, deck := range decks {
			for _, card := range deck.Cards {
				texts[id+" "+strconv.Itoa(i)+" "+card.ID] = card.Text.In(lang)
			}
		}
	}
	return texts
}

// The singular and the plural of verbs.
func TestVerbsFollowTheNumber(t *testing.T) {
	de, en := For(German), For(English)
	assert.Equal(t, "Hier steht Ada.", de.N("space.stands", 1, "Names", "Ada"))
	assert.Equal(t, "Hier stehen Ada und Ben.", de.N("space.stands", 2, "Names", de.List([]string{"Ada", "Ben"})))
	assert.Equal(t, "Ada and Ben stand here.", en.N("space.stands", 2, "Names", en.List([]string{"Ada", "Ben"})))
	assert.Equal(t, "Ada und Ben sind dran · T", de.N("table.title_wait", 2, "Names", "Ada und Ben", "Table", "T"))
	assert.Equal(t, "Ada is to move · T", en.N("table.title_wait", 1, "Names", "Ada", "Table", "T"))
}

func TestWhatGoesToTheBankIsDeclined(t *testing.T) {
	ed, err := edition.Load("mark-classic")
	assert.NoError(t, err)
	st, _ := setup.New(ed, "", map[string]any{"end_time": 60})
	e := game.Event{Kind: game.CardMoved, Seat: 0, Other: game.Bank}
	assert.Equal(t, "Eine Gefängnis-frei-Karte von Ada geht an die Bank.", NewScene(German, st, []string{"Ada"}).Event(&e))
	e = game.Event{Kind: game.AuctionClosed, Other: game.Nobody, Item: game.Item{Kind: game.ItemJailCard}}
	assert.Equal(t, "Die Bank behält die Gefängnis-frei-Karte: Niemand hat geboten.", NewScene(German, st, nil).Event(&e))
}

// A text that is the same in both languages has not been translated, or is
// a name, a sign or a word that both have.
func TestEverythingIsTranslated(t *testing.T) {
	same := map[string]bool{
		"site.name": true, "chat.title": true, "notices.label": true, "notices.hook_form": true, "table.bank_stock": true, "table.here_of": true, "table.speed_mr": true, "table.speed_bus": true,
		"space.tax": true, "deeds.at": true, "books.bank": true, "books.bank_of": true, "result.rank_n": true, "deed.of_group": true,
	}
	en := messages(t, English)
	for id, m := range messages(t, German) {
		other, ok := en[id]
		if !ok || same[id] || len(id) > 8 && id[:8] == "code_of." {
			continue
		}
		assert.NotEqual(t, m, other, id)
	}
}

// A person who types an amount is told what is wrong with it.
func TestAnAmountThatCannotBeIsExplained(t *testing.T) {
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	st, err := setup.New(ed, "", nil)
	require.NoError(t, err)
	for typed, want := range map[string]string{
		"99999999999": "There is not that much money in this game. Ask for less.",
		"1.000":       "Write an amount as a whole number without a point or comma, such as 1500.",
		"1,000":       "Write an amount as a whole number without a point or comma, such as 1500.",
		"1 000":       "Write an amount as a whole number without a point or comma, such as 1500.",
		"１２":          "Write an amount as a whole number without a point or comma, such as 1500.",
	} {
		c, _, problem := wire.ParseForm(st, 0, url.Values{"move": {"propose_trade"}, "to": {"1"}, "give_deeds": {"39"}, "want_cash": {typed}})
		require.NotNil(t, problem, typed)
		assert.Equal(t, want, Misread(English, st, c, problem, Labels), typed)
	}
	c, _, problem := wire.ParseForm(st, 0, url.Values{"move": {"propose_trade"}, "to": {"1"}, "want_cash": {" 0200 "}})
	require.Nil(t, problem)
	assert.EqualValues(t, 200, c.Want.Cash)
}

// A program is told in its language what is wrong with a value, and which it is.
func TestAValueThatCannotBeReadIsNamedInEveryLanguage(t *testing.T) {
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	st, err := setup.New(ed, "", nil)
	require.NoError(t, err)
	said := map[wire.Fault]bool{}
	for body, want := range map[string]string{
		`{"move":7}`:                                                               "„move“ muss ein Text sein.",
		`{"move":"jump"}`:                                                          "Den Zug „jump“ gibt es nicht. Möglich sind die Züge, die im Stand des Tischs unter moves stehen.",
		`{"move":"buy","player":11}`:                                               "„player“: Den Platz 11 gibt es nicht.",
		`{"move":"mortgage","space":40}`:                                           "„space“: Das Brett hat kein Feld 40.",
		`{"move":"mortgage","space":1.5}`:                                          "„space“ ist keine ganze Zahl von brauchbarer Größe.",
		`{"move":"mortgage","space":"x"}`:                                          "„space“ muss eine ganze Zahl sein.",
		`{"move":"mortgage"}`:                                                      "„space“ fehlt.",
		`{"move":"mortgage","space":1,"spaces":[1],"foo":1}`:                       "„foo“ gibt es hier nicht. Ist es falsch geschrieben?",
		`{"move":"build","spaces":5}`:                                              "„spaces“ muss eine Liste von Feldern sein, als ganze Zahlen.",
		`{"move":"build","spaces":[1.5]}`:                                          "Ein Eintrag in „spaces“ ist keine ganze Zahl von brauchbarer Größe.",
		`{"move":"build","spaces":[1],"building":"castle"}`:                        "„building“: Das Gebäude „castle“ gibt es nicht.",
		`{"move":"sell_group","group":"grey"}`:                                     "„group“: Die Gruppe „grey“ gibt es nicht.",
		`{"move":"roll","link":"x"}`:                                               "„link“ muss aus 64 kleingeschriebenen Hexadezimalziffern bestehen oder „none“ sein.",
		`{"move":"intent","count":-1}`:                                             "„count“ kann nicht unter 0 sein.",
		`{"move":"choose_tax","option":"draw"}`:                                    "„option“ kann hier nicht „draw“ sein.",
		`{"move":"propose_trade","to":"bank"}`:                                     "An die Bank wird nichts verkauft.",
		`{"move":"propose_trade","to":1,"give":5}`:                                 "„give“ muss ein Objekt mit cash, deeds und jail_cards sein.",
		`{"move":"propose_trade","to":1,"want":{"cash":3e9}}`:                      "„want.cash“ ist mehr Geld, als es geben kann.",
		`{"move":"propose_trade","to":1,"give":{"tickets":300}}`:                   "„give.tickets“ kann nicht 300 sein.",
		`{"move":"propose_trade","to":1,"give":{"jail_cards":5}}`:                  "„give.jail_cards“ muss eine Liste von Stapeln sein: chance, chest.",
		`{"move":"propose_trade","to":1,"give":{"jail_cards":["x"]}}`:              "„give.jail_cards“: Den Stapel „x“ gibt es nicht.",
		`{"move":"build","spaces":[` + strings.Repeat("1,", game.MaxSteps) + `1]}`: "„spaces“: Höchstens " + strconv.Itoa(game.MaxSteps) + " Gebäude auf einmal.",
	} {
		c, _, problem := wire.ParseJSON(st, 0, []byte(body))
		require.NotNil(t, problem, body)
		assert.Equal(t, want, Misread(German, st, c, problem, Keys), body)
		assert.Equal(t, problem.Detail, Misread(English, st, c, problem, Keys), body)
		if said[problem.Fault] = true; problem.Fault != wire.NoFault {
			assert.Equal(t, problem.Detail, For(English).T("misread."+string(problem.Fault), "Field", problem.Field, "Value", problem.Value), body)
		}
	}
	said[wire.NotAlone] = true // in scenarios only
	for _, fault := range wire.Faults() {
		assert.True(t, said[fault], "no case for %s", fault)
	}
}

// Streets have their article where a sentence is about them, as in the log.
func TestSentencesAboutASpaceNameItWithItsArticle(t *testing.T) {
	ed, err := edition.Load("german-classic")
	require.NoError(t, err)
	st, err := setup.New(ed, "", nil)
	require.NoError(t, err)
	refused := func(sp game.Space, code game.Code) string {
		c := game.MoveAt(game.Mortgage, 0, sp)
		return Refusal(German, st, &c, game.Refusal{Code: code})
	}
	assert.Equal(t, "Die Badstraße gehört nicht dir. Wähle etwas, das du besitzt.", refused(1, game.NotOwner))
	assert.Equal(t, "Der Opernplatz gehört nicht dir. Wähle etwas, das du besitzt.", refused(24, game.NotOwner))
	assert.Equal(t, "Ein Ereignisfeld geht dafür nicht. Wähle ein anderes Feld.", refused(7, game.BadTarget))

	s := NewScene(German, st, []string{"Ada", "Ben"})
	bought := review.Mistake{Kind: review.Bought, Space: 24, Amount: 280, Turn: 7, With: game.Nobody}
	assert.Contains(t, s.Mistake(&bought), "Zug 7: Den Opernplatz für 280\u00a0€ zu kaufen,")
	moved := game.Command{Kind: game.MoveHouse, Space: 24, Dest: 23}
	assert.Contains(t, s.Move(&moved, &game.State{}), "vom Opernplatz auf die Museumstraße")
	two := game.MoveSteps(game.Build, 0, 24, 24)
	assert.Contains(t, s.Move(&two, &game.State{}), "2 auf dem Opernplatz")
}

// A throw begins on any space: German names the space as one where its name has no article.
func TestWhereAThrowBegan(t *testing.T) {
	for board, where := range map[string]map[game.Space]string{
		"german-classic": {
			0: "vom Feld Los", 1: "von der Badstraße", 4: "von der Einkommensteuer", 5: "vom Südbahnhof", 7: "von einem Ereignisfeld", 10: "vom Feld Gefängnis / Nur zu Besuch",
			12: "vom Elektrizitätswerk", 20: "vom Feld Frei Parken", 24: "vom Opernplatz", 30: "vom Feld „Gehe in das Gefängnis“",
		},
		"us-classic": {1: "von Mediterranean Avenue", 5: "von Reading Railroad"},
	} {
		ed, err := edition.Load(board)
		require.NoError(t, err)
		st, err := setup.New(ed, "", nil)
		require.NoError(t, err)
		for sp, want := range where {
			assert.Equal(t, want, NewScene(German, st, nil).NamedFrom(sp), board)
		}
		assert.Equal(t, "from GO", NewScene(English, st, nil).NamedFrom(0))
	}
}

// The log tells what happened as players do: with articles in German, with the person
// before the amount in English, and of a space where nothing can stand as of what happens there.
func TestTheLogIsWrittenAsPlayersTalk(t *testing.T) {
	scene := func(lang, board string) *Scene {
		ed, err := edition.Load(board)
		require.NoError(t, err)
		st, err := setup.New(ed, "", nil)
		require.NoError(t, err)
		return NewScene(lang, st, []string{"Ada", "Ben"})
	}
	de, en, us, duel := scene(German, "german-classic"), scene(English, "german-classic"), scene(English, "us-classic"), scene(German, "duel-masters")
	move := func(to game.Space) *game.Event { return &game.Event{Kind: game.Moved, Dest: to, Cause: game.ByDice} }
	rent := &game.Event{Kind: game.Paid, Seat: 0, Other: 1, Cause: game.ForRent, Space: 1, Amount: 22}
	house := &game.Event{Kind: game.Built, Seat: 0, Space: 3, Building: game.House, Amount: 50}
	offer := &game.Event{Kind: game.TradeProposed, Seat: 0, Other: 1, N: 3, Give: game.Terms{Deeds: game.Set(0).With(5), Cards: 1}, Want: game.Terms{Deeds: game.Set(0).With(24)}}
	for _, c := range []struct {
		s    *Scene
		e    *game.Event
		want string
	}{
		{de, move(3), "Ada zieht auf die Turmstraße."},
		{de, move(7), "Ada zieht auf ein Ereignisfeld."},
		{de, move(10), "Ada ist nur zu Besuch im Gefängnis."},
		{de, move(20), "Ada zieht auf Frei Parken."},
		{de, move(30), "Ada zieht auf „Gehe in das Gefängnis“."},
		{duel, move(7), "Ada zieht auf „Kreatur“."},
		{us.To(0), move(7), "You land on Chance."},
		{us, move(10), "Ada is just visiting the jail."},
		{us, rent, "Ada pays Ben $22 rent for Mediterranean Avenue."},
		{us.To(1), rent, "Ada pays you $22 rent for Mediterranean Avenue."},
		{de, rent, "Ada zahlt 22\u00a0€ Miete für die Badstraße an Ben."},
		{us, house, "Ada builds a house on Baltic Avenue for $50."},
		{de, house, "Ada baut auf der Turmstraße für 50\u00a0€ ein Haus."},
		{de, &game.Event{Kind: game.HouseMoved, Space: 24, Dest: 23}, "Ada versetzt ein Gebäude vom Opernplatz auf die Museumstraße."},
		{de, &game.Event{Kind: game.HouseMoved, Space: 23, Dest: 24}, "Ada versetzt ein Gebäude von der Museumstraße auf den Opernplatz."},
		{us, &game.Event{Kind: game.HouseMoved, Space: 1, Dest: 3}, "Ada moves a building from Mediterranean Avenue to Baltic Avenue."},
		{de.To(1), offer, "Angebot 3: Ada gibt den Südbahnhof und eine Gefängnis-frei-Karte an dich und möchte dafür den Opernplatz."},
		{en, offer, "Offer 3: Ada offers Ben Südbahnhof and a get-out-of-jail card in return for Opernplatz."},
		{en, &game.Event{Kind: game.TradeProposed, Other: 1, N: 4, Give: game.Terms{Cash: 100}}, "Offer 4: Ada offers Ben €100 in return for nothing."},
		{de, &game.Event{Kind: game.TradeProposed, Other: 1, N: 4, Want: game.Terms{Cash: 100}}, "Angebot 4: Ada gibt nichts an Ben und möchte dafür 100\u00a0€."},
		{de, &game.Event{Kind: game.Offered, Space: 5}, "Ada kann den Südbahnhof für 200\u00a0€ kaufen."},
		{de, &game.Event{Kind: game.AuctionClosed, Other: 1, Amount: 90, Item: game.Item{Kind: game.ItemDeed, Space: 5}}, "Ben ersteigert den Südbahnhof für 90\u00a0€."},
		{duel, &game.Event{Kind: game.Lapped}, "Ada ist zum ersten Mal über Los gekommen."},
		{us.To(0), &game.Event{Kind: game.Lapped}, "You have passed GO for the first time."},
		{de, &game.Event{Kind: game.WishStated, N: 1}, "Ada möchte eins davon."},
		{us, &game.Event{Kind: game.TradeCancelled, N: 3, Left: uint8(game.GoneDeed)}, "Offer 3 is off: a property in it has a new owner."},
		{de, &game.Event{Kind: game.TradeCancelled, N: 3, Left: uint8(game.GoneDeed)}, "Angebot 3 gilt nicht mehr: Ein Grundstück darin gehört jetzt jemand anderem."},
		{de, &game.Event{Kind: game.TradeCancelled, N: 3}, "Angebot 3 wurde zurückgezogen."},
		{us, &game.Event{Kind: game.TaxChosen, N: int32(game.Percent)}, "Ada pays a share of everything they own."},
		{us, &game.Event{Kind: game.Paid, Seat: 0, Other: 1, Cause: game.ForDebt, Space: game.NoSpace, Amount: 50}, "Ada pays Ben $50 towards the debt."},
		{us, &game.Event{Kind: game.EstateOpened}, "The bank auctions what Ada owned."},
		{us.To(0), &game.Event{Kind: game.EstateOpened}, "The bank auctions what you owned."},
		{de.To(0), &game.Event{Kind: game.EstateOpened}, "Die Bank versteigert, was dir gehörte."},
		{us, &game.Event{Kind: game.CardMoved, Other: game.Bank}, "Ada’s get-out-of-jail card goes back to the bank."},
		{us.To(0), &game.Event{Kind: game.CardMoved, Other: game.Bank}, "Your get-out-of-jail card goes back to the bank."},
		{us, &game.Event{Kind: game.Resigned}, "Ada is no longer playing. The table plays on for this seat."},
	} {
		assert.Equal(t, c.want, c.s.Event(c.e))
	}
}
