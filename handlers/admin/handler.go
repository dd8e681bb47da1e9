// Package admin serves the operator: tables, people, reports, bans and the audit
// log.
package admin

import (
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// Config configures a Handler.
type Config struct {
	*web.Kit
	Tables   Tables
	Talk     Talk
	Operator *operator.Service // nil: there is none
	Sessions Sessions
	Password string // opens the operator's pages; "": they do not exist
	Live     *live.Streams
	Auth     *auth.Handler
}

// Handler answers the operator.
type Handler struct {
	Config
}

// New returns the handler.
func New(c Config) *Handler {
	return &Handler{Config: c}
}

// Routes are there whether or not there is an operator; without one they
// answer as if they were not.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.GET(page.AdminPath(), "operator", web.Public, s.withAdmin(s.showAdmin)).ForAll(),
		web.POST(page.AdminLoginPath(), "operatorLogin", web.Public, s.withAdmin(s.postAdminLogin)).ForAll(),
		web.POST(page.AdminLogoutPath(), "operatorLogout", web.Public, s.withOperator(s.postAdminLogout)).ForAll(),
		web.Ask(page.AdminTablesPath(), "operatorTables", web.Public, s.showAdminTables, s.withOperator).ForAll(),
		web.POST(page.AdminClosePath(":id"), "operatorClose", web.Public, s.withOperator(s.postAdminClose)).ForAll(),
		web.Ask(page.AdminStuckPath(), "operatorStuck", web.Public, s.showAdminStuck, s.withOperator).ForAll(),
		web.Ask(page.AdminPeoplePath(), "operatorPeople", web.Public, s.showAdminPeople, s.withOperator).ForAll(),
		web.POST(page.AdminSignOutPath(":id"), "operatorSignOut", web.Public, s.withOperator(s.postAdminSignOut)).ForAll(),
		web.Ask(page.AdminReportsPath(), "operatorReports", web.Public, s.showAdminReports, s.withOperator).ForAll(),
		web.POST(page.AdminReportPath(":id"), "operatorSettle", web.Public, s.withOperator(s.postAdminReport)).ForAll(),
		web.Ask(page.AdminBansPath(), "operatorBans", web.Public, s.showAdminBans, s.withOperator).ForAll(),
		web.POST(page.AdminBansPath(), "operatorBan", web.Public, s.withOperator(s.postAdminBan)).ForAll(),
		web.POST(page.AdminLiftPath(":id"), "operatorLift", web.Public, s.withOperator(s.postAdminLift)).ForAll(),
		web.POST(page.AdminSayPath(), "operatorAnnounce", web.Public, s.withOperator(s.postAdminSay)).ForAll(),
		web.Ask(page.AdminActsPath(), "operatorActs", web.Public, s.showAdminActs, s.withOperator).ForAll(),
	}
}
