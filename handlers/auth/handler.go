// Package auth identifies the caller and serves everything about that: sessions, tokens,
// names, passwords, passkeys, links by mail, and merging and deleting players.
package auth

import (
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Config is what it is made of.
type Config struct {
	*web.Kit
	Tables     Tables
	Players    Players
	Accounts   *account.Service  // passwords, passkeys and recovery; nil: none
	Operator   *operator.Service // bans; nil: none
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
		web.Ask(page.PlayersPath(), "nameForm", web.Public, s.showNameForm),
		web.POST(page.PlayersPath(), "createPlayer", web.Public, s.postPlayer).Idempotent(),
		web.GET(page.TokensPath(), "tokens", account.ScopeAccount, s.showTokens),
		web.POST(page.TokensPath(), "createToken", account.ScopeAccount, s.postToken),
		web.DELETE(page.TokenPath(":id"), "endToken", account.ScopeAccount, s.deleteToken),
		web.POST(page.RevokeTokenPath(":id"), "endTokenByForm", account.ScopeAccount, s.deleteToken),
		web.POST(page.SignOutPath(), "signOut", account.ScopeAccount, s.postSignOut),
		web.GET(page.LinkPath(":token"), "showLink", web.Public, s.showLink),
		web.POST(page.LinkPath(":token"), "useLink", web.Public, s.postLinkIn),
		web.Ask(page.LoginPath(), "loginForm", web.Public, s.showLogin, s.WithAccounts),
		web.POST(page.LoginPath(), "login", account.ScopeAccount, s.WithAccounts(s.postLogin)),
		web.POST(page.BeginLoginPath(), "beginPasskeyLogin", account.ScopeAccount, s.WithAccounts(s.postBeginLogin)),
		web.POST(page.PasskeyLoginPath(), "passkeyLogin", account.ScopeAccount, s.WithAccounts(s.postPasskeyLogin)),
		web.GET(page.RecoverPath(), "recoverForm", web.Public, s.WithAccounts(s.showRecover)),
		web.POST(page.RecoverPath(), "recover", account.ScopeAccount, s.WithAccounts(s.postRecover)),
		web.GET(page.RecoveryPath(":token"), "showRecovery", web.Public, s.WithAccounts(s.showRecovery)),
		web.POST(page.RecoveryPath(":token"), "useRecovery", account.ScopeAccount, s.WithAccounts(s.postRecovery)),
		web.Ask(page.AccountPath(), "account", account.ScopeAccount, s.showAccount, s.WithAccounts),
		web.POST(page.RenamePath(), "rename", account.ScopeAccount, s.WithAccounts(s.postName)),
		web.POST(page.PasswordPath(), "setPassword", account.ScopeAccount, s.WithAccounts(s.postPassword)),
		web.POST(page.DropPasswordPath(), "dropPassword", account.ScopeAccount, s.WithAccounts(s.postDropPassword)),
		web.POST(page.MailPath(), "askMail", account.ScopeAccount, s.WithAccounts(s.postMail)),
		web.GET(page.MailLinkPath(":token"), "showMailLink", account.ScopeAccount, s.WithAccounts(s.showMailLink)),
		web.POST(page.MailLinkPath(":token"), "confirmAddress", account.ScopeAccount, s.WithAccounts(s.postMailLink)),
		web.Ask(page.ConfirmMePath(), "proofForm", account.ScopeAccount, s.showConfirmMe, s.WithAccounts),
		web.POST(page.ConfirmMePath(), "proveMe", account.ScopeAccount, s.WithAccounts(s.postConfirmMe)),
		web.POST(page.DropLinkPath(), "endLinkByForm", account.ScopeAccount, s.WithAccounts(s.deleteLink)),
		web.DELETE(page.MeLinkPath(), "endLink", account.ScopeAccount, s.WithAccounts(s.deleteLink)),
		web.POST(page.RevokeSessionPath(":session"), "endSessionByForm", account.ScopeAccount, s.WithAccounts(s.deleteSession)),
		web.DELETE(page.SessionPath(":session"), "endSession", account.ScopeAccount, s.WithAccounts(s.deleteSession)),
		web.POST(page.RevokeSessionsPath(), "endSessionsByForm", account.ScopeAccount, s.WithAccounts(s.deleteSessions)),
		web.DELETE(page.SessionsPath(), "endSessions", account.ScopeAccount, s.WithAccounts(s.deleteSessions)),
		web.POST(page.BeginPasskeyPath(), "beginPasskey", account.ScopeAccount, s.WithAccounts(s.postBeginPasskey)),
		web.POST(page.PasskeysPath(), "addPasskey", account.ScopeAccount, s.WithAccounts(s.postPasskey)),
		web.POST(page.NamePasskeyPath(":passkey"), "namePasskey", account.ScopeAccount, s.WithAccounts(s.postPasskeyName)),
		web.POST(page.DropPasskeyPath(":passkey"), "dropPasskeyByForm", account.ScopeAccount, s.WithAccounts(s.deletePasskey)),
		web.DELETE(page.PasskeyPath(":passkey"), "dropPasskey", account.ScopeAccount, s.WithAccounts(s.deletePasskey)),
		web.GET(page.MergePath(), "mergeForm", account.ScopeAccount, s.WithAccounts(s.showMerge)),
		web.POST(page.MergePath(), "merge", account.ScopeAccount, s.WithAccounts(s.postMerge)),
		web.POST(page.KeepGuestPath(), "keepGuest", account.ScopeAccount, s.WithAccounts(s.postKeepGuest)),
		web.GET(page.ErasePath(), "eraseForm", account.ScopeAccount, s.WithAccounts(s.showErase)),
		web.POST(page.ErasePath(), "erase", account.ScopeAccount, s.WithAccounts(s.postErase)),
	}
}

// Require notes what tokens have to open for each route.
func (s *Handler) Require(routes []web.Route) {
	s.scopes = make(map[string]account.Scope, len(routes))
	for _, r := range routes {
		s.scopes[r.Method+" "+r.Path] = r.Scope
	}
}

// ForgetCaller makes a player be looked up anew whose name, sessions or tokens have changed.
func (s *Handler) ForgetCaller(id account.PlayerID) { s.memory.forgetPlayer(id) }

// ForgetCallers makes everybody be looked up anew.
func (s *Handler) ForgetCallers() { s.memory.forgetAll() }
