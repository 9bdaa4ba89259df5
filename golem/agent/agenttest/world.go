package agenttest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
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
	mu     sync.Mutex
	signer types.Signer
	now    int64 // unix milliseconds
	block  turn.Block
	walk   walk
	pool   pool
	rights rights

	Wallet   map[common.Address]*uint256.Int // of the account
	Native   uint256.Int
	Faults   Faults
	Market   Market // nil: a random walk
	bend     Bend
	problems []error // what no honest Golem can cause
}

// pool is the transactions that came.
type pool struct {
	nonce       uint64 // next to be mined
	waiting     map[uint64]*types.Transaction
	offers      map[uint64][]*types.Transaction // all that ever came, by nonce
	receipts    map[common.Hash]*types.Receipt
	shown       map[common.Hash]uint64 // receipt is hidden before this block
	mined       []Mined
	swaps       int    // mined and successful
	sent        int    // transactions with a good signature that arrived
	nonceAsks   int    // how often a signature was prepared
	onArrival   func() // called once, when more than arriveAfter transactions have arrived
	arriveAfter int
}

// rights is who signs, and for whom.
type rights struct {
	account common.Address // holds the wallet
	key     common.Address // signs, and pays for gas
	grant   *grant.Grant   // by which the key acts for the account; nil: it is its own
	fence   *turn.Fence
	allowed map[allowance]*uint256.Int
}

// Faults are chances between 0 and 1.
type Faults struct{ Read, Send, Lost, Dropped, Hidden, Reverted float64 }

// NewWorld is the world of a seed around one account, at unix milliseconds: 10,000 USDC,
// five of the coin, and for three seeds of four faults.
func NewWorld(s seed.Seed, account common.Address, start int64) *World {
	rng := s.Stream("world")
	w := &World{
		now: start, walk: newWalk(rng),
		Wallet: map[common.Address]*uint256.Int{USDC.Address: uint256.NewInt(10_000_000_000), WETH.Address: new(uint256.Int)},
		rights: rights{account: account, key: account, allowed: map[allowance]*uint256.Int{}},
		pool: pool{
			waiting: map[uint64]*types.Transaction{}, offers: map[uint64][]*types.Transaction{},
			receipts: map[common.Hash]*types.Receipt{}, shown: map[common.Hash]uint64{},
		},
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
	w.walk.step(w.Market, number, at)
	for tx := w.pool.waiting[w.pool.nonce]; tx != nil; tx = w.pool.waiting[w.pool.nonce] {
		delete(w.pool.waiting, w.pool.nonce)
		w.pool.nonce++
		w.mine(tx)
	}
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

func (w *World) fails(chance float64) bool { return chance > 0 && w.walk.rng.Float64() < chance }

// Observe implements tape.Eyes.
func (w *World) Observe(context.Context) (turn.Reading, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails(w.Faults.Read) {
		return turn.Reading{}, errAway
	}
	r := w.market().Seen(w.Wallet[USDC.Address], w.Wallet[WETH.Address])
	r.Block, r.Native, r.GasPrice = w.block, w.Native, *uint256.NewInt(w.walk.baseFee + tip)
	r.MaxFee, r.Tip = *uint256.NewInt(2*w.walk.baseFee + tip), *uint256.NewInt(tip)
	r.NativeUSD, r.NativePrice = r.Primary().Price, money.USDC(r.Primary().Price*1e6)
	w.rights.reads(&r)
	if w.bend.Reading != nil {
		w.bend.Reading(&r)
	}
	return r, nil
}

// market is the one pool there is.
func (w *World) market() turntest.Pool {
	p := turntest.Pool{
		Address: Pool, Token0: USDC, Token1: WETH, QuoteIsZero: true, FeePips: fee, TickSpacing: 10,
		SqrtPriceX96: w.walk.sqrt(), Tick: w.walk.tick, Liquidity: *uint256.NewInt(1e18), Price: w.walk.price(),
	}
	if w.Market != nil {
		p.Growth = []uint256.Int{w.walk.growth, w.walk.growth}
	}
	return p
}

// Glance implements tape.Eyes.
func (w *World) Glance(context.Context) (turn.Glance, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails(w.Faults.Read) {
		return turn.Glance{}, errAway
	}
	return turn.Glance{Block: w.block, Price: w.walk.price(), Tick: w.walk.tick, GasPrice: *uint256.NewInt(w.walk.baseFee + tip)}, nil
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
	s.GasUsed, s.CallGas = w.rights.gasOf()
	if a.Kind == grammar.Declare {
		s.Success = true
		return s
	}
	if a.Kind != grammar.Swap || a.AmountIn.Gt(w.Wallet[a.TokenIn]) {
		s.Revert = "STF"
		return s
	}
	out := w.walk.swapped(a.TokenIn, a.AmountIn)
	s.Success = true
	s.Deltas = []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}, {Token: a.TokenOut, Units: out}}
	paid := a.AmountIn
	if a.TokenIn == WETH.Address {
		paid = &out
	}
	s.Value = money.USDC(paid.Uint64())
	return s
}

func (w *World) problem(format string, args ...any) {
	w.problems = append(w.problems, fmt.Errorf(format, args...))
}
