//go:build unix

package seglog

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hold takes the folder of a log for this handle alone. The lock is the open folder's,
// so it leaves no file behind and ends with the handle, or with the process however it
// ends.
func hold(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, ErrHeld
		}
		return nil, err
	}
	return f, nil
}
