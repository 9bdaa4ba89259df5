package golem

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/state"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/why"
)

// sepolia is Base Sepolia's chain id.
const sepolia = 84532

// dues are the fees of these rollups: Base's scalars at 8 gwei below it, and an operator
// who charges too.
func dues(jovian bool) rollup.Params {
	return rollup.Params{
		BaseFee: *uint256.NewInt(8e9), BlobBaseFee: *uint256.NewInt(3e9), BaseFeeScalar: 2269, BlobBaseFeeScalar: 1_055_762,
		OperatorScalar: 20_000, OperatorConstant: 7777, Jovian: jovian,
	}
}

// rollupMarket is a market on a chain that charges for data. It has a devnet's id: nothing
// deploys contracts on another.
func rollupMarket(t *testing.T) *evmtest.Market {
	t.Helper()
	return furnished(t, evmtest.NewRollupMarket(t, dues(true)))
}

// spec: chain §7 point 8, §8, runtime §15: what a rollup charges is in the books of a
// Golem that is killed between send and receipt, to the wei.
func TestALifeOnARollupSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	m := rollupMarket(t)
	v := newVictim(t, m).behind(m, m.Chain().Server.Endpoint())
	v.survives(5)
	v.charged()
	v.foreseen()
}

// A reorg takes trades back, and prices below the rollup differ when they land again: the
// books follow.
func TestAReorgOnARollupIsFollowed(t *testing.T) {
	t.Parallel()
	m := rollupMarket(t)
	v := newVictim(t, m)
	late := v.disturb(func() { v.undo(m); v.dearer(m, 3) })
	reorged := 0
	for _, o := range late {
		if o.Actual == "reorged" {
			reorged++
		}
	}
	if reorged == 0 {
		t.Errorf("no outcome was taken back: %+v", late)
	}
	v.sameCalls()
	v.booksAgree()
	v.charged()
	v.tells("wei of it for data")
}

// An order that no block takes offers more; meanwhile data costs thirty times as much
// as when it was judged, and that is what is paid and booked.
func TestAReplacedOrderOnARollupPaysThePricesOfItsBlock(t *testing.T) {
	t.Parallel()
	m := rollupMarket(t)
	v := newVictim(t, m)
	v.disturb(func() {
		if err := m.Chain().Miner.SetInterval(0); err != nil {
			t.Error(err)
		}
		pass(t, 9*time.Second)
		v.dearer(m, 30)
		if err := m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
			t.Error(err)
		}
	})
	if v.sameCalls() == 0 {
		t.Error("nothing was replaced")
	}
	v.booksAgree()
	v.charged()
}

// spec: chain §8: a trade that reverts pays for its data all the same; the life then dies
// of age, and its books are what the chain holds.
func TestATradeThatRevertsOnARollupIsPaidForAndTheDeadOwesNothing(t *testing.T) {
	t.Parallel()
	m := rollupMarket(t)
	v := newVictim(t, m).behind(m, m.Chain().Server.Endpoint())
	v.edit("base_interval_seconds = 10", "base_interval_seconds = 10\nmax_ticks = 20")
	var trades atomic.Int32
	var moved atomic.Bool
	v.proxy.Hear(func(method string, answered bool) {
		// Between preview and inclusion somebody moves the price by more than the Golem allows.
		if method == "eth_sendRawTransaction" && !answered && trades.Load() == 2 && moved.CompareAndSwap(false, true) {
			m.Submit(m.Sign(m.Router, 0, m.SellCall(true, uint256.NewInt(2_000_000_000_000))))
		}
	})
	out := &lines{each: func(line string) { trades.Add(int32(strings.Count(line, ": trade "))) }}
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Second)
	defer stop()
	if code := Main(ctx, []string{"--config", filepath.Join(v.dir, "golem.toml")}, out, out); code != exitOK || ctx.Err() != nil || !strings.Contains(out.String(), "dead (") {
		t.Fatalf("exit %d, %v\n%s\n%s", code, ctx.Err(), out, v.story())
	}
	reverted := 0
	for _, x := range v.executions() {
		if x.Status == turn.StatusFailed {
			reverted++
			if x.DataWei.IsZero() || !x.GasWei.Gt(&x.DataWei) || x.Cost == 0 {
				t.Errorf("a trade that reverted cost %+v", x)
			}
		}
	}
	if reverted == 0 {
		t.Errorf("no trade reverted\n%s", v.story())
	}
	if base := v.token(m.WETH); base.Sign() != 0 {
		t.Errorf("the dead holds %s of the base token", base)
	}
	v.booksAgree()
	v.charged()
	var said bytes.Buffer
	if code := Main(t.Context(), []string{"replay", v.dir}, &said, &said); code != exitOK {
		t.Errorf("replay: exit %d, %s", code, said.String())
	}
}

