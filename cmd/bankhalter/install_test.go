package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the README and OPERATING.md tell people to install, build and run is there:
// the targets of make, the released files, the unit and the image.
func TestInstallationAsWritten(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(t, err)
		return string(data)
	}
	makefile, readme, operating := read("Makefile"), read("README.md"), read("OPERATING.md")
	all := func(pattern, in string) (list []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(in, -1) {
			list = append(list, m[1])
		}
		return list
	}

	targets := all(`(?m)^([a-z-]+):`, makefile)
	named := append(all("(?m)^make ([a-z-]+)", readme), all("`make ([a-z-]+)`", readme+operating)...)
	assert.Contains(t, named, "image")
	for _, name := range named {
		assert.Contains(t, targets, name, "make %s", name)
	}

	built := all(`for arch in ([a-z0-9 ]+);`, makefile)
	require.Len(t, built, 1)
	archs := strings.Fields(built[0])
	released := all(`releases/latest/download/(\S+)`, readme)
	assert.Len(t, released, 2, "to install, and to upgrade")
	for _, name := range released {
		arch, ok := strings.CutPrefix(name, "bankhalter-linux-")
		assert.True(t, ok && slices.Contains(archs, arch), "make release builds no %s", name)
	}
	assert.Contains(t, makefile, "-o dist/bankhalter-linux-$$arch")
	assert.Contains(t, archs, "arm64", "as the README says")

	files := examples(t)
	for _, unit := range all(`systemctl restart (\S+)`, readme) {
		assert.Contains(t, files, unit+".service")
	}

	databases := all(`Environment=BANKHALTER_DB=(\S+)`, files["bankhalter.service"])
	require.Len(t, databases, 1)
	for _, path := range all(`(?m)^bankhalter (?:backup|restore|prune) .*--db (\S+)`, operating) {
		assert.Equal(t, databases[0], path, "commands of OPERATING.md are run as written beside the unit")
	}

	recipe := all(`(?m)^\t(\$\(CONTAINER\) build .*)$`, makefile)
	require.Len(t, recipe, 1)
	from := all(` -f (\S+)`, recipe[0])
	require.Len(t, from, 1)
	assert.Equal(t, files["Containerfile"], read(from[0]), "make image builds what the example says")
	for _, run := range all(`podman run (.*)`, readme) {
		words := strings.Fields(run)
		assert.Contains(t, recipe[0], "-t "+words[len(words)-1]+":latest", "the image has the name under which it is run")
		assert.Contains(t, files["Containerfile"], "VOLUME "+all(`-v bankhalter:(\S+)`, run)[0])
		assert.Contains(t, files["Containerfile"], "EXPOSE "+all(`-p \S+:(\d+)`, run)[0])
	}
	health := all(`HEALTHCHECK .*CMD \["/bankhalter", "([a-z]+)"\]`, files["Containerfile"])
	require.Len(t, health, 1)
	assert.Zero(t, say(t, "", nil, health[0], "--help").status, "the command exists")
	assert.Regexp(t, `(?m)^USER [1-9]\d*:[1-9]\d*$`, files["Containerfile"])
	assert.Regexp(t, `(?m)^FROM scratch$`, files["Containerfile"])
}
