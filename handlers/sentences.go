package handlers

import (
	"net/http"
	"strings"
)

// problemPath is the type of a problem: the place in the API description that
// explains the code.
func problemPath(code string) string { return "/openapi.json#/x-problems/" + code }

// saying is what a problem is called and what it asks the reader to do.
type saying struct{ title, detail string }

// sentences returns the title and the usual sentence of a problem.
func sentences(lang, code string, status int) (title, detail string) {
	says := english
	if strings.HasPrefix(lang, "de") {
		says = german
	}
	if s, ok := says(code); ok {
		return s.title, s.detail
	}
	if status == http.StatusUnprocessableEntity {
		s, _ := says("refused")
		return s.title, s.detail
	}
	return http.StatusText(status), http.StatusText(status)
}

// aboutField is the sentence about one value of a request that could not be
// used, or the usual one if there is no better.
func aboutField(lang, code, field, expect, usual string) string {
	german := strings.HasPrefix(lang, "de")
	switch {
	case code == "missing" && german:
		return "„" + field + "“ fehlt."
	case code == "missing":
		return "“" + field + "” is missing."
	case code == "foreign" && german:
		return "„" + field + "“ gibt es hier nicht. Ist es falsch geschrieben?"
	case code == "foreign":
		return "There is no “" + field + "” here. Is it misspelt?"
	case code != "mistyped" || expect == "":
		return usual
	case german:
		return "„" + field + "“: Erwartet wird " + inGerman(expect) + "."
	}
	return "“" + field + "”: expected is " + inEnglish(expect) + "."
}

// What a field expects, as failures name it.
const (
	aWhole   = "whole"
	aSeat    = "seat"
	aPause   = "millis"
	aTruth   = "truth"
	aText    = "text"
	aList    = "list"
	anObject = "object"
	aStatus  = "status"
	aHash    = "hash"
)

func inEnglish(expect string) string {
	return map[string]string{
		aWhole: "a whole number, 0 or more", aSeat: "a whole number from 0 to 9", aPause: "a whole number from 0 to 60000, in milliseconds",
		aTruth: "true or false", aText: "a text", aList: "a list", anObject: "an object", aStatus: "lobby, playing or finished",
		aHash: "64 digits of lower-case hexadecimal",
	}[expect]
}

func inGerman(expect string) string {
	return map[string]string{
		aWhole: "eine ganze Zahl ab 0", aSeat: "eine ganze Zahl von 0 bis 9", aPause: "eine ganze Zahl von 0 bis 60000, in Millisekunden",
		aTruth: "true oder false", aText: "ein Text", aList: "eine Liste", anObject: "ein Objekt", aStatus: "lobby, playing oder finished",
		aHash: "64 kleingeschriebene Hexadezimalziffern",
	}[expect]
}

// problemCodes are the codes that do not come from the rules.
func problemCodes() []string {
	return []string{
		"bad_request", "malformed", "bad_encoding", "missing", "mistyped", "foreign", "duplicate", "unknown_move", "unauthorized", "no_seat",
		"not_host", "cross_origin", "not_found", "unknown_game", "unknown_position", "unknown_edition", "unknown_link", "method",
		"stale", "started", "not_started", "finished", "no_question", "opening", "no_lock", "wrong_link", "no_chain", "full", "precondition", "too_large",
		"media_type", "bad_name", "bad_setup", "bad_edition", "bad_scenario", "terms", "refused", "too_many", "closing", "busy", "gone", "internal",
		"paused", "not_paused", "voting", "unknown_vote", "unknown_order", "bad_order", "bad_pace",
		"disk_full", "read_only", "locked", "storage", "damaged", "file_damaged", "older",
	}
}

