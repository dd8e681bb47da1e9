package views

import "net/url"

// AccountPath is the page about how one signs in.
func AccountPath() string { return MePath() + "/account" }

// RenamePath takes another name (POST).
func RenamePath() string { return AccountPath() + "/name" }

// PasswordPath takes login, address and password (POST).
func PasswordPath() string { return AccountPath() + "/password" }

// DropPasswordPath takes login and password away (POST).
func DropPasswordPath() string { return PasswordPath() + "/remove" }

// ConfirmMePath asks who is signed in for a password or passkey, before what is dangerous.
func ConfirmMePath() string { return AccountPath() + "/confirm" }

// DropLinkPath ends the secret link (POST).
func DropLinkPath() string { return MeLinkPath() + "/revoke" }

// SessionsPath lists the browsers in which one is signed in.
func SessionsPath() string { return AccountPath() + "/sessions" }

// SessionPath is one session (DELETE).
func SessionPath(id string) string { return SessionsPath() + "/" + url.PathEscape(id) }

// RevokeSessionPath ends a session, for forms, which cannot DELETE (POST).
func RevokeSessionPath(id string) string { return SessionPath(id) + "/revoke" }

// RevokeSessionsPath ends all sessions but this one (POST).
func RevokeSessionsPath() string { return SessionsPath() + "/revoke" }

// PasskeysPath takes a new passkey (POST).
func PasskeysPath() string { return AccountPath() + "/passkeys" }

// BeginPasskeyPath asks what to ask the authenticator for a new passkey (POST).
func BeginPasskeyPath() string { return PasskeysPath() + "/begin" }

// PasskeyPath is one passkey (DELETE).
func PasskeyPath(id string) string { return PasskeysPath() + "/" + url.PathEscape(id) }

// NamePasskeyPath renames a passkey (POST).
func NamePasskeyPath(id string) string { return PasskeyPath(id) + "/name" }

// DropPasskeyPath removes a passkey, for forms, which cannot DELETE (POST).
func DropPasskeyPath(id string) string { return PasskeyPath(id) + "/remove" }

// MergePath asks whether a guest's things shall move to the account, and does it (POST).
func MergePath() string { return AccountPath() + "/merge" }

// KeepGuestPath leaves the guest alone (POST).
func KeepGuestPath() string { return MergePath() + "/decline" }

// MyDataPath is everything this server has about somebody, as a file.
func MyDataPath() string { return AccountPath() + "/export" }

// ErasePath asks before it deletes somebody, and does it (POST).
func ErasePath() string { return AccountPath() + "/delete" }

// LoginPath is where an account signs in: GET asks, POST signs in.
func LoginPath() string { return "/login" }

// BeginLoginPath asks what to ask a passkey (POST).
func BeginLoginPath() string { return LoginPath() + "/passkey/begin" }

// PasskeyLoginPath signs in by a passkey (POST).
func PasskeyLoginPath() string { return LoginPath() + "/passkey" }

// RecoverPath asks for a link to a new password by mail.
func RecoverPath() string { return LoginPath() + "/recover" }

// RecoveryPath is such a link: GET asks for the new password, POST sets it.
func RecoveryPath(token string) string { return RecoverPath() + "/" + url.PathEscape(token) }

// MailPath sends a link that confirms the address of the account (POST).
func MailPath() string { return AccountPath() + "/mail" }

// MailLinkPath is such a link: GET asks, POST confirms.
func MailLinkPath(token string) string { return MailPath() + "/" + url.PathEscape(token) }

// LoginNext is LoginPath with the way on afterwards.
func LoginNext(next string) string { return loginNext(next) }

// loginNext is LoginPath with the way on afterwards.
func loginNext(next string) string { return WithQuery(LoginPath(), "next", next) }
