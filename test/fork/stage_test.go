// Package fork holds a devnet that was forked from a real market, 40 ms away, to what
// that market itself answers: quotes, swaps, balances, slots and code, over a link that
// is slow, that dies, that lies, and from a recording without any link.
package fork

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
)

// latency is what every round trip to the market costs more.
const latency = 40 * time.Millisecond

// stage is a market with several positions, behind a proxy.
type stage struct {
	*evmtest.Market
	proxy *rpctest.Proxy
	below *gethrpc.Client // without the proxy
}

func newStage(t testing.TB) *stage {
	t.Helper()
	m := evmtest.NewServedMarket(t)
	usdc, weth := uint256.NewInt(200_000_000_000), uint256.MustFromDecimal("100000000000000000000")
	m.Provide(-887270, 887270, usdc, weth)
	for _, half := range []int32{50, 700, 3000} {
		m.Provide(201220-half, 201220+half, usdc, weth)
	}
	s := &stage{Market: m, proxy: rpctest.New(t, m.Chain().Server.Endpoint())}
	var err error
	if s.below, err = gethrpc.DialContext(t.Context(), m.Chain().Server.Endpoint()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.below.Close)
	return s
}

// pin reads the market's latest block over the proxy.
func (s *stage) pin(t testing.TB) *remote.State {
	t.Helper()
	client, id, err := rpc.DialAny(t.Context(), s.proxy.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	state, err := remote.Pin(t.Context(), client, id, nil)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// fork starts a devnet on a block.
func fork(t testing.TB, below *remote.State) *node.Node {
	t.Helper()
	n, err := node.New(node.Config{
		Fork: below, Clock: clock.NewSimulated(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
		Services: []node.Services{cheat.Services(cheat.Options{AutoImpersonate: true})},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// question is a request whose last parameter, the block, is missing.
type question struct {
	method string
	params []any
}

// String implements fmt.Stringer.
func (q question) String() string { return fmt.Sprintf("%s %v", q.method, q.params) }

// at is the answer of a node at a block; an error is answered as its text.
func (q question) at(t testing.TB, node *gethrpc.Client, block string) (string, error) {
	t.Helper()
	var out json.RawMessage
	err := node.CallContext(t.Context(), &out, q.method, append(append([]any{}, q.params...), block)...)
	return string(out), err
}

// questions is a stream of what a trader asks a market.
type questions struct {
	*stage
	rand *rand.Rand
}

func (s *stage) questions() *questions { return &questions{s, seed.Seed(7).Stream("questions")} }

// next is a random question.
func (q *questions) next() question {
	switch q.rand.IntN(6) {
	case 0:
		return q.call(q.Account, q.Quoter, q.quote())
	case 1:
		return q.call(q.Account, q.Router, q.SellCall(q.rand.IntN(2) == 0, q.amount()))
	case 2:
		return q.call(q.Account, q.Router, q.BuyCall(q.rand.IntN(2) == 0, q.amount(), new(uint256.Int).SetAllOne()))
	case 3:
		return q.call(common.Address{}, q.token(), evmtest.Pack("balanceOf(address)", q.someone().Bytes()))
	case 4:
		return question{"eth_getStorageAt", []any{q.someone(), common.BigToHash(big.NewInt(q.rand.Int64N(12)))}}
	default:
		return question{[]string{"eth_getCode", "eth_getBalance", "eth_getTransactionCount"}[q.rand.IntN(3)], []any{q.someone()}}
	}
}

func (q *questions) call(from, to common.Address, data []byte) question {
	return question{"eth_call", []any{map[string]any{"from": from, "to": to, "data": hexutil.Bytes(data)}}}
}

// amount is up to 2^60 of a token's smallest unit, small ones as likely as large ones.
func (q *questions) amount() *uint256.Int {
	return uint256.NewInt(1 + q.rand.Uint64()>>(4+q.rand.UintN(60)))
}

func (q *questions) token() common.Address {
	return []common.Address{q.USDC, q.WETH}[q.rand.IntN(2)]
}

func (q *questions) someone() common.Address {
	return []common.Address{q.USDC, q.WETH, q.Pool, q.Router, q.Quoter, q.Positions, q.Account, {1: byte(q.rand.IntN(256))}}[q.rand.IntN(8)]
}

// quote is an exact-input quote, one way or the other.
func (q *questions) quote() []byte {
	in, out := q.USDC, q.WETH
	if q.rand.IntN(2) == 0 {
		in, out = out, in
	}
	return bind.NewQuoterV2().PackQuoteExactInputSingle(bind.IQuoterV2QuoteExactInputSingleParams{
		TokenIn: in, TokenOut: out, AmountIn: q.amount().ToBig(), Fee: big.NewInt(500), SqrtPriceLimitX96: new(big.Int),
	})
}