func english(code string) (saying, bool) {
	switch code {
	case "bad_request":
		return saying{"The request cannot be understood", "Please check what was sent."}, true
	case "malformed":
		return saying{"Broken JSON", "The body is not the JSON object that is expected here."}, true
	case "bad_encoding":
		return saying{"Broken text", "The body is not valid UTF-8."}, true
	case "missing":
		return saying{"Something is missing", "A value that is needed here was not sent."}, true
	case "mistyped":
		return saying{"A value is wrong", "A value is of the wrong kind or out of range."}, true
	case "foreign":
		return saying{"A value does not belong here", "A value was sent that is not known here. Is it misspelt?"}, true
	case "duplicate":
		return saying{"Said twice", "A value that counts once was sent twice."}, true
	case "unknown_move":
		return saying{"No such move", "The moves that are open to you are listed with the table."}, true
	case "unauthorized":
		return saying{"Who are you?", "Please give your name first, or send a valid token."}, true
	case "no_seat":
		return saying{"You have no seat here", "Only those who sit at this table can do that."}, true
	case "not_host":
		return saying{"That is up to the host", "Only the one who opened this table can do that."}, true
	case "cross_origin":
		return saying{"Sent from another site", "For your protection this is only accepted from our own pages. Please go to the table and try again there."}, true
	case "not_found":
		return saying{"Nothing here", "There is no page at this address."}, true
	case "unknown_game":
		return saying{"No such table", "There is no table at this address. Please check the link."}, true
	case "unknown_position":
		return saying{"The game never stood there", "There is no such event in this game yet. Please choose one from the log."}, true
	case "unknown_edition":
		return saying{"No such board", "There is no board with this name."}, true
	case "unknown_link":
		return saying{"This link no longer works", "Please make a new one on the device on which you are signed in."}, true
	case "method":
		return saying{"That does not work here", "This address does not take this kind of request."}, true
	case "stale":
		return saying{"Already played", "Already played: the table has moved on since this page was loaded. This is how it stands now."}, true
	case "started":
		return saying{"The game is on", "That was only possible before the start."}, true
	case "not_started":
		return saying{"The game has not started", "That is possible once the game is on."}, true
	case "finished":
		return saying{"The game is over", "Nothing can be changed any more."}, true
	case "paused":
		return saying{"The table pauses", "All have agreed to pause. Play goes on when the pause is over."}, true
	case "not_paused":
		return saying{"The table does not pause", "There is no pause that could be ended."}, true
	case "voting":
		return saying{"This is being voted on", "Please vote on what has been proposed first."}, true
	case "unknown_vote":
		return saying{"No such vote", "This vote is over, or there never was one."}, true
	case "unknown_order":
		return saying{"No such order", "This order is over, or there never was one."}, true
	case "bad_order":
		return saying{"This cannot be ordered", "Please look at what was ordered once more."}, true
	case "bad_pace":
		return saying{"This pace cannot be played at", "Please look at the times once more."}, true
	case "no_question":
		return saying{"Nothing to ask about", "This move is made at once. It can be sent without asking first."}, true
	case "opening":
		return saying{"The game is about to begin", "The table waits a moment for the first numbers of the players. Then the game begins by itself."}, true
	case "no_lock":
		return saying{"No number is awaited", "A number is taken only after the table has been locked for a draw of this seat: give the move without it first."}, true
	case "wrong_link":
		return saying{"Not the next number", "This is not the next link of your chain. The answer tells which one is expected."}, true
	case "no_chain":
		return saying{"No numbers of players here", "The dice of this table do not come from numbers of the players."}, true
	case "full":
		return saying{"All seats are taken", "You are welcome to watch."}, true
	case "precondition":
		return saying{"Not the current state", "The table has moved on since the state named in If-Match."}, true
	case "too_large":
		return saying{"Too much at once", "The request is larger than what is accepted here."}, true
	case "media_type":
		return saying{"Unknown kind of content", "Please send JSON or form fields."}, true
	case "bad_name":
		return saying{"This name does not work", "Please choose a name of 1 to 24 characters that can be seen."}, true
	case "bad_setup":
		return saying{"This table cannot be set up", "Please check edition, rulebook, options and players."}, true
	case "bad_edition":
		return saying{"This edition has faults", "Please correct what is listed and send it again."}, true
	case "bad_scenario":
		return saying{"This position cannot be played", "Please correct what is listed and send it again."}, true
	case "terms":
		return saying{"This agreement cannot be kept", "Please write the agreement in at most 200 characters, without control characters."}, true
	case "refused":
		return saying{"Not allowed by the rules", "The rules do not allow this now."}, true
	case "too_many":
		return saying{"Too many requests", "Please wait a moment and try again."}, true
	case "closing":
		return saying{"Just a moment", "The server is restarting. Please try again shortly."}, true
	case "busy":
		return saying{"A lot is going on", "The server is overloaded. Please try again in a moment."}, true
	case "gone":
		return saying{"Broken off", "The connection was closed before there was an answer."}, true
	case "internal":
		return saying{"Something went wrong here", "Nothing of your game is lost. Please try again."}, true
	case "disk_full":
		return saying{"The server's disk is full", "This was not stored, and nothing else is lost. Please try again in a while: the game goes on as soon as there is room on the server's disk."}, true
	case "read_only":
		return saying{"The server may not write", "This was not stored, and nothing else is lost. Please try again in a while: the game goes on as soon as the server may write to its database."}, true
	case "locked":
		return saying{"The games are locked", "This was not stored, and nothing else is lost. Another program holds the server's database; please try again in a moment."}, true
	case "storage":
		return saying{"The server cannot store anything", "Whether this was stored is not certain; everything that was confirmed is safe. Please look again before you try again."}, true
	case "damaged":
		return saying{"This table cannot be read", "What is stored of this table is damaged. All other tables go on; whoever runs this server can bring this one back from a backup."}, true
	case "file_damaged":
		return saying{"The database is damaged", "Part of what is stored on this server cannot be read. Whoever runs it can bring it back from a backup."}, true
	case "older":
		return saying{"Back at an earlier position", "You have seen a later move than the last one of this table: the server was set back to an older copy of its games. This is how it stands now."}, true
	}
	return saying{}, false
}

