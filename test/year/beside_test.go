package year

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent/process"
)

// neighbour is a world that counts its images, and can only be made that of those it likes.
type neighbour struct {
	images   byte
	dislikes []byte
	restored []byte
}

func (n *neighbour) Image() ([]byte, error) { n.images++; return []byte{n.images}, nil }
func (n *neighbour) Restore(img []byte) error {
	if slices.Contains(n.dislikes, img[0]) {
		return errors.New("it cannot be made")
	}
	n.restored = append(n.restored, img[0])
	return nil
}

// A checkpoint whose world cannot be made again is set aside, and the process ends: the next one, with a world
// of which nobody made use, takes the checkpoint before it. One without a world is another life's.
//
// spec: runtime §14.3
func TestAWorldThatCannotBeMadeAgainIsSetAside(t *testing.T) {
	l, err := newLife(3, filepath.Join(t.TempDir(), "life"), 3)
	if err != nil {
		t.Fatal(err)
	}
	n := &neighbour{}
	l.beside, l.every = n, 12*time.Hour
	if err := l.run(t.Context(), beats*3/2, errAsked); !errors.Is(err, errAsked) || n.images < 3 {
		t.Fatalf("%d images, %v", n.images, err)
	}
	n.dislikes = []byte{n.images}
	if err := l.run(t.Context(), 1, errAsked); !errors.Is(err, process.ErrWorld) || l.log.count("a checkpoint is set aside") != 1 || len(n.restored) > 0 {
		t.Fatalf("restored %v, %v\n%s", n.restored, err, l.log.text())
	}
	before := n.images - 1
	if err := l.run(t.Context(), 1, errAsked); !errors.Is(err, errAsked) || !slices.Equal(n.restored, []byte{before}) || l.log.count("a checkpoint is set aside") != 1 {
		t.Fatalf("restored %v, %v\n%s", n.restored, err, l.log.text())
	}
	l.beside = nil
	if err := l.run(t.Context(), 1, errAsked); !errors.Is(err, errAsked) || l.log.count("its world is another one") == 0 || l.log.count("goes on from a checkpoint") != 1 {
		t.Fatalf("without its world: %v\n%s", err, l.log.text())
	}
}
