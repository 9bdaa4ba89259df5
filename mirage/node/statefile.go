package node

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"bardo.run/bardo/internal/atomicfile"
)

// ReadState reads the state in a file; an empty name gives nil. Where absent says so, a
// missing file is nil too: the chain begins anew.
func ReadState(name string, absent bool) (*State, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if absent && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	s, err := DecodeState(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// CloseTo stops serving, writes the whole chain to a file and closes the node. The file
// is replaced as a whole or not at all.
func (n *Node) CloseTo(name string) error {
	n.stopServing()
	s, err := n.Dump()
	if err == nil {
		var text []byte
		if text, err = s.Encode(); err == nil {
			err = atomicfile.Write(name, 0o600, text)
		}
	}
	return errors.Join(err, n.Close())
}
