package outcome

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
)

// Sum is the SHA-256 over the files of a life's journal, each with its name and length.
func Sum(dir string) (string, error) {
	folder := filepath.Join(dir, home.JournalDir)
	entries, err := os.ReadDir(folder) // sorted by name
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, e := range entries {
		if err := add(h, filepath.Join(folder, e.Name())); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func add(h io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintln(h, filepath.Base(path), info.Size())
	_, err = io.Copy(h, f)
	return err
}
