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
		describe.Request[newPlayer]("NewPlayer"),
		describe.Request[newToken]("NewToken"),
		describe.Request[loginRequest]("LoginWish"),
		describe.Request[request]("PasswordWish"),
		describe.Request[passwordOnly]("PasswordOnly"),
		describe.Request[loginOnly]("LoginOnly"),
		describe.Request[newName]("NameOnly"),
		describe.Request[newPassword]("NewPassword"),
		describe.Request[passkeyAnswer]("PasskeyAnswer"),
		describe.Request[newPasskey]("NewPasskey"),
		describe.Request[mergeRequest]("MergeWish"),
		describe.Request[erasure]("Erasure"),
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
		"createPlayer":      describe.Takes(newPlayer{}).FormOf(describe.Ref("NewPlayerForm")).GivesJSON(201, playerJSON{}).With("Location", "Idempotency-Replayed").Done(303).Refuses(400, 409, 413, 415, 422, 429).Codes("bad_name", "reserved_name"),
		"endLink":           describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("unknown_link"),
		"signOut":           describe.Does().Done(303),
		"showLink":          describe.Shows(authpage.LinkData{}).Refuses(404).Codes("unknown_link"),
		"useLink":           describe.Operation{}.GivesJSON(201, playerJSON{}).Done(303).Refuses(404).Codes("unknown_link"),
		"tokens":            describe.Shows(authpage.TokensData{}).Done(303).Refuses(401, 403),
		"createToken":       describe.Takes(newToken{}).FormOf(describe.Ref("TokenForm")).Gives(201, authpage.Token{}).With("Location").Done(303).Refuses(400, 401, 403, 409, 413, 415, 422, 429).Codes("bad_name", "prove", "token_life", "too_many_tokens"),
		"endToken":          describe.Does().Done(303).Refuses(401, 403, 404).Codes("unknown_token"),
		"endTokenByForm":    describe.Does().Done(303).Refuses(401, 403, 404).Codes("unknown_token"),
		"loginForm":         describe.Shows(authpage.LoginData{}).Refuses(404).Codes("no_accounts"),
		"login":             describe.Takes(loginRequest{}).Gives(201, loggedInJSON{}).Done(303).Refuses(400, 403, 404, 413, 415, 429, 503).Codes("no_accounts", "wrong_login"),
		"beginPasskeyLogin": describe.MayTake(describe.Ref("Nothing")).FormOf(nil).GivesJSON(200, describe.Ref("PasskeyOptions")).Refuses(404, 409, 429).Codes("no_accounts", "no_passkeys"),
		"passkeyLogin":      describe.Takes(passkeyAnswer{}).FormOf(nil).GivesJSON(200, loggedInJSON{}).GivesJSON(201, loggedInJSON{}).Done(303).Refuses(400, 403, 404, 409, 413, 415, 429).Codes("no_accounts", "no_passkeys", "passkey_expired", "passkey_refused"),
		"recoverForm":       describe.Shows(authpage.RecoverData{}).Refuses(404).Codes("no_accounts"),
		"recover":           describe.Takes(loginOnly{}).Gives(202, authpage.RecoverData{}).Refuses(400, 404, 409, 413, 415, 429).Codes("no_accounts", "no_mail"),
		"showRecovery":      describe.Shows(authpage.NewPasswordData{}).Refuses(404, 429).Codes("no_accounts", "unknown_recovery"),
		"useRecovery":       describe.Takes(newPassword{}).Gives(201, loggedInJSON{}).Done(303).Refuses(400, 404, 413, 415, 422, 429, 503).Codes("bad_password", "no_accounts", "unknown_recovery"),
		"account":           describe.Shows(authpage.Account{}).Done(303).Refuses(401, 403, 404).Codes("no_accounts"),
		"rename":            describe.Takes(newName{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 422, 429).Codes("bad_name", "no_accounts", "reserved_name"),
		"setPassword":       describe.Takes(request{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503).Codes("bad_login", "bad_mail", "bad_password", "login_taken", "no_accounts", "prove", "wrong_login"),
		"dropPassword":      describe.Shows(authpage.Account{}).Done(303).Refuses(401, 403, 404, 409, 429).Codes("last_way", "no_accounts", "prove"),
		"askMail":           describe.Operation{}.Gives(202, authpage.MailLinkData{}).Done(303).Refuses(401, 403, 404, 409, 429).Codes("no_accounts", "no_address", "no_mail"),
		"showMailLink":      describe.Shows(authpage.MailLinkData{}).Done(303).Refuses(401, 403, 404, 409).Codes("no_accounts", "other_account", "unknown_recovery"),
		"confirmAddress":    describe.Shows(authpage.Account{}).Done(303).Refuses(401, 403, 404, 409, 429).Codes("no_accounts", "other_account", "unknown_recovery"),
		"proofForm":         describe.Shows(provedJSON{}).Done(303).Refuses(401, 403, 404).Codes("no_accounts"),
		"proveMe":           describe.Takes(passwordOnly{}).Gives(200, provedJSON{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 429, 503).Codes("no_accounts", "wrong_login"),
		"endLinkByForm":     describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("unknown_link"),
		"endSessions":       describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("no_accounts"),
		"endSessionsByForm": describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("no_accounts"),
		"endSession":        describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("no_accounts", "unknown_session"),
		"endSessionByForm":  describe.Does().Done(303).Refuses(401, 403, 404, 429).Codes("no_accounts", "unknown_session"),
		"beginPasskey":      describe.MayTake(describe.Ref("Nothing")).FormOf(nil).GivesJSON(200, describe.Ref("PasskeyOptions")).Done(303).Refuses(401, 403, 404, 409, 429).Codes("no_accounts", "no_passkeys", "prove", "too_many_passkeys"),
		"addPasskey":        describe.Takes(newPasskey{}).FormOf(nil).GivesJSON(201, authpage.Passkey{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429).Codes("bad_name", "no_accounts", "no_passkeys", "passkey_expired", "passkey_refused", "prove", "too_many_passkeys"),
		"dropPasskey":       describe.Does().Done(303).Refuses(401, 403, 404, 409, 429).Codes("last_way", "no_accounts", "prove", "unknown_passkey"),
		"dropPasskeyByForm": describe.Does().Done(303).Refuses(401, 403, 404, 409, 429).Codes("last_way", "no_accounts", "prove", "unknown_passkey"),
		"namePasskey":       describe.Takes(newName{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 413, 415, 422, 429).Codes("bad_name", "no_accounts", "unknown_passkey"),
		"mergeForm":         describe.Shows(mergeJSON{}).Done(303).Refuses(401, 403, 404, 409).Codes("no_accounts", "no_guest"),
		"merge":             describe.MayTake(mergeRequest{}).Gives(200, authpage.Account{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 429).Codes("no_accounts", "no_guest", "prove", "shared_tables"),
		"keepGuest":         describe.Does().Done(303).Refuses(401, 403, 404, 409, 429).Codes("no_accounts", "no_guest"),
		"eraseForm":         describe.Shows(partingsJSON{}).Done(303).Refuses(401, 403, 404).Codes("no_accounts"),
		"erase":             describe.Takes(erasure{}).FormOf(describe.Ref("ErasureForm")).Gives(200, erasedJSON{}).Done(303).Refuses(400, 401, 403, 404, 409, 413, 415, 422, 429).Codes("link", "no_accounts", "not_sure", "opening", "prove", "unnamed_tables"),
	}
}
