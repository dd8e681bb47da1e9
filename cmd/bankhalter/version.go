package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the version of the build; -ldflags "-X
// main.version=v1.2.3" sets it, and nothing else does.
var version string

// versionName is the version of the build, else that of the module.
func versionName() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func printVersion(p *program, args []string) int {
	fs := newFlags("version")
	rest, done, status := p.parse(fs, "version\n\nPrints the version of the program and of the Go that built it.", args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "version takes no arguments")
	}
	fmt.Fprintf(p.stdout, "bankhalter %s %s %s/%s\n", versionName(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}
