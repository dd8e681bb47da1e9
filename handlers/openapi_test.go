package handlers

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

type document struct {
	Paths    map[string]map[string]json.RawMessage `json:"paths"`
	Problems map[string]struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"x-problems"`
	Components struct {
		Schemas map[string]struct {
			Enum []string `json:"enum"`
		} `json:"schemas"`
	} `json:"components"`
}

func description(t *testing.T) document {
	t.Helper()
	var d document
	require.NoError(t, json.Unmarshal(Document().JSON, &d))
	return d
}

// The routes of the program and the paths of its description are the same.
func TestTheDescriptionListsEveryRouteAndNothingElse(t *testing.T) {
	t.Parallel()
	var routes, described []string
	parameter := regexp.MustCompile(`:(\w+)`)
	for _, r := range allRoutes(t) {
		routes = append(routes, strings.ToLower(r.Method)+" "+parameter.ReplaceAllString(r.Path, "{$1}")+" "+r.Operation)
	}
	for path, item := range description(t).Paths {
		for method, raw := range item {
			var o struct {
				ID string `json:"operationId"`
			}
			require.NoError(t, json.Unmarshal(raw, &o))
			described = append(described, method+" "+path+" "+o.ID)
		}
	}
	slices.Sort(routes)
	slices.Sort(described)
	assert.Equal(t, routes, described)
}

// Every $ref of the description leads somewhere.
func TestTheDescriptionHasNoLooseEnds(t *testing.T) {
	t.Parallel()
	var whole map[string]any
	require.NoError(t, json.Unmarshal(Document().JSON, &whole))
	refs := regexp.MustCompile(`"\$ref": ?"#/([^"]+)"`).FindAllStringSubmatch(string(Document().JSON), -1)
	require.NotEmpty(t, refs)
	used := map[string]bool{}
	for _, ref := range refs {
		used[ref[1]] = true
		var at any = whole
		for step := range strings.SplitSeq(ref[1], "/") {
			m, ok := at.(map[string]any)
			require.True(t, ok, ref[1])
			at = m[step]
		}
		assert.NotNil(t, at, ref[1])
	}
	for kind, members := range whole["components"].(map[string]any) {
		if kind == "securitySchemes" {
			continue
		}
		for name := range members.(map[string]any) {
			assert.True(t, used["components/"+kind+"/"+name], "%s %s is not used", kind, name)
		}
	}
}

// The names that programs rely on are those of the code.
func TestTheDescriptionNamesEveryMovePhaseAndEvent(t *testing.T) {
	t.Parallel()
	schemas := description(t).Components.Schemas
	var moves, phases []string
	events := []string{"hidden"}
	for k := game.CommandKind(0); k < game.NumCommands; k++ {
		if name := wire.MoveName(k); name != "" {
			if _, ok := wire.MoveKind(name); ok {
				moves = append(moves, name)
			}
		}
	}
	for p := game.Phase(0); p < game.NumPhases; p++ {
		phases = append(phases, wire.PhaseName(p))
	}
	for k := game.GameStarted; k < game.NumEvents; k++ {
		events = append(events, wire.EventName(k))
	}
	assert.ElementsMatch(t, moves, schemas["MoveName"].Enum)
	assert.ElementsMatch(t, events, schemas["EventType"].Enum)
	assert.ElementsMatch(t, phases, schemas["Phase"].Enum)
}

// Every member of a state, a board, an event and a move is explained.
func TestTheDescriptionExplainsEveryMember(t *testing.T) {
	t.Parallel()
	var doc struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	require.NoError(t, json.Unmarshal(Document().JSON, &doc))
	seen := map[string]bool{}
	open := []string{"State", "Edition", "Event", "MoveOption"}
	for len(open) > 0 {
		name := open[0]
		open = open[1:]
		if seen[name] || name == "TableInfo" {
			continue
		}
		seen[name] = true
		raw := doc.Components.Schemas[name]
		require.NotNil(t, raw, name)
		var s struct {
			Description string
			Properties  map[string]struct{ Description string }
		}
		require.NoError(t, json.Unmarshal(raw, &s), name)
		for member, p := range s.Properties {
			assert.NotEmpty(t, p.Description, "words/schemas.toml explains %s.%s", name, member)
		}
		if strings.HasSuffix(name, "Event") {
			assert.NotEmpty(t, s.Description, "words/schemas.toml says what %s does to the state", name)
		}
		for _, ref := range regexp.MustCompile(`"#/components/schemas/(\w+)"`).FindAllStringSubmatch(string(raw), -1) {
			open = append(open, ref[1])
		}
	}
	assert.Greater(t, len(seen), 200)
}

