package dying

import (
	"context"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/custody"
)

// quiet is the base fee of these worlds, in wei: what a mainnet asks on a calm day.
var quiet = big.NewInt(100_000_000)

// blockTime is how far apart the blocks of these worlds are.
const blockTime = 12 * time.Second

// world is the real contracts, an endpoint that misbehaves on command, and time that
// passes when the Golem waits. It is the Golem's clock.
type world struct {
	*evmtest.Lenders
	t        *testing.T
	key      *signer.Signer
	identity *custody.Identity
	proxy    *rpctest.Proxy
	plans    []plan
	each     func()   // before every block; nil: nothing
	aims     *big.Int // what the base fee goes to, by an eighth a block at most
	asks     *big.Int // what it is
}

// plan is something that happens at a time.
type plan struct {
	at time.Time
	do func()
}

// newWorld has a deep pool, and a wallet with so many USDC and so much wei.
func newWorld(t *testing.T, usdc int64, wei *big.Int) *world {
	t.Helper()
	w := &world{Lenders: evmtest.NewReachedLenders(t), t: t}
	var err error
	if w.key, err = signer.New(evmtest.ChainID, &[32]byte{31: 21}); err != nil {
		t.Fatal(err)
	}
	if w.identity, err = custody.NewIdentity(evmtest.ChainID, &[32]byte{31: 22}); err != nil {
		t.Fatal(err)
	}
	w.aims, w.asks = quiet, quiet
	w.HoldBaseFee(quiet)
	w.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	w.Execute(w.USDC, bind.NewERC20().PackTransfer(w.wallet(), big.NewInt(usdc*1e6)))
	w.Send(w.wallet(), wei.Int64())
	w.proxy = rpctest.New(t, w.Chain().Server.Endpoint())
	return w
}

func (w *world) wallet() common.Address { return w.key.Address() }

// WaitUntil implements clock.Clock: blocks are made, and what was planned happens.
func (w *world) WaitUntil(ctx context.Context, at time.Time) error {
	return w.Pass(ctx, at, blockTime, func(now time.Time) {
		w.drift()
		if w.each != nil {
			w.each()
		}
		due := w.plans
		w.plans = nil
		for _, p := range due {
			if p.at.After(now) {
				w.plans = append(w.plans, p)
				continue
			}
			p.do()
		}
	})
}

// drift moves the base fee by an eighth at most, as the chain's rule does.
func (w *world) drift() {
	eighth := new(big.Int).Rsh(w.asks, 3)
	low, high := new(big.Int).Sub(w.asks, eighth), new(big.Int).Add(w.asks, eighth)
	switch {
	case w.aims.Cmp(low) < 0:
		w.asks = low
	case w.aims.Cmp(high) > 0:
		w.asks = high
	default:
		w.asks = w.aims
	}
	w.HoldBaseFee(w.asks)
}

// surge lets the base fee go where it goes, block by block, before anything else
// happens.
func (w *world) surge(to *big.Int) {
	for w.aims = to; w.asks.Cmp(to) != 0; {
		w.drift()
		w.Mine()
	}
}

// after plans something for so long from now.
func (w *world) after(d time.Duration, do func()) {
	w.plans = append(w.plans, plan{w.Now().Add(d), do})
}

// holdings is what the chain says of the wallet.
type holdings struct {
	native, usdc, weth *big.Int
	lent               *big.Int   // what Aave owes it in USDC
	positions          []*big.Int // ids, also of empty ones
}

func (w *world) holdings() (h holdings) {
	w.t.Helper()
	var native string
	if err := w.RPC.Call(&native, "eth_getBalance", w.wallet(), "latest"); err != nil {
		w.t.Fatal(err)
	}
	h.native, _ = new(big.Int).SetString(native, 0)
	h.usdc, h.weth, h.lent = w.token(w.USDC), w.token(w.WETH), w.lent(w.USDC)
	npm := bind.NewNonfungiblePositionManager()
	count, err := npm.UnpackBalanceOf(w.Ask(w.Positions, npm.PackBalanceOf(w.wallet())))
	if err != nil {
		w.t.Fatal(err)
	}
	for i := range count.Int64() {
		id, err := npm.UnpackTokenOfOwnerByIndex(w.Ask(w.Positions, npm.PackTokenOfOwnerByIndex(w.wallet(), big.NewInt(i))))
		if err != nil {
			w.t.Fatal(err)
		}
		h.positions = append(h.positions, id)
	}
	slices.SortFunc(h.positions, (*big.Int).Cmp)
	return h
}

func (w *world) token(token common.Address) *big.Int {
	w.t.Helper()
	abi := bind.NewERC20()
	held, err := abi.UnpackBalanceOf(w.Ask(token, abi.PackBalanceOf(w.wallet())))
	if err != nil {
		w.t.Fatal(err)
	}
	return held
}

// tick is where the pool stands, sqrtPrice its price as the pool has it.
func (w *world) tick() int32 {
	w.t.Helper()
	now, err := uniswap.TickAtSqrtPrice(uint256.MustFromBig(w.sqrtPrice()))
	if err != nil {
		w.t.Fatal(err)
	}
	return now
}

func (w *world) sqrtPrice() *big.Int {
	w.t.Helper()
	pool := bind.NewUniswapV3Pool()
	now, err := pool.UnpackSlot0(w.Ask(w.Pool, pool.PackSlot0()))
	if err != nil {
		w.t.Fatal(err)
	}
	return now.SqrtPriceX96
}

// lent is what Aave owes the wallet in a token.
func (w *world) lent(token common.Address) *big.Int {
	w.t.Helper()
	pool := bind.NewAavePool()
	reserve, err := pool.UnpackGetReserveData(w.Ask(w.Lending, pool.PackGetReserveData(token)))
	if err != nil {
		w.t.Fatal(err)
	}
	return w.token(reserve.ATokenAddress)
}

// ether is so many thousandths of an ether in wei.
func ether(thousandths int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(thousandths), big.NewInt(1e15))
}
