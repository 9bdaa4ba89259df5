package adversarial

import (
	"context"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
)

// realm is the whole development kit on a chain of its own, whose time is the life's: Uniswap
// v2, v3 and v4, Aave, Morpho and MetaMask's framework, at one price. The adversary owns
// its account, which has plenty of both tokens, and puts what he likes before and behind an
// order in its block.
type realm struct {
	*evmtest.Market
	kit *evmtest.Kit
	t   testing.TB
	wiles

	price   *big.Int        // dollars of an ether with 8 decimals, as the feed says
	frozen  bool            // blocks leave the Golem's orders out
	mute    bool            // the node previews nothing
	around  int64           // basis points by which a sandwich moves the price; 0: none
	wrapped int             // orders that were
	voice   ownertest.Voice // of the owner
	proxy   *rpctest.Proxy  // the other endpoint
	forked  bool            // one of the endpoints is on another chain
	wallet  common.Address
	account common.Address
	times   map[int64]uint64
	roots   map[uint64]*big.Int
	mined   []agenttest.Mined
	scanned uint64
	sealed  func() // after each block
}

// blockTime is how far apart the blocks of a realm are.
const blockTime = 12 * time.Second

// cheap is the base fee of a block, in wei.
var cheap = big.NewInt(10_000_000)

// newRealm is an empty one: nobody has anything yet.
func newRealm(t testing.TB) *realm {
	t.Helper()
	k := evmtest.NewLoadedKit(t)
	r := &realm{kit: k, t: t, price: big.NewInt(kit.ETHPrice * 1e8), times: map[int64]uint64{}, roots: map[uint64]*big.Int{}, wiles: wiles{unasked: map[string]bool{}}, sealed: func() {}}
	r.Market = &evmtest.Market{
		Node: k.Node, USDC: k.At("USDC"), WETH: k.At("WETH9"), Pool: k.At("UniswapV3Pool"), Router: k.At("SwapRouter"),
		Quoter: k.At("QuoterV2"), Positions: k.At("NonfungiblePositionManager"),
	}
	ether := big.NewInt(1e18)
	k.Own(r.WETH, new(big.Int).Mul(ether, big.NewInt(100_000)), bind.NewWETH9().PackDeposit())
	k.Own(r.USDC, nil, bind.NewERC20().PackTransfer(r.Account, big.NewInt(200_000_000e6)))
	k.Own(r.WETH, nil, bind.NewERC20().PackTransfer(r.Account, new(big.Int).Mul(ether, big.NewInt(50_000))))
	if err := r.Chain().Miner.Edit(t.Context(), func(db *state.StateDB) { // its gas is never too dear for the adversary
		db.AddBalance(r.Account, new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(1e9)), tracing.BalanceChangeUnspecified)
	}); err != nil {
		t.Fatal(err)
	}
	r.proxy = rpctest.New(t, r.Chain().Server.Endpoint())
	r.HoldBaseFee(cheap)
	r.Approve(r.Router, r.Positions)
	r.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(4_000_000e6), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(2_000)))
	return r
}

// Now implements clock.Clock.
func (r *realm) Now() time.Time { return r.Node.Now() }

// WaitUntil implements clock.Clock: blocks are made. A long wait has few of them.
func (r *realm) WaitUntil(ctx context.Context, at time.Time) error {
	if quiet := at.Add(-20 * blockTime); r.Now().Before(quiet) {
		for r.Now().Before(quiet) {
			next := r.Now().Add(5 * time.Minute)
			if next.After(quiet) {
				next = quiet
			}
			if err := r.pass(ctx, next, next.Sub(time.Unix(int64(r.Chain().Chain.Head().Time), 0))); err != nil { //nolint:gosec // a time
				return err
			}
		}
	}
	return r.pass(ctx, at, blockTime)
}

func (r *realm) pass(ctx context.Context, at time.Time, every time.Duration) error {
	if every < time.Second {
		every = time.Second
	}
	for {
		next := time.Unix(int64(r.Chain().Chain.Head().Time), 0).Add(every) //nolint:gosec // a time
		if next.After(at) {
			break
		}
		if r.frozen {
			if err := r.skips(ctx, next); err != nil {
				return err
			}
			continue
		}
		r.sandwich()
		if err := r.Pass(ctx, next, next.Sub(time.Unix(int64(r.Chain().Chain.Head().Time), 0)), nil); err != nil { //nolint:gosec // a time
			return err
		}
		r.seals()
	}
	return r.Pass(ctx, at, time.Hour*24*365, nil)
}

// skips makes a block that takes nothing of what waits.
func (r *realm) skips(ctx context.Context, at time.Time) error {
	if err := r.Pass(ctx, at, 365*24*time.Hour, nil); err != nil {
		return err
	}
	_, _, err := r.Chain().Miner.Mine(ctx, node.BlockSpec{BaseFee: cheap})
	r.seals()
	return err
}

// silence has the feeds say nothing more, or speak again: until then each answer counts as
// posted in the block that reads it.
func (r *realm) silence(still bool) {
	at := uint64(0)
	if still {
		at = r.Chain().Chain.Head().Time
	}
	for _, feed := range []string{"ETHFeed", "USDCFeed"} {
		r.own(r.kit.At(feed), bind.NewPriceFeed().PackFreeze(at))
	}
}

// own is a call of the kit's account.
func (r *realm) own(to common.Address, data []byte) {
	r.t.Helper()
	r.kit.Own(to, nil, data)
	r.seals()
}

