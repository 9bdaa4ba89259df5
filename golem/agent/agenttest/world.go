package agenttest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"time"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// ChainID is the chain of a World, and BlockTime how far apart its blocks are, in
// milliseconds.
const (
	ChainID   = 31337
	BlockTime = 15_000
)

const (
	fee = 500 // of the pool, in millionths
	tip = 2_000_000
)

// The tokens and contracts of a World.
var (
	USDC = turn.Token{Address: common.HexToAddress("0x01"), Symbol: "USDC", Decimals: 6}
	WETH = turn.Token{Address: common.HexToAddress("0x02"), Symbol: "WETH", Decimals: 18}
	Pool = common.HexToAddress("0x03")

	Router    = common.HexToAddress("0x04")
	Positions = common.HexToAddress("0x05")
)

// errAway is a read that fails.
var errAway = errors.New("the node is away")

// World is a cheap outside: a random walk of the price, one wallet, and a chain
// that executes approvals and swaps at the price of the pool. Everything follows
// from the seed and from what is asked of it. The JSON-RPC server calls it from
// goroutines of its own; its fields are set before that, and read when it is still.
type World struct {
	mu      sync.Mutex
	rng     *rand.Rand
	account common.Address // holds the wallet
	key     common.Address // signs, and pays for gas
	grant   *grant.Grant   // by which the key acts for the account; nil: it is its own
	fence   *turn.Fence
	signer  types.Signer

	now     int64 // unix milliseconds
	block   turn.Block
	tick    int32
	baseFee uint64
	wild    float64 // ticks a block, typically

	Wallet      map[common.Address]*uint256.Int // of the account
	Native      uint256.Int
	allowed     map[allowance]*uint256.Int
	bend        Bend
	mined       []Mined
	jump        int32                 // of the price, with the next block
	prices      map[int64]uint256.Int // by the time of the block
	nonce       uint64                // next to be mined
	waiting     map[uint64]*types.Transaction
	offers      map[uint64][]*types.Transaction // all that ever came, by nonce
	receipts    map[common.Hash]*types.Receipt
	shown       map[common.Hash]uint64 // receipt is hidden before this block
	swaps       int                    // mined and successful
	sent        int                    // transactions with a good signature that arrived
	nonceAsks   int                    // how often a signature was prepared
	Faults      Faults
	problems    []error // what no honest Golem can cause
	onArrival   func()  // called once, when more than arriveAfter transactions have arrived
	arriveAfter int
	Market      Market // nil: a random walk
	growth      uint256.Int
}

// Faults are chances between 0 and 1.
type Faults struct{ Read, Send, Lost, Dropped, Hidden, Reverted float64 }

// NewWorld is the world of a seed around one account, at unix milliseconds: 10,000 USDC,
// five of the coin, and for three seeds of four faults.
func NewWorld(s seed.Seed, account common.Address, start int64) *World {
	rng := s.Stream("world")
	w := &World{
		rng: rng, account: account, key: account, now: start, tick: 200_000 + rng.Int32N(2_000),
		baseFee: 10_000_000 + rng.Uint64N(200_000_000), wild: 1 + 20*rng.Float64(),
		Wallet:  map[common.Address]*uint256.Int{USDC.Address: uint256.NewInt(10_000_000_000), WETH.Address: new(uint256.Int)},
		allowed: map[allowance]*uint256.Int{}, prices: map[int64]uint256.Int{},
		waiting: map[uint64]*types.Transaction{}, offers: map[uint64][]*types.Transaction{}, receipts: map[common.Hash]*types.Receipt{}, shown: map[common.Hash]uint64{},
	}
	w.Native.SetUint64(5e18)
	w.signer = types.NewLondonSigner(big.NewInt(ChainID))
	if rng.IntN(4) > 0 { // three lives of four meet faults
		w.Faults = Faults{
			Read: 0.1 * rng.Float64(), Send: 0.1 * rng.Float64(), Lost: 0.1 * rng.Float64(), Dropped: 0.05 * rng.Float64(),
			Hidden: 0.15 * rng.Float64(), Reverted: 0.1 * rng.Float64(),
		}
	}
	w.seal(start / 1000)
	return w
}

// seal makes the next block.
func (w *World) seal(at int64) {
	number := w.block.Number + 1
	w.block = turn.Block{Number: number, Hash: crypto.Keccak256Hash(binary.BigEndian.AppendUint64([]byte("block"), number)), Time: at}
	if w.Market != nil {
		w.grow()
	} else {
		w.wander()
	}
	w.tick, w.jump = w.tick+w.jump, 0
	w.prices[at] = w.sqrt()
	for tx := w.waiting[w.nonce]; tx != nil; tx = w.waiting[w.nonce] {
		delete(w.waiting, w.nonce)
		w.nonce++
		w.mine(tx)
	}
}

// wander is a step of the random walk.
func (w *World) wander() {
	step := w.rng.NormFloat64() * w.wild
	if w.rng.IntN(200) == 0 {
		step *= 20 // a shock
	}
	w.tick = min(max(w.tick+int32(step), 190_000), 212_000)
}

