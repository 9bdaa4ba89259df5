package cheat

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
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

// AddBalance is anvil_addBalance, of one account or of each of a list.
func (t *Tenderly) AddBalance(ctx context.Context, to oneOrMore, wei quantity) (bool, error) {
	return t.state.add(ctx, to, wei)
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
	return s.add(ctx, oneOrMore{account}, wei)
}

func (s *State) add(ctx context.Context, to oneOrMore, wei quantity) (bool, error) {
	var full *common.Address // whose balance would not fit
	done, err := s.edit(ctx, func(db *state.StateDB) {
		before := db.Snapshot()
		for _, account := range to {
			sum, overflow := new(uint256.Int).AddOverflow(db.GetBalance(account), uint256.MustFromBig(wei.big()))
			if overflow {
				full = &account
				db.RevertToSnapshot(before)
				return
			}
			db.SetBalance(account, sum, tracing.BalanceChangeUnspecified)
		}
	})
	if full != nil {
		return false, invalid("the balance of %s would not fit 256 bits", full)
	}
	return done, err
}

// SetERC20Balance is anvil_dealERC20.
func (s *State) SetERC20Balance(ctx context.Context, account, token common.Address, amount quantity) (bool, error) {
	return s.DealERC20(ctx, account, token, amount)
}

// SignTypedData_v3 is eth_signTypedData_v4, which signs the same for what version 3 could express.
// The name is the wire's.
func (s *Signing) SignTypedData_v3(account common.Address, data typedData) (hexutil.Bytes, error) {
	return s.SignTypedData_v4(account, data)
}

// NetworkId is net_version as a number. The name is the wire's.
func (s *Standing) NetworkId() string { return s.node.Chain.ID().String() }

// IntervalMine makes a block, as interval mining would.
func (m *Mining) IntervalMine(ctx context.Context) (bool, error) { return m.Mine(ctx, nil, nil) }

// GetGenesisTime answers the time of the chain's first block, in seconds since 1970.
func (s *Self) GetGenesisTime() uint64 {
	if b := s.node.Chain.ForkBlock(); b != nil {
		return b.Time
	}
	return s.node.Chain.Block(0).Time()
}

// Mine_detailed is evm_mine_detailed. The name is the wire's.
func (m *Mining) Mine_detailed(ctx context.Context, options *mineOptions) ([]any, error) {
	return (&EvmMining{m}).Mine_detailed(ctx, options)
}
