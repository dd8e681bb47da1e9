package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dashboard is the part of the dashboard's file under test.
type dashboard struct {
	Panels []struct {
		ID         int
		Title      string
		Type       string
		GridPos    struct{ X, Y, W, H int }
		Datasource struct{ Type, UID string }
		Targets    []struct{ RefID, Expr, LegendFormat string }
	}
	Templating struct {
		List []struct{ Name, Type string }
	}
	SchemaVersion int
	Title, UID    string
}

func readDashboard(t *testing.T) dashboard {
	t.Helper()
	data, err := deploy.ReadFile("deploy/grafana.json")
	require.NoError(t, err)
	var d dashboard
	require.NoError(t, json.Unmarshal(data, &d))
	return d
}

// Panels have numbers and places of their own, query one source of one server,
// and use only existing variables.
func TestTheDashboardIsWhole(t *testing.T) {
	d := readDashboard(t)
	known := map[string]bool{"__rate_interval": true}
	for _, v := range d.Templating.List {
		known[v.Name] = true
	}
	ids, titles, taken := map[int]bool{}, map[string]bool{}, map[[2]int]string{}
	for _, p := range d.Panels {
		assert.False(t, ids[p.ID], "number %d twice", p.ID)
		assert.False(t, titles[p.Title], "%q twice", p.Title)
		ids[p.ID], titles[p.Title] = true, true
		assert.Contains(t, []string{"timeseries", "stat"}, p.Type, p.Title)
		assert.Equal(t, "${datasource}", p.Datasource.UID, p.Title)
		assert.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				place := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				require.Empty(t, taken[place], "%q lies over it", p.Title)
				taken[place] = p.Title
			}
		}
		require.NotEmpty(t, p.Targets, p.Title)
		refs := map[string]bool{}
		for _, q := range p.Targets {
			assert.False(t, refs[q.RefID], "%s: %s twice", p.Title, q.RefID)
			refs[q.RefID] = true
			assert.Contains(t, q.Expr, `{instance="$instance"`, p.Title)
			for _, v := range regexp.MustCompile(`\$\{?(\w+)`).FindAllStringSubmatch(q.Expr, -1) {
				assert.True(t, known[v[1]], "%s: there is no variable %s", p.Title, v[1])
			}
		}
	}
	assert.NotEmpty(t, d.Title)
	assert.NotEmpty(t, d.UID)
	assert.NotZero(t, d.SchemaVersion)
}

// Each alarm is tried by testdata/alerts_test.yml, quiet and ringing.
func TestEveryAlarmIsTried(t *testing.T) {
	rules, err := deploy.ReadFile("deploy/alerts.yml")
	require.NoError(t, err)
	tries, err := os.ReadFile("testdata/alerts_test.yml")
	require.NoError(t, err)
	alarms := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(string(rules), -1)
	require.NotEmpty(t, alarms)
	for _, a := range alarms {
		assert.Contains(t, string(tries), "alertname: "+a[1]+"}", "%s does not ring when all is well", a[1])
		assert.Contains(t, string(tries), "alertname: "+a[1]+"\n", "%s rings when it has to", a[1])
	}
}

