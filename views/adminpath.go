package views

import "net/url"

// AdminPath is the operator's page.
func AdminPath() string { return "/admin" }

// AdminLoginPath takes the operator's password (POST).
func AdminLoginPath() string { return AdminPath() + "/login" }

// AdminLogoutPath ends the operator's session (POST).
func AdminLogoutPath() string { return AdminPath() + "/logout" }

// AdminTablesPath searches tables.
func AdminTablesPath() string { return AdminPath() + "/tables" }

// AdminClosePath closes a table for good (POST).
func AdminClosePath(id string) string { return AdminTablesPath() + "/" + url.PathEscape(id) + "/close" }

// AdminStuckPath lists tables that cannot go on.
func AdminStuckPath() string { return AdminPath() + "/stuck" }

// AdminPeoplePath searches people.
func AdminPeoplePath() string { return AdminPath() + "/people" }

// AdminSignOutPath ends all sessions and tokens of a person (POST).
func AdminSignOutPath(id string) string {
	return AdminPeoplePath() + "/" + url.PathEscape(id) + "/sign-out"
}

// AdminReportsPath lists messages that people have reported.
func AdminReportsPath() string { return AdminPath() + "/reports" }

// AdminReportPath settles a report (POST).
func AdminReportPath(id string) string { return AdminReportsPath() + "/" + url.PathEscape(id) }

// AdminBansPath lists bans and takes new ones (POST).
func AdminBansPath() string { return AdminPath() + "/bans" }

// AdminLiftPath ends a ban (POST).
func AdminLiftPath(id string) string { return AdminBansPath() + "/" + url.PathEscape(id) + "/lift" }

// AdminSayPath takes the announcement (POST).
func AdminSayPath() string { return AdminPath() + "/announcement" }

// AdminActsPath is the book of what the operator did.
func AdminActsPath() string { return AdminPath() + "/acts" }
