package follow

import (
	"fmt"
	"slices"

	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Protocols of a pool.
const (
	V2 = "uniswap-v2"
	V3 = "uniswap-v3"
	V4 = "uniswap-v4"
)

// Pool is a pool to be, of a whole-range position.
type Pool struct {
	Handle, Protocol string
	Token0, Token1   common.Address // in the order of their addresses
	Fee              uint32         // hundredths of a basis point
	SqrtPriceX96     *uint256.Int   // the opening price
	// Amount0 and Amount1 are the liquidity, of one as much worth as of the other.
	Amount0, Amount1 *uint256.Int
}

// spacings are the tick spacings of the fees.
var spacings = map[uint32]int32{100: 1, 500: 10, 3000: 60, 10000: 200}

// Spacing is the tick spacing of a pool of v3 or v4, 0 of v2.
func (p Pool) Spacing() int32 {
	if p.Protocol == V2 {
		return 0
	}
	return spacings[p.Fee]
}

// Suffix is what the handle of a protocol's pools ends in.
func Suffix(protocol string) string {
	if protocol == V3 {
		return ""
	}
	return protocol[len("uniswap"):]
}

// Check reports a protocol or a fee that no pool has.
func Check(protocol string, fee uint32) error {
	if !slices.Contains([]string{V2, V3, V4}, protocol) {
		return fmt.Errorf("protocol %q: want %s, %s or %s", protocol, V2, V3, V4)
	}
	if _, ok := spacings[fee]; !ok || protocol == V2 && fee != uniswap.FeeV2 {
		return fmt.Errorf("fee %d: %s has no such pool", fee, protocol)
	}
	return nil
}
