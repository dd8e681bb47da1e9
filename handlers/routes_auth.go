package handlers

import (
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// authConfig is what it is made of.
type authConfig struct {
	*web.Kit
	tables     *table.Service
	accounts   *account.Service // passwords, passkeys and recovery; nil: none
	operator   *operator.Desk   // bans; nil: none
	sessions   Sessions
	sessionMax time.Duration // after which everybody signs in anew; 0: never
	cards      *cards.Cards
}

// authHandler answers who sends a request and lets people prove and protect it.
type authHandler struct {
	authConfig

	memory *memory
	scopes map[string]table.Scope // what tokens have to open, by method and path
}

// newAuth returns the handler.
func newAuth(c authConfig) *authHandler {
	return &authHandler{authConfig: c, memory: newMemory()}
}

// authRoutes are about who sends a request: names, sessions, tokens, links, and
// what protects an account.
func (s *authHandler) authRoutes() []web.Route {
	return []web.Route{
		web.GET(views.PlayersPath(), "nameForm", web.Public, s.showNameForm),
		web.POST(views.PlayersPath(), "createPlayer", web.Public, s.postPlayer).Idempotent(),
		web.GET(views.TokensPath(), "tokens", table.ScopeAccount, s.showTokens),
		web.POST(views.TokensPath(), "createToken", table.ScopeAccount, s.postToken),
		web.DELETE(views.TokenPath(":id"), "endToken", table.ScopeAccount, s.deleteToken),
		web.POST(views.RevokeTokenPath(":id"), "endTokenByForm", table.ScopeAccount, s.deleteToken),
		web.POST(views.SignOutPath(), "signOut", table.ScopeAccount, s.postSignOut),
		web.GET(views.LinkPath(":token"), "showLink", web.Public, s.showLink),
		web.POST(views.LinkPath(":token"), "useLink", web.Public, s.postLinkIn),
		web.GET(views.LoginPath(), "loginForm", web.Public, s.withAccounts(s.showLogin)),
		web.POST(views.LoginPath(), "login", table.ScopeAccount, s.withAccounts(s.postLogin)),
		web.POST(views.BeginLoginPath(), "beginPasskeyLogin", table.ScopeAccount, s.withAccounts(s.postBeginLogin)),
		web.POST(views.PasskeyLoginPath(), "passkeyLogin", table.ScopeAccount, s.withAccounts(s.postPasskeyLogin)),
		web.GET(views.RecoverPath(), "recoverForm", web.Public, s.withAccounts(s.showRecover)),
		web.POST(views.RecoverPath(), "recover", table.ScopeAccount, s.withAccounts(s.postRecover)),
		web.GET(views.RecoveryPath(":token"), "showRecovery", web.Public, s.withAccounts(s.showRecovery)),
		web.POST(views.RecoveryPath(":token"), "useRecovery", table.ScopeAccount, s.withAccounts(s.postRecovery)),
		web.GET(views.AccountPath(), "account", table.ScopeAccount, s.withAccounts(s.showAccount)),
		web.POST(views.RenamePath(), "rename", table.ScopeAccount, s.withAccounts(s.postName)),
		web.POST(views.PasswordPath(), "setPassword", table.ScopeAccount, s.withAccounts(s.postPassword)),
		web.POST(views.DropPasswordPath(), "dropPassword", table.ScopeAccount, s.withAccounts(s.postDropPassword)),
		web.POST(views.MailPath(), "askMail", table.ScopeAccount, s.withAccounts(s.postMail)),
		web.GET(views.MailLinkPath(":token"), "showMailLink", table.ScopeAccount, s.withAccounts(s.showMailLink)),
		web.POST(views.MailLinkPath(":token"), "confirmAddress", table.ScopeAccount, s.withAccounts(s.postMailLink)),
		web.GET(views.ConfirmMePath(), "proofForm", table.ScopeAccount, s.withAccounts(s.showConfirmMe)),
		web.POST(views.ConfirmMePath(), "proveMe", table.ScopeAccount, s.withAccounts(s.postConfirmMe)),
		web.POST(views.DropLinkPath(), "endLinkByForm", table.ScopeAccount, s.withAccounts(s.deleteLink)),
		web.DELETE(views.MeLinkPath(), "endLink", table.ScopeAccount, s.withAccounts(s.deleteLink)),
		web.POST(views.RevokeSessionPath(":session"), "endSessionByForm", table.ScopeAccount, s.withAccounts(s.deleteSession)),
		web.DELETE(views.SessionPath(":session"), "endSession", table.ScopeAccount, s.withAccounts(s.deleteSession)),
		web.POST(views.RevokeSessionsPath(), "endSessionsByForm", table.ScopeAccount, s.withAccounts(s.deleteSessions)),
		web.DELETE(views.SessionsPath(), "endSessions", table.ScopeAccount, s.withAccounts(s.deleteSessions)),
		web.POST(views.BeginPasskeyPath(), "beginPasskey", table.ScopeAccount, s.withAccounts(s.postBeginPasskey)),
		web.POST(views.PasskeysPath(), "addPasskey", table.ScopeAccount, s.withAccounts(s.postPasskey)),
		web.POST(views.NamePasskeyPath(":passkey"), "namePasskey", table.ScopeAccount, s.withAccounts(s.postPasskeyName)),
		web.POST(views.DropPasskeyPath(":passkey"), "dropPasskeyByForm", table.ScopeAccount, s.withAccounts(s.deletePasskey)),
		web.DELETE(views.PasskeyPath(":passkey"), "dropPasskey", table.ScopeAccount, s.withAccounts(s.deletePasskey)),
		web.GET(views.MergePath(), "mergeForm", table.ScopeAccount, s.withAccounts(s.showMerge)),
		web.POST(views.MergePath(), "merge", table.ScopeAccount, s.withAccounts(s.postMerge)),
		web.POST(views.KeepGuestPath(), "keepGuest", table.ScopeAccount, s.withAccounts(s.postKeepGuest)),
		web.GET(views.ErasePath(), "eraseForm", table.ScopeAccount, s.withAccounts(s.showErase)),
		web.POST(views.ErasePath(), "erase", table.ScopeAccount, s.withAccounts(s.postErase)),
	}
}

// require notes what tokens have to open for each route.
func (s *authHandler) require(routes []web.Route) {
	s.scopes = make(map[string]table.Scope, len(routes))
	for _, r := range routes {
		s.scopes[r.Method+" "+r.Path] = r.Scope
	}
}

// forgetCaller makes a player be looked up anew whose sessions or tokens have changed.
func (s *authHandler) forgetCaller(id table.PlayerID) { s.memory.forgetPlayer(id) }
