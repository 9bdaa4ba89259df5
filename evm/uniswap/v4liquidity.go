package uniswap

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// The actions of v4's position manager (v4-periphery, Actions).
const (
	decreaseLiquidity = 0x01
	mintPosition      = 0x02
	burnPosition      = 0x03
	settlePair        = 0x0d
	takePair          = 0x11
)

var (
	mintArgs = append(abi.Arguments{tuple(keyParts...)}, plain("int24", "int24", "uint256", "uint128", "uint128", "address", "bytes")...)
	// Of a position: how much liquidity goes, and the least of either token that comes of it.
	decreaseArgs = plain("uint256", "uint256", "uint128", "uint128", "bytes")
	burnArgs     = plain("uint256", "uint128", "uint128", "bytes")
	settleArgs   = plain("address", "address")
	takeArgs     = plain("address", "address", "address")
)

// MintV4 is a new position of so much liquidity between two ticks of a pool. It costs at most Most of
// either token, which the sender pays through allowances of Permit2.
type MintV4 struct {
	Key          bind.PoolKey
	Lower, Upper int32
	Liquidity    *big.Int
	Most         [2]*big.Int
	Owner        common.Address
}

// Call encodes the position manager's call that opens it until a time in unix seconds.
func (m MintV4) Call(until *big.Int) ([]byte, error) {
	if err := inPool(m.Liquidity, m.Most[0], m.Most[1]); err != nil {
		return nil, err
	}
	mint, err := mintArgs.Pack(m.Key, big.NewInt(int64(m.Lower)), big.NewInt(int64(m.Upper)), m.Liquidity, m.Most[0], m.Most[1], m.Owner, []byte{})
	if err != nil {
		return nil, fmt.Errorf("encode a v4 position: %w", err)
	}
	settle, err := settleArgs.Pack(m.Key.Currency0, m.Key.Currency1)
	if err != nil {
		return nil, fmt.Errorf("encode a v4 position: %w", err)
	}
	return modifyV4([]byte{mintPosition, settlePair}, until, mint, settle)
}

// ExitV4 takes liquidity out of a position, with what it earned: at least Least of either token, what
// it earned left aside, which is To's. Liquidity zero takes out what it earned alone.
type ExitV4 struct {
	Key       bind.PoolKey
	ID        *big.Int
	Liquidity *big.Int // nil: all of it, and the position is no more
	Least     [2]*big.Int
	To        common.Address
}

// Call encodes the position manager's call that does so until a time in unix seconds.
func (x ExitV4) Call(until *big.Int) ([]byte, error) {
	if err := inPool(x.Least[0], x.Least[1]); err != nil {
		return nil, err
	}
	var exit []byte
	var err error
	action := byte(burnPosition)
	if x.Liquidity == nil {
		exit, err = burnArgs.Pack(x.ID, x.Least[0], x.Least[1], []byte{})
	} else {
		action = decreaseLiquidity
		exit, err = decreaseArgs.Pack(x.ID, x.Liquidity, x.Least[0], x.Least[1], []byte{})
	}
	if err != nil {
		return nil, fmt.Errorf("encode leaving a v4 position: %w", err)
	}
	take, err := takeArgs.Pack(x.Key.Currency0, x.Key.Currency1, x.To)
	if err != nil {
		return nil, fmt.Errorf("encode leaving a v4 position: %w", err)
	}
	return modifyV4([]byte{action, takePair}, until, exit, take)
}

// inPool refuses amounts above 128 bits: a pool has no more.
func inPool(all ...*big.Int) error {
	for _, v := range all {
		if v.BitLen() > 128 {
			return fmt.Errorf("%w: %s in a v4 pool", ErrAmount, v)
		}
	}
	return nil
}

func modifyV4(actions []byte, until *big.Int, params ...[]byte) ([]byte, error) {
	unlock, err := actionArgs.Pack(actions, params)
	if err != nil {
		return nil, fmt.Errorf("encode actions of v4: %w", err)
	}
	return bind.NewV4PositionManager().PackModifyLiquidities(unlock, until), nil
}
