//go:build windows

package home

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes an exclusive lock that ends with the process.
func lockFile(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	// The locked range lies behind the text, so that whoever is refused can read it.
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: 1 << 20})
}

const noFollow = 0

// writable is not asked here: modes do not tell who may write.
func writable(fs.FileInfo) bool { return false }

func readable(fs.FileInfo) bool { return false }
