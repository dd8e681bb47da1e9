package account

import (
	"time"

	"github.com/bankhalter/bankhalter/game/problem"
)

// Errors of the service besides those of the store.
var (
	ErrWrong   = problem.New("wrong_login", "login or password is wrong")
	ErrTaken   = problem.New("login_taken", "this login cannot be had")
	ErrBusy    = problem.Later("busy", "too many sign-ins at once", time.Second)
	ErrNoMail  = problem.New("no_mail", "this server sends no mail")
	ErrNoWay   = problem.New("no_passkeys", "passkeys need https or localhost")
	ErrPasskey = problem.New("passkey_refused", "the passkey was not accepted")
	ErrExpired = problem.New("passkey_expired", "the question to the passkey is no longer good")
	ErrMany    = problem.New("too_many_passkeys", "too many passkeys")
	ErrLastWay = problem.New("last_way", "it is the only way back to the account")
	ErrOther   = problem.New("other_account", "the link is for another account")
)

// Invalid is a text that cannot be a login, an address or a password.
type Invalid struct {
	Field string // login, mail, password
	Why   string // short, long, characters, common, like
}

// Error names the field and the reason.
func (e *Invalid) Error() string { return "invalid " + e.Field + ": " + e.Why }

// Problem names the field in the code.
func (e *Invalid) Problem() problem.Problem {
	return problem.Problem{Code: "bad_" + e.Field, Field: e.Field}
}

// TooOften asks to come back later.
type TooOften struct{ Wait time.Duration }

// Error says how long to wait.
func (e *TooOften) Error() string { return "too many attempts, wait " + e.Wait.String() }

// Problem says how long to wait.
func (e *TooOften) Problem() problem.Problem { return problem.Problem{Code: "too_many", Wait: e.Wait} }
