package reference

import (
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/views/referencepage"
)

// Description returns the area's part of the description of the API.
func Description() describe.Area { return describe.Area{Schemas: schemas(), Operations: operations()} }

func schemas() []describe.Named {
	return []describe.Named{
		describe.Answer[compareJSON]("RulebookTable"),
		describe.Answer[bookJSON]("RulebookCard"),
		describe.Answer[rowJSON]("RuleRow"),
		describe.Answer[cellJSON]("RuleCell"),
		describe.Answer[rulebookJSON]("RulebookRules"),
		describe.Answer[areaJSON]("RuleArea"),
		describe.Answer[ruleJSON]("RuleText"),
		describe.Answer[choiceJSON]("RuleChoice"),
		describe.Answer[valueJSON]("RuleValue"),
		describe.Answer[differJSON]("RuleDifference"),
		describe.Answer[absentJSON]("RuleAbsent"),
		describe.Answer[referencepage.How]("HowToPlay"),
		describe.Answer[referencepage.HowPanel]("HowToPlayPanel"),
		describe.Answer[referencepage.HowFact]("HowToPlayNumber"),
		describe.Answer[referencepage.ProblemsData]("ProblemCodes"),
		describe.Answer[referencepage.ProblemCode]("ProblemCode"),
		describe.Answer[referencepage.RuleRef]("RuleRef"),
		describe.Answer[docsJSON]("Docs"),
		describe.Answer[docsChapter]("DocsChapter"),
		describe.Answer[docsOperation]("DocsOperation"),
	}
}

func operations() describe.Operations {
	return describe.Operations{
		"rules":     describe.Shows(compareJSON{}),
		"rulebook":  describe.Shows(rulebookJSON{}).Refuses(404, 422).Codes("config", "not_found", "unknown_edition"),
		"howToPlay": describe.Shows(referencepage.How{}).Refuses(404, 422).Codes("config", "not_found", "unknown_edition"),
		"openapi":   describe.Operation{}.GivesJSON(200, describe.Parse("object")),
		"problems":  describe.Shows(referencepage.ProblemsData{}).Done(304),
		"problem":   describe.Shows(referencepage.ProblemCode{}).Done(304).Refuses(404).Codes("not_found"),
		"docs":      describe.Shows(docsJSON{}).Done(304),
	}
}
