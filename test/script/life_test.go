//go:build linux

package script_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing/fstest"

	"bardo.run/bardo/app/bardo"
)

// lived returns the folder of a whole life on half an hour of history, lived once.
var lived = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "bardo-life-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	data, home := filepath.Join(dir, "data"), filepath.Join(dir, "life")
	if err := export(data, 30); err != nil {
		return nil, err
	}
	var said bytes.Buffer
	args := []string{"live", "--history", data, "--strategy", filepath.Join("testdata", "metronome.md"), "--seed", "7", "--out", home}
	if code := bardo.Main(context.Background(), args, io.Discard, &said); code != 0 {
		return nil, fmt.Errorf("the life ended with %d:\n%s", code, said.String())
	}
	return inMemory(home)
})

// inMemory reads a folder whole.
func inMemory(dir string) (fs.FS, error) {
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = &fstest.MapFile{Data: body, Mode: 0o600}
		return err
	})
	return files, err
}
