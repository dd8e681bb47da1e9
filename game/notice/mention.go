package notice

import (
	"slices"
	"strings"
)

// Mention is how a service writes that it mentions the person of this name; false if it
// knows no such names. Nobody else, and no group, is ever mentioned: a name is made of
// letters that mean nothing more to the service.
func Mention(form Form, name string) (string, bool) {
	const digits, lower, upper = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch form {
	case Discord: // the id of a person; those of roles have a & before them
		return "<@" + name + ">", len(name) >= 15 && len(name) <= 21 && only(name, digits)
	case Slack:
		person := strings.HasPrefix(name, "U") || strings.HasPrefix(name, "W")
		return "<@" + name + ">", person && len(name) >= 7 && len(name) <= 21 && only(name, upper+digits)
	case Mattermost:
		group := slices.Contains([]string{"all", "channel", "here"}, strings.Trim(name, "._-"))
		return "@" + name, name != "" && len(name) <= 64 && !group && strings.ContainsAny(name[:1], lower) && only(name, lower+digits+"._-")
	case Matrix:
		local, server, ok := strings.Cut(strings.TrimPrefix(name, "@"), ":")
		return name, ok && name[0] == '@' && local != "" && server != "" && only(local, lower+digits+"._=/+-") && only(server, lower+upper+digits+".:-")
	case Standard:
		return name, name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune("<>&`@\u200b", r) })
	}
	return "", false
}

// only reports whether a name is made of these letters.
func only(name, letters string) bool { return strings.Trim(name, letters) == "" }
