package cheat

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/holiman/uint256"
)

// RequestAccounts answers the accounts that eth_accounts does: a page asks for consent, and no one has to
// give it here.
func (s *Signing) RequestAccounts() []common.Address { return s.Accounts() }

// Tenderly is the name of Tenderly's for a cheat of ours.
type Tenderly struct{ state *State }

// SetBalance is anvil_setBalance, of one account or of each of a list.
func (t *Tenderly) SetBalance(ctx context.Context, to oneOrMore, wei quantity) (bool, error) {
	return t.state.edit(ctx, func(db *state.StateDB) {
		for _, account := range to {
			db.SetBalance(account, uint256.MustFromBig(wei.big()), tracing.BalanceChangeUnspecified)
		}
	})
}

// oneOrMore is an account, or a list of them.
type oneOrMore []common.Address

// UnmarshalJSON implements json.Unmarshaler.
func (a *oneOrMore) UnmarshalJSON(b []byte) error {
	var one common.Address
	if json.Unmarshal(b, &one) == nil {
		*a = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(b, (*[]common.Address)(a))
}

// EvmState is the name of evm_ for a cheat of ours.
type EvmState struct{ state *State }

// SetAccountNonce is anvil_setNonce.
func (e *EvmState) SetAccountNonce(ctx context.Context, account common.Address, nonce quantity) (bool, error) {
	return e.state.SetNonce(ctx, account, nonce)
}

// AddBalance adds wei to an account's balance. More than 256 bits can hold is −32602.
func (s *State) AddBalance(ctx context.Context, account common.Address, wei quantity) (bool, error) {
	var full bool
	done, err := s.edit(ctx, func(db *state.StateDB) {
		sum, overflow := new(uint256.Int).AddOverflow(db.GetBalance(account), uint256.MustFromBig(wei.big()))
		if full = overflow; !full {
			db.SetBalance(account, sum, tracing.BalanceChangeUnspecified)
		}
	})
	if full {
		return false, invalid("the balance of %s would not fit 256 bits", account)
	}
	return done, err
}
