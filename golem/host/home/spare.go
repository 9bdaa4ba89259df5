package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ErrTaken means that a path holds what a reading command must not replace.
var ErrTaken = errors.New("left as it is")

// Spare reports, as an ErrTaken, a path to which a command that reads the life in dir must not
// write: one with a file that is not such a one as it writes, and one in the folder of a life
// other than the names of this life's own that it may draw again.
func Spare(dir, path string, such func(text []byte) bool, own ...string) error {
	at, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(at)); err == nil { // else there is nothing yet
		at = filepath.Join(real, filepath.Base(at))
	}
	if life := lifeAbove(at); life != "" {
		if slices.ContainsFunc(own, func(name string) bool { return at == filepath.Join(life, filepath.FromSlash(name)) }) && same(life, dir) {
			return nil
		}
		return fmt.Errorf("%s lies in the folder of a life, %s: %w", path, life, ErrTaken)
	}
	info, err := os.Stat(at)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() { // whoever writes to a folder says so
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no plain file: %w", path, ErrTaken)
	}
	text, err := os.ReadFile(at)
	if err != nil {
		return err
	}
	if len(text) > 0 && !such(text) {
		return fmt.Errorf("%s holds something else than is written here: %w", path, ErrTaken)
	}
	return nil
}

// lifeAbove is the nearest folder above a path that holds a life; empty where none does.
func lifeAbove(path string) string {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		entries, _ := os.ReadDir(filepath.Join(dir, JournalDir)) // of a folder without a life there are none
		begun := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return filepath.Ext(e.Name()) == ".seg" })
		if begun || regular(filepath.Join(dir, ManifestFile)) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

func same(a, b string) bool {
	x, err := os.Stat(a)
	y, bad := os.Stat(b)
	return errors.Join(err, bad) == nil && os.SameFile(x, y)
}
