// Package inputs tells the go command what a test depends on that it does not see.
//
// A test's result is cached with the packages in its binary, the variables it reads and the
// files it opens, and holds until one of them changes. What a program reads that the test
// starts is not among them: neither the sources of a program that it builds nor a script of
// Node's. Whoever starts one names them here, and the result ends with them.
package inputs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Sources makes the results of the package's tests depend on every file of this module that
// goes into a program: its package, those that it imports, what they embed, and go.mod and
// go.sum. The pattern is one of go list's, from any folder of the module.
func Sources(pattern string) error {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,GoFiles,SFiles,EmbedFiles,Module", pattern)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("inputs: go list %s: %w: %s", pattern, err, said.Bytes())
	}
	found := false
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct {
			Dir                         string
			GoFiles, SFiles, EmbedFiles []string
			Module                      *struct {
				Main bool
				Dir  string
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("inputs: go list %s: %w", pattern, err)
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		found = true
		// The folder, because a file that is new changes none of the others.
		all := []string{p.Dir, filepath.Join(p.Module.Dir, "go.mod"), filepath.Join(p.Module.Dir, "go.sum")}
		for _, name := range slices.Concat(p.GoFiles, p.SFiles, p.EmbedFiles) {
			all = append(all, filepath.Join(p.Dir, name))
		}
		for _, path := range all {
			if err := open(path); err != nil {
				return err
			}
		}
	}
	if !found {
		return fmt.Errorf("inputs: %s names no package of this module", pattern)
	}
	return nil
}

// Folder makes the results of the package's tests depend on every file in a folder, and on
// which there are. Of what npm installs only its own lock counts, which names it all.
func Folder(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("inputs: %w", err)
		case e.IsDir() && e.Name() == "node_modules":
			return cmp.Or(lock(path), fs.SkipDir)
		case e.IsDir() || e.Type().IsRegular():
			return open(path)
		}
		return nil
	})
}

// lock names what npm installed in a folder.
func lock(dir string) error {
	err := open(filepath.Join(dir, ".package-lock.json"))
	if errors.Is(err, fs.ErrNotExist) { // it was not npm
		return nil
	}
	return err
}

// open has the test's log name a file.
func open(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("inputs: %w", err)
	}
	return f.Close()
}
