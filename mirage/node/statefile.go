package node

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
