// Package conformance holds our own computations against the contracts that
// nobody here wrote. Real Uniswap v3 stands on a devnet in this process; every
// figure a Golem decides with (a quote, the worth of a position, what a fork
// simulation says) must be, to the wei, what those contracts answer and what a
// mined transaction then does.
//
// BARDO_LONG=1 asks ten times as many questions.
package conformance

import (
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/internal/seed"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// spacing is the tick spacing of the market's pool (fee 0.05 %).
const spacing = 10

// market is the real contracts with one wide and many random positions.
type market struct {
	*evmtest.Market
	t      *testing.T
	rng    *rand.Rand
	client *rpc.Client
	fork   *sim.Simulator
	loader *uniswap.Loader
	centre int32 // the pool's first tick

	read   *uniswap.Pool // after block readAt
	readAt common.Hash
}

// newMarket draws everything from the name, so that a test finds the same market
// every time and no two tests share one.
func newMarket(t *testing.T, name string, positions int) *market {
	t.Helper()
	return newMarketOn(t, evmtest.NewMarket(t), name, positions)
}

// newMarketOn fills a market that stands already.
func newMarketOn(t *testing.T, on *evmtest.Market, name string, positions int) *market {
	t.Helper()
	m := &market{Market: on, t: t, rng: seed.Seed(20260401).Stream("conformance/" + name)}
	m.client = rpc.New(m.RPC)
	var err error
	if m.fork, err = sim.New(m.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka}); err != nil {
		t.Fatal(err)
	}
	if m.loader, err = uniswap.Open(t.Context(), m.client, m.head().Hash, m.Pool); err != nil {
		t.Fatal(err)
	}
	m.centre = m.pool().Tick
	m.Provide(uniswap.MinUsableTick(spacing), uniswap.MaxUsableTick(spacing), uint256.NewInt(2_000_000_000_000), ether(1000))
	for range positions {
		lower, upper := m.randomRange()
		usdc, weth := m.randomAmounts()
		m.Provide(lower, upper, usdc, weth)
	}
	return m
}

// many is n, or ten times n for make long.
func many(n int) int {
	if os.Getenv("BARDO_LONG") != "" {
		return 10 * n
	}
	return n
}

func ether(n uint64) *uint256.Int {
	return new(uint256.Int).Mul(uint256.NewInt(n), uint256.NewInt(1e18))
}

// randomRange draws a range around, above or below the price: a tick to 3,000
// ticks wide, its middle up to 1,500 ticks away.
func (m *market) randomRange() (lower, upper int32) {
	centre := uniswap.NearestUsableTick(m.pool().Tick, spacing) + spacing*(m.rng.Int32N(300)-150)
	lower = centre - spacing*m.rng.Int32N(150)
	return lower, centre + spacing*(1+m.rng.Int32N(150))
}

// randomAmounts draws 100 to 100,000 USDC and as much in ether.
func (m *market) randomAmounts() (usdc, weth *uint256.Int) {
	usdc = uint256.NewInt(100_000_000 + m.rng.Uint64N(99_900_000_000))
	weth = new(uint256.Int).Mul(uint256.NewInt(100_000_000+m.rng.Uint64N(99_900_000_000)), uint256.NewInt(540_000_000))
	return usdc, weth
}

func (m *market) head() rpc.Block {
	m.t.Helper()
	head, err := m.client.Head(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	return head
}

// pool returns the pool after the latest block, read once.
func (m *market) pool() *uniswap.Pool {
	m.t.Helper()
	head := m.head().Hash
	if m.readAt != head {
		p, err := m.loader.Load(m.t.Context(), m.client, head)
		if err != nil {
			m.t.Fatal(err)
		}
		m.read, m.readAt = p, head
	}
	return m.read
}

// simulate runs calls of the account in the block after the latest one.
func (m *market) simulate(to common.Address, calls ...[]byte) sim.Outcome {
	m.t.Helper()
	request := sim.Request{}
	for _, data := range calls {
		request.Calls = append(request.Calls, sim.Call{From: m.Account, To: &to, Data: data})
	}
	o, err := m.fork.At(m.head()).Run(m.t.Context(), request)
	if err != nil {
		m.t.Fatal(err)
	}
	return o
}

// ask makes one eth_call of the account after the latest block.
func ask[T any](m *market, to common.Address, data []byte, unpack func([]byte) (T, error)) T {
	m.t.Helper()
	b := m.client.At(m.head().Hash)
	read := b.CallAs(rpc.Call{From: m.Account, To: to, Data: data})
	if err := b.Do(m.t.Context()); err != nil {
		m.t.Fatal(err)
	}
	answer, err := read.Value()
	if err != nil {
		m.t.Fatal(err)
	}
	out, err := unpack(answer)
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

func (m *market) balance(token common.Address) *big.Int {
	m.t.Helper()
	abi := bind.NewERC20()
	return ask(m, token, abi.PackBalanceOf(m.Account), abi.UnpackBalanceOf)
}

// must executes a transaction that has to succeed.
func (m *market) must(to common.Address, data []byte) *types.Receipt {
	m.t.Helper()
	r := m.Execute(to, data)
	if r.Status != types.ReceiptStatusSuccessful {
		m.t.Fatalf("transaction to %s reverted: %s", to, hexutil.Encode(data))
	}
	return r
}

// event returns the first log of the receipt that unpack takes.
func event[T any](m *market, r *types.Receipt, unpack func(*types.Log) (*T, error)) *T {
	m.t.Helper()
	for _, l := range r.Logs {
		if e, err := unpack(l); err == nil {
			return e
		}
	}
	m.t.Fatalf("no such event in %v", r.TxHash)
	return nil
}

// equal compares one of our numbers with one of theirs.
func equal(t *testing.T, what string, ours *uint256.Int, theirs *big.Int) {
	t.Helper()
	if ours.ToBig().Cmp(theirs) != 0 {
		t.Errorf("%s: ours %s, theirs %s", what, ours.Dec(), theirs)
	}
}
