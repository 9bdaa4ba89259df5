package home

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ours refuses a folder that is a symbolic link, or that others may write: whoever can put
// a file there chooses what is read as an order, and where the next write goes.
func ours(dir string) error {
	info, err := os.Lstat(filepath.Clean(dir)) // a slash behind it would follow the link
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %s is a symbolic link; name the folder that it leads to", ErrUnsafe, dir)
	case info.IsDir() && writable(info):
		return fmt.Errorf("%w: %s may be written by others (%s); run: chmod go-w %s", ErrUnsafe, dir, info.Mode(), dir)
	}
	return nil
}

func linked(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// closed closes a file that may not have been opened.
func closed(f *os.File) error {
	if f == nil {
		return nil
	}
	return f.Close()
}

// Unshared refuses a file that others than its owner may write: it says what the Golem may do.
// A link is followed, and a file that is not there is nobody's.
func Unshared(path string) error {
	if info, err := os.Stat(path); err == nil && writable(info) {
		return fmt.Errorf("%w: %s may be written by others (%s); look whether it says what you wrote, then run: chmod go-w %s", ErrShared, path, info.Mode(), path)
	}
	return nil
}

// Private refuses a file with a key that others than its owner may read or write.
func Private(path string) error {
	if info, err := os.Stat(path); err == nil && readable(info) {
		return fmt.Errorf("%w: %s holds a key, and may be read or written by others (%s); run: chmod 600 %s, and take another key if somebody may have read it", ErrShared, path, info.Mode(), path)
	}
	return nil
}
