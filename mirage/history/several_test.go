package history_test

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/holiman/uint256"
)

// shifted is a generated market of another pair: its ticks are moved by so many, its inflow
// with them, as of the same liquidity, and inflow and liquidity divided.
func shifted(t testing.TB, name string, s history.Spec, ticks int, thinner uint64, minutes int) history.Market {
	t.Helper()
	m, err := world.Generate(name, 11, 1)
	if err != nil {
		t.Fatal(err)
	}
	m = between(t, m, world.Start, world.Start.Add(time.Duration(minutes)*time.Minute))
	m.Spec = s
	by, root := uint256.NewInt(thinner), math.Pow(1.0001, float64(ticks)/2)
	scaled := func(n *uint256.Int, by float64) *uint256.Int {
		whole, _ := big.NewFloat(n.Float64() * by / float64(thinner)).Int(nil)
		return uint256.MustFromBig(whole)
	}
	for i := range m.Minutes {
		x := &m.Minutes[i]
		x.Open, x.Low, x.High, x.Close = x.Open+ticks, x.Low+ticks, x.High+ticks, x.Close+ticks
		x.In0, x.In1, x.Liquidity = scaled(x.In0, 1/root), scaled(x.In1, root), new(uint256.Int).Div(x.Liquidity, by)
	}
	return m
}

var (
	usdc = history.Token{Symbol: "USDC", Decimals: 6}
	weth = history.Token{Symbol: "WETH", Decimals: 18}
	wbtc = history.Token{Symbol: "WBTC", Decimals: 8}
	link = history.Token{Symbol: "LINK", Decimals: 18}
)

// three are markets of four tokens, one of which is not priced in dollars and one of which
// has its quote as token1.
func three(t testing.TB, minutes int) []history.Market {
	t.Helper()
	eth := history.Native{Symbol: "ETH"}
	first := loaded(t, "chop", 0, time.Duration(minutes)*time.Minute)
	return []history.Market{
		first,
		// About 15 WETH for one WBTC: 200,000 ticks of the one and 257,000 of the other.
		shifted(t, "trend", history.Spec{Token0: wbtc, Token1: weth, Fee: 3000, Quote: 1, Native: eth}, 57_000, 20, minutes),
		shifted(t, "flash-crash", history.Spec{Token0: link, Token1: usdc, Fee: 3000, Quote: 1, Native: eth}, -450_000, 20, minutes),
	}
}

func openAll(t testing.TB, c history.Config) *history.World {
	t.Helper()
	c.Seed, c.Artifacts = 7, artifacts(t)
	w, err := history.Open(t.Context(), c)
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

// slot returns the tick and the liquidity of a pool.
func slot(t testing.TB, w *history.World, pool common.Address) (int, *big.Int) {
	t.Helper()
	raw := call(t, w, pool, poolABI.PackSlot0())
	s, err := poolABI.UnpackSlot0(raw)
	if err != nil {
		t.Fatal(err)
	}
	liquidity, err := poolABI.UnpackLiquidity(call(t, w, pool, poolABI.PackLiquidity()))
	if err != nil {
		t.Fatal(err)
	}
	return int(s.Tick.Int64()), liquidity
}

// DESIGN §5, history rules, for each pool: every close in the recorded tick with the recorded
// liquidity, fees within 1 %, around somebody who trades in two of them.
func TestEveryMarketOfAWorldKeepsTheHistoryRules(t *testing.T) {
	const minutes = 40
	markets := three(t, minutes)
	w := openAll(t, history.Config{Markets: markets})
	g := newGolem(t, w, "golem")
	if err := w.Fund(t.Context(), g.address, history.Purse{Tokens: map[string]*uint256.Int{"WBTC": uint256.NewInt(100e8), "LINK": uint256.NewInt(1e18)}}); err != nil {
		t.Fatal(err)
	}
	b := w.Book()
	for i := range minutes * history.Phases {
		minute, phase := i/history.Phases, i%history.Phases
		switch {
		case i == 1:
			g.approve()
			g.sendTo(b.Token("WBTC"), bind.NewERC20().PackApprove(b.Address("SwapRouter"), big.NewInt(1e18)))
		case minute > 2 && minute%4 == 0 && phase == minute/4%4:
			g.swap(true, big.NewInt(20_000e6))
			g.send("SwapRouter", bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
				TokenIn: b.Token("WBTC"), TokenOut: b.Token("WETH"), Fee: big.NewInt(3000), Recipient: g.address, Deadline: big.NewInt(1 << 40),
				AmountIn: big.NewInt(1e7), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
			}))
		}
		block, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if block.Phase != history.PhaseClose {
			continue
		}
		for k, m := range markets {
			tick, liquidity := slot(t, w, b.Pools[k].Address)
			if want := m.Minutes[minute]; tick != want.Close || liquidity.Cmp(want.Liquidity.ToBig()) != 0 {
				t.Fatalf("%s closes minute %d in tick %d with %s, recorded are %d and %s", b.Pools[k].Handle, minute, tick, liquidity, want.Close, want.Liquidity)
			}
		}
	}
	stats := w.Stats()
	all := append([]history.Figures{stats.Figures}, stats.More...)
	if len(all) != 3 || len(w.Markets()) != 3 {
		t.Fatalf("%d figures", len(all))
	}
	for k, f := range all {
		if f.Handle != b.Pools[k].Handle || f.Minutes != minutes || f.Swaps < 20 || len(f.Days) != 1 || f.Days[0].Off() > 0.01 || f.Days[0].Off() < -0.01 || f.Days[0].Recorded.IsZero() {
			t.Errorf("figures are %+v", f)
		}
	}
	if all[0].Others < 8 || all[1].Others < 8 || all[2].Others != 0 || all[1].Repegs == 0 {
		t.Errorf("%d, %d and %d swaps of others, %d returns", all[0].Others, all[1].Others, all[2].Others, all[1].Repegs)
	}
	for _, hash := range g.sent {
		if r, err := ethclient.NewClient(w.Client()).TransactionReceipt(t.Context(), hash); err != nil || r.Status != types.ReceiptStatusSuccessful {
			t.Errorf("transaction %s: %+v (%v)", hash, r, err)
		}
	}
	if lines := stats.Assumptions(); len(lines) != 18 || !strings.HasPrefix(lines[6], "wbtc-weth-30: ") {
		t.Errorf("assumptions are %q", lines)
	}
}

