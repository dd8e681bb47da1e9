package auth

import (
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// Description is what the area adds to the description of the API.
func Description() describe.Area { return describe.Area{Schemas: schemas(), Operations: operations()} }

func schemas() []describe.Named {
	return []describe.Named{
		describe.Answer[page.Person]("Person"),
		describe.Answer[authpage.PlayerData]("Caller"),
		describe.Answer[playerJSON]("Player"),
		describe.Answer[authpage.LinkData]("LinkOwner"),
		describe.Answer[authpage.Token]("Token"),
		describe.Answer[authpage.TokensData]("Tokens"),
		describe.Answer[authpage.Account]("OwnAccount"),
		describe.Answer[authpage.Offers]("AccountOffers"),
		describe.Answer[authpage.Passkey]("Passkey"),
		describe.Answer[authpage.LinkMade]("LinkMade"),
		describe.Answer[authpage.Session]("Session"),
		describe.Answer[authpage.LoginData]("LoginState"),
		describe.Answer[loggedInJSON]("LoggedIn"),
		describe.Answer[authpage.RecoverData]("RecoveryOffer"),
		describe.Answer[authpage.NewPasswordData]("RecoveryLink"),
		describe.Answer[authpage.MailLinkData]("AccountAddress"),
		describe.Answer[provedJSON]("Proved"),
		describe.Answer[mergeJSON]("Merger"),
		describe.Answer[partingsJSON]("Leaving"),
		describe.Answer[partingJSON]("Parting"),
		describe.Answer[erasedJSON]("Erased"),
		describe.Wish[newPlayer]("NewPlayer"),
		describe.Wish[newToken]("NewToken"),
		describe.Wish[loginWish]("LoginWish"),
		describe.Wish[wish]("PasswordWish"),
		describe.Wish[passwordOnly]("PasswordOnly"),
		describe.Wish[loginOnly]("LoginOnly"),
		describe.Wish[newName]("NameOnly"),
		describe.Wish[newPassword]("NewPassword"),
		describe.Wish[passkeyAnswer]("PasskeyAnswer"),
		describe.Wish[newPasskey]("NewPasskey"),
		describe.Wish[mergeWish]("MergeWish"),
		describe.Wish[erasure]("Erasure"),
		describe.Given("Scope", describe.Enum(account.ScopeNames()...)),
		describe.As[nameList]("ScopeList", describe.Parse("[]Scope|string")),
		describe.Given("PasskeyOptions", describe.Object(describe.Member{Name: "challenge", Schema: describe.Parse("string"), Always: true}).
			With(describe.Schema{"additionalProperties": true})), // as WebAuthn has them
		describe.Given("NewPlayerForm", describe.Object(
			describe.Member{Name: "name", Schema: describe.Parse("string"), Always: true},
			describe.Member{Name: "next", Schema: describe.Parse("string")},
		)),
		describe.Given("TokenForm", describe.Object(
			describe.Member{Name: "name", Schema: describe.Parse("string")},
			describe.Member{Name: "scopes", Schema: describe.Parse("[]string")},
			describe.Member{Name: "days", Schema: describe.Parse("string")},
		)),
		describe.Given("ErasureForm", describe.Object(describe.Member{Name: "name", Schema: describe.Parse("string"), Always: true}).
			With(describe.Schema{"additionalProperties": describe.Parse("string")})),
	}
}

func operations() describe.Operations {
	return describe.Operations{
		"nameForm":          describe.Shows(authpage.PlayerData{}),
		"createPlayer":      describe.Takes(newPlayer{}).FormOf(describe.Ref("NewPlayerForm")).GivesJSON(201, playerJSON{}).With("Location", "Idempotency-Replayed").Done(303).Refuses(400, 409, 413, 415, 422, 429),
		"endLink":           describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"signOut":           describe.Does().Done(303),
		"showLink":          describe.Shows(authpage.LinkData{}).Refuses(404),
		"useLink":           describe.Operation{}.GivesJSON(201, playerJSON{}).Done(303).Refuses(404),
		"tokens":            describe.Shows(authpage.TokensData{}).Done(303).Refuses(401, 403),
		"createToken":       describe.Takes(newToken{}).FormOf(describe.Ref("TokenForm")).Gives(201, authpage.Token{}).With("Location").Done(303).Refuses(400, 401, 403, 409, 413, 415, 422, 429),
		"endToken":          describe.Does().Done(303).Refuses(401, 403, 404),
		"endTokenByForm":    describe.Does().Done(303).Refuses(401, 403, 404),
		"loginForm":         describe.Shows(authpage.LoginData{}).Refuses(404),
		"login":             describe.Takes(loginWish{}).Gives(201, loggedInJSON{}).Done(303).Refuses(400, 403, 404, 413, 415, 429, 503),
		"beginPasskeyLogin": describe.MayTake(describe.Ref("Nothing")).FormOf(nil).GivesJSON(200, describe.Ref("PasskeyOptions")).Refuses(404, 409, 429),
		"passkeyLogin":      describe.Takes(passkeyAnswer{}).FormOf(nil).GivesJSON(200, loggedInJSON{}).GivesJSON(201, loggedInJSON{}).Done(303).Refuses(400, 403, 404, 409, 413, 415, 429),
		"recoverForm":       describe.Shows(authpage.RecoverData{}).Refuses(404),
		"recover":           describe.Takes(loginOnly{}).Gives(202, authpage.RecoverData{}).Refuses(400, 404, 409, 413, 415, 429),
		"showRecovery":      describe.Shows(authpage.NewPasswordData{}).Refuses(404, 429),
		"useRecovery":       describe.Takes(newPassword{}).Gives(201, loggedInJSON{}).Done(303).Refuses(400, 404, 413, 415, 422, 429, 503),
		"account":           describe.Shows(authpage.Account{}).Done(303).Refuses(401, 403, 404),
		"rename":            describe.Takes(newName{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 422, 429),
		"setPassword":       describe.Takes(wish{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
		"dropPassword":      describe.Shows(authpage.Account{}).Done(303).Refuses(401, 403, 404, 409, 429),
		"askMail":           describe.Operation{}.Gives(202, authpage.MailLinkData{}).Done(303).Refuses(401, 403, 404, 409, 429),
		"showMailLink":      describe.Shows(authpage.MailLinkData{}).Done(303).Refuses(401, 403, 404),
		"confirmAddress":    describe.Shows(authpage.Account{}).Done(303).Refuses(401, 403, 404, 429),
		"proofForm":         describe.Shows(provedJSON{}).Done(303).Refuses(401, 403, 404),
		"proveMe":           describe.Takes(passwordOnly{}).Gives(200, provedJSON{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 429, 503),
		"endLinkByForm":     describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"endSessions":       describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"endSessionsByForm": describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"endSession":        describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"endSessionByForm":  describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"beginPasskey":      describe.MayTake(describe.Ref("Nothing")).FormOf(nil).GivesJSON(200, describe.Ref("PasskeyOptions")).Done(303).Refuses(401, 403, 404, 409, 429),
		"addPasskey":        describe.Takes(newPasskey{}).FormOf(nil).GivesJSON(201, authpage.Passkey{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429),
		"dropPasskey":       describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"dropPasskeyByForm": describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"namePasskey":       describe.Takes(newName{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 422, 429),
		"mergeForm":         describe.Shows(mergeJSON{}).Done(303).Refuses(401, 403, 404, 409),
		"merge":             describe.MayTake(mergeWish{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 429),
		"keepGuest":         describe.Does().Done(303).Refuses(401, 403, 404, 429),
		"eraseForm":         describe.Shows(partingsJSON{}).Done(303).Refuses(401, 403, 404),
		"erase":             describe.Takes(erasure{}).FormOf(describe.Ref("ErasureForm")).Gives(200, erasedJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429),
	}
}
