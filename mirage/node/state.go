package node

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rlp"
)

// ErrState is wrapped where a state cannot be loaded: it is cut, changed, of another
// chain, or of another format. Nothing was loaded.
var ErrState = errors.New("the state is refused")

const (
	stateMagic  = "mirage state\n"
	stateFormat = 1
	maxState    = 2 << 30 // bytes after decompression
)

// StateHeader is the readable part of a dumped state, one line of JSON after the first
// line of the file (spec: mirage-testing §12.5).
type StateHeader struct {
	Format  int         `json:"format"`
	ChainID uint64      `json:"chain_id"`
	Block   uint64      `json:"block"`
	Hash    common.Hash `json:"hash"`
	Time    uint64      `json:"time"`
	Seed    uint64      `json:"seed"`
}

// State is a whole chain outside of a node: block 0, every block with its receipts and
// logs, the accounts at each block whose state is held, and what stands in no block
// (snapshots, impersonated accounts, the shift of time). It is read only.
type State struct {
	Header StateHeader

	genesis *core.Genesis
	head    headRecord
	memory  memory
	body    stateBody
}

// stateBody is what is compressed. Accounts are the nodes of their tries, which blocks
// share; each is named by its own hash, so none can be exchanged.
type stateBody struct {
	Genesis, Head, Memory []byte // JSON
	Blocks                []stateBlock
	Nodes, Codes          [][]byte
	Senders               []sender
}

type stateBlock struct {
	Block    *types.Block
	Receipts []*types.ReceiptForStorage
}

// sender is who sent a transaction that nobody signed.
type sender struct {
	Tx   common.Hash
	From common.Address
}

// Encode writes the state: two lines to read, the compressed body, and the SHA-256 of
// all before it.
func (s *State) Encode() ([]byte, error) {
	header, err := json.Marshal(s.Header)
	if err != nil {
		return nil, err
	}
	out := bytes.NewBufferString(stateMagic + string(header) + "\n")
	z := gzip.NewWriter(out)
	if err := errors.Join(rlp.Encode(z, &s.body), z.Close()); err != nil {
		return nil, fmt.Errorf("encode state: %w", err)
	}
	sum := sha256.Sum256(out.Bytes())
	return append(out.Bytes(), sum[:]...), nil
}

// DecodeState reads what Encode wrote and checks all of it: the sum, the chain of blocks,
// the roots of transactions and receipts, and that every account of the head and of each
// snapshot is there.
func DecodeState(text []byte) (*State, error) {
	s, err := decodeState(text)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrState, err)
	}
	return s, nil
}

func decodeState(text []byte) (*State, error) {
	rest, ok := bytes.CutPrefix(text, []byte(stateMagic))
	if !ok {
		return nil, errors.New("it is no state of a devnet")
	}
	header, body, ok := bytes.Cut(rest, []byte("\n"))
	if !ok || len(body) < sha256.Size {
		return nil, errors.New("it is cut")
	}
	var s State
	if err := json.Unmarshal(header, &s.Header); err != nil {
		return nil, fmt.Errorf("its header: %w", err)
	}
	if s.Header.Format != stateFormat {
		return nil, fmt.Errorf("it has format %d, this program reads %d", s.Header.Format, stateFormat)
	}
	end := len(text) - sha256.Size
	if sum := sha256.Sum256(text[:end]); !bytes.Equal(sum[:], text[end:]) {
		return nil, errors.New("it is cut or changed: its checksum does not hold")
	}
	if err := s.unpack(body[:len(body)-sha256.Size]); err != nil {
		return nil, err
	}
	return &s, nil
}

// unpack decompresses and decodes the body.
func (s *State) unpack(packed []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	plain, err := io.ReadAll(io.LimitReader(z, maxState+1))
	if err != nil {
		return err
	}
	if len(plain) > maxState {
		return fmt.Errorf("it is above %d bytes", maxState)
	}
	if err := rlp.DecodeBytes(plain, &s.body); err != nil {
		return err
	}
	s.genesis = new(core.Genesis)
	return errors.Join(json.Unmarshal(s.body.Genesis, s.genesis), json.Unmarshal(s.body.Head, &s.head), json.Unmarshal(s.body.Memory, &s.memory))
}
