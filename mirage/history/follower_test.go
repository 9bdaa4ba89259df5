package history_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/holiman/uint256"
)

// followers are of every protocol, and of a market that is not quoted in dollars.
func followers() []history.Follower {
	return []history.Follower{
		{Of: 0, Protocol: follow.V3, Fee: 3000, Value: 2_000_000},
		{Of: 0, Protocol: follow.V2, Fee: 3000, Value: 1_000_000},
		{Of: 1, Protocol: follow.V4, Fee: 500, Value: 500},
		{Of: 2, Protocol: follow.V4, Fee: 500, Value: 300_000},
		{Of: 2, Protocol: follow.V2, Fee: 3000, Value: 300_000},
	}
}

// onChain is where a follower stands as its contract tells.
func onChain(t testing.TB, w *history.World, i int) *uint256.Int {
	t.Helper()
	b := w.Book()
	switch p := b.Pools[len(w.Markets())+i]; p.Protocol {
	case follow.V2:
		pair := bind.NewUniswapV2Pair()
		r, err := pair.UnpackGetReserves(call(t, w, p.Address, pair.PackGetReserves()))
		if err != nil {
			t.Fatal(err)
		}
		ratio := new(big.Int).Lsh(r.Reserve1, 192)
		return uint256.MustFromBig(ratio.Sqrt(ratio.Quo(ratio, r.Reserve0)))
	case follow.V4:
		view := bind.NewV4StateView()
		s, err := view.UnpackGetSlot0(call(t, w, b.Address("V4StateView"), view.PackGetSlot0(p.ID)))
		if err != nil {
			t.Fatal(err)
		}
		return uint256.MustFromBig(s.SqrtPriceX96)
	default:
		s, err := poolABI.UnpackSlot0(call(t, w, p.Address, poolABI.PackSlot0()))
		if err != nil {
			t.Fatal(err)
		}
		return uint256.MustFromBig(s.SqrtPriceX96)
	}
}

// gap is by how much one square root of a price lies above another, in price.
func gap(a, b *uint256.Int) float64 {
	return math.Abs(2 * math.Log(a.Float64()/b.Float64()))
}

// owned is what an account has of a token.
func owned(t testing.TB, w *history.World, token, who common.Address) *uint256.Int {
	t.Helper()
	erc := bind.NewERC20()
	n, err := erc.UnpackBalanceOf(call(t, w, token, erc.PackBalanceOf(who)))
	if err != nil {
		t.Fatal(err)
	}
	return uint256.MustFromBig(n)
}

// An arbitrageur keeps followers of every protocol at the recorded price within their fee and
// its gas, by trades whose amounts it knows beforehand.
func TestFollowersAreKeptAtTheRecordedPrice(t *testing.T) {
	const minutes = 60
	config := history.Config{Markets: three(t, minutes), Followers: followers()}
	w := openAll(t, config)
	g := newGolem(t, w, "golem")
	b := w.Book()
	account, held := history.Arbitrageur(w)
	first := ethBalance(t, w, account)
	for i := range minutes * history.Phases {
		switch i {
		case 1:
			g.approve()
		case 40: // somebody sells in a follower, between two closes
			g.send("SwapRouter", bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
				TokenIn: b.Token("USDC"), TokenOut: b.Token("WETH"), Fee: big.NewInt(3000), Recipient: g.address, Deadline: big.NewInt(1 << 40),
				AmountIn: big.NewInt(100_000e6), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
			}))
		case 80: // and provides liquidity in a range of it
			tick := config.Markets[0].Minutes[20].Close / 60 * 60
			g.send("NonfungiblePositionManager", bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
				Token0: b.Token("USDC"), Token1: b.Token("WETH"), Fee: big.NewInt(3000), TickLower: big.NewInt(int64(tick - 120)), TickUpper: big.NewInt(int64(tick + 120)),
				Amount0Desired: big.NewInt(50_000e6), Amount1Desired: big.NewInt(2e18), Amount0Min: new(big.Int), Amount1Min: new(big.Int),
				Recipient: g.address, Deadline: big.NewInt(1 << 40),
			}))
		}
		block, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i == 40 && gap(history.FollowerPrice(w, 0), history.MarketPrice(w, 0)) < 0.05 {
			t.Error("the sale did not move the follower")
		}
		if block.Phase != history.PhaseClose || i == 40 {
			continue
		}
		for k, f := range config.Followers {
			if at := onChain(t, w, k); !at.Eq(history.FollowerPrice(w, k)) {
				t.Fatalf("%s stands at %s, by its events at %s", b.Pools[3+k].Handle, at, history.FollowerPrice(w, k))
			}
			if off := gap(history.FollowerPrice(w, k), history.MarketPrice(w, f.Of)); off > float64(f.Fee)/1e6+0.002 {
				t.Errorf("%s closes minute %d off by %.4f %%", b.Pools[3+k].Handle, block.Minute, 100*off)
			}
		}
	}
	var paid uint256.Int
	for k, s := range w.Stats().Followers {
		if s.Handle != b.Pools[3+k].Handle || s.Swaps < 1 || s.Gas == 0 || s.Profit.Sign() <= 0 || s.Edge.Cmp(s.Profit) <= 0 || s.Bare != 0 {
			t.Errorf("figures are %+v", s)
		}
		if want := map[bool]int{true: 1}[k == 0]; s.Others != want {
			t.Errorf("%d others traded in %s", s.Others, s.Handle)
		}
		paid.Add(&paid, s.Paid)
	}
	if spent := new(uint256.Int).Sub(first, ethBalance(t, w, account)); !spent.Eq(&paid) {
		t.Errorf("the arbitrageur paid %s wei for gas and says %s", spent, &paid)
	}
	for _, token := range b.Tokens {
		if amount, ok := held[token.Address]; ok && !amount.Eq(owned(t, w, token.Address, account)) {
			t.Errorf("the arbitrageur owns %s %s and says %s", owned(t, w, token.Address, account), token.Symbol, amount)
		}
	}
	if handles := []string{b.Pools[3].Handle, b.Pools[4].Handle, b.Pools[5].Handle}; strings.Join(handles, " ") != "weth-usdc-30 weth-usdc-30-v2 wbtc-weth-5-v4" {
		t.Errorf("the followers are %v", handles)
	}
	for _, hash := range g.sent {
		if r, err := ethclient.NewClient(w.Client()).TransactionReceipt(t.Context(), hash); err != nil || r.Status != types.ReceiptStatusSuccessful {
			t.Errorf("transaction %s: %+v (%v)", hash, r, err)
		}
	}
}