// A rollup whose oracle does not answer, and a network that has none, are not traded on,
// and the configuration is named.
func TestNobodyTradesWhereTheFeeForDataCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		code []byte // of the oracle
		say  string
	}{
		"no oracle":        {nil, "no oracle of the fee"},
		"a mute one":       {[]byte{0x5f, 0x5f, 0xfd}, "getL1Fee"}, // it reverts
		"one of few words": {[]byte{0x00}, "getL1Fee"},
	} {
		t.Run(name, func(t *testing.T) {
			m := furnished(t, evmtest.NewRollupMarket(t, dues(false)))
			if err := m.Chain().Miner.Edit(t.Context(), func(s *state.StateDB) { s.SetCode(rollup.Oracle, c.code, 0) }); err != nil {
				t.Fatal(err)
			}
			v := onSepolia(t, m)
			var said bytes.Buffer
			if code := Main(t.Context(), []string{"--config", filepath.Join(v.dir, "golem.toml")}, &said, &said); code != exitConfig || !strings.Contains(said.String(), c.say) {
				t.Errorf("exit %d, said %q", code, said.String())
			}
			if nonce := v.nonce(); nonce != 0 || len(v.signed()) != 0 {
				t.Errorf("%d transactions were sent\n%s", nonce, said.String())
			}
		})
	}
}

// onSepolia is a life whose configuration and endpoint say Base Sepolia. The chain behind
// it has the id of a devnet, so that it takes none of its transactions.
func onSepolia(t *testing.T, m *evmtest.Market) *victim {
	t.Helper()
	v := newVictim(t, m).behind(m, m.Chain().Server.Endpoint())
	v.edit(`network = "devnet"`, `network = "base-sepolia"`)
	v.proxy.Set(rpctest.Fault{ChainID: sepolia})
	return v
}

// A rollup that tells its fee is traded on: an order is previewed with the fee, permitted
// and signed for that chain.
func TestARollupThatTellsItsFeeIsTradedOn(t *testing.T) {
	t.Parallel()
	v := onSepolia(t, rollupMarket(t))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	v.proxy.Hear(func(method string, _ bool) {
		if method == "eth_sendRawTransaction" {
			stop()
		}
	})
	out := &lines{}
	if code := Main(ctx, []string{"--config", filepath.Join(v.dir, "golem.toml")}, out, out); code != exitOK {
		t.Fatalf("exit %d\n%s", code, out)
	}
	signed := v.signed()
	if len(signed) == 0 {
		t.Fatalf("nothing was signed\n%s\n%s", out, v.story())
	}
	for nonce, offers := range signed {
		if id := offers[0].ChainId(); id.Uint64() != sepolia {
			t.Errorf("nonce %d is signed for chain %s", nonce, id)
		}
	}
}

// An endpoint that leaves the fee out of its receipts tells no outcome: nothing is booked
// that may be wrong.
func TestAReceiptWithoutItsFeeIsNoOutcomeOnARollup(t *testing.T) {
	t.Parallel()
	m := rollupMarket(t)
	v := newVictim(t, m).behind(m, m.Chain().Server.Endpoint())
	v.proxy.Set(rpctest.Fault{Strip: "l1Fee"})
	ctx, stop := context.WithTimeout(t.Context(), 60*time.Second)
	defer stop()
	out := &lines{}
	done := make(chan error, 1)
	go func() {
		done <- live(ctx, flags{config: filepath.Join(v.dir, "golem.toml"), patience: 3_000}, out, out)
	}()
	for v.nonce() < 3 {
		pass(t, 100*time.Millisecond)
	}
	pass(t, 5*time.Second)
	if strings.Contains(out.String(), ": trade ") {
		t.Errorf("an outcome was told\n%s", out)
	}
	v.proxy.Set(rpctest.Fault{})
	for !strings.Contains(out.String(), ": trade ") && ctx.Err() == nil {
		pass(t, 100*time.Millisecond)
	}
	stop()
	<-done
	if v.nonce() < 3 || !strings.Contains(out.String(), ": trade ") {
		t.Fatalf("no trade\n%s", out)
	}
	v.charged()
}

// edit replaces words in the configuration of a life that has not begun.
func (v *victim) edit(old, now string) {
	v.t.Helper()
	path := filepath.Join(v.dir, "golem.toml")
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), old) {
		v.t.Fatalf("no %q (%v)", old, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, now, 1)), 0o600); err != nil {
		v.t.Fatal(err)
	}
}