func TestMarketsThatCannotShareAWorldAreNamed(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(c *history.Config)
		want  string
	}{
		{"none", func(c *history.Config) { c.Markets = nil }, "no minute data"},
		{"other minutes", func(c *history.Config) { c.Markets[1].Minutes = c.Markets[1].Minutes[1:] }, "weth-usdc-5 covers 2024-01-01 00:00 to 2024-01-01 00:05 and wbtc-weth-30 2024-01-01 00:01"},
		{"a market twice", func(c *history.Config) { c.Markets[2].Spec = c.Markets[0].Spec }, "two markets are weth-usdc-5"},
		{"other decimals", func(c *history.Config) { c.Markets[2].Spec.Token1.Decimals = 18 }, "USDC has 6 decimals in weth-usdc-5 and 18 in link-usdc-30"},
		{"another coin", func(c *history.Config) { c.Markets[2].Spec.Native.Symbol = "MATIC" }, "gas is paid in ETH in weth-usdc-5 and in MATIC in link-usdc-30"},
		{"no minutes", func(c *history.Config) { c.Markets[2].Minutes = nil }, "link-usdc-30: no minute data"},
		{"a fee that no pool has", func(c *history.Config) { c.Markets[1].Spec.Fee = 400 }, "fee 400"},
		{"too many traders", func(c *history.Config) { c.Traders = 100 }, "100 traders"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := history.Config{Markets: three(t, 5)}
			c.spoil(&config)
			if _, err := history.Open(t.Context(), config); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// Who sends belongs to the plan: a crowd is the same crowd in every life, and moves the
// market as one account does.
func TestTradersShareTheTradesOfAMarket(t *testing.T) {
	const minutes = 30
	live := func(traders int) (hash common.Hash, senders map[common.Address]int, root []int) {
		w := openAll(t, history.Config{Markets: three(t, minutes), Traders: traders})
		first := w.Head().Number.Uint64() + 1
		var last history.Block
		for range minutes * history.Phases {
			var err error
			if last, err = w.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, p := range w.Book().Pools {
				tick, _ := slot(t, w, p.Address)
				root = append(root, tick)
			}
		}
		senders = map[common.Address]int{}
		client := ethclient.NewClient(w.Client())
		for n := first; n <= last.Number; n++ {
			block, err := client.BlockByNumber(t.Context(), new(big.Int).SetUint64(n))
			if err != nil {
				t.Fatal(err)
			}
			for _, tx := range block.Transactions() {
				from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
				if err != nil {
					t.Fatal(err)
				}
				senders[from]++
			}
		}
		if len(w.Stats().More) != 2 || w.Stats().Days[0].Off() > 0.01 || w.Stats().Days[0].Off() < -0.01 {
			t.Errorf("stats are %+v", w.Stats())
		}
		return last.Hash, senders, root
	}
	hash, crowd, ticks := live(5)
	if again, _, _ := live(5); again != hash {
		t.Error("the same crowd made other blocks")
	}
	_, one, alone := live(1)
	if len(one) != 3 || len(crowd) != 15 {
		t.Errorf("%d senders alone, %d in the crowd", len(one), len(crowd))
	}
	for i := range ticks {
		if ticks[i] != alone[i] {
			t.Fatalf("reading %d: tick %d with a crowd, %d without", i, ticks[i], alone[i])
		}
	}
}
