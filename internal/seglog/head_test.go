package seglog

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A write that was torn costs the mark that was being written, and no other.
func TestATornMarkLeavesTheOneBefore(t *testing.T) {
	for torn := range slotSize {
		path := filepath.Join(t.TempDir(), "head")
		fails := false
		h := head{path: path, disk: disk{func(_ Op, size int) (int, error) {
			if fails {
				return torn, errors.New("killed")
			}
			return size, nil
		}}}
		check(t, h.open())
		defer h.close()
		check(t, h.settle(mark{frames: 1}))
		check(t, h.note(mark{frames: 2, hash: Hash{2}}))
		check(t, h.note(mark{frames: 3, hash: Hash{3}}))
		if fails = true; h.note(mark{frames: 4, hash: Hash{4}}) == nil {
			t.Fatal("the torn write was reported as done")
		}
		after := head{path: path}
		check(t, after.read())
		if after.synced != (mark{3, Hash{3}}) {
			t.Errorf("%d bytes written: %d frames noted, want 3", torn, after.synced.frames)
		}
	}
}

func TestAHeadWithoutAWholeMarkIsDamage(t *testing.T) {
	h := head{path: filepath.Join(t.TempDir(), "head")}
	var d *Damage
	if err := h.read(); !errors.As(err, &d) {
		t.Errorf("no file: %v", err)
	}
	check(t, os.WriteFile(h.path, make([]byte, 2*slotSize), 0o600))
	if err := h.read(); !errors.As(err, &d) || d.File != h.path {
		t.Errorf("zeros: %v", err)
	}
}
