package owner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/internal/atomicfile"
)

const (
	suffix  = ".json"
	heard   = "heard" // folder of the letters that were answered
	longest = 64 << 10
)

// Folder is a Source: the letters that lie in a folder, one a file, by name. One that was
// answered goes with its answer into the folder heard beside them and stays there as
// evidence. A file that is put there under a name that was heard is another letter, and its id
// is the name and a number.
type Folder struct {
	dir     string
	log     *slog.Logger
	ignored map[string]string // what the log was told of a file last
	done    map[string]bool   // answered, and its file could not be moved
	names   map[string]string // of its file, by the id of a letter under a name that was heard before
}

// NewFolder returns the letters in dir, which need not exist. What lies there and is no
// letter is told to log.
func NewFolder(dir string, log *slog.Logger) *Folder {
	return &Folder{dir: dir, log: log, ignored: map[string]string{}, done: map[string]bool{}, names: map[string]string{}}
}

// Next implements Source.
func (f *Folder) Next(_ context.Context, known func(id string) (Answer, bool)) (Letter, bool) {
	for _, id := range f.waiting() {
		l, err := f.read(id)
		if err != nil {
			f.ignore(id, err)
			continue
		}
		delete(f.ignored, id)
		a, heard := known(id)
		if heard && f.left(l) {
			f.Answer(l, a)
			continue
		}
		if heard {
			l.ID = another(id, known)
			f.names[l.ID] = id
		}
		return l, true
	}
	return Letter{}, false
}

// left reports whether a file is what a stop between an answer and its removal left, and not put
// there anew: it is the letter that was heard, and no newer than its answer.
func (f *Folder) left(l Letter) bool {
	said, there, err := Answered(f.dir, l.ID)
	if err != nil || !there {
		return true
	}
	mine, err := os.Stat(f.path(l.ID))
	answer, lost := os.Stat(filepath.Join(f.dir, heard, l.ID+suffix))
	return err == nil && lost == nil && said.Letter.Same(l) && !mine.ModTime().After(answer.ModTime())
}

// another is an id that no letter had: a name and a number.
func another(name string, known func(id string) (Answer, bool)) string {
	for n := 2; ; n++ {
		end := fmt.Sprintf(".%d", n)
		id := name[:min(len(name), longestID-len(end))] + end
		if _, heard := known(id); !heard {
			return id
		}
	}
}

// Waits reports whether a letter lies there that was not answered.
func (f *Folder) Waits() bool {
	for _, id := range f.waiting() {
		if _, err := f.read(id); err == nil {
			return true
		}
	}
	return false
}

// waiting returns the ids of the files that may be letters, in order.
func (f *Folder) waiting() (all []string) {
	dir, err := os.Open(f.dir)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, suffix); ok && ids.MatchString(id) && !f.done[id] {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

func (f *Folder) path(id string) string { return filepath.Join(f.dir, id+suffix) }

// read reads a letter. What is no plain file is not opened: a pipe would keep whoever
// opens it.
func (f *Folder) read(id string) (Letter, error) {
	text, err := readPlain(f.path(id), longest)
	if err != nil {
		return Letter{}, err
	}
	return Parse(id, text)
}

func readPlain(path string, most int) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no plain file (%s)", ErrNone, info.Mode().Type())
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%w: it is longer than %d bytes", ErrNone, most)
	}
	return text, err
}

// ignore tells the operator of what is no letter, once.
func (f *Folder) ignore(id string, err error) {
	if errors.Is(err, fs.ErrNotExist) || f.ignored[id] == err.Error() {
		return
	}
	f.ignored[id] = err.Error()
	f.log.Warn("a file among the owner's letters is ignored; write one with golem kill, halt, resume or steer", "file", f.path(id), "error", err)
}

// answered is a letter with its answer, as it stays.
type answered struct {
	Letter json.RawMessage `json:"letter"`
	Answer Answer          `json:"answer"`
	Sum    string          `json:"sum"` // of the id and of this without it
}

// text is an answered letter as its file has it.
func (a answered) text(id string) ([]byte, error) {
	a.Sum = ""
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	a.Sum = summed(id, plain)
	text, err := json.Marshal(a)
	return append(text, '\n'), err
}

// Answer implements Source: it keeps the answer, and takes the letter away.
func (f *Folder) Answer(l Letter, a Answer) {
	name, renamed := f.names[l.ID]
	if delete(f.names, l.ID); !renamed {
		name = l.ID
	}
	if _, err := os.Lstat(f.path(name)); err != nil {
		return // it came another way
	}
	if err := f.keep(name, l, a); err != nil {
		f.done[name] = true
		f.log.Error("the answer to a letter of the owner was not written; it holds all the same", "file", f.path(name), "error", err)
	}
}

func (f *Folder) keep(name string, l Letter, a Answer) error {
	text, err := l.Text()
	if err == nil {
		text, err = answered{Letter: text, Answer: a}.text(l.ID)
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(f.dir, heard), 0o700)
	}
	if err == nil {
		err = atomicfile.Write(filepath.Join(f.dir, heard, l.ID+suffix), 0o600, text)
	}
	if err == nil {
		err = os.Remove(f.path(name))
	}
	return err
}

// ErrTaken says that there is a letter of that id already.
var ErrTaken = errors.New("there is another letter of that id already")

// Post puts a letter into a folder of letters, durably. It replaces none; the letter that lies
// there already is put there once.
func Post(dir string, l Letter) error {
	if err := l.Check(); err != nil {
		return err
	}
	text, err := l.Text()
	if err != nil {
		return err
	}
	if _, err := Parse(l.ID, text); err != nil {
		return err
	}
	path := filepath.Join(dir, l.ID+suffix)
	if there, err := NewFolder(dir, slog.New(slog.DiscardHandler)).read(l.ID); err == nil && there.Same(l) {
		return nil
	}
	for _, taken := range []string{path, filepath.Join(dir, heard, l.ID+suffix)} {
		if _, err := os.Lstat(taken); err == nil {
			return fmt.Errorf("%w: %s", ErrTaken, taken)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return atomicfile.Write(path, 0o600, append(text, '\n'))
}

// Answered returns a letter of a folder and what became of it, and whether it was answered.
func Answered(dir, id string) (said Said, there bool, _ error) {
	text, err := readPlain(filepath.Join(dir, heard, id+suffix), 2*longest)
	if errors.Is(err, fs.ErrNotExist) {
		return said, false, nil
	}
	var got answered
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err == nil {
		said.Letter, err = Parse(id, got.Letter)
	}
	said.Answer = got.Answer
	return said, err == nil, err
}
