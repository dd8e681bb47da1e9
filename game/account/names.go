package account

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds of a login and an address, in characters.
const (
	minLogin = 3
	maxLogin = 64
	maxMail  = 254
)

// Key returns the form in which logins and addresses are compared: case does
// not matter.
func Key(text string) string { return strings.ToLower(norm.NFKC.String(strings.TrimSpace(text))) }

// cleanLogin checks a login: an address, or 3 to 64 letters, digits and .-_ of
// any script.
func cleanLogin(login string) (string, error) {
	login = norm.NFC.String(strings.TrimSpace(login))
	if strings.Contains(login, "@") {
		address, err := CleanMail(login)
		if err != nil {
			return "", &Invalid{"login", err.(*Invalid).Why} //nolint:errorlint // it returns nothing else
		}
		return address, nil
	}
	switch n := utf8.RuneCountInString(login); {
	case n < minLogin:
		return "", &Invalid{"login", "short"}
	case n > maxLogin:
		return "", &Invalid{"login", "long"}
	}
	for _, r := range login {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune(".-_", r) {
			return "", &Invalid{"login", "characters"}
		}
	}
	return login, nil
}

// CleanMail checks a mail address: one, bare, on one line, whose host is a name of the
// domain name system, which has a dot, or this machine. The error is *Invalid.
func CleanMail(address string) (string, error) {
	address = norm.NFC.String(strings.TrimSpace(address))
	if len(address) > maxMail {
		return "", &Invalid{"mail", "long"}
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Name != "" || parsed.Address != address || strings.ContainsFunc(address, unicode.IsControl) {
		return "", &Invalid{"mail", "characters"}
	}
	host := address[strings.LastIndexByte(address, '@')+1:]
	if !strings.Contains(host, ".") && !strings.EqualFold(host, "localhost") || strings.ContainsAny(address, " \"<>,;") {
		return "", &Invalid{"mail", "characters"}
	}
	return address, nil
}
