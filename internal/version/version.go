// Package version names this version of the program. A life belongs to the version that
// lived it: before 1.0 no version reads what another one wrote, and each refuses it by
// name.
package version

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Program is this version. It changes with every change of what a folder holds.
const Program = "0.6.0"

// Commit is what this program was built from; the Makefile sets it when linking.
var Commit string

// Full names the version, the commit, and what it was built with and for.
func Full() string {
	commit := Commit
	if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				commit = s.Value[:12]
			}
		}
	}
	if commit == "" {
		commit = "unknown"
	}
	return fmt.Sprintf("%s (commit %s, %s, %s/%s)", Program, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// ErrOther refuses what another version wrote.
var ErrOther = errors.New("another version of the program lived it")

// Check refuses what a version of another name wrote.
func Check(wrote string) error {
	if wrote == Program {
		return nil
	}
	if wrote == "" {
		wrote = "an older one"
	}
	return fmt.Errorf("%w: %.40q, and this program is %s: use that version, or begin another life in another folder", ErrOther, wrote, Program)
}
