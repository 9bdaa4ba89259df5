// Package anchor is what vouches for an audit chain and lies outside of it: the marks that
// stand on a chain, the file that lists them, and a mark as people hand it on (safety §12.3).
// It decides nothing. What stands in a transaction is written by package audit (Mark.Payload)
// and read here.
package anchor

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/money"
)

// File is the name of the anchors beside the chain.
const File = "anchors.json"

// Anchor is a mark that stands on a chain (safety §12.3). Time is unix milliseconds of
// the life's clock. It is a transaction of the wallet to itself and needs no contract, so any
// chain will do.
type Anchor struct {
	Seq     uint64     `json:"seq"` // of the last record it vouches for
	Head    string     `json:"head_hash"`
	TxHash  string     `json:"tx_hash"`
	Block   uint64     `json:"block_number"`
	ChainID uint64     `json:"chain_id"`
	Time    int64      `json:"timestamp"`
	Cost    money.USDC `json:"cost_uusd"`
}

// Of is the anchor of a mark.
func Of(m audit.Mark) Anchor {
	return Anchor{Seq: m.Records - 1, Head: hex.EncodeToString(m.Head[:])}
}

// Mark is what the anchor vouches for.
func (a Anchor) Mark() (m audit.Mark, _ error) {
	head, err := hex.DecodeString(a.Head)
	if err != nil || len(head) != len(m.Head) || a.Seq+1 == 0 {
		return m, fmt.Errorf("the anchor of record %d with head %q: %w", a.Seq, a.Head, ErrMark)
	}
	return audit.Mark{Records: a.Seq + 1, Head: audit.Hash(head)}, nil
}

// ParsePayload reads the calldata of an anchor; false where b is none, or vouches for nothing.
func ParsePayload(b []byte) (m audit.Mark, ok bool) {
	head := len(b) - len(m.Head)
	if head < 8 {
		return m, false
	}
	m = audit.Mark{Records: binary.BigEndian.Uint64(b[head-8:]) + 1, Head: audit.Hash(b[head:])}
	return m, m.Records > 0 && bytes.Equal(b, m.Payload())
}

// Text is what the file of the anchors holds.
func Text(all []Anchor) ([]byte, error) {
	text, err := json.MarshalIndent(append([]Anchor{}, all...), "", "  ")
	return append(text, '\n'), err
}

// Save replaces the anchors in a chain's folder on a file system.
func Save(disk atomicfile.FS, dir string, all []Anchor) error {
	text, err := Text(all)
	if err != nil {
		return err
	}
	return atomicfile.WriteTo(disk, filepath.Join(dir, File), 0o600, text)
}

// Read reads the anchors in a chain's folder; none where there is no file.
func Read(dir string) (all []Anchor, _ error) {
	text, err := os.ReadFile(filepath.Join(dir, File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(dir, File), err)
	}
	return all, nil
}

// ErrMark means that a text is no mark.
var ErrMark = errors.New("this is no mark of an audit chain: want RECORDS:HEAD, such as 120:8f3a… with 64 hexadecimal digits")

// ParseMark reads a mark from its text.
func ParseMark(text string) (m audit.Mark, _ error) {
	count, head, _ := strings.Cut(text, ":")
	n, err := strconv.ParseUint(count, 10, 64)
	b, bad := hex.DecodeString(head)
	if err != nil || bad != nil || n == 0 || len(b) != len(m.Head) {
		return m, fmt.Errorf("%q: %w", text, ErrMark)
	}
	return audit.Mark{Records: n, Head: audit.Hash(b)}, nil
}
