package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every setting of the server is a flag and a variable, explained by --help and
// in OPERATING.md.
func TestEverySettingIsExplained(t *testing.T) {
	manual, err := os.ReadFile("../../OPERATING.md")
	require.NoError(t, err)
	help := say(t, "", nil, "serve", "--help").out
	var o serveOptions
	flags := 0
	for _, s := range o.settings() {
		fs := newFlags("one")
		s.add(fs, s.name, s.help)
		assert.Regexp(t, "`[a-z]+`|^(look|show|count|tell|let)", s.help, "%s: what kind of value", s.name)
		assert.NotEmpty(t, s.group, s.name)
		assert.Contains(t, help, "\n"+s.group+":\n")
		_, table, _ := strings.Cut(string(manual), "\n| "+s.group+" | if not given | |\n")
		table, _, _ = strings.Cut(table, "\n\n")
		fs.VisitAll(func(f *flag.Flag) {
			flags++
			assert.Contains(t, help, "\n  --"+f.Name)
			assert.Contains(t, help, "["+envName(f.Name)+"]")
			if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
				assert.Contains(t, help, "(default "+f.DefValue+") ["+envName(f.Name)+"]", f.Name)
			}
			_, what := flag.UnquoteUsage(f)
			row := "| `--" + f.Name + "` | " + f.DefValue + " | " + what + " |"
			assert.True(t, strings.Contains(table+"\n", row+"\n"), "OPERATING.md lists every setting; its table of %q lacks\n%s", s.group, row)
		})
	}
	assert.Equal(t, flags, strings.Count(help, "\n  --"), "the help lists nothing else")
	assert.NotContains(t, help, "\n:\n", "every flag stands under a heading")
}

func TestUnknownVariablesAreComplainedAbout(t *testing.T) {
	var errs bytes.Buffer
	p := &program{stderr: &errs, environ: []string{
		"BANKHALTER_TRUSTED_PROXYS=127.0.0.1", "BANKHALTER_LISTEN=:1", "BANKHALTER_GAMES=4", "BANKHALTER_SERVICE_HOST=10.0.0.1", "HOME=/",
		"BANKHALTER_FOO=1", "BANKHALTER_GAMESS=4",
	}}
	fs := newFlags("serve")
	(&serveOptions{}).register(fs)
	p.warnUnknown(fs)
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	require.Len(t, lines, 4, errs.String())
	assert.Contains(t, lines[0], "BANKHALTER_TRUSTED_PROXYS")
	assert.Contains(t, lines[0], "perhaps BANKHALTER_TRUSTED_PROXIES is meant")
	assert.Contains(t, lines[1], "BANKHALTER_SERVICE_HOST means nothing")
	for _, line := range lines[1:] {
		assert.NotContains(t, line, "perhaps", "nothing is like it, or a flag of another command")
	}
	assert.NotContains(t, errs.String(), "10.0.0.1", "values may be secrets")
}

// A wrong setting is reported in one sentence that names it.
func TestWrongSettingsAreOneSentence(t *testing.T) {
	for says, args := range map[string][]string{
		"--tls-cert and --tls-key go together":           {"--tls-cert", "x.pem"},
		"are both given":                                 {"--tls-cert", "x", "--tls-key", "y", "--acme-hosts", "a.example"},
		"mean something only with --acme-hosts":          {"--acme-email", "a@b.example"},
		"is http, but the server is told to speak https": {"--public-url", "http://a.example", "--acme-hosts", "a.example"},
		`"localhost" is no full host name`:               {"--acme-hosts", "localhost"},
		`"10.0.0.1" is no full host name`:                {"--acme-hosts", "10.0.0.1"},
		"but neither a certificate":                      {"--redirect-listen", ":0"},
		"neither an address such as 127.0.0.1":           {"--trusted-proxies", "proxy"},
		"is no time span such as 365d":                   {"--hsts", "soon"},
		"is negative":                                    {"--grace", "-1s"},
		"shorter than an hour":                           {"--keep-lobby", "1s"},
		"means something only with --keep-finished":      {"--export-finished", "x"},
		"exported into the folder /no/such/folder: no":   {"--export-finished", "/no/such/folder", "--keep-finished", "30d"},
		"is not of the form https://HOST or http://HOST": {"--public-url", "play.example.org"},
		"--smtp-user and --smtp-password go together":    {"--smtp-host", "mail.example.org", "--mail-from", "a@example.org", "--public-url", "https://a.example", "--smtp-password", "x"},
		"--listen is empty":                              {"--listen", ""},
		"--idle: 0s is shorter than a second":            {"--idle", "0"},
		"means something only for a file":                {"--durability", "normal", "--db", "postgres://nobody@127.0.0.1:1/x"},
		"--db-password means something only":             {"--db-password", "x"},
		"mean something only with --public-url":          {"--targets", "hooks.example.org"},
		"too easy to guess":                              {"--admin-password", "geheim"},
		"no such file":                                   {"--tls-cert", "/no/such/cert.pem", "--tls-key", "/no/such/key.pem"},
	} {
		s := say(t, "", nil, append([]string{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "x.db"), "--log-level", "error"}, args...)...)
		assert.NotZero(t, s.status, args)
		assert.Contains(t, s.errors, says)
		assert.Equal(t, 1, strings.Count(s.errors, "\n"), "%s: one line: %s", args, s.errors)
	}
}

