package home

import (
	"os"
	"path/filepath"
)

// Paper is where a document of the death lies in a Golem's folder: at its place, or
// beside the journal where that could not be written. Without either it is its place.
func Paper(dir, name string) string {
	at, beside := filepath.Join(dir, filepath.FromSlash(name)), filepath.Join(dir, filepath.Base(name))
	if regular(at) || !regular(beside) {
		return at
	}
	return beside
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
