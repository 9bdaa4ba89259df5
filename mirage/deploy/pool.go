package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holiman/uint256"
)

// MaxTraders bounds the market accounts of a pool.
const MaxTraders = 64

var (
	fees     = []uint32{100, 500, 3000, 10000}
	spacings = map[uint32]int32{100: 1, 500: 10, 3000: 60, 10000: 200}

	minSqrtPrice = uint256.NewInt(4295128739)
	maxSqrtPrice = uint256.MustFromDecimal("1461446703485210103287273052203988822378723970342")
)

// Pool is a pool of Uniswap v3 to deploy, with the accounts that move it.
type Pool struct {
	Token0, Token1 Token        // in the pool's order
	Quote          int          // index of the token in which the other is priced
	Fee            uint32       // hundredths of a basis point: 100, 500, 3000 or 10000
	SqrtPriceX96   *uint256.Int // the opening price
}

// Handle names the pool by its pair and its fee in basis points: weth-usdc-5.
func (p Pool) Handle() string {
	base, quote := p.Token1, p.Token0
	if p.Quote == 1 {
		base, quote = quote, base
	}
	return Handle(base.Symbol, quote.Symbol, p.Fee)
}

// Handle names a pool by the symbols of its pair and its fee, which is in hundredths of a
// basis point.
func Handle(base, quote string, fee uint32) string {
	return strings.ToLower(base+"-"+quote) + "-" + strconv.FormatFloat(float64(fee)/100, 'f', -1, 64)
}

func (p Pool) check() error {
	var errs []error
	for _, t := range []Token{p.Token0, p.Token1} {
		if t.Symbol == "" || t.Symbol == Native || slices.Contains(reserved, t.entry()) && !t.Native {
			errs = append(errs, fmt.Errorf("token symbol %q is empty or taken", t.Symbol))
		}
		if t.Native && t.Decimals != weth9.Decimals {
			errs = append(errs, fmt.Errorf("token %s: the wrapped native coin has 18 decimals, not %d", t.Symbol, t.Decimals))
		}
	}
	if p.Token0.entry() == p.Token1.entry() {
		errs = append(errs, fmt.Errorf("both tokens are %s", p.Token0.entry()))
	}
	if p.Quote != 0 && p.Quote != 1 {
		errs = append(errs, fmt.Errorf("the quote is token%d: want 0 or 1", p.Quote))
	}
	if !slices.Contains(fees, p.Fee) {
		errs = append(errs, fmt.Errorf("fee %d is not one of %v", p.Fee, fees))
	}
	if p.SqrtPriceX96 == nil || p.SqrtPriceX96.Lt(minSqrtPrice) || !p.SqrtPriceX96.Lt(maxSqrtPrice) {
		errs = append(errs, errors.New("the opening price is outside the pool's range"))
	}
	return errors.Join(errs...)
}

// contract and account name a pool and its market accounts in the book. The first ones of a
// plan have plain names.
func (p Plan) contract(pool int) string {
	if pool == 0 {
		return "UniswapV3Pool"
	}
	return "UniswapV3Pool:" + p.Pools[pool].Handle()
}

func (p Plan) account(pool, trader int) string {
	name := "Market"
	if pool > 0 {
		name += ":" + p.Pools[pool].Handle()
	}
	if trader > 0 {
		name += ":" + strconv.Itoa(trader)
	}
	return name
}
