// Package admin answers the operator: tables, people, reports, bans and what the
// operator has done.
package admin

import (
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// Config is what it is made of.
type Config struct {
	*web.Kit
	Tables   Tables
	Operator *operator.Desk // nil: there is none
	Password string         // opens the operator's pages; "": they do not exist
	Live     *live.Streams
	Auth     *auth.Handler
}

// Handler answers the operator.
type Handler struct {
	Config

	admins adminSessions
}

// New returns the handler.
func New(c Config) *Handler {
	return &Handler{Config: c}
}

// Routes are there whether or not there is an operator; without one they
// answer as if they were not.
func (s *Handler) Routes() []web.Route {
	return []web.Route{
		web.GET(views.AdminPath(), "operator", web.Public, s.withAdmin(s.showAdmin)).ForAll(),
		web.POST(views.AdminLoginPath(), "operatorLogin", web.Public, s.withAdmin(s.postAdminLogin)).ForAll(),
		web.POST(views.AdminLogoutPath(), "operatorLogout", web.Public, s.withOperator(s.postAdminLogout)).ForAll(),
		web.GET(views.AdminTablesPath(), "operatorTables", web.Public, s.withOperator(s.showAdminTables)).ForAll(),
		web.POST(views.AdminClosePath(":id"), "operatorClose", web.Public, s.withOperator(s.postAdminClose)).ForAll(),
		web.GET(views.AdminStuckPath(), "operatorStuck", web.Public, s.withOperator(s.showAdminStuck)).ForAll(),
		web.GET(views.AdminPeoplePath(), "operatorPeople", web.Public, s.withOperator(s.showAdminPeople)).ForAll(),
		web.POST(views.AdminSignOutPath(":id"), "operatorSignOut", web.Public, s.withOperator(s.postAdminSignOut)).ForAll(),
		web.GET(views.AdminReportsPath(), "operatorReports", web.Public, s.withOperator(s.showAdminReports)).ForAll(),
		web.POST(views.AdminReportPath(":id"), "operatorSettle", web.Public, s.withOperator(s.postAdminReport)).ForAll(),
		web.GET(views.AdminBansPath(), "operatorBans", web.Public, s.withOperator(s.showAdminBans)).ForAll(),
		web.POST(views.AdminBansPath(), "operatorBan", web.Public, s.withOperator(s.postAdminBan)).ForAll(),
		web.POST(views.AdminLiftPath(":id"), "operatorLift", web.Public, s.withOperator(s.postAdminLift)).ForAll(),
		web.POST(views.AdminSayPath(), "operatorAnnounce", web.Public, s.withOperator(s.postAdminSay)).ForAll(),
		web.GET(views.AdminActsPath(), "operatorActs", web.Public, s.withOperator(s.showAdminActs)).ForAll(),
	}
}
