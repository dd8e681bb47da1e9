package views

import (
	"net/url"
	"strconv"
)

// ChatPath is the chat of a table: read, and written to (POST).
func ChatPath(id string) string { return GamePath(id) + "/chat" }

// ChatRulesPath changes the rules of a table's chat (POST).
func ChatRulesPath(id string) string { return ChatPath(id) + "/rules" }

// MessagePath is one message (DELETE).
func MessagePath(id, message string) string { return ChatPath(id) + "/" + url.PathEscape(message) }

// RemovePath takes a message away, for forms, which cannot DELETE (POST).
func RemovePath(id, message string) string { return MessagePath(id, message) + "/remove" }

// MuteAuthorPath keeps the author of a message from the reader (POST).
func MuteAuthorPath(id, message string) string { return MessagePath(id, message) + "/mute" }

// ReportPath asks the operator to look at a message (POST).
func ReportPath(id, message string) string { return MessagePath(id, message) + "/report" }

// NotesPath is what the reader has noted about a table (POST and PUT keep it).
func NotesPath(id string) string { return GamePath(id) + "/notes" }

// MyNotesPath lists what the reader has noted about all tables.
func MyNotesPath() string { return MePath() + "/notes" }

// MutesPath lists whom the reader has muted.
func MutesPath() string { return MePath() + "/mutes" }

// MuteOfPath is one of them (DELETE).
func MuteOfPath(mute string) string { return MutesPath() + "/" + url.PathEscape(mute) }

// UnmutePath ends a mute, for forms (POST).
func UnmutePath(mute string) string { return MuteOfPath(mute) + "/end" }

// MyEventsPath tells what changes at the reader's tables.
func MyEventsPath() string { return MePath() + "/events" }

// Names of the query fields of a chat.
const (
	QueryBefore   = "before"
	QueryBrief    = "brief"
	QueryReported = "reported"
)

// chatHref is the address of a chat as a whole or of its last lines, which
// belong to the page of the table.
func chatHref(id string, brief bool) string {
	if brief {
		return WithQuery(ChatPath(id), QueryBrief, "1")
	}
	return ChatPath(id)
}

// earlierHref is the page of the chat before a message.
func earlierHref(id string, message uint64) string {
	return WithQuery(ChatPath(id), QueryBefore, strconv.FormatUint(message, 10))
}
