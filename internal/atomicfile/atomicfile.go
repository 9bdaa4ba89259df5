// Package atomicfile replaces a file as a whole (DESIGN §4, "Files"): write to a
// temporary name in the same folder, fsync, rename, fsync the folder. Whoever
// opens the file, also after a crash at any moment, reads the old content or
// the new one and never a mix.
//
// A crash may leave a temporary file behind. It is never read; Sweep removes it.
// To test a caller under failing disks, give WriteTo a faultfs.FS.
package atomicfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FS are the operations of the disk that a write is made of, in their order.
type FS interface {
	// CreateTemp makes a new file in dir, as os.CreateTemp does.
	CreateTemp(dir, pattern string) (File, error)
	// Rename replaces the file at to.
	Rename(from, to string) error
	// SyncDir makes the names in dir durable.
	SyncDir(dir string) error
	// Remove deletes a file.
	Remove(path string) error
}

// File is the part of *os.File that a write needs.
type File interface {
	Name() string
	Chmod(perm fs.FileMode) error
	Write(data []byte) (int, error)
	Sync() error
	Close() error
}

// Write replaces the file at path with data, durably. After an error the file
// has the old content or the new one; nil promises the new one.
func Write(path string, perm fs.FileMode, data []byte) error {
	return WriteTo(OS{}, path, perm, data)
}

// WriteTo is Write on the given file system.
func WriteTo(disk FS, path string, perm fs.FileMode, data []byte) error {
	dir := filepath.Dir(path)
	temp, err := writeTemp(disk, path, perm, data)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := disk.Rename(temp, path); err != nil {
		_ = disk.Remove(temp) // the rename's error is the one that matters
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := disk.SyncDir(dir); err != nil {
		return fmt.Errorf("write %s: make its name durable: %w", path, err)
	}
	return nil
}

// The temporary name of a file starts with a dot and its own name.
const tempPrefix, tempSuffix = ".", ".atomic.tmp"

// writeTemp writes data durably beside path and returns the temporary name. On
// an error it leaves no file, as far as the disk allows.
func writeTemp(disk FS, path string, perm fs.FileMode, data []byte) (string, error) {
	f, err := disk.CreateTemp(filepath.Dir(path), tempPrefix+filepath.Base(path)+".*"+tempSuffix)
	if err != nil {
		return "", err
	}
	err = fill(f, perm, data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = disk.Remove(f.Name()) // the first error is the one that matters
		return "", err
	}
	return f.Name(), nil
}

func fill(f File, perm fs.FileMode, data []byte) error {
	if err := f.Chmod(perm); err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Sync()
}

// Temporary reports whether a name is one that a write gives a file before it is whole.
func Temporary(name string) bool {
	return strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix)
}

// Sweep deletes the temporary files that crashed writes left in dir. Nobody may
// be writing there at the same time.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("sweep %s: %w", dir, err)
	}
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() || !Temporary(name) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("sweep %s: %w", dir, err)
		}
	}
	return nil
}
