// Package verdict keeps what was found out about every change, decides whether it is
// enough, and writes it down for people.
package verdict

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// Verdict is what one stage said about one change.
type Verdict struct {
	Group string // a package, or a contract's source
	Hash  string // of everything that the answer depends on
	Name  string // of the change
	Stage Stage
	// Reached says that a test of the stage comes past; By, what noticed it: empty, nothing.
	Reached bool   `json:",omitempty"`
	By      string `json:",omitempty"`
	// None says that it is no change: it does not compile, or to the code that was there.
	None bool `json:",omitempty"`
}

// Stage is who is asked, in this order.
type Stage string

// The stages.
const (
	Own     Stage = "own"
	Above   Stage = "above"
	Hostile Stage = "hostile"
)

// Stages are all of them.
var Stages = []Stage{Own, Above, Hostile}

type key struct {
	group, hash, name string
	stage             Stage
}

// Store is a file of verdicts, one a line, that only grows.
type Store struct {
	mu    sync.Mutex
	f     *os.File
	known map[key]Verdict
}

// Open reads a store, or begins one. A line that was cut off is forgotten.
func Open(path string) (*Store, error) {
	s := &Store{known: map[key]Verdict{}}
	text, err := os.Open(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		lines := bufio.NewScanner(text)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var v Verdict
			if json.Unmarshal(lines.Bytes(), &v) == nil {
				s.known[v.key()] = v
			}
		}
		text.Close()
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	s.f, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil && len(s.known) > 0 {
		_, err = s.f.WriteString("\n") // behind what may have been cut off
	}
	return s, err
}

func (v Verdict) key() key { return key{v.Group, v.Hash, v.Name, v.Stage} }

// Get returns what is known of a change.
func (s *Store) Get(group, hash, name string, stage Stage) (Verdict, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.known[key{group, hash, name, stage}]
	return v, ok
}

// know takes in what was found out before, where the store knows nothing of it.
func (s *Store) know(v Verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.known[v.key()]; !ok {
		s.known[v.key()] = v
	}
}

// Put writes a verdict down.
func (s *Store) Put(v Verdict) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[v.key()] = v
	_, err = s.f.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (s *Store) Close() error { return s.f.Close() }
