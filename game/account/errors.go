package account

import (
	"errors"
	"time"
)

// What the service answers besides the errors of the store.
var (
	ErrWrong    = errors.New("login or password is wrong")
	ErrTaken    = errors.New("this login cannot be had")
	ErrBusy     = errors.New("too many sign-ins at once")
	ErrNoMail   = errors.New("this server sends no mail")
	ErrNoWay    = errors.New("passkeys need https or localhost")
	ErrPasskey  = errors.New("the passkey was not accepted")
	ErrExpired  = errors.New("the question to the passkey is no longer good")
	ErrMany     = errors.New("too many passkeys")
	ErrLastWay  = errors.New("it is the only way back to the account")
	ErrNotGuest = errors.New("the player has an account of his own")
)

// Invalid is a text that cannot be a login, an address or a password.
type Invalid struct {
	Field string // login, mail, password
	Why   string // short, long, characters, common, like
}

// Error names the field and the reason.
func (e *Invalid) Error() string { return "invalid " + e.Field + ": " + e.Why }

// TooOften asks to come back later.
type TooOften struct{ Wait time.Duration }

// Error says how long to wait.
func (e *TooOften) Error() string { return "too many attempts, wait " + e.Wait.String() }