// problemCodes are the codes that do not come from the rules.
func problemCodes() []string {
	return []string{
		"bad_request", "two_ends", "malformed", "bad_encoding", "missing", "mistyped", "foreign", "duplicate", "unknown_move", "unauthorized", "no_seat", "left", "out",
		"not_host", "unwelcome", "cross_origin", "not_found", "unknown_game", "unknown_position", "unknown_edition", "unknown_link", "method",
		"stale", "started", "token_taken", "colour_taken", "not_started", "finished", "no_question", "opening", "no_lock", "wrong_link", "no_chain", "full", "precondition", "too_large", "no_hints",
		"media_type", "bad_name", "bad_setup", "bad_edition", "bad_scenario", "terms", "refused", "too_many", "closing", "busy", "gone", "internal",
		"paused", "not_paused", "voting", "unknown_vote", "unknown_order", "bad_order", "bad_pace", "bad_leave", "bad_pause", "bad_vote", "too_soon", "no_gift", "no_nudge", "nudge_early", "nudged", "thinking", "day_off", "not_asked", "taken",
		"scope", "token_in_query", "unknown_token", "too_many_tokens", "bad_key", "key_reused", "key_running", "key_lost",
		"chat_off", "unknown_message", "too_late", "not_yours", "bad_text", "unknown_mute", "note_changed", "changed",
		"wrong_login", "login_taken", "bad_login", "bad_mail", "bad_password", "no_mail", "no_passkeys", "passkey_refused", "passkey_expired", "too_many_boards", "too_many_passkeys",
		"last_way", "shared_tables", "no_guest", "prove", "unknown_session", "unknown_passkey", "unknown_recovery", "other_account", "no_address", "not_sure", "unnamed_tables", "no_accounts", "not_finished", "not_alone", "no_device", "handed_over",
		"banned", "wrong_password",
		"reserved_name", "token_life", "bad_notice", "undelivered", "notices_off", "unknown_channel", "no_people", "unknown_person",
		"disk_full", "read_only", "locked", "storage", "damaged", "sealed", "file_damaged", "file_gone", "older", "many_logs",
	}
}

// expectedProblems is what the description has to say about each code.
func expectedProblems() map[string]web.Wording {
	all := map[string]web.Wording{}
	for _, code := range problemCodes() {
		all[code], _ = web.ProblemText(text.English, code)
	}
	refused, _ := web.ProblemText(text.English, "refused")
	for c := game.Accepted + 1; c < game.NumCodes; c++ {
		title := refused.Title
		if c == game.LinkAwaited { // no rule forbids it
			title = "A number is awaited"
		}
		all[wire.CodeName(c)] = web.Wording{Title: title, Detail: text.Refusal(text.English, nil, &game.Command{}, game.Refusal{Code: c})}
	}
	return all
}

func TestTheDescriptionExplainsEveryProblem(t *testing.T) {
	t.Parallel()
	described := map[string]web.Wording{}
	for code, p := range description(t).Problems {
		described[code] = web.Wording{Title: p.Title, Detail: p.Description}
	}
	want := expectedProblems()
	if !assert.Equal(t, want, described) && os.Getenv("SHOW") != "" {
		lines := []string{}
		for _, code := range slices.Sorted(maps.Keys(want)) {
			line, _ := json.Marshal(map[string]string{"title": want[code].Title, "description": want[code].Detail})
			lines = append(lines, `  "`+code+`": `+string(line))
		}
		t.Log("x-problems should be\n" + strings.Join(lines, ",\n"))
	}
}

func TestEveryProblemIsSaidInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, code := range problemCodes() {
		told := map[web.Wording]string{}
		for _, lang := range text.Langs() {
			s, ok := web.ProblemText(lang, code)
			if assert.True(t, ok, "%s %s", lang, code) {
				assert.NotEmpty(t, s.Title, "%s %s", lang, code)
				assert.Regexp(t, `[.?]$`, s.Detail, "%s %s", lang, code)
			}
			assert.Empty(t, told[s], "%s %s", lang, code)
			told[s] = lang
		}
	}
	title, detail := web.ProblemTexts("de", "bid_funds", 422)
	assert.Equal(t, "Die Regeln erlauben das nicht", title)
	assert.NotEmpty(t, detail)
}

// The description has the words of the glossary.
func TestTheDescriptionSpeaksOfCallers(t *testing.T) {
	t.Parallel()
	assert.NotRegexp(t, `\basker\b|three faces|nobody's secret`, string(Document().JSON))
}
