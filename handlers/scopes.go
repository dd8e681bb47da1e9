package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// public is the scope of what a token is not needed for and does not hinder.
const public table.Scope = 0

// scopes is the one table of what a token must open for each route. A test
// compares it with the routes; what is not in it is closed to narrow tokens.
func scopes() map[string]table.Scope {
	game := func(rest string) string { return views.GamePath("") + ":id" + rest }
	all := map[string]table.Scope{}
	add := func(scope table.Scope, method string, paths ...string) {
		for _, path := range paths {
			all[method+" "+path] = scope
		}
	}
	add(public, http.MethodGet, views.PlayersPath(), views.LinkPath(":token"), views.LookPath(":id"), views.RulesPath(), views.RulebookPath(":rulebook"),
		views.EditionsPath(), views.EditionPath(":id"), views.APIPath(), views.DocsPath(), views.ProblemsPath(), views.ProblemPath(":code"), web.HealthPath, web.ReadyPath, web.MetricsPath, views.StaticPath()+":file")
	add(public, http.MethodPost, views.PlayersPath(), views.LinkPath(":token"))

	// The operator's pages know no players, and no token of theirs.
	add(public, http.MethodGet, views.AdminPath(), views.AdminTablesPath(), views.AdminStuckPath(), views.AdminPeoplePath(), views.AdminReportsPath(),
		views.AdminBansPath(), views.AdminActsPath())
	add(public, http.MethodPost, views.AdminLoginPath(), views.AdminLogoutPath(), views.AdminClosePath(":id"), views.AdminSignOutPath(":id"),
		views.AdminReportPath(":id"), views.AdminBansPath(), views.AdminLiftPath(":id"), views.AdminSayPath())

	add(table.ScopeRead, http.MethodGet, views.HomePath(), views.MePath(), views.GamesPath(), views.NewGamePath(), game(""), game("/confirm"), game("/proof"),
		game("/events"), game("/stats"), game("/export"), game("/orders"), game("/pace"), game("/books"), game("/books.csv"))

	add(table.ScopePlay, http.MethodPost, game("/seats"), game("/seats/:seat/leave"), game("/seats/:seat/return"), game("/start"), game("/moves"),
		game("/chain"), game("/orders"), game("/orders/:order/revoke"), game("/pace"), game("/pace/votes"), game("/pace/leave"),
		game("/pace/leave/:from/end"), game("/seats/:seat/stand-in"))
	add(table.ScopePlay, http.MethodPut, game("/chain"))
	add(table.ScopePlay, http.MethodDelete, game("/seats/:seat"), game("/orders/:order"), game("/pace/leave/:from"))

	add(table.ScopeRead, http.MethodGet, game("/chat"), game("/notes"), views.MyNotesPath(), views.MutesPath(), views.MyEventsPath())
	add(table.ScopePlay, http.MethodPost, game("/chat"), game("/chat/rules"), game("/chat/:message/remove"), game("/chat/:message/mute"),
		game("/chat/:message/report"), game("/notes"), views.UnmutePath(":mute"))
	add(table.ScopePlay, http.MethodPut, game("/notes"))
	add(table.ScopePlay, http.MethodDelete, game("/chat/:message"), views.MuteOfPath(":mute"))

	add(table.ScopeCreate, http.MethodPost, views.GamesPath(), views.EditionsPath())

	add(public, http.MethodGet, views.ConfirmMailPath(":token"), views.UnsubPath(":token"), views.AtomPath(":secret"), views.CalendarPath(":secret"), views.WorkerPath())
	add(public, http.MethodPost, views.ConfirmMailPath(":token"), views.UnsubPath(":token"))
	add(table.ScopeAccount, http.MethodGet, views.NoticesPath())
	add(table.ScopeAccount, http.MethodPost, views.NoticesPath(), views.MutePath(), views.ChannelsPath(), views.ChannelPath(":channel"), views.ChannelTestPath(":channel"), views.ChannelDropPath(":channel"))
	add(table.ScopeAccount, http.MethodDelete, views.ChannelPath(":channel"))
	add(table.ScopeAccount, http.MethodGet, views.TokensPath())
	add(table.ScopeAccount, http.MethodPost, views.MeLinkPath(), views.SignOutPath(), views.TokensPath(), views.RevokeTokenPath(":id"))
	add(table.ScopeAccount, http.MethodDelete, views.TokenPath(":id"))
	for _, r := range accountPaths(nil) {
		add(r.scope, r.method, r.path)
	}
	return all
}

// allowed refuses a request that the asker's token does not open.
func (s *Server) allowed(c echo.Context, has table.Scope) error {
	needs, known := s.scopes[c.Request().Method+" "+c.Path()]
	if !known {
		needs = table.ScopeAll
	}
	return lacking(c, has, needs)
}

// lacking is the refusal of what a token does not open, nil if it opens it.
func lacking(c echo.Context, has, needs table.Scope) error {
	if has&needs == needs {
		return nil
	}
	names := strings.Join((needs &^ has).Names(), " ")
	return &web.Error{Status: http.StatusForbidden, Code: "scope", Needs: names, Detail: text.For(web.LangOf(c)).T("problem_field.scope", "Scope", names)}
}

// tokenInAddress refuses tokens in the query: addresses end up in logs,
// histories and referrers.
func tokenInAddress(r *http.Request) error {
	if r.URL.RawQuery == "" {
		return nil
	}
	for name, values := range r.URL.Query() {
		found := false
		switch strings.ToLower(name) {
		case "token", "access_token", "api_key", "apikey", "bearer", "authorization":
			found = true
		}
		for _, v := range values {
			found = found || table.IsToken(v)
		}
		if found {
			r.URL.RawQuery = "" // no link of the answer repeats it
			return web.Fail(http.StatusBadRequest, "token_in_query")
		}
	}
	return nil
}