// Now implements clock.Clock.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.UnixMilli(w.now).UTC()
}

// WaitUntil implements clock.Clock: waiting moves the world.
func (w *World) WaitUntil(ctx context.Context, t time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	until := t.UnixMilli()
	for next := (w.block.Time*1000/BlockTime + 1) * BlockTime; next <= until; next += BlockTime {
		w.seal(next / 1000)
	}
	w.now = max(w.now, until)
	return nil
}

func (w *World) fails(chance float64) bool { return chance > 0 && w.rng.Float64() < chance }

func (w *World) sqrt() uint256.Int {
	p, err := uniswap.SqrtPriceAtTick(w.tick)
	if err != nil {
		w.problems = append(w.problems, err)
	}
	return p
}

// Observe implements tape.Eyes.
func (w *World) Observe(context.Context) (turn.Reading, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails(w.Faults.Read) {
		return turn.Reading{}, errAway
	}
	r := turn.Reading{
		Block: w.block, Native: w.Native, GasPrice: *uint256.NewInt(w.baseFee + tip),
		MaxFee: *uint256.NewInt(2*w.baseFee + tip), Tip: *uint256.NewInt(tip),
	}
	r.Pool = turn.Pool{
		Address: Pool, Token0: USDC, Token1: WETH, QuoteIsZero: true, FeePips: fee, TickSpacing: 10,
		SqrtPriceX96: w.sqrt(), Tick: w.tick, Liquidity: *uint256.NewInt(1e18), Price: w.price(),
	}
	if w.Market != nil {
		r.Pool.Growth = []uint256.Int{w.growth, w.growth}
	}
	r.NativeUSD, r.NativePrice = r.Pool.Price, money.USDC(r.Pool.Price*1e6)
	for _, token := range []turn.Token{USDC, WETH} {
		b := turn.Balance{Token: token, Units: *w.Wallet[token.Address]}
		b.Value = money.Float(&b.Units, token.Decimals)
		if token == WETH {
			b.Value *= r.Pool.Price
		}
		r.Balances = append(r.Balances, b)
	}
	w.reads(&r)
	if w.bend.Reading != nil {
		w.bend.Reading(&r)
	}
	return r, nil
}

func (w *World) price() float64 {
	p := w.sqrt()
	return 1 / uniswap.ApproxPrice(&p, USDC.Decimals, WETH.Decimals)
}

// Glance implements tape.Eyes.
func (w *World) Glance(context.Context) (turn.Glance, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails(w.Faults.Read) {
		return turn.Glance{}, errAway
	}
	return turn.Glance{Block: w.block, Price: w.price(), Tick: w.tick, GasPrice: *uint256.NewInt(w.baseFee + tip)}, nil
}

// Head implements tape.Foresight.
func (w *World) Head(context.Context) (turn.Block, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails(w.Faults.Read) {
		return turn.Block{}, errAway
	}
	return w.block, nil
}

// Simulate implements tape.Foresight for swaps, the only kind these Golems know.
func (w *World) Simulate(_ context.Context, a grammar.Action) (turn.Simulation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails(w.Faults.Read) {
		return turn.Simulation{}, errAway
	}
	s := w.preview(a)
	if w.bend.Simulation == nil {
		return s, nil
	}
	return s, w.bend.Simulation(a, &s)
}

func (w *World) preview(a grammar.Action) turn.Simulation {
	s := turn.Simulation{Block: w.block, Hash: a.Hash()}
	s.GasUsed, s.CallGas = w.gasOf()
	if a.Kind == grammar.Declare {
		s.Success = true
		return s
	}
	if a.Kind != grammar.Swap || a.AmountIn.Gt(w.Wallet[a.TokenIn]) {
		s.Revert = "STF"
		return s
	}
	out := w.swapped(a.TokenIn, a.AmountIn)
	s.Success = true
	s.Deltas = []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}, {Token: a.TokenOut, Units: out}}
	paid := a.AmountIn
	if a.TokenIn == WETH.Address {
		paid = &out
	}
	s.Value = money.USDC(paid.Uint64())
	return s
}

// swapped is what an amount buys at the pool's price, after its fee.
func (w *World) swapped(in common.Address, amount *uint256.Int) uint256.Int {
	sqrt := w.sqrt()
	square := new(uint256.Int).Rsh(&sqrt, 48)
	square.Mul(square, square) // price in Q96
	var out uint256.Int
	net := new(uint256.Int).Mul(amount, uint256.NewInt(1_000_000-fee))
	net.Div(net, uint256.NewInt(1_000_000))
	if in == USDC.Address {
		out.Mul(net, square)
		out.Rsh(&out, 96)
	} else {
		out.Lsh(net, 96)
		out.Div(&out, square)
	}
	return out
}

func (w *World) problem(format string, args ...any) {
	w.problems = append(w.problems, fmt.Errorf(format, args...))
}
