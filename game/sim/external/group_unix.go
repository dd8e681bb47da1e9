//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// inGroup has a program begin a group of its own, so that what it starts ends with it.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a program that has not been waited for, and everything of its group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