// A setting that another one would have to make use of is not ignored in silence.
func TestSettingsAreNotIgnoredInSilence(t *testing.T) {
	for _, args := range [][]string{
		{"--smtp-port", "25"}, {"--smtp-user", "a"}, {"--smtp-password", "a"}, {"--smtp-tls", "none"}, {"--mail-from", "a@example.org"}, {"--recovery-life", "1h"},
		{"--acme-email", "a@example.org"}, {"--acme-cache", "x"}, {"--acme-directory", "https://a.example"}, {"--tls-key", "x"},
		{"--private-targets"}, {"--targets", "example.org"}, {"--export-finished", "x"}, {"--redirect-listen", ":0"}, {"--db-password-file", "x"},
	} {
		s := say(t, "", nil, append([]string{"serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "x.db")}, args...)...)
		assert.Equal(t, exitUsage, s.status, args)
		assert.Contains(t, s.errors, strings.TrimSuffix(args[0], "-file"), args)
	}
	there := filepath.Join(t.TempDir(), "there.db")
	require.NoError(t, os.WriteFile(there, nil, 0o600))
	for _, args := range [][]string{
		{"prune", "--db", there, "--keep-guests", "30d", "--export-finished", "x"},
		{"restore", "--db", there, "--db-password", "x", there},
		{"copy", "--db-password", "x", there, there + "2"},
	} {
		s := say(t, "", nil, args...)
		assert.Equal(t, exitUsage, s.status, args)
		assert.Contains(t, s.errors, "means something only with", args)
	}
}

func TestThePublicURLIsTheAddressOfAHost(t *testing.T) {
	for text, want := range map[string]string{
		"https://play.example.org": "https://play.example.org", "https://play.example.org/": "https://play.example.org",
		"HTTPS://Play.Example.org:8443": "https://play.example.org:8443", "http://[::1]:8080": "http://[::1]:8080",
	} {
		u, err := parsePublicURL(text)
		require.NoError(t, err)
		assert.Equal(t, want, u.String(), text)
	}
	for _, text := range []string{
		"play.example.org", "ftp://play.example.org", "https://play.example.org/sub", "https://", "https://:443",
		"https://play.example.org:99999", "https://play..example.org", "https://-1", "https://1.5",
		"https://me:secret@play.example.org", "https://play.example.org?a=b", "https://play.example.org/?", "https://play.example.org#top",
	} {
		_, err := parsePublicURL(text)
		assert.Error(t, err, text)
	}
}

func TestTargetsAreHosts(t *testing.T) {
	for text, want := range map[string]string{
		"hooks.example.org": "hooks.example.org", ".example.org": ".example.org", "10.0.0.7": "10.0.0.7", "fd00::7": "fd00::7",
		"Bücher.example": "xn--bcher-kva.example", ".bücher.example": ".xn--bcher-kva.example", "my_hook": "my_hook",
	} {
		hosts, err := parseTargets(list{text})
		require.NoError(t, err)
		assert.Equal(t, list{want}, hosts)
	}
	for _, text := range []string{"https://hooks.example.org", "*.example.org", "hooks.example.org:8443", "[fd00::7]", ".", "%%", "-1", "a..b", "1.5", "a b", "hooks.example.org?", strings.Repeat("a", 64)} {
		_, err := parseTargets(list{text})
		assert.ErrorContains(t, err, "--targets", text)
	}
}

func TestSpansOfDays(t *testing.T) {
	for text, want := range map[string]time.Duration{"365d": 365 * 24 * time.Hour, "0": 0, "0d": 0, "1.5d": 36 * time.Hour, "12h": 12 * time.Hour, "90s": 90 * time.Second} {
		var d days
		require.NoError(t, d.Set(text), text)
		assert.Equal(t, want, time.Duration(d), text)
		var again days
		require.NoError(t, again.Set(d.String()))
		assert.Equal(t, d, again)
	}
	for _, text := range []string{"", "d", "soon", "-1d", "5", "999999d", "NaNd", "1dd"} {
		assert.Error(t, new(days).Set(text), text)
	}
}

func TestSecretsComeFromFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(file, []byte("open sesame\n"), 0o600))
	value, err := (&secretText{file: file}).read("x")
	require.NoError(t, err)
	assert.Equal(t, "open sesame", value)
	value, err = (&secretText{value: "v"}).read("x")
	require.NoError(t, err)
	assert.Equal(t, "v", value)
	_, err = (&secretText{value: "v", file: file}).read("x")
	assert.ErrorContains(t, err, "--x and --x-file are both given")
	_, err = (&secretText{file: file + "no"}).read("x")
	assert.ErrorContains(t, err, "--x-file: ")
	for _, bad := range []string{"", "\n", "two\nlines", strings.Repeat("x", 5000)} {
		require.NoError(t, os.WriteFile(file, []byte(bad), 0o600))
		_, err = (&secretText{file: file}).read("x")
		assert.ErrorContains(t, err, "holds no secret of one line")
	}
}
