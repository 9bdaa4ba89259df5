package cheat

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/holiman/uint256"
)

// State is the cheats that change state, as anvil_ and hardhat_ (spec: mirage-testing
// §6.2). Each change is a block of its own.
type State struct{ base }

// SetBalance sets an account's balance in wei.
func (s *State) SetBalance(ctx context.Context, account common.Address, wei quantity) (bool, error) {
	return s.edit(ctx, func(db *state.StateDB) {
		db.SetBalance(account, uint256.MustFromBig(wei.big()), tracing.BalanceChangeUnspecified)
	})
}

// SetCode replaces an account's code. On a proxy it replaces the proxy.
func (s *State) SetCode(ctx context.Context, account common.Address, code hexutil.Bytes) (bool, error) {
	return s.edit(ctx, func(db *state.StateDB) {
		db.SetCode(account, code, tracing.CodeChangeUnspecified)
	})
}

// SetStorageAt writes one slot. A packed slot is written whole: read it first.
func (s *State) SetStorageAt(ctx context.Context, account common.Address, slot, value word) (bool, error) {
	return s.edit(ctx, func(db *state.StateDB) {
		// An account that does not exist would be dropped as empty, its slots with it.
		if db.Empty(account) {
			db.SetNonce(account, 1, tracing.NonceChangeUnspecified)
		}
		db.SetState(account, common.Hash(slot), common.Hash(value))
	})
}

// SetNonce sets an account's nonce, also to a lower one.
func (s *State) SetNonce(ctx context.Context, account common.Address, nonce quantity) (bool, error) {
	v, err := nonce.uint64("nonce", 0, 1<<64-2)
	if err != nil {
		return false, err
	}
	return s.edit(ctx, func(db *state.StateDB) {
		db.SetNonce(account, v, tracing.NonceChangeUnspecified)
	})
}

// ImpersonateAccount lets an account send without a key.
func (s *State) ImpersonateAccount(account common.Address) (bool, error) {
	err := s.node.Senders.Impersonate(account)
	return err == nil, coded(err)
}

// StopImpersonatingAccount takes the permission back.
func (s *State) StopImpersonatingAccount(account common.Address) (bool, error) {
	err := s.node.Senders.StopImpersonating(account)
	return err == nil, coded(err)
}

// StopImpersonating is the reference's other name of it.
func (s *State) StopImpersonating(account common.Address) (bool, error) {
	return s.StopImpersonatingAccount(account)
}

// AutoImpersonateAccount lets every account send without a key, or ends it.
func (s *State) AutoImpersonateAccount(on bool) (bool, error) {
	err := s.node.Senders.ImpersonateAnyone(on)
	return err == nil, coded(err)
}

func (s *State) edit(ctx context.Context, change func(*state.StateDB)) (bool, error) {
	err := s.node.Miner.Edit(ctx, change)
	return err == nil, coded(err)
}

// Mirage is the aliases that the terminal uses.
type Mirage struct{ state *State }

// SetBalance is anvil_setBalance.
func (m *Mirage) SetBalance(ctx context.Context, account common.Address, wei quantity) (bool, error) {
	return m.state.SetBalance(ctx, account, wei)
}

// SetCode is anvil_setCode.
func (m *Mirage) SetCode(ctx context.Context, account common.Address, code hexutil.Bytes) (bool, error) {
	return m.state.SetCode(ctx, account, code)
}

// SetStorageAt is anvil_setStorageAt.
func (m *Mirage) SetStorageAt(ctx context.Context, account common.Address, slot, value word) (bool, error) {
	return m.state.SetStorageAt(ctx, account, slot, value)
}

// ImpersonateAccount is anvil_impersonateAccount.
func (m *Mirage) ImpersonateAccount(account common.Address) (bool, error) {
	return m.state.ImpersonateAccount(account)
}
