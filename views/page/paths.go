package page

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// The addresses of the program. Nothing else spells them.

// HomePath is the lobby.
func HomePath() string { return "/" }

// PlayersPath takes a POST with a name; a GET shows the form.
func PlayersPath() string { return "/players" }

// MePath is the page about oneself.
func MePath() string { return "/me" }

// PersonPath is the page of a player, named by their id or their name.
func PersonPath(who string) string { return "/people/" + url.PathEscape(who) }

// TipsPath is where the explanations of a first game are switched on and off.
func TipsPath() string { return "/me/tips" }

// MyPagePath is one's own page; POST changes who may see it.
func MyPagePath() string { return "/me/page" }

// MeLinkPath makes a new secret link (POST).
func MeLinkPath() string { return "/me/link" }

// SignOutPath ends the session (POST).
func SignOutPath() string { return "/me/sign-out" }

// LinkPath is a secret link: GET asks, POST signs in.
func LinkPath(token string) string { return "/in/" + url.PathEscape(token) }

// EditionsPath lists the boards.
func EditionsPath() string { return "/editions" }

// EditionPath is one board.
func EditionPath(id string) string { return "/editions/" + url.PathEscape(id) }

// EditorPath edits a board, or a copy of it.
func EditorPath(id string) string { return EditionPath(id) + "/edit" }

// DraftPath draws the editor with what was typed (POST).
func DraftPath() string { return EditionsPath() + "/draft" }

// lookClass is the field of a look's query with the digits of its class.
const lookClass = "class"

// DraftLook are the addresses of style sheet and drawing of a board that is not
// kept: they carry its look.
func DraftLook(ed *edition.Edition) (sheet, scene string) {
	q := url.Values{lookClass: {ed.Hash[:10]}}
	for key, v := range map[string]string{"table": ed.Look.Table, "accent": ed.Look.Accent, "second": ed.Look.Second, "face": ed.Look.Face, "emblem": ed.Look.Emblem} {
		if v != "" {
			q.Set(key, v)
		}
	}
	for i := range ed.Groups {
		q.Add("group", ed.Groups[i].ID)
		q.Add("colour", ed.Groups[i].Colour)
	}
	for i := range ed.Eras {
		for _, id := range slices.Sorted(maps.Keys(ed.Eras[i].Groups)) {
			q.Add("era", ed.Eras[i].Groups[id].EN)
		}
	}
	return LookPath(UnsavedLook) + "?" + q.Encode(), ScenePath(UnsavedLook) + "?" + q.Encode()
}

// UnsavedLook means the look in the query, in LookPath and ScenePath.
const UnsavedLook = "draft"

// DropEditionPath takes a board off one's own list (POST).
func DropEditionPath(id string) string { return EditionPath(id) + "/remove" }

// LookPath is the style sheet of a board, named as for EditionPath, or with
// AllLooks that of all built-in ones.
func LookPath(id string) string { return EditionPath(id) + "/look.css" }

// ScenePath is the drawing in the middle of a board, named as for EditionPath, for
// light pages, or with ?dark=1 for dark ones.
func ScenePath(id string) string { return EditionPath(id) + "/scene.svg" }

// QueryDark asks for the colours of dark pages.
const QueryDark = "dark"

// AllLooks means all built-in boards in LookPath.
const AllLooks = "all"

// RulesPath compares the rulebooks.
func RulesPath() string { return "/rules" }

// RulebookPath explains one rulebook.
func RulebookPath(id string) string { return RulesPath() + "/" + url.PathEscape(id) }

// HowPath tells in pictures how a rulebook is played.
func HowPath(id string) string { return RulebookPath(id) + "/play" }

// GamesPath lists tables and takes new ones (POST).
func GamesPath() string { return "/games" }

// NewGamePath is the form for a new table.
func NewGamePath() string { return "/games/new" }

// GamePath is one table.
func GamePath(id string) string { return "/games/" + url.PathEscape(id) }

// DecisionPath is one table, at what it asks of the viewer.
func DecisionPath(id string) string { return GamePath(id) + "#act-h" }

