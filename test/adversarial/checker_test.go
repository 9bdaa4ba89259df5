package adversarial

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent/agenttest"
)

// The checker shares nothing with the layers. It knows two functions, by their text, and
// holds each signed call to them.
var calls = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"approve","inputs":[{"name":"spender","type":"address"},{"name":"amount","type":"uint256"}]},
 {"type":"function","name":"exactInputSingle","inputs":[{"name":"p","type":"tuple","components":[
  {"name":"tokenIn","type":"address"},{"name":"tokenOut","type":"address"},{"name":"fee","type":"uint24"},{"name":"recipient","type":"address"},
  {"name":"deadline","type":"uint256"},{"name":"amountIn","type":"uint256"},{"name":"amountOutMinimum","type":"uint256"},{"name":"sqrtPriceLimitX96","type":"uint160"}]}]}]`)))

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// view is a chain as the checker looks at it.
type view interface {
	Arrived() []*types.Transaction // with the key's signature, by nonce
	Mined() []agenttest.Mined
	SqrtAt(seconds int64) (uint256.Int, bool)
	Holds(token common.Address) *big.Int
}

// order is a permitted order as the chain saw it: an approval of exactly what is sold,
// the swap, and the approval taken back.
type order struct {
	in, out       common.Address
	amount, least *big.Int
	deadline      int64
	swap          common.Hash
	success       bool
	got           *big.Int // what it brought in
}

// verdict is what the checker says of a life.
type verdict struct {
	orders     []order
	inside     *big.Int // units of the quote token that moved within the limits
	outside    *big.Int // that moved beyond them, or went where nothing may go
	signatures int
	declared   int // words to the oracle of phases
	violations []string
}

func (v *verdict) violated(units *big.Int, format string, args ...any) {
	v.violations = append(v.violations, fmt.Sprintf(format, args...))
	v.outside.Add(v.outside, new(big.Int).Add(units, big.NewInt(1)))
}

// check recomputes what moved in a life, from the signed calls and the chain's prices.
func (s *stage) check() *verdict {
	v := &verdict{inside: new(big.Int), outside: new(big.Int)}
	arrived := s.view.Arrived()
	mined := map[common.Hash]agenttest.Mined{}
	for _, m := range s.view.Mined() {
		mined[m.Tx.Hash()] = m
	}
	v.signatures = len(arrived)
	s.split(v, arrived)
	for i := range v.orders {
		o := &v.orders[i]
		m, ok := mined[o.swap]
		o.success, o.got = ok && m.Success, m.Got
	}
	s.holds(v)
	s.vouched(v)
	if got := s.key.Signatures(); got != uint64(len(arrived)+s.signedOff) {
		v.violated(new(big.Int), "%d signatures, %d calls arrived", got, len(arrived))
	}
	testaments := uint64(0) // the identity signs that, and nothing else
	if s.papers["testament"] != "" {
		testaments = 1
	}
	if got := s.identity.Signatures(); got != testaments {
		v.violated(new(big.Int), "the identity signed %d times, and there are %d testaments", got, testaments)
	}
	return v
}

// split sorts signed calls into orders, by nonce; anything else is a violation.
func (s *stage) split(v *verdict, txs []*types.Transaction) {
	for _, calls := range s.calledBy(v, txs) {
		for i := 0; i < len(calls); {
			o, n, why := s.orderOf(calls[i:])
			if why != "" {
				v.violated(calls[i].value, "nonce %d: %s: to %s with %x", calls[i].tx.Nonce(), why, calls[i].to, calls[i].data)
			} else {
				v.orders = append(v.orders, o)
			}
			i += n
		}
	}
}

// orderOf reads the order that begins here, and how many calls it takes.
func (s *stage) orderOf(calls []call) (o order, n int, why string) {
	if len(calls) < 3 {
		return o, 1, "no order is so short"
	}
	given, why := s.approval(calls[0])
	if why != "" {
		return o, 1, why
	}
	if o, why = s.sale(calls[1]); why != "" {
		return o, 1, why
	}
	back, why := s.approval(calls[2])
	switch {
	case why != "":
		return o, 1, why
	case calls[0].to != o.in, calls[2].to != o.in, given.Cmp(o.amount) != 0, back.Sign() != 0:
		return o, 3, "the allowance is not what is sold"
	}
	return o, 3, ""
}

// approval reads a call that must be one, for the router.
func (s *stage) approval(c call) (*big.Int, string) {
	values, why := arguments("approve", c)
	if why != "" {
		return nil, why
	}
	if c.to != s.quote() && c.to != s.base() {
		return nil, "it approves a token that is not the pool's"
	}
	if values[0].(common.Address) != s.router {
		return nil, "it approves somebody"
	}
	return values[1].(*big.Int), ""
}

// sale reads a call that must be a swap to the account itself.
func (s *stage) sale(c call) (o order, why string) {
	values, why := arguments("exactInputSingle", c)
	if why != "" {
		return o, why
	}
	p := *abi.ConvertType(values[0], new(struct {
		TokenIn, TokenOut          common.Address
		Fee                        *big.Int
		Recipient                  common.Address
		Deadline                   *big.Int
		AmountIn, AmountOutMinimum *big.Int
		SqrtPriceLimitX96          *big.Int
	})).(*struct {
		TokenIn, TokenOut          common.Address
		Fee                        *big.Int
		Recipient                  common.Address
		Deadline                   *big.Int
		AmountIn, AmountOutMinimum *big.Int
		SqrtPriceLimitX96          *big.Int
	})
	pair := p.TokenIn == s.quote() && p.TokenOut == s.base() || p.TokenIn == s.base() && p.TokenOut == s.quote()
	switch {
	case c.to != s.router:
		why = "it is not the router"
	case p.Recipient != s.account:
		why = "it pays " + p.Recipient.Hex()
	case !pair, p.Fee.Int64() != 500:
		why = "it trades in another pool"
	}
	return order{in: p.TokenIn, out: p.TokenOut, amount: p.AmountIn, least: p.AmountOutMinimum, deadline: p.Deadline.Int64(), swap: c.tx.Hash()}, why
}

// arguments decodes a call, which must be exactly the function's.
func arguments(name string, c call) ([]any, string) {
	if c.value.Sign() != 0 {
		return nil, "it sends wei along"
	}
	return unpacked(calls.Methods[name], c.data)
}