// does is a call of the adversary's, which may revert, in a block of its own.
func (r *realm) does(to common.Address, data []byte) bool {
	r.t.Helper()
	ok := r.Execute(to, data).Status == 1
	r.seals()
	return ok
}

// leaps lets time pass in one block.
func (r *realm) leaps(ctx context.Context, d time.Duration) error {
	err := r.Pass(ctx, r.Now().Add(d), d, nil)
	r.seals()
	return err
}

// seals looks at what the newest blocks hold.
func (r *realm) seals() {
	head := r.Chain().Chain.Head().Number.Uint64()
	for n := r.scanned + 1; n <= head; n++ {
		b := r.Chain().Chain.Block(n)
		r.times[int64(b.Time())] = n //nolint:gosec // a time
		r.scan(n, b)
	}
	if head > r.scanned {
		r.scanned = head
		r.sealed()
	}
}

// scan takes down the Golem's own transactions.
func (r *realm) scan(n uint64, b *types.Block) {
	receipts := r.Chain().Chain.Receipts(b.Hash())
	for i, tx := range b.Transactions() {
		if from, err := types.Sender(r.Chain().Chain.Signer(), tx); err == nil && from == r.wallet {
			block := turn.Block{Number: n, Time: int64(b.Time())} //nolint:gosec // a time
			r.mined = append(r.mined, agenttest.Mined{Tx: tx, Block: block, Success: receipts[i].Status == 1})
		}
	}
}

// Arrived implements view.
func (r *realm) Arrived() (all []*types.Transaction) {
	for _, m := range r.mined {
		all = append(all, m.Tx)
	}
	return all
}

// Mined implements view.
func (r *realm) Mined() []agenttest.Mined { return r.mined }

// Holds implements view.
func (r *realm) Holds(token common.Address) *big.Int {
	return r.reads().number(token, "balanceOf", r.account)
}

// SqrtAt implements view: as the block of a time ended.
func (r *realm) SqrtAt(seconds int64) (uint256.Int, bool) {
	n, ok := r.times[seconds]
	if !ok {
		return uint256.Int{}, false
	}
	return *uint256.MustFromBig(r.rootIn(n)), true
}

// rootIn is the pool's square-root price behind a block.
func (r *realm) rootIn(n uint64) *big.Int {
	r.t.Helper()
	if known, ok := r.roots[n]; ok {
		return known
	}
	var raw hexutil.Bytes
	call := map[string]any{"to": r.Pool, "data": hexutil.Bytes(crypto.Keccak256([]byte("slot0()"))[:4])}
	if err := r.RPC.Call(&raw, "eth_call", call, hexutil.EncodeUint64(n)); err != nil || len(raw) < 32 {
		r.t.Fatalf("the pool's price behind block %d: %v", n, err)
	}
	root := new(big.Int).SetBytes(raw[:32])
	r.roots[n] = root
	return root
}

// root is it now, fair what it is at the feed's price.
func (r *realm) root() *big.Int { return r.rootIn(r.Chain().Chain.Head().Number.Uint64()) }

func (r *realm) fair() *big.Int {
	// USDC is token0 in the kit: wei per millionth of a dollar.
	v := new(big.Int).Lsh(big.NewInt(1), 192)
	v.Mul(v, new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil))
	return v.Sqrt(v.Quo(v, r.price))
}

// reads are the checker's eyes, on the newest block.
func (r *realm) reads() reader { return r.readsIn(r.Chain().Chain.Head().Number.Uint64()) }

// readsIn are they behind a block.
func (r *realm) readsIn(block uint64) reader {
	return reader{ask: func(to common.Address, data []byte) []byte {
		var raw hexutil.Bytes
		if err := r.RPC.Call(&raw, "eth_call", map[string]any{"to": to, "data": hexutil.Bytes(data)}, hexutil.EncodeUint64(block)); err != nil {
			return nil
		}
		return raw
	}, account: r.account, usdc: r.USDC, weth: r.WETH}
}

// v4 names the v4 pool.
func (r *realm) v4() uniswap.V4 {
	return uniswap.V4{Router: r.kit.At("UniversalRouter"), StateView: r.kit.At("V4StateView"), Fee: 3000, TickSpacing: 60}
}

// spenders are all that orders give allowances.
func (r *realm) spenders() []common.Address {
	return []common.Address{r.Router, r.Positions, r.kit.At("AavePool"), r.kit.At("Morpho"), r.kit.At("UniswapV2Router02"), permit2.Address, r.Pool, r.kit.At("UniversalRouter"), r.wallet}
}

// says has the owner say a word.
func (r *realm) says(level turn.Halt) {
	r.voice.Say(owner.HaltAt(level))
}

// Agree implements tape.Endpoints, by a client of two endpoints, one of which may be on
// another chain.
func (r *realm) Agree(ctx context.Context, b turn.Block) (turn.Agreement, error) {
	r.proxy.Set(rpctest.Fault{Forked: r.forked})
	client, err := rpc.Connect(ctx, rpc.Config{URLs: []string{r.Chain().Server.Endpoint(), r.proxy.URL()}, ChainID: evmtest.ChainID, Clock: r})
	if err != nil {
		return turn.Agreement{}, err
	}
	defer client.Close()
	a, err := client.Agree(ctx, b.Number)
	return turn.Agreement(a), err
}
