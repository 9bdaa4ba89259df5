package library

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
)

// The pools of a new token on v3 and v4.
const (
	newFee     = 3000
	newSpacing = 60
)

// issue is a new token on its way into its pools. The amounts are those of one pool.
type issue struct {
	*maker
	token        common.Address
	decimals     int64
	tokens, usdc *big.Int
	lower, upper common.Address // USDC and the token, in the order of their addresses
	low, high    *big.Int       // their amounts
}

// newPool creates a token, mints what three pools need, and opens and fills one of each
// version with a third of the value (spec: mirage-testing §12.3). The kit's account owns
// the token and the positions.
func (m *maker) newPool(s settings) error {
	i := &issue{maker: m, decimals: int64(s.count("decimals"))}
	// A pool holds a third of the value, half of it in USDC.
	half := new(big.Rat).Quo(s.number("tvl"), big.NewRat(6, 1))
	i.usdc = raw(half, 6)
	i.tokens = raw(half.Quo(half, s.number("price")), i.decimals)
	for _, step := range []func() error{func() error { return i.create(s["symbol"]) }, i.v2, i.v3, i.v4} {
		if err := step(); err != nil {
			return err
		}
	}
	m.plan.Report.Token = &i.token
	return m.plan.measure(m.view)
}

// raw is a decimal amount in smallest units, rounded down.
func raw(amount *big.Rat, decimals int64) *big.Int {
	n := new(big.Rat).Mul(amount, new(big.Rat).SetInt(tenTo(decimals)))
	return new(big.Int).Quo(n.Num(), n.Denom())
}

// create makes the token, a proxy before the code of the kit's USDC as DAI and WBTC are,
// and mints what the pools need.
func (i *issue) create(symbol string) error {
	c, err := i.ground.Set.Contract("FiatTokenProxy")
	if err != nil {
		return err
	}
	code, err := c.Code(nil)
	if err != nil {
		return err
	}
	proxy, fiat, logic, own := bind.NewFiatTokenProxy(), bind.NewFiatToken(), i.ground.Book.Address("FiatTokenV2_2"), i.owner()
	if i.token, err = i.do("create "+symbol, own, nil, nil, append(code, proxy.PackConstructor(logic)...)); err != nil {
		return err
	}
	for _, call := range [][]byte{
		proxy.PackChangeAdmin(logic), // nobody's: an admin cannot call the token
		fiat.PackInitialize(symbol, symbol, symbol, uint8(i.decimals), own, own, own, own),
		fiat.PackInitializeV2(symbol),
		fiat.PackInitializeV21(own),
		fiat.PackInitializeV22(nil, symbol),
		fiat.PackConfigureMinter(own, math.MaxBig256),
		fiat.PackMint(own, new(big.Int).Mul(i.tokens, big.NewInt(3))),
	} {
		if _, err := i.do("set up "+symbol, own, &i.token, nil, call); err != nil {
			return err
		}
	}
	i.lower, i.upper, i.low, i.high = i.token, i.ground.Book.Address("USDC"), i.tokens, i.usdc
	if i.upper.Cmp(i.lower) < 0 {
		i.lower, i.upper, i.low, i.high = i.upper, i.lower, i.high, i.low
	}
	return nil
}
