package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Everything the program or its tests are built from may be given away under
// the AGPL, and says so in a file of its own.
func TestLicencesOfAllModules(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-test", "-json=Module", "../...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	seen := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		m := p.Module
		if m == nil || m.Main || seen[m.Path] != "" {
			continue
		}
		kind := licenceIn(t, m.Dir)
		seen[m.Path] = kind
		assert.NotEmpty(t, kind, "%s %s has no licence that is known to go with the AGPL", m.Path, m.Version)
	}
	assert.Greater(t, len(seen), 20, "the list of modules was read")
	t.Log(seen)
}

// licenceIn names the licence of the module in a folder, "" if it is none of
// those that go with the AGPL-3.0.
func licenceIn(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range files {
		name := strings.ToUpper(f.Name())
		if f.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		if kind := licenceOf(string(data)); kind != "" {
			return kind
		}
	}
	return ""
}

// licenceOf recognises licences by their characteristic sentences.
func licenceOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(phrases ...string) bool {
		for _, p := range phrases {
			if !strings.Contains(text, p) {
				return false
			}
		}
		return true
	}
	switch {
	case has("Redistribution and use in source and binary forms", "Neither the name"):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case has("Permission is hereby granted, free of charge", "The above copyright notice and this permission notice shall be included"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software for any purpose"), has("Permission to use, copy, modify, and distribute this software for any purpose"):
		return "ISC"
	case has("Apache License", "Version 2.0"):
		return "Apache-2.0"
	case has("Mozilla Public License", "2.0"):
		return "MPL-2.0"
	}
	return ""
}

func TestLicencesThatDoNotGoWithOurs(t *testing.T) {
	for _, text := range []string{
		"", "All rights reserved.", "GNU GENERAL PUBLIC LICENSE Version 2, June 1991", "Server Side Public License VERSION 1",
		"Business Source License 1.1", "Permission is hereby granted, free of charge, for noncommercial use only.",
	} {
		assert.Empty(t, licenceOf(text), text)
	}
	own, err := os.ReadFile("../../LICENSE")
	require.NoError(t, err)
	assert.Contains(t, string(own), "GNU AFFERO GENERAL PUBLIC LICENSE")
}
