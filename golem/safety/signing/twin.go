package signing

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
)

// ErrRefused means that the policy does not allow a signature. The error says why.
var ErrRefused = errors.New("the signing policy does not allow it")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrRefused, fmt.Sprintf(format, args...))
}

// Transaction says whether the policy allows a transaction at a time, as the enclave
// would, and stricter where the enclave reads loosely: bytes behind a call's arguments, a
// call to a recipient.
//
// spec: provisioning §8.8
func (p *Policy) Transaction(tx *types.DynamicFeeTx, now time.Time) error {
	if err := p.stands(tx.ChainID, now); err != nil {
		return err
	}
	if tx.To == nil {
		return refuse("it creates a contract")
	}
	if slices.Contains(p.Recipients, *tx.To) {
		if len(tx.Data) > 0 {
			return refuse("a recipient of money is not called")
		}
		return nil
	}
	if tx.Value != nil && tx.Value.Sign() != 0 {
		return refuse("%s wei go to %s, which is no recipient", tx.Value, tx.To)
	}
	functions, err := p.functions(tx)
	if err != nil {
		return err
	}
	for _, f := range functions {
		if [4]byte(f.Method.ID) == [4]byte(tx.Data) {
			return f.check(tx.Data)
		}
	}
	return refuse("function %x of %s is not on the list", tx.Data[:4], tx.To)
}

// stands refuses another chain, and everything after the policy's end. Then not even the way home
// is signed: the owner's key owns the wallet and needs no policy.
func (p *Policy) stands(chain *big.Int, now time.Time) error {
	if chain == nil || !chain.IsUint64() || chain.Uint64() != p.ChainID {
		return refuse("it is for chain %v, the policy for %d", chain, p.ChainID)
	}
	if now.Unix() > p.NotAfter {
		return refuse("it ended at %s; the owner has to give a new one", time.Unix(p.NotAfter, 0).UTC().Format(time.RFC3339))
	}
	return nil
}

// functions are those of the contract that a transaction calls.
func (p *Policy) functions(tx *types.DynamicFeeTx) (functions []Function, _ error) {
	for _, c := range p.Contracts {
		if c.Address == *tx.To {
			functions = append(functions, c.Functions...)
		}
	}
	if slices.Contains(p.Tokens, *tx.To) {
		functions = append(functions, transfer(p))
	}
	if len(functions) == 0 {
		return nil, refuse("contract %s is not on the list", tx.To)
	}
	if len(tx.Data) < 4 {
		return nil, refuse("the call of %s names no function", tx.To)
	}
	return functions, nil
}

func (f Function) check(data []byte) error {
	values, err := leaves(f.Method, data)
	if err != nil {
		return refuse("%v", err)
	}
	for _, pin := range f.Pins {
		i := slices.IndexFunc(values, func(l leaf) bool { return l.path == pin.Path })
		if i < 0 || !slices.ContainsFunc(pin.OneOf, func(v string) bool { return same(v, values[i].text) }) {
			return refuse("argument %s of %s is none of %d allowed", pin.Path, f.Method.RawName, len(pin.OneOf))
		}
	}
	return nil
}
