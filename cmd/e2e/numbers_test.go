package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// client is the part that the example in FAIRNESS.md leaves to its reader: how to send
// JSON. The host starts when the first link is due. A request that comes too early is
// sent again: a link that is not waited for yet, or a move in a computer player's turn.
const client = `
import json, time, urllib.error, urllib.request
url, token, game = %q

def send(method, path, body):
    head = {"Content-Type": "application/json", "Accept": "application/json", "Authorization": "Bearer " + token}
    for _ in range(1200):
        try:
            request = urllib.request.Request(url + path, json.dumps(body).encode(), head, method=method)
            answer = json.load(urllib.request.urlopen(request))
            return answer.get("state", answer)
        except urllib.error.HTTPError as fault:
            code = json.load(fault)["code"]
            if code not in ("no_lock", "seat", "phase"): # no number is due yet, or a computer player is to move
                raise SystemExit(f"{method} {path} {body}: {fault.code} {code}")
            time.sleep(0.05)
    raise SystemExit("the move never came")

def post(path, body):
    return send("POST", path, body)

def put(path, body):
    if "link" in body:
        post(f"/games/{game}/start", {})
    return send("PUT", path, body)
`

// TestTheExampleBringsItsOwnNumbers runs the example of FAIRNESS.md against a
// server and lets both verifiers check the game.
func TestTheExampleBringsItsOwnNumbers(t *testing.T) {
	t.Parallel()
	python := need(t, "python3")
	page, err := os.ReadFile("../../FAIRNESS.md")
	require.NoError(t, err)
	example := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, example)

	s := serve(t)
	ada := player(t, s, "Ada")
	id, err := ada.Create(t.Context(), map[string]any{"edition": "us-classic", "players": 2, "bots": []string{"default"}})
	require.NoError(t, err)
	script := strings.Replace(client, "%q", `"`+s.URL+`", "`+ada.Token+`", "`+id+`"`, 1) + string(example[1])
	out, err := exec.CommandContext(t.Context(), python, "-c", script).CombinedOutput()
	require.NoError(t, err, "%s", out)

	a, err := ada.Do(t.Context(), "GET", "/games/"+id+"/export", nil)
	require.NoError(t, err)
	require.Contains(t, string(a.Body), `"type":"roll_locked"`)
	require.Contains(t, string(a.Body), `"source":"client","purpose":"dice"`)
	file := filepath.Join(t.TempDir(), "game.jsonl")
	verdicts := func(text string) (first, second string) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		one, _ := exec.CommandContext(t.Context(), binary, "verify", file).CombinedOutput()
		two, _ := exec.CommandContext(t.Context(), python, "../../game/verify/verify.py", file).CombinedOutput()
		return string(one), string(two)
	}
	one, two := verdicts(string(a.Body))
	assert.Contains(t, one, "\nPASS so far")
	assert.True(t, strings.HasPrefix(two, "PASS "), two)
	tally := regexp.MustCompile(`(?m)^\d+ draws: .*$`).FindString(one)
	assert.Contains(t, two, tally)
	assert.NotContains(t, tally, " 0 two-party")

	link := regexp.MustCompile(`"link":"[0-9a-f]`).FindAllIndex(a.Body, -1)
	at := link[len(link)-1][1] - 1
	bad := []byte(string(a.Body))
	if bad[at]++; bad[at] == '9'+1 || bad[at] == 'f'+1 {
		bad[at] = '0'
	}
	one, two = verdicts(string(bad))
	assert.Contains(t, one, "links   FAIL")
	assert.True(t, strings.HasPrefix(two, "FAIL "), two)
}
