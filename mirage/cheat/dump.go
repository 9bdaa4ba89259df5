package cheat

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/holiman/uint256"
)

// DumpState answers the whole chain: what `bardo devnet --dump-on-exit` writes, in
// hexadecimal (spec: mirage-testing §12.5). It holds every block, whether asked to or not, as
// anvil is.
func (s *State) DumpState(*bool) (hexutil.Bytes, error) {
	dumped, err := s.node.Archive.Dump()
	if err != nil {
		return nil, coded(err)
	}
	text, err := dumped.Encode()
	return text, coded(err)
}

// LoadState puts a dumped chain in place of this one, block 0 included. Of a dump that
// anvil made it takes the accounts and lays them over this chain's, in one block.
func (s *State) LoadState(ctx context.Context, text hexutil.Bytes) (bool, error) {
	if bytes.HasPrefix(text, gzipMagic) {
		return s.loadAnvil(ctx, text)
	}
	loaded, err := node.DecodeState(text)
	if err == nil {
		err = s.node.Archive.Load(loaded)
	}
	return err == nil, coded(err)
}

var gzipMagic = []byte{0x1f, 0x8b}

// maxAnvil bounds anvil's dump, in bytes of its JSON.
const maxAnvil = 1 << 30

// anvilAccount is an account as anvil dumps it.
type anvilAccount struct {
	Nonce   quantity      `json:"nonce"`
	Balance quantity      `json:"balance"`
	Code    hexutil.Bytes `json:"code"`
	Storage map[word]word `json:"storage"`
}

func (s *State) loadAnvil(ctx context.Context, packed []byte) (bool, error) {
	accounts, err := anvilAccounts(packed)
	if err != nil {
		return false, invalid("state: %v", err)
	}
	order := slices.SortedFunc(maps.Keys(accounts), common.Address.Cmp)
	return s.edit(ctx, func(db *state.StateDB) {
		for _, address := range order {
			a := accounts[address]
			db.SetNonce(address, a.Nonce.big().Uint64(), tracing.NonceChangeUnspecified)
			db.SetBalance(address, uint256.MustFromBig(a.Balance.big()), tracing.BalanceChangeUnspecified)
			db.SetCode(address, a.Code, tracing.CodeChangeUnspecified)
			for slot, value := range a.Storage {
				db.SetState(address, common.Hash(slot), common.Hash(value))
			}
		}
	})
}

func anvilAccounts(packed []byte) (map[common.Address]anvilAccount, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxAnvil))
	if err != nil {
		return nil, err
	}
	var dump struct {
		Accounts map[common.Address]anvilAccount `json:"accounts"`
	}
	if err := json.Unmarshal(text, &dump); err != nil {
		return nil, err
	}
	if dump.Accounts == nil {
		return nil, fmt.Errorf("it has no accounts")
	}
	for address, a := range dump.Accounts {
		if !a.Nonce.big().IsUint64() {
			return nil, fmt.Errorf("the nonce of %s is %s", address, a.Nonce.big())
		}
	}
	return dump.Accounts, nil
}
