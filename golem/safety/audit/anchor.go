package audit

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/money"
)

// AnchorsFile is the name of the anchors beside the chain.
const AnchorsFile = "anchors.json"

// magic begins the payload of an anchor.
const magic = "BRDOAUD1"

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

// Anchored is the anchor of a mark.
func Anchored(m Mark) Anchor { return Anchor{Seq: m.Records - 1, Head: hexed(m.Head)} }

// Mark is what the anchor vouches for.
func (a Anchor) Mark() (m Mark, _ error) {
	head, err := hex.DecodeString(a.Head)
	if err != nil || len(head) != len(m.Head) || a.Seq+1 == 0 {
		return m, fmt.Errorf("the anchor of record %d with head %q: %w", a.Seq, a.Head, ErrMark)
	}
	return Mark{a.Seq + 1, Hash(head)}, nil
}

// Payload is the calldata of the mark's anchor: BRDOAUD1, the number of its last record in
// eight bytes, big-endian, and the head.
func (m Mark) Payload() []byte {
	return append(binary.BigEndian.AppendUint64([]byte(magic), m.Records-1), m.Head[:]...)
}

// ParsePayload reads a payload; false where b is none, or vouches for nothing.
func ParsePayload(b []byte) (m Mark, ok bool) {
	if len(b) != len(magic)+8+len(m.Head) || string(b[:len(magic)]) != magic {
		return m, false
	}
	m = Mark{binary.BigEndian.Uint64(b[len(magic):]) + 1, Hash(b[len(magic)+8:])}
	return m, m.Records > 0
}

// SaveAnchors replaces the anchors in a chain's folder.
func SaveAnchors(dir string, all []Anchor) error { return SaveAnchorsTo(atomicfile.OS{}, dir, all) }

// SaveAnchorsTo is SaveAnchors on the given file system.
func SaveAnchorsTo(disk atomicfile.FS, dir string, all []Anchor) error {
	text, err := json.MarshalIndent(append([]Anchor{}, all...), "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteTo(disk, filepath.Join(dir, AnchorsFile), 0o600, append(text, '\n'))
}

// Anchors reads the anchors in a chain's folder; none where there is no file.
func Anchors(dir string) (all []Anchor, _ error) {
	text, err := os.ReadFile(filepath.Join(dir, AnchorsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(dir, AnchorsFile), err)
	}
	return all, nil
}
