//go:build unix

package home

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile takes an exclusive lock that ends with the process.
func lockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// noFollow opens no symbolic link.
const noFollow = unix.O_NOFOLLOW

// writable says that others than the owner may write.
func writable(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }

// readable says that others than the owner may do anything with it.
func readable(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