func ethBalance(t testing.TB, w *history.World, who common.Address) *uint256.Int {
	t.Helper()
	n, err := ethclient.NewClient(w.Client()).BalanceAt(t.Context(), who, nil)
	if err != nil {
		t.Fatal(err)
	}
	return uint256.MustFromBig(n)
}

// Where gas costs more than a gap returns, nothing is traded.
func TestAnArbitrageurDoesNotPayMoreForGasThanAGapReturns(t *testing.T) {
	const minutes = 20
	swaps := func(wei uint64) int {
		m := loaded(t, "chop", 0, minutes*60*1e9)
		for i := range m.Minutes {
			m.Minutes[i].GasPrice = uint256.NewInt(wei)
		}
		w := openAll(t, history.Config{Markets: []history.Market{m}, Followers: []history.Follower{{Protocol: follow.V4, Fee: 100, Value: 500_000}}})
		if _, err := w.Advance(t.Context(), m.End()); err != nil {
			t.Fatal(err)
		}
		return w.Stats().Followers[0].Swaps
	}
	if cheap, dear := swaps(1e7), swaps(1e14); cheap < 3 || dear != 0 {
		t.Errorf("%d swaps at 0.01 gwei, %d at 100000", cheap, dear)
	}
}

func TestFollowersGiveTheSameBlocks(t *testing.T) {
	live := func() common.Hash {
		w := openAll(t, history.Config{Markets: three(t, 10), Followers: followers(), Traders: 2})
		b, err := w.Advance(t.Context(), w.Market().End())
		if err != nil {
			t.Fatal(err)
		}
		return b.Hash
	}
	if first, again := live(), live(); first != again {
		t.Error("the same followers gave other blocks")
	}
}

func TestFollowersThatCannotBeAreNamed(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(c *history.Config)
		want  string
	}{
		{"no such market", func(c *history.Config) { c.Followers[0].Of = 3 }, "market 3: there are 3"},
		{"no such protocol", func(c *history.Config) { c.Followers[0].Protocol = "curve" }, `protocol "curve"`},
		{"no such fee", func(c *history.Config) { c.Followers[1].Fee = 500 }, "uniswap-v2 has no such pool"},
		{"the market's own tier", func(c *history.Config) { c.Followers[0].Fee = 500 }, "two markets are weth-usdc-5"},
		{"no liquidity", func(c *history.Config) { c.Followers[0].Value = 0 }, "liquidity of 0"},
		{"gas without a price", func(c *history.Config) {
			c.Markets[1].Spec.Token1.Symbol, c.Markets[2].Spec.Token0.Symbol = "AAVE", "AAVE"
			c.Markets[2].Spec.Token1.Symbol, c.Markets[2].Spec.Token1.Decimals = "DAI", 18
		}, "no market leads from USDC to AAVE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := history.Config{Markets: three(t, 5), Followers: followers()}
			c.spoil(&config)
			if _, err := history.Open(t.Context(), config); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