// undo lets an order be sent and told, however slow the machine, and then takes the chain
// back to before it.
func (v *victim) undo(m *evmtest.Market) {
	back := m.Snapshot()
	from, c := v.nonce(), clock.System{}
	limit := c.Now().Add(40 * time.Second)
	// Two of what is under way may be sent yet, then three of an order; what comes behind
	// them is signed once that order is told.
	for v.nonce() < from+6 && c.Now().Before(limit) {
		pass(v.t, 50*time.Millisecond)
	}
	back()
}

// dearer multiplies the prices of the chain below.
func (v *victim) dearer(m *evmtest.Market, times uint64) {
	p := dues(true)
	p.BaseFee.Mul(&p.BaseFee, uint256.NewInt(times))
	p.BlobBaseFee.Mul(&p.BlobBaseFee, uint256.NewInt(times))
	if err := m.Chain().Miner.Edit(v.t.Context(), func(s *state.StateDB) {
		for slot, value := range p.Storage() {
			s.SetState(slot.Contract, slot.Key, value)
		}
	}); err != nil {
		v.t.Error(err)
	}
}

// executions are what the records tell of orders, those of outcomes told later included.
func (v *victim) executions() (all []turn.Execution) {
	v.t.Helper()
	store, err := records.Open(filepath.Join(v.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		v.t.Fatal(err)
	}
	defer store.Close()
	for n := uint64(0); ; n++ {
		r, late, err := store.Read(n)
		if err != nil {
			return all
		}
		for _, a := range r.Actions {
			if a.Execution != nil {
				all = append(all, *a.Execution)
			}
		}
		for _, o := range late {
			if o.Execution != nil {
				all = append(all, *o.Execution)
			}
		}
	}
}

// tells: whoever asks why a trade was made reads the words.
func (v *victim) tells(words string) {
	v.t.Helper()
	l, err := why.Open(v.dir)
	if err != nil {
		v.t.Fatal(err)
	}
	defer l.Close()
	told, err := l.Trade(1)
	if text := fmt.Sprintf("%+v", told); err != nil || !strings.Contains(text, words) {
		v.t.Errorf("%s, %v", text, err)
	}
}

// foreseen: what every order was charged lies below what its preview and its reading said,
// and not far below the first. Prices did not change.
func (v *victim) foreseen() {
	v.t.Helper()
	store, err := records.Open(filepath.Join(v.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		v.t.Fatal(err)
	}
	defer store.Close()
	orders := 0
	for r, err := range store.Settled() {
		if err != nil {
			v.t.Fatal(err)
		}
		for _, a := range r.Actions {
			if a.Status != turn.StatusExecuted {
				continue
			}
			orders++
			said, took, rule := a.Preview.Simulation.DataFee, a.Execution.DataWei, r.Seen.Reading.SwapFee
			if took.Gt(&said) || took.Gt(&rule) || said.Gt(new(uint256.Int).Mul(&took, uint256.NewInt(3))) {
				v.t.Errorf("tick %d: %s wei were previewed, a rule thought of %s, %s were charged", r.Tick, said.Dec(), rule.Dec(), took.Dec())
			}
			v.t.Logf("%s wei were previewed, a rule thought of %s, %s were charged", said.Dec(), rule.Dec(), took.Dec())
		}
	}
	if orders == 0 {
		v.t.Error("no order was executed")
	}
}

// charged: the chain took something beside the gas of every transaction that was signed
// and included, and the records tell of it.
func (v *victim) charged() {
	v.t.Helper()
	fees := new(big.Int)
	for _, offers := range v.signed() {
		for _, tx := range offers {
			r, err := rpc.New(v.chain).Receipt(v.t.Context(), tx.Hash())
			if err != nil {
				continue // another offer of the nonce was taken
			}
			if r.Rollup == nil || r.Rollup.Data.IsZero() || r.Rollup.OperatorScalar == 0 {
				v.t.Errorf("transaction %s was charged %+v", tx.Hash(), r.Rollup)
				continue
			}
			fees.Add(fees, r.Rollup.Data.ToBig())
		}
	}
	told := new(big.Int)
	for _, x := range v.executions() {
		told.Add(told, x.DataWei.ToBig())
	}
	if fees.Sign() == 0 || told.Sign() == 0 {
		v.t.Errorf("%s wei for data were charged, %s are on record", fees, told)
	}
	v.t.Logf("%s wei for data", fees)
}
