package people

import (
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/views/peoplepage"
)

// Description is what the area adds to the description of the API.
func Description() describe.Area { return describe.Area{Schemas: schemas(), Operations: operations()} }

func schemas() []describe.Named {
	return []describe.Named{
		describe.Answer[peoplepage.PersonData]("PersonPage"),
		describe.Answer[peoplepage.Time]("PersonTime"),
		describe.Answer[peoplepage.Board]("PersonBoard"),
		describe.Answer[peoplepage.Favourite]("PersonGroup"),
		describe.Answer[peoplepage.Against]("PersonAgainst"),
		describe.Answer[peoplepage.Rating]("PersonRating"),
		describe.Answer[peoplepage.Result]("PersonResult"),
		describe.Answer[peoplepage.Opponent]("PersonOpponent"),
		describe.Answer[peoplepage.Settings]("PageSettings"),
		describe.Request[pageChange]("PageChange"),
		describe.Words("PageOpen", people.Nobody, people.Opponents, people.Everyone),
		describe.Words("Unrated", people.Closed, people.Computers, people.StandIn, people.SameOrigin, people.TooFew, people.Unwanted),
	}
}

func operations() describe.Operations {
	return describe.Operations{
		"person":    describe.Shows(peoplepage.PersonData{}).Done(303).Refuses(400, 404).Codes("bad_request", "no_people", "unknown_person"),
		"myPage":    describe.Shows(peoplepage.PersonData{}).Done(303).Refuses(400, 401, 403, 404).Codes("bad_request", "no_people"),
		"setMyPage": describe.Takes(pageChange{}).FormOf(describe.Parse("object")).Gives(200, peoplepage.PersonData{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 422).Codes("bad_request", "no_people"),
	}
}
