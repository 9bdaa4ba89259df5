package turn

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Venue is another place where the tokens of Reading.Pool are traded, at the pinned
// block. Values are never taken from it: they are the pool's.
type Venue struct {
	Protocol string `cbor:"1,keyasint" json:"protocol"`
	// Address is the pair on Uniswap v2. A pool of v4 has none, and an ID.
	Address common.Address `cbor:"2,keyasint,omitzero" json:"address,omitzero"`
	ID      common.Hash    `cbor:"3,keyasint,omitzero" json:"id,omitzero"`
	// Fee0Pips and Fee1Pips are taken of token0 and of token1 that are paid in, in
	// hundredths of a basis point.
	Fee0Pips uint32 `cbor:"4,keyasint" json:"fee0_pips"`
	Fee1Pips uint32 `cbor:"5,keyasint" json:"fee1_pips"`
	// Reserve0 and Reserve1 are what a pair holds.
	Reserve0 uint256.Int `cbor:"6,keyasint,omitzero" json:"reserve0,omitzero"`
	Reserve1 uint256.Int `cbor:"7,keyasint,omitzero" json:"reserve1,omitzero"`
	// SqrtPriceX96 and Liquidity are the state of a v4 pool.
	SqrtPriceX96 uint256.Int `cbor:"8,keyasint,omitzero" json:"sqrt_price_x96,omitzero"`
	Liquidity    uint256.Int `cbor:"9,keyasint,omitzero" json:"liquidity,omitzero"`
	// Price is that of one whole base token in quote tokens, for thinking; 0 where
	// nothing can be traded.
	Price float64 `cbor:"10,keyasint" json:"price"`
}

// Venue returns the other venue of a protocol.
func (r Reading) Venue(protocol string) (Venue, bool) {
	for _, e := range r.Venues {
		if e.Protocol == protocol {
			return e, true
		}
	}
	return Venue{}, false
}

// FeePips is the fee that a swap on a protocol takes of the token that is paid in, in
// hundredths of a basis point: the other venue's, or else the pool's.
func (r Reading) FeePips(protocol string, in common.Address) uint32 {
	e, other := r.Venue(protocol)
	switch {
	case !other:
		return r.Pool.FeePips
	case in == r.Pool.Token0.Address:
		return e.Fee0Pips
	}
	return e.Fee1Pips
}
