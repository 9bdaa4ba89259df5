package morpho

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// ErrMarket: the contract at the address is not Morpho Blue, has no market of the id,
// or says of it what cannot be.
var ErrMarket = errors.New("not a market of Morpho Blue")

// Params are what a market is: its id is their hash. LLTV is the share of the
// collateral's value that may be owed, in 1e18ths; Rate is the interest rate model,
// zero where no interest is taken.
type Params struct {
	Loan, Collateral, Oracle, Rate common.Address
	LLTV                           uint256.Int
}

// ID returns the market's id.
func (p Params) ID() common.Hash { return crypto.Keccak256Hash(p.words()) }

// words are the parameters as the contract packs them.
func (p Params) words() []byte {
	out := make([]byte, 0, 5*32)
	for _, a := range []common.Address{p.Loan, p.Collateral, p.Oracle, p.Rate} {
		out = append(out, common.LeftPadBytes(a[:], 32)...)
	}
	lltv := p.LLTV.Bytes32()
	return append(out, lltv[:]...)
}

// Threshold returns LLTV in basis points, rounded down.
func (p Params) Threshold() uint16 {
	return uint16(new(uint256.Int).Div(&p.LLTV, uint256.NewInt(1e14)).Uint64())
}

// Bonus is what a liquidator gets of the collateral beyond the debt that he pays, in basis
// points of that, rounded up: min(1.15, 1 / (1 - 0.3 × (1 - LLTV))) - 1.
func (p Params) Bonus() uint16 {
	const whole, most, cursor = 10_000, 1_500, 3 // a cursor of 0.3, in tenths
	short := uint64(whole) - min(whole, uint64(p.Threshold()))
	rest := 10*whole - cursor*short                              // of ten times the whole
	return uint16(min(most, (10*whole*whole+rest-1)/rest-whole)) //nolint:gosec // at most 1,500
}

// Market is one market of one contract. It never changes and is safe for concurrent
// use.
type Market struct {
	At common.Address // the contract
	Params

	id    common.Hash
	calls *Codec
}

// New returns the market of known parameters.
func New(at common.Address, p Params) *Market {
	return &Market{At: at, Params: p, id: p.ID(), calls: NewCodec(at, p)}
}

// Open reads the parameters of a market at the given block. Parameters that do not
// hash to the id are ErrMarket, and so is a contract that has none of it.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, at common.Address, id common.Hash) (*Market, error) {
	codec := NewCodec(at, Params{})
	b := client.At(block)
	read := b.Call(at, codec.abi.PackIdToMarketParams(id))
	if err := b.Do(ctx); err != nil {
		return nil, fmt.Errorf("market %s of %s: %w", id, at, err)
	}
	raw, err := read.Value()
	if err != nil {
		return nil, fmt.Errorf("%w: %s does not know markets: %w", ErrMarket, at, err)
	}
	p, err := codec.parseParams(raw)
	if err != nil {
		return nil, fmt.Errorf("contract %s: %w", at, err)
	}
	switch {
	case p == Params{}:
		return nil, fmt.Errorf("%w: MORPHO_MARKET_NOT_FOUND: contract %s has no market %s", ErrMarket, at, id)
	case p.ID() != id:
		return nil, fmt.Errorf("%w: contract %s answers for market %s with the parameters of %s", ErrMarket, at, id, p.ID())
	}
	return New(at, p), nil
}

// ID returns the market's id.
func (m *Market) ID() common.Hash { return m.id }
