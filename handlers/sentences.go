package handlers

import (
	"net/http"

	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// problemPath is the type of a problem: the page that explains the code.
func problemPath(code string) string { return views.ProblemPath(code) }

// saying is what a problem is called and what it asks the reader to do.
type saying struct{ title, detail string }

// says is what a language says of a code that does not come from the rules;
// false if it has no words for it.
func says(lang, code string) (saying, bool) {
	p := text.For(lang)
	if !p.Has("problem." + code) {
		return saying{}, false
	}
	return saying{p.T("problem." + code), p.T("problem_what." + code)}, true
}

// sentences returns the title and the usual sentence of a problem.
func sentences(lang, code string, status int) (title, detail string) {
	s, ok := says(lang, code)
	if !ok && status == http.StatusUnprocessableEntity {
		s, ok = says(lang, "refused")
	}
	if !ok {
		return http.StatusText(status), http.StatusText(status)
	}
	return s.title, s.detail
}

// aboutField is the sentence about one value of a request that could not be
// used, or the usual one if there is no better.
func aboutField(lang, code, field, expect, usual string) string {
	p := text.For(lang)
	switch {
	case code == "missing" || code == "foreign":
		return p.T("problem_field."+code, "Field", field)
	case (code == "mistyped" || code == "bad_setup") && expect != "":
		return p.T("problem_field.mistyped", "Field", field, "Expect", p.T("expected."+expect))
	}
	return usual
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
	aHash    = "hex64"
	aTime    = "moment"
	aDay     = "day"
	aScope   = "scopes"
	aDays    = "days"
	aLimit   = "limit"
	aCursor  = "cursor"
	aPersona = "persona"
	fewBots  = "few_bots"
	ownSeat  = "own_seat"
	aPace    = "pace"
)

// problemCodes are the codes that do not come from the rules.
func problemCodes() []string {
	return []string{
		"bad_request", "malformed", "bad_encoding", "missing", "mistyped", "foreign", "duplicate", "unknown_move", "unauthorized", "no_seat",
		"not_host", "unwelcome", "cross_origin", "not_found", "unknown_game", "unknown_position", "unknown_edition", "unknown_link", "method",
		"stale", "started", "not_started", "finished", "no_question", "opening", "no_lock", "wrong_link", "no_chain", "full", "precondition", "too_large",
		"media_type", "bad_name", "bad_setup", "bad_edition", "bad_scenario", "terms", "refused", "too_many", "closing", "busy", "gone", "internal",
		"paused", "not_paused", "voting", "unknown_vote", "unknown_order", "bad_order", "bad_pace", "bad_leave", "bad_pause", "bad_vote", "too_soon", "taken",
		"scope", "token_in_query", "unknown_token", "too_many_tokens", "bad_key", "key_reused", "key_running", "key_lost",
		"chat_off", "unknown_message", "too_late", "not_yours", "bad_text", "unknown_mute", "note_changed",
		"wrong_login", "login_taken", "bad_login", "bad_mail", "bad_password", "no_mail", "no_passkeys", "passkey_refused", "passkey_expired", "too_many_passkeys",
		"last_way", "shared_tables", "no_guest", "prove", "unknown_session", "unknown_passkey", "unknown_recovery", "no_address", "not_sure", "unnamed_tables", "no_accounts",
		"banned", "wrong_password",
		"bad_notice", "undelivered", "notices_off", "unknown_channel",
		"disk_full", "read_only", "locked", "storage", "damaged", "sealed", "file_damaged", "older",
	}
}
