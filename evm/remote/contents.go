package remote

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// contents is the body of a fixture. Every list is sorted.
type contents struct {
	Header   json.RawMessage `json:"header"` // as the node sent it
	Accounts []wroteAccount  `json:"accounts"`
	Slots    []wroteSlot     `json:"slots"`
	Hashes   []wroteHash     `json:"hashes"`
	Codes    []hexutil.Bytes `json:"codes"` // by hash
	Answers  []wroteAnswer   `json:"answers"`
}

type wroteAccount struct {
	Address common.Address `json:"address"`
	Balance *uint256.Int   `json:"balance"`
	Nonce   uint64         `json:"nonce"`
	Code    common.Hash    `json:"code"`
}

type wroteSlot struct {
	Account common.Address `json:"account"`
	Key     common.Hash    `json:"key"`
	Value   common.Hash    `json:"value"`
}

type wroteHash struct {
	Number uint64      `json:"number"`
	Hash   common.Hash `json:"hash"`
}

type wroteAnswer struct {
	Question string          `json:"question"`
	Answer   json.RawMessage `json:"answer"`
}

// contents copies out what was fetched.
func (s *State) contents() contents {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := contents{Header: s.raw, Accounts: []wroteAccount{}, Slots: []wroteSlot{}, Hashes: []wroteHash{}, Codes: []hexutil.Bytes{}, Answers: []wroteAnswer{}}
	seen := map[common.Hash]bool{}
	var codes []common.Hash
	for address, a := range s.accounts {
		c.Accounts = append(c.Accounts, wroteAccount{address, a.Balance.Clone(), a.Nonce, a.Code})
		if a.HasCode() && !seen[a.Code] {
			seen[a.Code] = true
			codes = append(codes, a.Code)
		}
	}
	for at, value := range s.slots {
		c.Slots = append(c.Slots, wroteSlot{at.Account, at.Key, value})
	}
	for number, hash := range s.hashes {
		c.Hashes = append(c.Hashes, wroteHash{number, hash})
	}
	for question, answer := range s.answers {
		c.Answers = append(c.Answers, wroteAnswer{question, answer})
	}
	slices.SortFunc(codes, common.Hash.Cmp)
	for _, hash := range codes {
		c.Codes = append(c.Codes, s.codes.Of(hash))
	}
	c.sort()
	return c
}

func (c *contents) sort() {
	slices.SortFunc(c.Accounts, func(a, b wroteAccount) int { return a.Address.Cmp(b.Address) })
	slices.SortFunc(c.Slots, func(a, b wroteSlot) int {
		return cmp.Or(a.Account.Cmp(b.Account), a.Key.Cmp(b.Key))
	})
	slices.SortFunc(c.Hashes, func(a, b wroteHash) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortFunc(c.Answers, func(a, b wroteAnswer) int { return cmp.Compare(a.Question, b.Question) })
}

// state is the contents as a State without a node.
func (c *contents) state(t top) (*State, error) {
	raw, err := compact(c.Header)
	if err != nil {
		return nil, fmt.Errorf("its header: %w", err)
	}
	block, header, err := readHeader(raw)
	if err != nil {
		return nil, err
	}
	if block.Hash != t.Hash || block.Number != t.Block {
		return nil, fmt.Errorf("its header is of block %d, its line of facts names block %d", block.Number, t.Block)
	}
	s := New(nil, block, NewCodes())
	s.chain, s.header, s.raw = t.ChainID, header, raw
	for _, code := range c.Codes {
		s.codes.keep(code)
	}
	for _, a := range c.Accounts {
		account := Account{Nonce: a.Nonce, Code: a.Code}
		if a.Balance == nil || account.HasCode() && s.codes.Of(a.Code) == nil {
			return nil, fmt.Errorf("account %s has no balance, or code that is not in it", a.Address)
		}
		account.Balance = *a.Balance
		s.accounts[a.Address] = account
	}
	return s, c.rest(s)
}

// rest fills in what needs no check of its own.
func (c *contents) rest(s *State) error {
	for _, at := range c.Slots {
		s.slots[Slot{at.Account, at.Key}] = at.Value
	}
	for _, h := range c.Hashes {
		s.hashes[h.Number] = h.Hash
	}
	for _, a := range c.Answers {
		answer, err := compact(a.Answer)
		if err != nil {
			return fmt.Errorf("the answer to %s: %w", a.Question, err)
		}
		s.answers[a.Question] = answer
	}
	return nil
}

func compact(raw json.RawMessage) (json.RawMessage, error) {
	var b bytes.Buffer
	err := json.Compact(&b, raw)
	return b.Bytes(), err
}
