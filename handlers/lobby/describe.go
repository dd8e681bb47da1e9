package lobby

import (
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/views/lobbypage"
)

// Description is what the area adds to the description of the API.
func Description() describe.Area { return describe.Area{Schemas: schemas(), Operations: operations()} }

func schemas() []describe.Named {
	return []describe.Named{
		describe.Answer[cards.Card]("Card"),
		describe.Answer[cards.Seat]("TableSeat"),
		describe.Answer[cards.Turn]("CardTurn"),
		describe.Answer[lobbyJSON]("Lobby"),
		describe.Answer[gamesJSON]("Games"),
		describe.Answer[openedJSON]("OpenedGame"),
		describe.Answer[meJSON]("Me"),
		describe.Answer[dayListsJSON]("DayLists"),
		describe.Answer[dayJSON]("DayGame"),
		describe.Answer[newsJSON]("News"),
		describe.Answer[placeJSON]("Place"),
		describe.Answer[linkJSON]("SecretLink"),
		describe.Answer[editionJSON]("EditionCard"),
		describe.Answer[keptJSON]("KeptEdition"),
		describe.Answer[editionsJSON]("Editions"),
		describe.Answer[lobbypage.DraftFaults]("DraftFaults"),
		describe.Answer[lobbypage.DraftFault]("DraftFault"),
		describe.Answer[myDataJSON]("MyData"),
		describe.Answer[myTableJSON]("MyTable"),
		describe.Answer[myBoardJSON]("MyBoard"),
		describe.Answer[myNoteJSON]("MyNote"),
		describe.Answer[myMessageJSON]("MyMessage"),
		describe.Answer[myMuteJSON]("MyMute"),
		describe.Answer[myNoticesJSON]("MyNotices"),
		describe.Answer[myChannelJSON]("MyChannel"),
		describe.Answer[myPageJSON]("MyPage"),
		describe.Answer[cards.TimeKept]("TimeKept"),
		describe.Answer[myHookJSON]("MyTableHook"),
		describe.Answer[myMentionJSON]("MyMention"),
		describe.Answer[notice.Preferences]("MyWishes"),
		describe.Request[newGame]("NewGame"),
		describe.As[botList]("BotList", describe.Parse("[]Computer|string|count")),
		describe.As[cards.Computer]("Computer", describe.Parse("string|ComputerLevel")),
		describe.Given("ComputerLevel", describe.Object(
			describe.Member{Name: "level", Schema: describe.Enum(bot.Levels()...), Always: true},
			describe.Member{Name: "character", Schema: describe.Enum(bot.Characters()...)},
		)),
		describe.Given("TimeUnit", describe.Enum("seconds", "minutes", "hours", "days")),
		describe.Given("NewGameForm", describe.Object(
			describe.Member{Name: "edition", Schema: describe.Parse("string")},
			describe.Member{Name: "rulebook", Schema: describe.Parse("string")},
			describe.Member{Name: "options", Schema: describe.Parse("string")},
			describe.Member{Name: "players", Schema: describe.Parse("count")},
			describe.Member{Name: "private", Schema: describe.Parse("boolean")},
			describe.Member{Name: "pace", Schema: describe.Parse("PaceName")},
			describe.Member{Name: "bots", Schema: describe.Parse("[]string")},
			describe.Member{Name: "scenario", Schema: describe.Parse("string")},
			describe.Member{Name: "title", Schema: describe.Parse("string")},
			describe.Member{Name: "banker", Schema: describe.Parse("SeatNumber")},
			describe.Member{Name: "banker_only", Schema: describe.Parse("boolean")},
			describe.Member{Name: "bot_pause", Schema: describe.Parse("count")},
			describe.Member{Name: "hints", Schema: describe.Parse("boolean")},
			describe.Member{Name: "name", Schema: describe.Parse("string")},
			describe.Member{Name: "quick", Schema: describe.Parse("boolean")},
			describe.Member{Name: "anchor", Schema: describe.Parse("Hash")},
			describe.Member{Name: "sandbox_of", Schema: describe.Parse("string")},
			describe.Member{Name: "pace_each", Schema: describe.Parse("count")},
			describe.Member{Name: "pace_each_unit", Schema: describe.Parse("TimeUnit")},
			describe.Member{Name: "pace_bid", Schema: describe.Parse("count")},
			describe.Member{Name: "pace_bid_unit", Schema: describe.Parse("TimeUnit")},
			describe.Member{Name: "pace_bank", Schema: describe.Parse("count")},
			describe.Member{Name: "pace_bank_unit", Schema: describe.Parse("TimeUnit")},
			describe.Member{Name: "pace_notice", Schema: describe.Parse("count")},
			describe.Member{Name: "pace_notice_unit", Schema: describe.Parse("TimeUnit")},
			describe.Member{Name: "pace_vacation", Schema: describe.Parse("count")},
			describe.Member{Name: "pace_zone", Schema: describe.Parse("string")},
			describe.Member{Name: "pace_quiet_from", Schema: describe.Parse("string")},
			describe.Member{Name: "pace_quiet_to", Schema: describe.Parse("string")},
			describe.Member{Name: "pace_days_off", Schema: describe.Parse("[]string")},
		)),
		describe.Given("BackForm", describe.Object(describe.Member{Name: "back", Schema: describe.Parse("path")})),
		describe.Given("DraftForm", describe.Object(
			describe.Member{Name: "edition", Schema: describe.Parse("string"), Always: true},
			describe.Member{Name: "base", Schema: describe.Parse("string")},
			describe.Member{Name: "do", Schema: describe.Enum("preview", "save", "text", "read")},
			describe.Member{Name: "as", Schema: describe.Enum("copy")},
			describe.Member{Name: "name", Schema: describe.Parse("string")},
			describe.Member{Name: "next", Schema: describe.Parse("path")},
		)),
		describe.Given("EditionForm", describe.Object(
			describe.Member{Name: "edition", Schema: describe.Parse("string"), Always: true},
			describe.Member{Name: "next", Schema: describe.Parse("path")},
			describe.Member{Name: "name", Schema: describe.Parse("string")},
		)),
	}
}

