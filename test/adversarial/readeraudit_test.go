package adversarial

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// readerViews is what a cage asks a reader about a call, by its text.
var readerViews = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"read","inputs":[{"name":"target","type":"address"},{"name":"account","type":"address"},{"name":"data","type":"bytes"}],"outputs":[{"name":"a","type":"tuple","components":[
  {"name":"deed","type":"uint8"},{"name":"tokenA","type":"address"},{"name":"tokenB","type":"address"},{"name":"amountA","type":"uint256"},{"name":"amountB","type":"uint256"},{"name":"id","type":"uint256"},{"name":"place","type":"address"},{"name":"to","type":"address"},{"name":"hops","type":"address[]"}]}]}]`)))

// readAs is a call as a reader says it.
type readAs struct {
	Deed             uint8
	TokenA, TokenB   common.Address
	AmountA, AmountB *big.Int
	Id               *big.Int // as the contract calls it
	Place, To        common.Address
	Hops             []common.Address
}

// agrees holds the reader on the chain to what the checker itself encodes: swaps and mints of any size in
// every market.
func (x *intrigue) agrees(reader common.Address) {
	for _, s := range x.goods.stalls {
		zero, one := s.sides()
		in, out := zero, one
		if x.rng.IntN(2) == 0 {
			in, out = one, zero
		}
		n := func() *big.Int { return new(big.Int).Add(big.NewInt(2), big.NewInt(x.rng.Int64N(1<<62))) }
		paid, other := n(), n()
		x.agree(reader, x.r.Router, "exactInputSingle", readAs{Deed: 1, TokenA: in.at, TokenB: out.at, AmountA: paid, AmountB: new(big.Int), To: x.r.account},
			struct {
				TokenIn, TokenOut                                       common.Address
				Fee                                                     *big.Int
				Recipient                                               common.Address
				Deadline, AmountIn, AmountOutMinimum, SqrtPriceLimitX96 *big.Int
			}{in.at, out.at, big.NewInt(s.fee), x.r.account, n(), paid, n(), new(big.Int)})
		x.agree(reader, x.r.Positions, "mint", readAs{Deed: 2, TokenA: zero.at, TokenB: one.at, AmountA: paid, AmountB: other, Place: s.at, To: x.r.account},
			struct {
				Token0, Token1                                                                    common.Address
				Fee, TickLower, TickUpper, Amount0Desired, Amount1Desired, Amount0Min, Amount1Min *big.Int
				Recipient                                                                         common.Address
				Deadline                                                                          *big.Int
			}{zero.at, one.at, big.NewInt(s.fee), big.NewInt(-600), big.NewInt(600), paid, other, n(), n(), x.r.account, n()})
	}
}

// agree holds it to one call.
func (x *intrigue) agree(reader, target common.Address, name string, want readAs, params any) {
	data := must(phrases.Pack(name, params))
	raw := x.r.reads().ask(reader, must(readerViews.Pack("read", target, x.r.account, data)))
	out, err := readerViews.Methods["read"].Outputs.Unpack(raw)
	if err != nil {
		x.fails(fmt.Errorf("the reader on the chain reads no %s: %w", name, err))
		return
	}
	got := *abi.ConvertType(out[0], new(readAs)).(*readAs)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"deed", got.Deed, want.Deed},
		{"first token", got.TokenA, want.TokenA},
		{"second token", got.TokenB, want.TokenB},
		{"amount", got.AmountA, want.AmountA},
		{"second amount", got.AmountB, want.AmountB},
		{"place", got.Place, want.Place},
		{"receiver", got.To, want.To},
	} {
		if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
			x.fails(fmt.Errorf("the reader on the chain says of a %s that its %s is %v, and it is %v", name, c.what, c.got, c.want))
		}
	}
}
