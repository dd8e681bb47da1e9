package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// examples are all that can be printed.
func examples(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(deploy, "deploy/*")
	require.NoError(t, err)
	all := map[string]string{environmentExample: ""}
	for _, name := range names {
		all[path.Base(name)] = ""
	}
	for name := range all {
		s := say(t, "", nil, "example", name)
		require.Equal(t, exitOK, s.status, s.errors)
		all[name] = s.out
	}
	return all
}

func TestExamples(t *testing.T) {
	listed := "\n" + say(t, "", nil, "example").out
	known, variables := allFlags(), map[string]bool{}
	for name := range known {
		variables[envName(name)] = true
	}
	all := examples(t)
	assert.Len(t, all, strings.Count(listed, "\n")-1)
	for name, text := range all {
		assert.Contains(t, listed, "\n  "+name+" ")
		for _, v := range regexp.MustCompile(`BANKHALTER_[A-Z_]+`).FindAllString(text, -1) {
			assert.True(t, variables[v], "%s: there is no variable %s", name, v)
		}
		for _, line := range regexp.MustCompile(`(?m)bankhalter (serve|restore|backup) .*$`).FindAllString(text, -1) {
			for _, f := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(line, -1) {
				assert.True(t, known[f[1]], "%s: there is no flag --%s", name, f[1])
			}
		}
	}
	var o serveOptions
	for _, s := range o.settings() {
		assert.Contains(t, all[environmentExample], "\n#"+envName(s.name)+"=")
	}
	assert.Equal(t, exitUsage, say(t, "", nil, "example", "nothing").status)
	assert.Equal(t, exitUsage, say(t, "", nil, "example", "a", "b").status)
	assert.Equal(t, exitUsage, say(t, "", nil, "example", "../example.go").status)
}

// Dashboard, alarms and manual name numbers that exist.
func TestNumbersThatAreNamedExist(t *testing.T) {
	url, stop := startServer(t, options(t))
	res, err := http.Get(url + "/metrics")
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, stop())
	there := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (\w+) (\w+)$`).FindAllStringSubmatch(string(text), -1) {
		there[m[1]] = true
		if m[2] == "histogram" {
			there[m[1]+"_bucket"], there[m[1]+"_sum"], there[m[1]+"_count"] = true, true, true
		}
	}
	all := examples(t)
	named := map[string]bool{}
	name := regexp.MustCompile(`\b(bankhalter|go|process)_\w+`)
	for _, file := range []string{"grafana.json", "alerts.yml"} {
		found := name.FindAllString(all[file], -1)
		require.NotEmpty(t, found, file)
		for _, n := range found {
			named[n] = true
			assert.True(t, there[n] || slices.Contains(onlyOnPostgreSQL, n), "%s names %s, which is not measured", file, n)
		}
	}
	for n := range there {
		if strings.HasSuffix(n, "_bucket") || strings.HasSuffix(n, "_sum") || strings.HasSuffix(n, "_count") {
			continue
		}
		shown := named[n] || named[n+"_bucket"] || named[n+"_sum"]
		rare := map[string]bool{
			"bankhalter_players": true, "bankhalter_stored_moves": true, "bankhalter_table_events_total": true,
			"bankhalter_table_refused_total": true, "bankhalter_table_loads_total": true,
		}
		assert.True(t, shown || rare[n], "%s is measured, and neither shown nor watched", n)
	}
	var board struct{ Panels []any }
	require.NoError(t, json.Unmarshal([]byte(all["grafana.json"]), &board))
	assert.NotEmpty(t, board.Panels)
}

func TestHealth(t *testing.T) {
	ca, dir := newAuthority(t), t.TempDir()
	o := options(t)
	url, stop := startServer(t, o)
	listen := strings.TrimPrefix(url, "http://")
	assert.Equal(t, exitOK, say(t, "", nil, "health", url).status)
	assert.Equal(t, exitOK, say(t, "", map[string]string{"BANKHALTER_LISTEN": listen}, "health").status)
	require.NoError(t, stop())
	s := say(t, "", nil, "health", "--listen", listen)
	assert.Equal(t, exitFail, s.status)
	assert.Contains(t, s.errors, "refused")
	o.tlsCert, o.tlsKey = dir+"/cert.pem", dir+"/key.pem"
	ca.write(t, o.tlsCert, o.tlsKey, "play.example.org")
	url, stop = startServer(t, o)
	s = say(t, "", map[string]string{"BANKHALTER_LISTEN": strings.TrimPrefix(url, "https://"), "BANKHALTER_TLS_CERT": o.tlsCert}, "health")
	assert.Equal(t, exitOK, s.status, s.errors)
	require.NoError(t, stop())
	for _, args := range [][]string{{"health", "a", "b"}, {"health", "--listen", "here"}, {"health", "--listen", "127.0.0.1:0"}} {
		assert.Equal(t, exitUsage, say(t, "", nil, args...).status)
	}
}
