package main

import (
	"cmp"
	"net/netip"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// composition is what the tests read of compose.yml.
type composition struct {
	Services map[string]struct {
		Image       string
		Build       struct{ Dockerfile string }
		Environment map[string]string
		Volumes     []string
		Configs     []struct{ Source, Target string }
		Secrets     []string
		Networks    any
	}
	Configs  map[string]struct{ Content string }
	Secrets  map[string]struct{ File string }
	Networks map[string]struct {
		IPAM struct {
			Config []struct {
				Subnet string
				Range  string `yaml:"ip_range"`
			}
		}
	}
}

// standsAt is where a service stands in the network of compose.yml, "" if anywhere.
func standsAt(networks any) string {
	inside, _ := networks.(map[string]any)
	at, _ := inside["inside"].(map[string]any)
	found, _ := at["ipv4_address"].(string)
	return found
}

// The examples for several servers name the same servers, and the one that joins
// them uses only what there is.
func TestExamplesForSeveralServersFitTogether(t *testing.T) {
	all := examples(t)
	text := all["compose.yml"]
	var c composition
	require.NoError(t, yaml.Unmarshal([]byte(text), &c))
	var servers []string
	for _, name := range []string{"server1", "server2", "server3"} {
		s := c.Services[name]
		servers = append(servers, standsAt(s.Networks)+":8080") // the port of the image
		assert.Contains(t, all, s.Build.Dockerfile)
		assert.Equal(t, standsAt(c.Services["proxy"].Networks), s.Environment["BANKHALTER_TRUSTED_PROXIES"])
		hosts := regexp.MustCompile(`@(.*)/`).FindStringSubmatch(s.Environment["BANKHALTER_DB"])[1]
		for host := range strings.SplitSeq(hosts, ",") {
			assert.Contains(t, c.Services, host)
		}
	}
	assert.Contains(t, all["Containerfile"], "BANKHALTER_LISTEN=:8080")
	behind := regexp.MustCompile(`10\.0\.0\.\d+:\d+`)
	for _, proxy := range []string{"nginx-servers.conf", "Caddyfile-servers"} {
		var lines []string
		for line := range strings.SplitSeq(all[proxy], "\n") {
			if !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		assert.Equal(t, servers, behind.FindAllString(strings.Join(lines, "\n"), -1), proxy)
		assert.Contains(t, all[proxy], "--trusted-proxies "+standsAt(c.Services["proxy"].Networks), proxy)
	}
	for name, s := range c.Services {
		if s.Build.Dockerfile == "" {
			assert.Regexp(t, `^[\w./-]+:\d+(\.\d+)*$`, s.Image, "%s: an image of one version", name)
		}
		for _, v := range s.Volumes {
			if from, ok := strings.CutPrefix(v, "./"); ok {
				assert.Contains(t, all, strings.SplitN(from, ":", 2)[0], name)
			}
		}
		for _, one := range s.Configs {
			assert.NotEmpty(t, c.Configs[one.Source].Content, name)
		}
		for _, one := range s.Secrets {
			file := c.Secrets[one].File
			require.NotEmpty(t, file, name)
			assert.Contains(t, text, "> "+strings.TrimPrefix(file, "./"), "it says how to make it")
		}
	}
	inside := c.Networks["inside"].IPAM.Config[0]
	subnet, given := netip.MustParsePrefix(inside.Subnet), netip.MustParsePrefix(cmp.Or(inside.Range, inside.Subnet))
	for name, s := range c.Services {
		if at := standsAt(s.Networks); at != "" {
			assert.True(t, subnet.Contains(netip.MustParseAddr(at)), name)
			assert.False(t, given.Contains(netip.MustParseAddr(at)), "%s: its address may be given to a service that starts before it", name)
		}
	}
	for name, one := range c.Configs {
		cmd := exec.CommandContext(t.Context(), "bash", "-n")
		cmd.Stdin = strings.NewReader(strings.ReplaceAll(one.Content, "$$", "$"))
		said, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s: %s", name, said)
		assert.NotContains(t, strings.ReplaceAll(one.Content, "$$", ""), "$", "%s: what the shell is to read is written $$", name)
	}
}
