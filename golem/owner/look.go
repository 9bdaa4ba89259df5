package owner

import (
	"cmp"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
)

// Said is a letter that was answered, and how.
type Said struct {
	Letter Letter
	Answer Answer
}

// Waiting returns the letters that lie in a folder and were not answered yet, in the order in
// which they are heard. It changes nothing there.
func Waiting(dir string) (all []Letter) {
	f := NewFolder(dir, slog.New(slog.NewTextHandler(io.Discard, nil)))
	for _, id := range f.waiting() {
		if l, err := f.read(id); err == nil {
			all = append(all, l)
		}
	}
	return all
}

// Heard returns the newest letters of a folder that were answered, at most so many, the newest
// first. What is there and cannot be read is left out.
func Heard(dir string, most int) (all []Said) {
	place := filepath.Join(dir, heard)
	f := NewFolder(place, slog.New(slog.NewTextHandler(io.Discard, nil)))
	for _, id := range f.waiting() {
		if said, there, err := Answered(dir, id); err == nil && there {
			all = append(all, said)
		}
	}
	slices.SortFunc(all, func(a, b Said) int {
		return cmp.Or(cmp.Compare(b.Answer.Tick, a.Answer.Tick), cmp.Compare(b.Answer.At, a.Answer.At), strings.Compare(b.Letter.ID, a.Letter.ID))
	})
	return all[:min(most, len(all))]
}