// examplesFor writes the examples for Prometheus into a folder, with the
// server's address and everything more often.
func examplesFor(t *testing.T, dir, metrics string) (config string) {
	t.Helper()
	all := examples(t)
	text := strings.NewReplacer("127.0.0.1:9180", metrics, "scrape_interval: 15s", "scrape_interval: 500ms").Replace(all["prometheus.yml"])
	require.Contains(t, text, metrics)
	require.Contains(t, text, "500ms")
	tries, err := os.ReadFile("testdata/alerts_test.yml")
	require.NoError(t, err)
	for name, content := range map[string]string{
		"prometheus.yml": text + "\nglobal:\n  evaluation_interval: 500ms\n", "bankhalter-alerts.yml": all["alerts.yml"], "alerts_test.yml": string(tries),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return filepath.Join(dir, "prometheus.yml")
}

// A real Prometheus takes configuration, rules and numbers, the alarms ring when
// they have to, and every question of the dashboard has an answer.
func TestPrometheus(t *testing.T) {
	promtool, prometheus := need(t, "promtool"), need(t, "prometheus")
	o := options(t)
	o.metricsListen = "127.0.0.1:0"
	base, log, stop := startLogged(t, o, nil)
	metrics, dir := log.side(t, "--metrics-listen"), t.TempDir()
	config := examplesFor(t, dir, metrics)
	_, made := ask(t, "POST", base+"/games", "", `{"edition":"us-classic","players":2,"bots":["builder"],"name":"Ada"}`)
	game, token := made["game"].(string), made["token"].(string)
	ask(t, "POST", base+"/games/"+game+"/start", token, "")
	ask(t, "POST", base+"/games/"+game+"/moves", token, `{"move":"claim_rent"}`)

	res, err := http.Get("http://" + metrics + "/metrics")
	require.NoError(t, err)
	numbers, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	res.Body.Close()
	for _, args := range [][]string{
		{"check", "config", config}, {"check", "rules", "--lint=all", "--lint-fatal", filepath.Join(dir, "bankhalter-alerts.yml")},
		{"test", "rules", filepath.Join(dir, "alerts_test.yml")}, {"check", "metrics"},
	} {
		cmd := exec.CommandContext(t.Context(), promtool, args...)
		cmd.Stdin = strings.NewReader(string(numbers))
		said, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%v: %s", args, said)
	}

	at := freeAddress(t)
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, prometheus, "--config.file="+config, "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+at)
	var said journal
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cancel(); _ = cmd.Wait() })
	results := func(path string, into any) bool {
		res, err := http.Get("http://" + at + "/api/v1/" + path)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		if res.StatusCode == http.StatusServiceUnavailable {
			return false // it listens before it has begun
		}
		answer := struct {
			Status, Error string
			Data          any
		}{Data: into}
		require.NoError(t, json.NewDecoder(res.Body).Decode(&answer))
		require.Equal(t, "success", answer.Status, "%s: %s", path, answer.Error)
		return true
	}
	for _, p := range readDashboard(t).Panels {
		for _, q := range p.Targets {
			expr := strings.NewReplacer("$instance", metrics, "$__rate_interval", "1m").Replace(q.Expr)
			empty := strings.Contains(expr, "certificate") // the server speaks http, and has a file
			for _, name := range onlyOnPostgreSQL {
				empty = empty || strings.Contains(expr, name+"{")
			}
			require.Eventually(t, func() bool {
				var found struct{ Result []any }
				return results("query?query="+url.QueryEscape(expr), &found) && (empty || len(found.Result) > 0)
			}, time.Minute, 100*time.Millisecond, "%s: %s\n%s", p.Title, expr, &said)
		}
	}
	require.Eventually(t, func() bool {
		var found struct {
			Groups []struct{ Rules []struct{ Health string } }
		}
		healthy := results("rules", &found) && len(found.Groups) > 0
		for _, g := range found.Groups {
			for _, r := range g.Rules {
				healthy = healthy && r.Health == "ok"
			}
		}
		return healthy
	}, time.Minute, 100*time.Millisecond)
	require.NoError(t, stop())
}

// onlyOnPostgreSQL are the numbers that a server with a file does not have.
var onlyOnPostgreSQL = []string{"bankhalter_nodes", "bankhalter_db_connections", "bankhalter_db_connections_limit", "bankhalter_db_connection_waits_total"}

// An operator finds every metric in OPERATING.md.
func TestEveryNumberIsExplained(t *testing.T) {
	manual, err := os.ReadFile("../../OPERATING.md")
	require.NoError(t, err)
	url, stop := startServer(t, options(t))
	res, err := http.Get(url + "/metrics")
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, stop())
	named := regexp.MustCompile("`([a-z_]+)(?:\\{[a-z,]+\\})?`").FindAllStringSubmatch(string(manual), -1)
	known := map[string]bool{}
	for _, m := range named {
		known[strings.TrimPrefix(m[1], "bankhalter_")] = true
	}
	kinds := regexp.MustCompile(`(?m)^# TYPE (\w+)`).FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(kinds), 30)
	for _, m := range kinds {
		assert.True(t, known[strings.TrimPrefix(m[1], "bankhalter_")], m[1])
	}
}
