package cheat

import (
	"context"
	"math/big"
	"slices"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/crypto"
)

// CodeSlotDetectionFailed is mirage_mintERC20's answer where no slot holds the balance.
const CodeSlotDetectionFailed = -32020

// Selectors of ERC-20.
var (
	balanceOf   = common.FromHex("0x70a08231")
	totalSupply = common.FromHex("0x18160ddd")
)

// erc7201 is where OpenZeppelin's upgradeable ERC-20 keeps its balances.
var erc7201 = common.HexToHash("0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00")

const (
	mostProbed = 50         // mapping slots tried by probing
	viewGas    = 30_000_000 // of one view call
)

// mintOptions are the last parameter of mirage_mintERC20.
type mintOptions struct {
	AdjustSupply bool `json:"adjustSupply"`
}

// MintERC20 gives an account tokens by writing the slot that holds its balance (spec:
// mirage-testing §6.3): the slots that balanceOf reads first, the usual mappings second,
// and of these the one whose change raises the balance by exactly the amount and changes
// neither the total supply nor another balance. Where there is none the answer is −32020
// and nothing is written. The total supply follows only with adjustSupply.
func (m *Mirage) MintERC20(ctx context.Context, token, to common.Address, amount quantity, options *mintOptions) (bool, error) {
	b := &m.state.base
	s, err := b.node.States.Scratch(common.Hash{})
	if err != nil {
		return false, coded(err)
	}
	w := minting{scratch: s, token: token, to: to, amount: amount.big()}
	balance, err := w.raise(ctx, w.balance(to), w.balanceSlots(), true)
	if err != nil {
		return false, coded(err)
	}
	writes := []write{balance}
	if options != nil && options.AdjustSupply {
		supply, err := w.raise(ctx, totalSupply, nil, false)
		if err != nil {
			return false, coded(err)
		}
		writes = append(writes, supply)
	}
	return b.write(ctx, token, writes)
}

// write is one slot of the token, before and after.
type write struct{ slot, old, new common.Hash }

// write changes the slots in one block. A slot that changed since it was looked at is an
// error, and then none is written.
func (b *base) write(ctx context.Context, token common.Address, writes []write) (bool, error) {
	moved := false
	err := b.node.Miner.Edit(ctx, func(db *state.StateDB) {
		moved = slices.ContainsFunc(writes, func(w write) bool { return db.GetState(token, w.slot) != w.old })
		if moved {
			return
		}
		for _, w := range writes {
			db.SetState(token, w.slot, w.new)
		}
	})
	if err == nil && moved {
		err = &Error{Code: CodeRejected, Message: "the token changed in between: try again"}
	}
	return err == nil, coded(err)
}

// minting is the search for slots, on a state that nobody sees.
type minting struct {
	scratch   *node.Scratch
	token, to common.Address
	amount    *big.Int
}

// balance is the call that asks for an account's balance.
func (minting) balance(of common.Address) []byte {
	return append(slices.Clone(balanceOf), common.LeftPadBytes(of[:], 32)...)
}

// ask answers a view's number; ok is false where it reverts or answers anything else.
func (w minting) ask(ctx context.Context, data []byte) (v *big.Int, ok bool, err error) {
	out, err := w.scratch.Call(ctx, node.Attempt{To: &w.token, Data: data, Gas: viewGas})
	if err != nil || out.Failed != nil || len(out.Return) != 32 {
		return nil, false, err
	}
	return new(big.Int).SetBytes(out.Return), true, nil
}

// balanceSlots are the places of usual mappings: Solidity's, Vyper's and ERC-7201's.
func (w minting) balanceSlots() []common.Hash {
	account := common.LeftPadBytes(w.to[:], 32)
	var slots []common.Hash
	for p := range mostProbed + 1 {
		at := common.BigToHash(big.NewInt(int64(p)))
		slots = append(slots, crypto.Keccak256Hash(account, at[:]), crypto.Keccak256Hash(at[:], account))
	}
	return append(slots, crypto.Keccak256Hash(account, erc7201[:]))
}