func german(code string) (saying, bool) {
	switch code {
	case "bad_request":
		return saying{"Die Anfrage ist nicht zu verstehen", "Bitte prüfe, was gesendet wurde."}, true
	case "malformed":
		return saying{"Fehlerhaftes JSON", "Der Inhalt ist nicht das JSON-Objekt, das hier erwartet wird."}, true
	case "bad_encoding":
		return saying{"Fehlerhafter Text", "Der Inhalt ist kein gültiges UTF-8."}, true
	case "missing":
		return saying{"Etwas fehlt", "Ein Wert, der hier nötig ist, wurde nicht gesendet."}, true
	case "mistyped":
		return saying{"Ein Wert ist falsch", "Ein Wert ist von der falschen Art oder außerhalb der Grenzen."}, true
	case "foreign":
		return saying{"Ein Wert gehört nicht hierher", "Es wurde ein Wert gesendet, den es hier nicht gibt. Ist er falsch geschrieben?"}, true
	case "duplicate":
		return saying{"Doppelt gesagt", "Ein Wert, der nur einmal zählt, wurde zweimal gesendet."}, true
	case "unknown_move":
		return saying{"Diesen Zug gibt es nicht", "Die Züge, die dir offenstehen, stehen beim Tisch."}, true
	case "unauthorized":
		return saying{"Wer bist du?", "Bitte gib zuerst deinen Namen an oder sende einen gültigen Schlüssel."}, true
	case "no_seat":
		return saying{"Du sitzt hier nicht", "Das können nur die tun, die an diesem Tisch sitzen."}, true
	case "not_host":
		return saying{"Das ist Sache des Gastgebers", "Das kann nur tun, wer diesen Tisch eröffnet hat."}, true
	case "cross_origin":
		return saying{"Von einer fremden Seite gesendet", "Zu deinem Schutz wird das nur von unseren eigenen Seiten angenommen. Bitte geh zum Tisch und versuche es dort."}, true
	case "not_found":
		return saying{"Hier ist nichts", "Unter dieser Adresse gibt es keine Seite."}, true
	case "unknown_game":
		return saying{"Diesen Tisch gibt es nicht", "Unter dieser Adresse gibt es keinen Tisch. Bitte prüfe den Link."}, true
	case "unknown_position":
		return saying{"So stand das Spiel nie", "Dieses Ereignis gibt es in dem Spiel noch nicht. Bitte wähle eines aus dem Verlauf."}, true
	case "unknown_edition":
		return saying{"Dieses Spielbrett gibt es nicht", "Es gibt kein Spielbrett mit diesem Namen."}, true
	case "unknown_link":
		return saying{"Dieser Link gilt nicht mehr", "Bitte erzeuge einen neuen auf dem Gerät, auf dem du angemeldet bist."}, true
	case "method":
		return saying{"Das geht hier nicht", "Diese Adresse nimmt eine solche Anfrage nicht an."}, true
	case "stale":
		return saying{"Schon gespielt", "Schon gespielt: Der Tisch ist weiter, seit diese Seite geladen wurde. So steht es jetzt."}, true
	case "started":
		return saying{"Das Spiel läuft schon", "Das ging nur vor dem Beginn."}, true
	case "not_started":
		return saying{"Das Spiel hat noch nicht begonnen", "Das geht, sobald das Spiel läuft."}, true
	case "finished":
		return saying{"Das Spiel ist aus", "Es lässt sich nichts mehr ändern."}, true
	case "paused":
		return saying{"Der Tisch macht Pause", "Alle haben sich auf eine Pause geeinigt. Es geht weiter, wenn sie vorbei ist."}, true
	case "not_paused":
		return saying{"Der Tisch macht keine Pause", "Es gibt keine Pause, die zu beenden wäre."}, true
	case "voting":
		return saying{"Darüber wird abgestimmt", "Stimme bitte erst über das ab, was vorgeschlagen ist."}, true
	case "unknown_vote":
		return saying{"Diese Abstimmung gibt es nicht", "Sie ist vorbei, oder es gab sie nie."}, true
	case "unknown_order":
		return saying{"Diesen Auftrag gibt es nicht", "Er ist vorbei, oder es gab ihn nie."}, true
	case "bad_order":
		return saying{"Das lässt sich nicht auftragen", "Sieh dir den Auftrag bitte noch einmal an."}, true
	case "bad_pace":
		return saying{"So lässt sich nicht spielen", "Sieh dir die Zeiten bitte noch einmal an."}, true
	case "no_question":
		return saying{"Hier gibt es nichts zu fragen", "Dieser Zug gilt sofort. Er geht ohne Rückfrage."}, true
	case "opening":
		return saying{"Das Spiel beginnt gleich", "Der Tisch wartet einen Augenblick auf die ersten Zahlen der Mitspieler. Dann beginnt das Spiel von selbst."}, true
	case "no_lock":
		return saying{"Es wird keine Zahl erwartet", "Eine Zahl wird erst angenommen, wenn der Tisch für einen Wurf dieses Platzes gesperrt ist: Gib den Zug zuerst ohne sie."}, true
	case "wrong_link":
		return saying{"Nicht die nächste Zahl", "Das ist nicht das nächste Glied deiner Kette. Die Antwort sagt, welches erwartet wird."}, true
	case "no_chain":
		return saying{"Hier zählen keine Zahlen der Mitspieler", "Die Würfel dieses Tisches kommen nicht aus Zahlen der Mitspieler."}, true
	case "full":
		return saying{"Alle Plätze sind besetzt", "Du kannst gern zuschauen."}, true
	case "precondition":
		return saying{"Nicht der aktuelle Stand", "Der Tisch ist weiter als der Stand, den If-Match nennt."}, true
	case "too_large":
		return saying{"Zu viel auf einmal", "Die Anfrage ist größer, als hier angenommen wird."}, true
	case "media_type":
		return saying{"Unbekannte Art von Inhalt", "Bitte sende JSON oder Formularfelder."}, true
	case "bad_name":
		return saying{"Dieser Name geht nicht", "Bitte wähle einen Namen mit 1 bis 24 sichtbaren Zeichen."}, true
	case "bad_setup":
		return saying{"So lässt sich kein Tisch eröffnen", "Bitte prüfe Ausgabe, Regelheft, Optionen und Mitspieler."}, true
	case "bad_edition":
		return saying{"Diese Ausgabe hat Fehler", "Bitte berichtige, was aufgezählt ist, und sende sie noch einmal."}, true
	case "bad_scenario":
		return saying{"Diese Stellung ist nicht spielbar", "Bitte berichtige, was aufgezählt ist, und sende sie noch einmal."}, true
	case "terms":
		return saying{"Diese Absprache lässt sich nicht festhalten", "Bitte fasse die Absprache in höchstens 200 Zeichen, ohne Steuerzeichen."}, true
	case "refused":
		return saying{"Die Regeln erlauben das nicht", "Nach den Regeln geht das jetzt nicht."}, true
	case "too_many":
		return saying{"Zu viele Anfragen", "Bitte warte einen Augenblick und versuche es noch einmal."}, true
	case "closing":
		return saying{"Einen Augenblick", "Der Server startet neu. Bitte versuche es gleich noch einmal."}, true
	case "busy":
		return saying{"Gerade ist viel los", "Der Server ist überlastet. Bitte versuche es gleich noch einmal."}, true
	case "gone":
		return saying{"Abgebrochen", "Die Verbindung wurde geschlossen, bevor es eine Antwort gab."}, true
	case "internal":
		return saying{"Hier ist etwas schiefgegangen", "Von deinem Spiel ist nichts verloren. Bitte versuche es noch einmal."}, true
	case "disk_full":
		return saying{"Die Platte des Servers ist voll", "Das wurde nicht gespeichert, sonst ist nichts verloren. Bitte versuche es später noch einmal: Es geht weiter, sobald auf der Platte des Servers Platz ist."}, true
	case "read_only":
		return saying{"Der Server darf nicht schreiben", "Das wurde nicht gespeichert, sonst ist nichts verloren. Bitte versuche es später noch einmal: Es geht weiter, sobald der Server seine Datenbank beschreiben darf."}, true
	case "locked":
		return saying{"Die Spiele sind gesperrt", "Das wurde nicht gespeichert, sonst ist nichts verloren. Ein anderes Programm hält die Datenbank des Servers fest; bitte versuche es gleich noch einmal."}, true
	case "storage":
		return saying{"Der Server kann nichts speichern", "Ob das gespeichert wurde, ist nicht sicher; alles Bestätigte ist es. Bitte sieh nach, bevor du es noch einmal versuchst."}, true
	case "damaged":
		return saying{"Dieser Tisch ist nicht lesbar", "Was von diesem Tisch gespeichert ist, ist beschädigt. Alle anderen Tische laufen weiter; wer diesen Server betreibt, kann den Tisch aus einer Sicherung zurückholen."}, true
	case "file_damaged":
		return saying{"Die Datenbank ist beschädigt", "Ein Teil dessen, was auf diesem Server gespeichert ist, ist nicht lesbar. Wer ihn betreibt, kann es aus einer Sicherung zurückholen."}, true
	case "older":
		return saying{"Zurück auf einem früheren Stand", "Du hast einen späteren Zug gesehen als den letzten dieses Tisches: Der Server wurde auf eine ältere Kopie seiner Spiele zurückgesetzt. So steht es jetzt."}, true
	}
	return saying{}, false
}
