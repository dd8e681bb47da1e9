package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views"
)

// accountRoute is one address of accounts, with what a token must open for it.
type accountRoute struct {
	method, path string
	scope        table.Scope
	handle       echo.HandlerFunc
}

// accountPaths lists the addresses of accounts; who only wants to know the
// scopes needs no server.
func accountPaths(s *Server) []accountRoute {
	const get, post, del = http.MethodGet, http.MethodPost, http.MethodDelete
	own := func(method, path string, h echo.HandlerFunc) accountRoute {
		return accountRoute{method, path, table.ScopeAccount, h}
	}
	open := func(method, path string, h echo.HandlerFunc) accountRoute {
		return accountRoute{method, path, public, h}
	}
	session, passkey, token := ":session", ":passkey", ":token"
	return []accountRoute{
		open(get, views.LoginPath(), s.showLogin),
		own(post, views.LoginPath(), s.postLogin),
		own(post, views.BeginLoginPath(), s.postBeginLogin),
		own(post, views.PasskeyLoginPath(), s.postPasskeyLogin),
		open(get, views.RecoverPath(), s.showRecover),
		own(post, views.RecoverPath(), s.postRecover),
		open(get, views.RecoveryPath(token), s.showRecovery),
		own(post, views.RecoveryPath(token), s.postRecovery),

		own(get, views.AccountPath(), s.showAccount),
		own(post, views.RenamePath(), s.postName),
		own(post, views.PasswordPath(), s.postPassword),
		own(post, views.DropPasswordPath(), s.postDropPassword),
		own(post, views.MailPath(), s.postMail),
		own(get, views.MailLinkPath(token), s.showMailLink),
		own(post, views.MailLinkPath(token), s.postMailLink),
		own(get, views.ConfirmMePath(), s.showConfirmMe),
		own(post, views.ConfirmMePath(), s.postConfirmMe),
		own(post, views.DropLinkPath(), s.deleteLink),
		own(del, views.MeLinkPath(), s.deleteLink),
		own(post, views.RevokeSessionPath(session), s.deleteSession),
		own(del, views.SessionPath(session), s.deleteSession),
		own(post, views.RevokeSessionsPath(), s.deleteSessions),
		own(del, views.SessionsPath(), s.deleteSessions),
		own(post, views.BeginPasskeyPath(), s.postBeginPasskey),
		own(post, views.PasskeysPath(), s.postPasskey),
		own(post, views.NamePasskeyPath(passkey), s.postPasskeyName),
		own(post, views.DropPasskeyPath(passkey), s.deletePasskey),
		own(del, views.PasskeyPath(passkey), s.deletePasskey),
		own(get, views.MergePath(), s.showMerge),
		own(post, views.MergePath(), s.postMerge),
		own(post, views.KeepGuestPath(), s.postKeepGuest),
		own(get, views.MyDataPath(), s.showMyData),
		own(get, views.ErasePath(), s.showErase),
		own(post, views.ErasePath(), s.postErase),
	}
}

// accountRoutes adds them.
func (s *Server) accountRoutes(e *echo.Echo, limit, compress echo.MiddlewareFunc) {
	for _, r := range accountPaths(s) {
		e.Add(r.method, r.path, r.handle, limit, compress, s.identify, s.withAccounts)
	}
}
