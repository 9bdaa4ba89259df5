package cheat

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// allowanceOf is ERC-20's allowance(owner, spender).
var allowanceOf = common.FromHex("0xdd62ed3e")

// DealERC20 gives an account a balance of a token, by writing the slot that holds it, which
// mirage_mintERC20 says how to find. Where there is none the answer is −32020.
func (s *State) DealERC20(ctx context.Context, account, token common.Address, amount quantity) (bool, error) {
	w, err := s.minting(token, account)
	if err != nil {
		return false, err
	}
	return w.set(ctx, s, w.balance(account), w.balanceSlots(), amount.big())
}

// SetERC20Allowance lets a spender take so much of an owner's tokens, by writing the slot that
// says so.
func (s *State) SetERC20Allowance(ctx context.Context, owner, spender, token common.Address, amount quantity) (bool, error) {
	w, err := s.minting(token, owner)
	if err != nil {
		return false, err
	}
	view := slices.Concat(allowanceOf, common.LeftPadBytes(owner[:], 32), common.LeftPadBytes(spender[:], 32))
	var inner []common.Hash
	for _, outer := range w.balanceSlots() {
		inner = append(inner, crypto.Keccak256Hash(common.LeftPadBytes(spender[:], 32), outer[:]))
	}
	return w.set(ctx, s, view, inner, amount.big())
}

// minting looks for slots of a token in the latest state.
func (s *State) minting(token, of common.Address) (minting, error) {
	scratch, err := s.node.States.Scratch(common.Hash{})
	return minting{scratch: scratch, token: token, to: of}, coded(err)
}

// set writes the slot whose change makes the view answer the amount.
func (w minting) set(ctx context.Context, s *State, view []byte, more []common.Hash, amount *big.Int) (bool, error) {
	now, ok, err := w.ask(ctx, view)
	if err != nil {
		return false, coded(err)
	}
	if !ok {
		return false, w.undetected("it does not answer %x", view[:4])
	}
	w.amount = new(big.Int).Sub(amount, now)
	if w.amount.Sign() == 0 {
		return true, nil
	}
	found, err := w.raise(ctx, view, more, true)
	if err != nil {
		return false, coded(err)
	}
	return s.write(ctx, w.token, []write{found})
}