// MovesPath takes moves (POST).
func MovesPath(id string) string { return GamePath(id) + "/moves" }

// EventsPath is the log, as JSON or as a live stream.
func EventsPath(id string) string { return GamePath(id) + "/events" }

// ExportPath is the whole game for verification.
func ExportPath(id string) string { return GamePath(id) + "/export" }

// ChainPath is where a player's device sends its chain of numbers.
func ChainPath(id string) string { return GamePath(id) + "/chain" }

// ProofPath is the proof of a table's dice.
func ProofPath(id string) string { return GamePath(id) + "/proof" }

// StartPath starts the game (POST).
func StartPath(id string) string { return GamePath(id) + "/start" }

// SeatsPath takes a seat or adds a bot (POST).
func SeatsPath(id string) string { return GamePath(id) + "/seats" }

// SeatPath is one seat (DELETE).
func SeatPath(id string, seat game.Seat) string {
	return SeatsPath(id) + "/" + strconv.Itoa(int(seat))
}

// SeatLinkPath is the address that makes a link for a player at a shared device.
func SeatLinkPath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/link" }

// DevicePath is the address that takes who has a shared device in hand.
func DevicePath(id string) string { return GamePath(id) + "/device" }

// SeatTokenPath is what stands for the player of a seat on the board (PUT, POST).
func SeatTokenPath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/token" }

// LeavePath frees a seat, for forms, which cannot DELETE (POST).
func LeavePath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/leave" }

// ReturnPath takes one's own seat again (POST).
func ReturnPath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/return" }

// APIPath is the description for programs.
func APIPath() string { return "/openapi.json" }

// Names of the query fields of a table page.
const (
	QueryDeed    = "deed"
	QueryTrade   = "trade"
	QueryAt      = "at"
	QueryRefresh = "refresh"
	QueryLang    = "lang"
)

// DeedPath shows the card of one space at a table.
func DeedPath(id string, sp game.Space) string {
	return GamePath(id) + "?" + QueryDeed + "=" + strconv.Itoa(int(sp)) + "#deed"
}

// TradePath shows the form for a trade with one seat.
func TradePath(id string, seat game.Seat) string {
	return GamePath(id) + "?" + QueryTrade + "=" + strconv.Itoa(int(seat)) + "#trade"
}

