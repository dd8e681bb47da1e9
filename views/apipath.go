package views

import "net/url"

// DocsPath is the page about the interface for programs.
func DocsPath() string { return "/api" }

// ProblemsPath lists what can go wrong, by code.
func ProblemsPath() string { return "/problems" }

// ProblemPath explains one code; it is the type of such a problem.
func ProblemPath(code string) string { return ProblemsPath() + "/" + url.PathEscape(code) }

// TokensPath lists the tokens of programs and makes new ones (POST).
func TokensPath() string { return MePath() + "/tokens" }

// TokenPath is one token (DELETE).
func TokenPath(id string) string { return TokensPath() + "/" + url.PathEscape(id) }

// RevokeTokenPath ends a token, for forms, which cannot DELETE (POST).
func RevokeTokenPath(id string) string { return TokenPath(id) + "/revoke" }
