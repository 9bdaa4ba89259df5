package history_test

import (
	"context"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
)

var poolABI = bind.NewUniswapV3Pool()

// recorded loads the real market, and skips where it is absent.
func recorded(t testing.TB) history.Market {
	t.Helper()
	dir := os.Getenv("BARDO_HISTORY_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, "uniswap-v3-polygon-usdc-weth-005")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no recorded history: set BARDO_HISTORY_DATA to the folder that holds uniswap-v3-polygon-usdc-weth-005 (%v)", err)
	}
	m, err := history.Load(dir, history.Gas{Coin: history.Native{Symbol: "MATIC", USD: 0.65}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func artifacts(t testing.TB) *artifact.Set {
	t.Helper()
	set, err := artifact.FindKit() // followers of v2 and v4 need the kit's
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func open(t testing.TB, m history.Market) *history.World {
	t.Helper()
	w, err := history.Open(t.Context(), history.Config{Markets: []history.Market{m}, Seed: 7, Artifacts: artifacts(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// between cuts a market to the minutes from one time to another.
func between(t testing.TB, m history.Market, from, to time.Time) history.Market {
	t.Helper()
	cut := m
	cut.Minutes = nil
	for _, minute := range m.Minutes {
		if !minute.Time.Before(from) && minute.Time.Before(to) {
			cut.Minutes = append(cut.Minutes, minute)
		}
	}
	if len(cut.Minutes) == 0 {
		t.Fatal("no minute in the cut")
	}
	return cut
}

// audit lives a world to its end and checks from outside, over JSON-RPC, what the
// history rules of DESIGN §5 promise.
type audit struct {
	t      testing.TB
	w      *history.World
	m      history.Market
	client *ethclient.Client
	golem  *golem // nil: nobody trades
	first  uint64 // number of the block before the life
	root   common.Hash
	moved  int

	logs   []types.Log // every Swap event up to block readTo
	readTo uint64
}

func newAudit(t testing.TB, w *history.World, g *golem) *audit {
	head, m := w.Head(), w.Market()
	var minutes []history.Minute
	for i := range int(m.End().Sub(m.Start()) / time.Minute) {
		minutes = append(minutes, m.Minute(i))
	}
	m.Minutes = minutes
	return &audit{t: t, w: w, m: m, client: ethclient.NewClient(w.Client()), golem: g, first: head.Number.Uint64(), root: head.Root, readTo: head.Number.Uint64()}
}

// run lives every minute; act, where given, is called before each block.
func (a *audit) run(act func(minute, phase int)) {
	a.t.Helper()
	for i := range len(a.m.Minutes) * history.Phases {
		if act != nil {
			act(i/history.Phases, i%history.Phases)
		}
		b, err := a.w.Next(a.t.Context())
		if err != nil {
			a.t.Fatal(err)
		}
		if b.Minute != i/history.Phases || b.Phase != i%history.Phases || b.Number != a.first+uint64(i)+1 {
			a.t.Fatalf("block %d is %+v", i, b)
		}
		a.block(b)
		if b.Phase == history.PhaseClose {
			a.close(a.m.Minutes[b.Minute])
		}
		if b.Number-a.readTo >= 500 {
			a.gather()
		}
	}
	a.gather()
	a.fees()
}

// block checks time, base fee and order, and that nothing but transactions changed the
// state: a block without any has its parent's state root.
func (a *audit) block(b history.Block) {
	a.t.Helper()
	head := a.w.Head()
	minute := a.m.Minutes[b.Minute]
	if head.Hash() != b.Hash || head.Time != uint64(history.BlockTime(minute.Time, b.Phase).Unix()) || !b.Time.Before(minute.Time.Add(time.Minute)) {
		a.t.Fatalf("block %+v stands at %d", b, head.Time)
	}
	if head.BaseFee.Cmp(minute.GasPrice.ToBig()) != 0 {
		a.t.Fatalf("block %+v has base fee %s, recorded is %s", b, head.BaseFee, minute.GasPrice.Dec())
	}
	if head.TxHash == types.EmptyTxsHash {
		if head.Root != a.root {
			a.t.Fatalf("block %+v changed the state without a transaction", b)
		}
		return
	}
	a.root = head.Root
	a.moved++
	a.order(b)
}

// order checks that the market comes first, then the Golem by nonce, and the market's
// return after it at a close only.
func (a *audit) order(b history.Block) {
	a.t.Helper()
	block, err := a.client.BlockByHash(a.t.Context(), b.Hash)
	if err != nil {
		a.t.Fatal(err)
	}
	market := a.w.Book().Address("Market")
	stage, nonce := 0, uint64(0)
	for _, tx := range block.Transactions() {
		switch ours := tx.To() != nil && *tx.To() == market; {
		case ours && stage == 1 && b.Phase == history.PhaseClose:
			stage = 2
		case ours && stage == 1:
			a.t.Fatalf("block %+v: the market comes after the Golem", b)
		case !ours:
			from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
			if err != nil || a.golem == nil || from != a.golem.address || stage == 2 || (stage == 1 && tx.Nonce() <= nonce) {
				a.t.Fatalf("block %+v: transaction of %s with nonce %d (%v)", b, from, tx.Nonce(), err)
			}
			stage, nonce = 1, tx.Nonce()
		}
	}
}

// close checks tick and liquidity as a contract call shows them.
func (a *audit) close(m history.Minute) {
	a.t.Helper()
	slot, liquidity := a.pool()
	if got := int(slot.Tick.Int64()); got != m.Close {
		a.t.Fatalf("%s closes in tick %d, recorded is %d", m.Time, got, m.Close)
	}
	want := m.Liquidity.ToBig()
	if a.golem != nil {
		want = new(big.Int).Add(want, a.golem.active(m.Close))
	}
	off := new(big.Int).Sub(liquidity, want)
	if off.Abs(off).Mul(off, big.NewInt(1000)).Cmp(want) > 0 {
		a.t.Fatalf("%s closes with liquidity %s, want %s", m.Time, liquidity, want)
	}
}

func (a *audit) pool() (bind.UniswapV3PoolSlot0Output, *big.Int) {
	a.t.Helper()
	var raw [2]hexutil.Bytes
	batch := make([]rpc.BatchElem, 2)
	for i, data := range [][]byte{poolABI.PackSlot0(), poolABI.PackLiquidity()} {
		call := map[string]any{"to": a.w.Book().Address("UniswapV3Pool"), "data": hexutil.Bytes(data)}
		batch[i] = rpc.BatchElem{Method: "eth_call", Args: []any{call, "latest"}, Result: &raw[i]}
	}
	if err := a.w.Client().BatchCallContext(context.Background(), batch); err != nil || batch[0].Error != nil || batch[1].Error != nil {
		a.t.Fatal(err, batch[0].Error, batch[1].Error)
	}
	slot, err := poolABI.UnpackSlot0(raw[0])
	if err != nil {
		a.t.Fatal(err)
	}
	liquidity, err := poolABI.UnpackLiquidity(raw[1])
	if err != nil {
		a.t.Fatal(err)
	}
	return slot, liquidity
}

// fees sums the fees of every Swap event of each day and compares them with the fee of
// the recorded inflow, in value at the minutes' closing prices: within 1 %.
func (a *audit) fees() {
	a.t.Helper()
	paid, want := map[string]float64{}, map[string]float64{}
	for _, l := range a.logs {
		swap, err := poolABI.UnpackSwapEvent(&l)
		if err != nil {
			a.t.Fatal(err)
		}
		m := a.m.Minutes[(l.BlockNumber-a.first-1)/history.Phases]
		paid[m.Time.Format(time.DateOnly)] += a.value(m, swap.Amount0, swap.Amount1)
	}
	for _, m := range a.m.Minutes {
		want[m.Time.Format(time.DateOnly)] += a.value(m, m.In0.ToBig(), m.In1.ToBig())
	}
	for _, d := range a.w.Stats().Days {
		day := d.Date.Format(time.DateOnly)
		if off := paid[day]/want[day] - 1; want[day] > 0 && math.Abs(off) > 0.01 {
			a.t.Errorf("%s: fees differ from the record by %.3f %%", day, 100*off)
		}
		if math.Abs(d.Recorded.Float64()-want[day]) > 1e-6*want[day]+1e4 || math.Abs(d.Paid.Float64()-paid[day]) > 1e-6*paid[day]+1e4 {
			a.t.Errorf("%s: reported %s and %s, counted %.0f and %.0f", day, d.Recorded.Dec(), d.Paid.Dec(), want[day], paid[day])
		}
		if d.Recorded.IsZero() != (want[day] == 0) {
			a.t.Errorf("%s: recorded %s, counted %.0f", day, d.Recorded.Dec(), want[day])
		}
	}
	if len(want) != len(a.w.Stats().Days) {
		a.t.Errorf("%d days reported, %d lived", len(a.w.Stats().Days), len(want))
	}
}

// gather reads the Swap events since the last time, while the world still has their blocks.
func (a *audit) gather() {
	a.t.Helper()
	last := a.w.Head().Number.Uint64()
	if last == a.readTo {
		return
	}
	logs, err := a.client.FilterLogs(a.t.Context(), ethereum.FilterQuery{
		FromBlock: new(big.Int).SetUint64(a.readTo + 1), ToBlock: new(big.Int).SetUint64(last),
		Addresses: []common.Address{a.w.Book().Address("UniswapV3Pool")},
		Topics:    [][]common.Hash{{topicSwap}},
	})
	if err != nil {
		a.t.Fatal(err)
	}
	a.logs, a.readTo = append(a.logs, logs...), last
}

// value returns what an inflow is worth in raw quote units at the minute's close;
// outflow is nothing.
func (a *audit) value(m history.Minute, amount0, amount1 *big.Int) float64 {
	in := func(amount *big.Int) float64 {
		f, _ := new(big.Float).SetInt(amount).Float64()
		return math.Max(0, f)
	}
	price := math.Pow(1.0001, float64(m.Close)) // raw token1 for one raw token0
	if a.m.Spec.Quote == 1 {
		return in(amount0)*price + in(amount1)
	}
	return in(amount0) + in(amount1)/price
}

// gas returns the most gas that one market transaction of a block used for one of its
// swaps, and how many transactions and swaps that block had.
func (a *audit) gas(number uint64) (perSwap uint64, txs, swaps int) {
	a.t.Helper()
	block, err := a.client.BlockByNumber(a.t.Context(), new(big.Int).SetUint64(number))
	if err != nil {
		a.t.Fatal(err)
	}
	for _, tx := range block.Transactions() {
		r, err := a.client.TransactionReceipt(a.t.Context(), tx.Hash())
		if err != nil {
			a.t.Fatal(err)
		}
		n := 0
		for _, l := range r.Logs {
			if l.Topics[0] == topicSwap {
				n++
			}
		}
		if n > 0 {
			perSwap = max(perSwap, r.GasUsed/uint64(n))
		}
		txs, swaps = txs+1, swaps+n
	}
	return perSwap, txs, swaps
}

var topicSwap = crypto.Keccak256Hash([]byte("Swap(address,address,int256,int256,uint160,uint128,int24)"))
