package admin

import (
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/views/adminpage"
)

// Description returns the area's part of the description of the API.
func Description() describe.Area {
	return describe.Area{Schemas: schemas(), Operations: operations(), Operator: true}
}

func schemas() []describe.Named {
	return []describe.Named{
		describe.Answer[adminpage.AdminOverview]("Overview"),
		describe.Answer[tableJSON]("OperatorTable"),
		describe.Answer[sitter]("OperatorSeat"),
		describe.Answer[tablesJSON]("OperatorTables"),
		describe.Answer[stuckJSON]("StuckTables"),
		describe.Answer[adminPersonJSON]("OperatorPlayer"),
		describe.Answer[peopleJSON]("OperatorPlayers"),
		describe.Answer[reportJSON]("Report"),
		describe.Answer[reportsJSON]("Reports"),
		describe.Answer[banJSON]("Ban"),
		describe.Answer[bansJSON]("Bans"),
		describe.Answer[actJSON]("Act"),
		describe.Answer[actsJSON]("Acts"),
		describe.Request[operatorLogin]("OperatorLogin"),
		describe.Request[reasoned]("Reasoned"),
		describe.Request[settlement]("Settlement"),
		describe.Request[newBan]("NewBan"),
		describe.Request[newAnnouncement]("NewAnnouncement"),
	}
}

func operations() describe.Operations {
	return describe.Operations{
		"operator":         describe.Shows(adminpage.AdminOverview{}).Done(303).Refuses(400, 401, 404, 429),
		"operatorLogin":    describe.Takes(operatorLogin{}).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429).Codes("wrong_password"),
		"operatorLogout":   describe.MayTake(describe.Ref("Nothing")).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429),
		"operatorTables":   describe.Shows(tablesJSON{}).Done(303).Refuses(400, 401, 404, 429),
		"operatorClose":    describe.MayTake(reasoned{}).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429).Codes("finished", "sealed", "unknown_game"),
		"operatorStuck":    describe.Shows(stuckJSON{}).Done(303).Refuses(400, 401, 404, 429),
		"operatorPeople":   describe.Shows(peopleJSON{}).Done(303).Refuses(400, 401, 404, 429),
		"operatorSignOut":  describe.MayTake(describe.Ref("Nothing")).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429),
		"operatorReports":  describe.Shows(reportsJSON{}).Done(303).Refuses(400, 401, 404, 429),
		"operatorSettle":   describe.MayTake(settlement{}).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429),
		"operatorBans":     describe.Shows(bansJSON{}).Done(303).Refuses(400, 401, 404, 429),
		"operatorBan":      describe.Takes(newBan{}).FormOf(describe.Parse("object")).GivesJSON(201, banJSON{}).Done(303).Refuses(400, 401, 404, 409, 422, 429).Codes("not_found"),
		"operatorLift":     describe.MayTake(describe.Ref("Nothing")).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429),
		"operatorAnnounce": describe.Takes(newAnnouncement{}).FormOf(describe.Parse("object")).Done(204).Done(303).Refuses(400, 401, 404, 409, 429),
		"operatorActs":     describe.Shows(actsJSON{}).Done(303).Refuses(400, 401, 404, 429),
	}
}
