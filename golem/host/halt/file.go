package halt

import (
	"log/slog"

	"bardo.run/bardo/golem/host/order"
)

// File looks for the owner's word at a path. It belongs to one goroutine.
type File struct{ word *order.Word[Word] }

// NewFile looks at the given path; what lies there and is no word is told to log.
func NewFile(path string, log *slog.Logger) *File {
	return &File{order.NewWord(path, log, "a halt is ignored; write one with golem halt or golem resume", Parse)}
}

// Halt returns the last word that was seen there, and whether any was. It looks each time
// it is asked.
func (f *File) Halt() (Word, bool) { return f.word.Last() }
