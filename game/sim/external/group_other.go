//go:build !unix

package external

import "os/exec"

// inGroup does nothing: there are no groups of processes.
func inGroup(*exec.Cmd) {}

// killGroup ends a program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
