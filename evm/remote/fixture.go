package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/atomicfile"
)

// ErrFixture is wrapped where a fixture cannot be read: it is cut, changed, of another
// version, or no fixture at all.
var ErrFixture = errors.New("the fixture is refused")

const (
	magic      = "bardo fork\n"
	version    = 1
	maxFixture = 1 << 30 // bytes
)

// top is the readable first part of a fixture, one line of JSON.
type top struct {
	Format  int         `json:"format"`
	ChainID uint64      `json:"chain_id"`
	Block   uint64      `json:"block"`
	Hash    common.Hash `json:"hash"`
}

// Fixture encodes everything that was fetched so far: a line to know it by, a line of
// facts, the body as JSON in a fixed order, and the SHA-256 of all before it. The same
// reads give the same bytes, in whatever order they happened. The block must have been
// pinned here.
func (s *State) Fixture() ([]byte, error) {
	if s.header == nil {
		return nil, errors.New("record a fixture: the block was not pinned by this package")
	}
	out := bytes.NewBufferString(magic)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(top{version, s.chain, s.block.Number, s.block.Hash}); err != nil {
		return nil, fmt.Errorf("record a fixture: %w", err)
	}
	e.SetIndent("", " ")
	if err := e.Encode(s.contents()); err != nil {
		return nil, fmt.Errorf("record a fixture: %w", err)
	}
	sum := sha256.Sum256(out.Bytes())
	fmt.Fprintf(out, "%x\n", sum)
	return out.Bytes(), nil
}

// WriteFixture writes the fixture to a file, as a whole or not at all.
func (s *State) WriteFixture(name string) error {
	text, err := s.Fixture()
	if err != nil {
		return err
	}
	return atomicfile.Write(name, 0o644, text)
}

// OpenFixture reads the fixture in a file.
func OpenFixture(name string) (*State, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("fixture: %w", err)
	}
	if info.Size() > maxFixture {
		return nil, fmt.Errorf("%s: %w: it is above %d bytes", name, ErrFixture, maxFixture)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("fixture: %w", err)
	}
	s, err := DecodeFixture(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// IsFixture reports whether a text begins like a fixture, of whatever version and whole or not.
func IsFixture(text []byte) bool { return bytes.HasPrefix(text, []byte(magic)) }

// DecodeFixture reads what Fixture encoded. The State asks no network: what is not in the
// fixture is ErrNotRecorded.
func DecodeFixture(text []byte) (*State, error) {
	s, err := decode(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFixture, err)
	}
	return s, nil
}

func decode(text []byte) (*State, error) {
	rest, ok := bytes.CutPrefix(text, []byte(magic))
	if !ok {
		return nil, errors.New("it does not begin like a recorded fork")
	}
	first, _, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return nil, errors.New("it is cut")
	}
	var t top
	if err := strictly(first, &t); err != nil {
		return nil, fmt.Errorf("its line of facts: %w", err)
	}
	if t.Format != version {
		return nil, fmt.Errorf("it has version %d, this program reads %d: record it again", t.Format, version)
	}
	end := len(text) - 2*sha256.Size - 1
	if end < len(magic)+len(first)+1 {
		return nil, errors.New("it is cut")
	}
	if sum := sha256.Sum256(text[:end]); hex.EncodeToString(sum[:])+"\n" != string(text[end:]) {
		return nil, errors.New("it is cut or changed: its checksum does not hold")
	}
	var c contents
	if err := strictly(text[len(magic)+len(first)+1:end], &c); err != nil {
		return nil, err
	}
	return c.state(t)
}

// strictly decodes one JSON value without fields that are not known.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("more than one value")
	}
	return nil
}
