package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"bardo.run/bardo/test/mutate/verdict"
)

// edition changes when the operators do, or what an answer means.
const edition = "1"

// hashes are of what the answers of each stage depend on: the mutated source and the
// tests that were asked, also before, and how much of them.
func (o options) hashes(tests map[verdict.Stage][]string, from ...string) (map[verdict.Stage]string, error) {
	out, h := map[verdict.Stage]string{}, sha256.New()
	_, _ = io.WriteString(h, edition) // a hash takes everything
	for _, st := range verdict.Stages {
		if st != verdict.Own {
			_, _ = fmt.Fprintln(h, o.most)
		}
		for _, pkg := range append(slices.Clone(from), tests[st]...) {
			if err := digest(h, filepath.Join(o.root, filepath.FromSlash(pkg))); err != nil {
				return nil, err
			}
		}
		out[st] = hex.EncodeToString(h.Sum(nil))[:16]
		from = nil
	}
	return out, nil
}

// digest adds a file, or the code in a folder.
func digest(w io.Writer, path string) error {
	files := []string{path}
	if info, err := os.Stat(path); err != nil {
		return err
	} else if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.go")); err != nil {
			return err
		}
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		_, _ = io.WriteString(w, filepath.Base(f)+"\x00")
		_, _ = w.Write(text)
	}
	return nil
}
