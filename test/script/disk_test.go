//go:build linux

package script_test

import (
	"fmt"
	"os"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"bardo.run/bardo/app/bardo"
)

// smallFiles runs bardo where no file may grow beyond the given kilobytes.
func smallFiles() {
	kilobytes, err := strconv.ParseUint(os.Args[1], 10, 32)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: kilobytes << 10, Max: kilobytes << 10})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	os.Args = os.Args[1:]
	as(bardo.Main)()
}

// disk mounts a small disk at a path, or gives the one that is mounted there
// another size.
func disk(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	dir := ts.MkAbs(args[0])
	if err := os.Mkdir(dir, 0o755); err != nil {
		ts.Check(mount(dir, args[1], syscall.MS_REMOUNT))
		return
	}
	ts.Check(mount(dir, args[1], 0))
	ts.Defer(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
}

func mount(dir, size string, flags uintptr) error {
	return syscall.Mount("bardo-test", dir, "tmpfs", flags, "size="+size)
}

// mountable reports whether this process may mount a disk at all.
func mountable() bool {
	dir, err := os.MkdirTemp("", "mountable-")
	if err != nil {
		return false
	}
	defer os.Remove(dir)
	if mount(dir, "64k", 0) != nil {
		return false
	}
	return syscall.Unmount(dir, 0) == nil
}
