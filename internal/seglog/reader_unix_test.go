//go:build unix

package seglog

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A log is read while its writer rolls and syncs: the mark never covers a segment
// that was not listed. The head file is a pipe here, so that the test knows when
// it is read and the writer comes in between.
func TestALogIsWholeWhileItsWriterRolls(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	fill(t, whole, chained, 12, 5)
	copied := func(name string) error {
		b, err := os.ReadFile(filepath.Join(whole, name))
		return errors.Join(err, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	check(t, copied("000001.seg"))
	check(t, copied("000002.seg"))
	head := filepath.Join(dir, "head")
	check(t, syscall.Mkfifo(head, 0o600))
	wrote := make(chan error, 1)
	go func() {
		pipe, err := os.OpenFile(head, os.O_WRONLY, 0) // returns when the reader is there
		if err != nil {
			wrote <- err
			return
		}
		defer pipe.Close()
		rolled := copied("000003.seg")
		mark, err := os.ReadFile(filepath.Join(whole, "head"))
		_, written := pipe.Write(mark)
		wrote <- errors.Join(rolled, err, written)
	}()
	r, err := Open(dir, Options{Chained: true, ReadOnly: true})
	check(t, err)
	defer r.Close()
	check(t, <-wrote)
	if got, err := read(r); err != nil || len(got) != 12 || r.damage != nil {
		t.Errorf("%d frames: %v, %v", len(got), err, r.damage)
	}
}
