package rollup

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// ErrOracle: the chain has an oracle of fees, and what it charges cannot be read there.
var ErrOracle = errors.New("the rollup's fee for data cannot be read")

// Draft is a transaction that is not signed: its bytes without a signature, and the
// gas it may use.
type Draft struct {
	Bytes []byte
	Gas   uint64
}

// Meter asks the chain's oracle. It never changes and is safe for concurrent use.
type Meter struct {
	calls    *bind.GasPriceOracle
	operator bool // the chain's rules know an operator's fee
}

// Open looks for the oracle at a block. Without one the chain charges for gas alone,
// and there is no Meter. One that does not answer is ErrOracle, and so is one of rules
// before Fjord.
func Open(ctx context.Context, client *rpc.Client, block common.Hash) (*Meter, error) {
	m := &Meter{calls: bind.NewGasPriceOracle()}
	b := client.At(block)
	code := b.Code(Oracle)
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	if found, err := code.Value(); err != nil || len(found) == 0 {
		return nil, err
	}
	b = client.At(block)
	fee, bound := b.Call(Oracle, m.calls.PackGetL1Fee(make([]byte, 1))), b.Call(Oracle, m.calls.PackGetL1FeeUpperBound(big.NewInt(1)))
	operator := b.Call(Oracle, m.calls.PackGetOperatorFee(new(big.Int)))
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	if _, err := wei(fee, "getL1Fee"); err != nil {
		return nil, err
	}
	if _, err := wei(bound, "getL1FeeUpperBound"); err != nil {
		return nil, err
	}
	_, err := wei(operator, "getOperatorFee")
	m.operator = err == nil
	if reverted := (*rpc.RevertError)(nil); err != nil && !errors.As(err, &reverted) {
		return nil, err
	}
	return m, nil
}

// Fees are reads of a batch that is not done yet.
type Fees []fee

type fee struct {
	read *rpc.Read[[]byte]
	of   string
}

// Add adds what the drafts would be charged, each for its data and for all its gas.
func (m *Meter) Add(b *rpc.Batch, drafts []Draft) (f Fees) {
	for _, d := range drafts {
		f = append(f, fee{b.Call(Oracle, m.calls.PackGetL1Fee(d.Bytes)), "getL1Fee"})
		f = append(f, m.addOperator(b, d.Gas)...)
	}
	return f
}

// AddBound adds the most that drafts of these lengths in bytes can be charged, and the
// operator's fee for the gas of all.
func (m *Meter) AddBound(b *rpc.Batch, gas uint64, lengths ...int64) (f Fees) {
	for _, length := range lengths {
		f = append(f, fee{b.Call(Oracle, m.calls.PackGetL1FeeUpperBound(big.NewInt(length))), "getL1FeeUpperBound"})
	}
	return append(f, m.addOperator(b, gas)...)
}

func (m *Meter) addOperator(b *rpc.Batch, gas uint64) Fees {
	if !m.operator {
		return nil
	}
	return AddOperator(b, gas)
}

// AddOperator adds the operator's fee for gas under the rules of the batch's block.
func AddOperator(b *rpc.Batch, gas uint64) Fees {
	return Fees{{b.Call(Oracle, bind.NewGasPriceOracle().PackGetOperatorFee(new(big.Int).SetUint64(gas))), "getOperatorFee"}}
}

// Sum is what all of them come to, in wei.
func (f Fees) Sum() (sum uint256.Int, err error) {
	for _, one := range f {
		part, err := wei(one.read, one.of)
		if err != nil {
			return sum, err
		}
		if _, over := sum.AddOverflow(&sum, &part); over {
			return sum, fmt.Errorf("%w: more wei than there can be", ErrOracle)
		}
	}
	return sum, nil
}

// wei decodes one answer.
func wei(read *rpc.Read[[]byte], of string) (amount uint256.Int, err error) {
	raw, err := read.Value()
	if err != nil {
		return amount, fmt.Errorf("%w: %s at %s: %w", ErrOracle, of, Oracle, err)
	}
	if len(raw) != 32 {
		return amount, fmt.Errorf("%w: %s at %s answers %d bytes", ErrOracle, of, Oracle, len(raw))
	}
	amount.SetBytes32(raw)
	return amount, nil
}