func operations() describe.Operations {
	return describe.Operations{
		"lobby":             describe.Shows(lobbyJSON{}),
		"me":                describe.Shows(meJSON{}).Done(303).Refuses(401),
		"makeLink":          describe.MayTake(describe.Parse("object")).FormOf(describe.Ref("BackForm")).GivesPage().Gives(201, linkJSON{}).Done(303).Refuses(400, 401, 403, 413, 415, 429).Codes("prove", "token_life"),
		"editions":          describe.Shows(editionsJSON{}).Refuses(400),
		"createEdition":     describe.Takes(describe.Ref("Edition")).FormOf(describe.Ref("EditionForm")).GivesJSON(201, keptJSON{}).With("Location").Done(303).Refuses(400, 401, 409, 413, 415, 422, 429).InParts().Codes("bad_edition", "bad_name", "too_many_boards"),
		"editEdition":       describe.Shows(lobbypage.DraftFaults{}).Refuses(404).Codes("unknown_edition"),
		"draftEdition":      describe.Takes(describe.Ref("Edition")).FormOf(describe.Ref("DraftForm")).Gives(200, lobbypage.DraftFaults{}).GivesJSON(201, keptJSON{}).With("Location").Done(303).Refuses(400, 401, 409, 413, 415, 422, 429).InParts().Codes("bad_edition", "bad_name", "too_many_boards"),
		"dropEdition":       describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("unknown_edition"),
		"dropEditionByForm": describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("unknown_edition"),
		"edition":           describe.Shows(describe.Ref("Edition")).Refuses(404).Codes("unknown_edition"),
		"scene":             describe.Operation{}.GivesFile("image/svg+xml").Refuses(400, 404).Codes("unknown_edition"),
		"look":              describe.Operation{}.GivesFile("text/css").Refuses(404).Codes("unknown_edition"),
		"games":             describe.Shows(gamesJSON{}).With("Link").Refuses(400),
		"createGame":        describe.MayTake(newGame{}).FormOf(describe.Ref("NewGameForm")).GivesJSON(201, openedJSON{}).With("Location", "Idempotency-Replayed").Done(303).Refuses(400, 401, 409, 413, 415, 422, 429).Codes("bad_edition", "bad_name", "bad_pace", "bad_scenario", "bad_setup", "config", "count", "full", "no_chain", "reserved_name", "unknown_edition", "unknown_game"),
		"newGameForm":       describe.Shows(editionsJSON{}).Refuses(400, 404, 422).Codes("config", "unknown_edition"),
		"myData":            describe.Shows(myDataJSON{}).Done(303).Refuses(401, 403, 404).Codes("no_accounts"),
		"myEvents":          describe.Operation{}.GivesJSON(200, newsJSON{}).Also("text/event-stream", "application/x-ndjson").Done(303).Refuses(400, 401, 403, 429, 503).Codes("mistyped"),
	}
}
