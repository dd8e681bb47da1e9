// Package auth answers who is calling: sessions, tokens, names, passwords,
// passkeys, links by mail, and what becomes of people who merge or leave.
package auth

import (
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// Config is what it is made of.
type Config struct {
	*web.Kit
	Tables     Tables
	Players    Players
	Accounts   *account.Service // passwords, passkeys and recovery; nil: none
	Operator   *operator.Desk   // bans; nil: none
	Sessions   Sessions
	SessionMax time.Duration // after which everybody signs in anew; 0: never
	Cards      *cards.Cards
}

// Handler answers who sends a request and lets people prove and protect it.
type Handler struct {
	Config

	memory *callerCache
	scopes map[string]account.Scope // what tokens have to open, by method and path
}

// New returns the handler.
func New(c Config) *Handler {
	return &Handler{Config: c, memory: newCallerCache()}
}

// Routes are about who sends a request: names, sessions, tokens, links, and
// what protects an account.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.GET(views.PlayersPath(), "nameForm", web.Public, s.showNameForm),
		web.POST(views.PlayersPath(), "createPlayer", web.Public, s.postPlayer).Idempotent(),
		web.GET(views.TokensPath(), "tokens", account.ScopeAccount, s.showTokens),
		web.POST(views.TokensPath(), "createToken", account.ScopeAccount, s.postToken),
		web.DELETE(views.TokenPath(":id"), "endToken", account.ScopeAccount, s.deleteToken),
		web.POST(views.RevokeTokenPath(":id"), "endTokenByForm", account.ScopeAccount, s.deleteToken),
		web.POST(views.SignOutPath(), "signOut", account.ScopeAccount, s.postSignOut),
		web.GET(views.LinkPath(":token"), "showLink", web.Public, s.showLink),
		web.POST(views.LinkPath(":token"), "useLink", web.Public, s.postLinkIn),
		web.GET(views.LoginPath(), "loginForm", web.Public, s.WithAccounts(s.showLogin)),
		web.POST(views.LoginPath(), "login", account.ScopeAccount, s.WithAccounts(s.postLogin)),
		web.POST(views.BeginLoginPath(), "beginPasskeyLogin", account.ScopeAccount, s.WithAccounts(s.postBeginLogin)),
		web.POST(views.PasskeyLoginPath(), "passkeyLogin", account.ScopeAccount, s.WithAccounts(s.postPasskeyLogin)),
		web.GET(views.RecoverPath(), "recoverForm", web.Public, s.WithAccounts(s.showRecover)),
		web.POST(views.RecoverPath(), "recover", account.ScopeAccount, s.WithAccounts(s.postRecover)),
		web.GET(views.RecoveryPath(":token"), "showRecovery", web.Public, s.WithAccounts(s.showRecovery)),
		web.POST(views.RecoveryPath(":token"), "useRecovery", account.ScopeAccount, s.WithAccounts(s.postRecovery)),
		web.GET(views.AccountPath(), "account", account.ScopeAccount, s.WithAccounts(s.showAccount)),
		web.POST(views.RenamePath(), "rename", account.ScopeAccount, s.WithAccounts(s.postName)),
		web.POST(views.PasswordPath(), "setPassword", account.ScopeAccount, s.WithAccounts(s.postPassword)),
		web.POST(views.DropPasswordPath(), "dropPassword", account.ScopeAccount, s.WithAccounts(s.postDropPassword)),
		web.POST(views.MailPath(), "askMail", account.ScopeAccount, s.WithAccounts(s.postMail)),
		web.GET(views.MailLinkPath(":token"), "showMailLink", account.ScopeAccount, s.WithAccounts(s.showMailLink)),
		web.POST(views.MailLinkPath(":token"), "confirmAddress", account.ScopeAccount, s.WithAccounts(s.postMailLink)),
		web.GET(views.ConfirmMePath(), "proofForm", account.ScopeAccount, s.WithAccounts(s.showConfirmMe)),
		web.POST(views.ConfirmMePath(), "proveMe", account.ScopeAccount, s.WithAccounts(s.postConfirmMe)),
		web.POST(views.DropLinkPath(), "endLinkByForm", account.ScopeAccount, s.WithAccounts(s.deleteLink)),
		web.DELETE(views.MeLinkPath(), "endLink", account.ScopeAccount, s.WithAccounts(s.deleteLink)),
		web.POST(views.RevokeSessionPath(":session"), "endSessionByForm", account.ScopeAccount, s.WithAccounts(s.deleteSession)),
		web.DELETE(views.SessionPath(":session"), "endSession", account.ScopeAccount, s.WithAccounts(s.deleteSession)),
		web.POST(views.RevokeSessionsPath(), "endSessionsByForm", account.ScopeAccount, s.WithAccounts(s.deleteSessions)),
		web.DELETE(views.SessionsPath(), "endSessions", account.ScopeAccount, s.WithAccounts(s.deleteSessions)),
		web.POST(views.BeginPasskeyPath(), "beginPasskey", account.ScopeAccount, s.WithAccounts(s.postBeginPasskey)),
		web.POST(views.PasskeysPath(), "addPasskey", account.ScopeAccount, s.WithAccounts(s.postPasskey)),
		web.POST(views.NamePasskeyPath(":passkey"), "namePasskey", account.ScopeAccount, s.WithAccounts(s.postPasskeyName)),
		web.POST(views.DropPasskeyPath(":passkey"), "dropPasskeyByForm", account.ScopeAccount, s.WithAccounts(s.deletePasskey)),
		web.DELETE(views.PasskeyPath(":passkey"), "dropPasskey", account.ScopeAccount, s.WithAccounts(s.deletePasskey)),
		web.GET(views.MergePath(), "mergeForm", account.ScopeAccount, s.WithAccounts(s.showMerge)),
		web.POST(views.MergePath(), "merge", account.ScopeAccount, s.WithAccounts(s.postMerge)),
		web.POST(views.KeepGuestPath(), "keepGuest", account.ScopeAccount, s.WithAccounts(s.postKeepGuest)),
		web.GET(views.ErasePath(), "eraseForm", account.ScopeAccount, s.WithAccounts(s.showErase)),
		web.POST(views.ErasePath(), "erase", account.ScopeAccount, s.WithAccounts(s.postErase)),
	}
}

// Require notes what tokens have to open for each route.
func (s *Handler) Require(routes []web.Route) {
	s.scopes = make(map[string]account.Scope, len(routes))
	for _, r := range routes {
		s.scopes[r.Method+" "+r.Path] = r.Scope
	}
}

// ForgetCaller makes a player be looked up anew whose sessions or tokens have changed.
func (s *Handler) ForgetCaller(id account.PlayerID) { s.memory.forgetPlayer(id) }