// WithQuery is a path with one query field set or, for "", taken away.
func WithQuery(path, key, value string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	q := u.Query()
	q.Del(key)
	if value != "" {
		q.Set(key, value)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// GalleryPath is one page of the developers' gallery, or with "" their list. A
// server has them only in development.
func GalleryPath(story string) string {
	if story == "" {
		return "/gallery"
	}
	return "/gallery/" + url.PathEscape(story)
}

// AccountPath is the page about how one signs in.
func AccountPath() string { return MePath() + "/account" }

// RenamePath takes another name (POST).
func RenamePath() string { return AccountPath() + "/name" }

// PasswordPath takes login, address and password (POST).
func PasswordPath() string { return AccountPath() + "/password" }

// DropPasswordPath takes login and password away (POST).
func DropPasswordPath() string { return PasswordPath() + "/remove" }

// ConfirmMePath asks a signed-in player for a password or passkey, before dangerous actions.
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

// BeginPasskeyPath returns the authenticator's challenge for a new passkey (POST).
func BeginPasskeyPath() string { return PasskeysPath() + "/begin" }

// PasskeyPath is one passkey (DELETE).
func PasskeyPath(id string) string { return PasskeysPath() + "/" + url.PathEscape(id) }

// NamePasskeyPath renames a passkey (POST).
func NamePasskeyPath(id string) string { return PasskeyPath(id) + "/name" }

// DropPasskeyPath removes a passkey, for forms, which cannot DELETE (POST).
func DropPasskeyPath(id string) string { return PasskeyPath(id) + "/remove" }

// MergePath asks whether a guest's things are to move to the account, and does it (POST).
func MergePath() string { return AccountPath() + "/merge" }

// KeepGuestPath leaves the guest alone (POST).
func KeepGuestPath() string { return MergePath() + "/decline" }

// MyDataPath is everything this server has about a player, as a file.
func MyDataPath() string { return AccountPath() + "/export" }

// ErasePath asks before it deletes a player, and does it (POST).
func ErasePath() string { return AccountPath() + "/delete" }

// LoginPath is where an account signs in: GET asks, POST signs in.
func LoginPath() string { return "/login" }

// BeginLoginPath returns the challenge for a passkey (POST).
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

// AdminActsPath is the operator's audit log.
func AdminActsPath() string { return AdminPath() + "/acts" }

// DocsPath is the page about the interface for programs.
func DocsPath() string { return "/api" }

// ProblemsPath lists all problems, by code.
func ProblemsPath() string { return "/problems" }

// ProblemPath explains one code; it is the type of such a problem.
func ProblemPath(code string) string { return ProblemsPath() + "/" + url.PathEscape(code) }

// TokensPath lists the tokens of programs and makes new ones (POST).
func TokensPath() string { return MePath() + "/tokens" }

// TokenPath is one token (DELETE).
func TokenPath(id string) string { return TokensPath() + "/" + url.PathEscape(id) }

// RevokeTokenPath ends a token, for forms, which cannot DELETE (POST).
func RevokeTokenPath(id string) string { return TokenPath(id) + "/revoke" }

// BooksPath is the account books of a table.
func BooksPath(id string) string { return GamePath(id) + "/books" }

// BooksCSVPath is the journal as a table for spreadsheets.
func BooksCSVPath(id string) string { return GamePath(id) + "/books.csv" }

// Names of the query fields of the books.
const (
	QueryPlayer = "player"
	QueryTurn   = "turn"
	QueryPage   = "page"
)

// NoticesPath is where players choose their notifications.
func NoticesPath() string { return "/me/notices" }

// ChannelsPath takes a new channel (POST).
func ChannelsPath() string { return NoticesPath() + "/channels" }

// ChannelPath is one channel: a POST changes it, a DELETE removes it.
func ChannelPath(id string) string { return ChannelsPath() + "/" + url.PathEscape(id) }

// ChannelTestPath sends a trial message (POST).
func ChannelTestPath(id string) string { return ChannelPath(id) + "/test" }

// ChannelDropPath removes a channel, for forms, which cannot DELETE (POST).
func ChannelDropPath(id string) string { return ChannelPath(id) + "/remove" }

// MutePath mutes or unmutes a table (POST).
func MutePath() string { return NoticesPath() + "/mute" }

// ConfirmMailPath confirms a mail address: GET asks, POST does it.
func ConfirmMailPath(token string) string { return "/notices/confirm/" + url.PathEscape(token) }

// UnsubPath ends a channel: GET asks, POST does it, from a mail program too.
func UnsubPath(token string) string { return "/notices/off/" + url.PathEscape(token) }

// AtomPath is a player's secret feed of tables that wait for them.
func AtomPath(secret string) string { return "/feeds/" + url.PathEscape(secret) + "/tables.atom" }

// CalendarPath is a person's secret calendar of deadlines.
func CalendarPath(secret string) string { return "/feeds/" + url.PathEscape(secret) + "/deadlines.ics" }

// WorkerPath is the script that shows messages while no page is open, and a page
// while there is no connection. Its scope covers only paths below its own, so it is at the root.
func WorkerPath() string { return "/worker.js" }

// OrdersPath lists one's standing orders and takes new ones (POST).
func OrdersPath(id string) string { return GamePath(id) + "/orders" }

// RevokePath takes an order back (POST); DELETE on the order itself does the same.
func RevokePath(id, order string) string { return OrdersPath(id) + "/" + order + "/revoke" }

// PacePath is the page about the pace of a table; POST puts something to the vote.
func PacePath(id string) string { return GamePath(id) + "/pace" }

// OpenVotesPath is what a table votes on.
func OpenVotesPath(id string) string { return PacePath(id) + "#vote-h" }

// VotesPath takes votes (POST).
func VotesPath(id string) string { return PacePath(id) + "/votes" }

// DaysOffPath takes days off (POST).
func DaysOffPath(id string) string { return PacePath(id) + "/leave" }

// EndLeavePath gives days off back that begin on a day (POST); DELETE on the
// days themselves does the same.
func EndLeavePath(id, from string) string { return DaysOffPath(id) + "/" + from + "/end" }

// StandInPath offers to play for the holder of a seat (POST).
func StandInPath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/stand-in" }

// Names of the query fields of a rulebook's page: those of the form for a new
// table.
const (
	QueryEdition = "edition"
	QueryOption  = "option." // followed by the option's key
)

// Names of the query fields of the log.
const (
	QueryKind = "kind"
)

// LogPath is the log, read by people; for programs it is EventsPath.
func LogPath(id string) string { return EventsPath(id) }

// LogTurnPath is the part of the log with a turn.
func LogTurnPath(id string, turn int) string {
	return LogPath(id) + "?" + QueryTurn + "=" + strconv.Itoa(turn) + "#turn" + strconv.Itoa(turn)
}

// AtPath is a table after an event.
func AtPath(id string, seq uint32) string {
	return GamePath(id) + "?" + QueryAt + "=" + strconv.FormatUint(uint64(seq), 10)
}

// RematchPath opens the table once more for the people of a finished game, or seats
// them there (POST).
func RematchPath(id string) string { return GamePath(id) + "/rematch" }

// HurryPath lets the computers of a table play on without pauses (POST).
func HurryPath(id string) string { return GamePath(id) + "/hurry" }

// PicturePath is the picture of a finished game, kind "svg" or "png".
func PicturePath(id, kind string) string { return GamePath(id) + "/picture." + kind }

// EmbedPath is a table for pages of other sites.
func EmbedPath(id string) string { return GamePath(id) + "/embed" }

// HookPath is the hook of a table: a POST changes it, a DELETE takes it away.
func HookPath(id string) string { return GamePath(id) + "/hook" }

// HookTestPath sends a trial message to the hook of a table (POST).
func HookTestPath(id string) string { return HookPath(id) + "/test" }

// HookDropPath takes the hook of a table away, for forms (POST).
func HookDropPath(id string) string { return HookPath(id) + "/remove" }

// HookNamePath takes the name by which the hook of a table mentions a player (POST).
func HookNamePath(id string) string { return HookPath(id) + "/name" }

// ReasonsPath is why the computer players of a finished game moved as they did.
func ReasonsPath(id string) string { return GamePath(id) + "/reasons" }

// HintPath is what a computer player would do in the place of the viewer; a POST lets
// the players of a table ask, or no longer.
func HintPath(id string) string { return GamePath(id) + "/hint" }

// MistakesPath is the largest mistakes of a finished game.
func MistakesPath(id string) string { return GamePath(id) + "/mistakes" }

// FiguresPath is a game in figures.
func FiguresPath(id string) string { return GamePath(id) + "/stats" }

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

// NotesPath is the reader's note about a table (POST and PUT keep it).
func NotesPath(id string) string { return GamePath(id) + "/notes" }

// MyNotesPath lists the reader's notes about all tables.
func MyNotesPath() string { return MePath() + "/notes" }

// MutesPath lists whom the reader has muted.
func MutesPath() string { return MePath() + "/mutes" }

// MuteOfPath is one of them (DELETE).
func MuteOfPath(mute string) string { return MutesPath() + "/" + url.PathEscape(mute) }

// UnmutePath ends a mute, for forms (POST).
func UnmutePath(mute string) string { return MuteOfPath(mute) + "/end" }

// MyEventsPath is the stream of changes at the reader's tables.
func MyEventsPath() string { return MePath() + "/events" }

// Names of the query fields of a chat.
const (
	QueryBefore   = "before"
	QueryBrief    = "brief"
	QueryReported = "reported"
)

// LoginNext is LoginPath with the way on afterwards.
func LoginNext(next string) string { return WithQuery(LoginPath(), "next", next) }
