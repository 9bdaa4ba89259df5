//go:build unix

package screen

import (
	"os"

	"golang.org/x/sys/unix"
)

// columns is how wide a terminal is; 0: it is none.
func columns(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	if size.Col == 0 {
		return 80
	}
	return int(size.Col)
}
