package sim

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Call is one transaction to simulate.
type Call struct {
	From  common.Address
	To    *common.Address // nil deploys Data
	Value *uint256.Int    // wei; nil: none
	Data  []byte
	Gas   uint64 // 0: the gas of a whole block, and using it up is ErrTimeout

	// MaxFee and Tip, in wei per gas, make the sender pay for the gas. Without
	// MaxFee the gas is free, and a sender without ether can be simulated.
	MaxFee, Tip *uint256.Int
}

// Overrides change the state and the block before the first call.
type Overrides struct {
	Accounts map[common.Address]AccountOverride
	Number   *uint64
	Time     *uint64      // seconds since 1970
	BaseFee  *uint256.Int // wei per gas
	Coinbase *common.Address
}

// none tells whether nothing is overridden.
func (o Overrides) none() bool {
	return len(o.Accounts) == 0 && o.Number == nil && o.Time == nil && o.BaseFee == nil && o.Coinbase == nil
}

// AccountOverride replaces parts of an account; nil parts stay.
type AccountOverride struct {
	Balance *uint256.Int
	Nonce   *uint64
	Code    []byte // empty but not nil removes the code
	Storage map[common.Hash]common.Hash
}

// Request is what to simulate: calls that run one after the other on one
// state. A call that reverts ends the sequence.
type Request struct {
	Calls     []Call
	Overrides Overrides
	// Tokens and Holders add to those that appear in Transfer logs: their
	// balances are compared too, so that a token that moves without a log is
	// seen. The senders of the calls are always holders.
	Tokens, Holders []common.Address
	// States asks for the difference of the states and the contracts created.
	States bool
}
