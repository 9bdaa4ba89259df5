package morpho

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// wad is one, in the contract's 1e18ths.
var wad = uint256.NewInt(1e18)

// words cuts an answer into as many words as it must have.
func words(raw []byte, n int, of string) ([]uint256.Int, error) {
	if len(raw) != 32*n {
		return nil, fmt.Errorf("%w: %s of %d bytes, not %d", ErrMarket, of, len(raw), 32*n)
	}
	out := make([]uint256.Int, n)
	for i := range out {
		out[i].SetBytes32(raw[32*i : 32*i+32])
	}
	return out, nil
}

// narrow refuses what does not fit the contract's own type.
func narrow(bits int, of string, values ...*uint256.Int) error {
	for _, v := range values {
		if v.BitLen() > bits {
			return fmt.Errorf("%w: %s of more than %d bits", ErrMarket, of, bits)
		}
	}
	return nil
}

// parseParams decodes the answer of idToMarketParams.
func (c *Codec) parseParams(raw []byte) (p Params, _ error) {
	w, err := words(raw, 5, "parameters")
	if err != nil {
		return p, err
	}
	if err := narrow(160, "an address", &w[0], &w[1], &w[2], &w[3]); err != nil {
		return p, err
	}
	for i, a := range []*common.Address{&p.Loan, &p.Collateral, &p.Oracle, &p.Rate} {
		*a = w[i].Bytes20()
	}
	if w[4].Gt(wad) {
		return p, fmt.Errorf("%w: a loan of %s 1e18ths of its collateral", ErrMarket, w[4].Dec())
	}
	p.LLTV = w[4]
	return p, nil
}

// ParseState decodes the answer to State.
func ParseState(raw []byte) (s State, _ error) {
	w, err := words(raw, 6, "a market")
	if err != nil {
		return s, err
	}
	for i := range w {
		if err := narrow(128, "a sum", &w[i]); err != nil {
			return s, err
		}
	}
	if !w[4].IsUint64() || w[5].Gt(wad) {
		return s, fmt.Errorf("%w: updated at %s, a fee of %s 1e18ths", ErrMarket, w[4].Dec(), w[5].Dec())
	}
	return State{w[0], w[1], w[2], w[3], w[4].Uint64(), w[5]}, nil
}

// ParsePosition decodes the answer to Position.
func ParsePosition(raw []byte) (p Position, _ error) {
	w, err := words(raw, 3, "a position")
	if err != nil {
		return p, err
	}
	return Position{w[0], w[1], w[2]}, narrow(128, "a debt or collateral", &w[1], &w[2])
}

// ParseNumber decodes the answer of an oracle or a rate model.
func ParseNumber(raw []byte) (n uint256.Int, _ error) {
	w, err := words(raw, 1, "a number")
	if err != nil {
		return n, err
	}
	return w[0], nil
}
