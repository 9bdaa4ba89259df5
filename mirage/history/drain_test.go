package history_test

import (
	"math"
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/history"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// alike are minutes of one range that open and close at its ends in turn, each with the
// given liquidity and inflow of token0.
func alike(t *testing.T, minutes, ticks int, liquidity, in0 *uint256.Int) history.Market {
	t.Helper()
	m := loaded(t, "calm", 0, 2*time.Minute)
	first := m.Minutes[0]
	m.Minutes = nil
	for i := range minutes {
		minute := first
		minute.Time = first.Time.Add(time.Duration(i) * time.Minute)
		minute.Low, minute.High = first.Close, first.Close+ticks
		minute.Open, minute.Close = first.Close+ticks*(i%2), first.Close+ticks*(1-i%2)
		minute.In0, minute.In1, minute.Liquidity = in0, new(uint256.Int), liquidity
		m.Minutes = append(m.Minutes, minute)
	}
	return m
}

// funds are the market account's own tokens.
func funds(t *testing.T, w *history.World) [2]*big.Int {
	t.Helper()
	erc, book := bind.NewERC20(), w.Book()
	var held [2]*big.Int
	for i, token := range []string{book.Token0, book.Token1} {
		var raw hexutil.Bytes
		call := map[string]any{"to": book.Address(token), "data": hexutil.Bytes(erc.PackBalanceOf(book.Address("Market")))}
		if err := w.Client().CallContext(t.Context(), &raw, "eth_call", call, "latest"); err != nil {
			t.Fatal(err)
		}
		var err error
		if held[i], err = erc.UnpackBalanceOf(raw); err != nil {
			t.Fatal(err)
		}
	}
	return held
}

// A market may move for as long as it likes: what its account frees comes back to it.
// 300 minutes without inflow, which walk at the floor of liquidity, would take more than
// all it has, were each close provided anew.
func TestShortMinutesDoNotDrainTheMarketAccount(t *testing.T) {
	limit := new(uint256.Int).Rsh(deploy.MarketFunds, 8)
	perUnit := uint64(math.Pow(1.0001, 203_000/2)) // of token1, at any price of a calm world
	m := alike(t, 300, 20, limit.Div(limit, uint256.NewInt(perUnit)), new(uint256.Int))
	w := open(t, m)
	if _, err := w.Advance(t.Context(), m.End()); err != nil {
		t.Fatal(err)
	}
	if got := w.Stats(); got.Minutes != 300 || got.Floored < 299 {
		t.Errorf("stats are %+v", got)
	}
}

// Nor do its own trades: the fees that it pays itself come back.
func TestTheMarketsOwnFeesComeBackToIt(t *testing.T) {
	m := alike(t, 5, 0, uint256.NewInt(2_500_000_000_000_000_000), uint256.NewInt(1_000_000e6))
	w := open(t, m)
	var held [2][2]*big.Int // after the first minute and the last
	for i := range held {
		if _, err := w.Advance(t.Context(), m.Start().Add(time.Duration(1+4*i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
		held[i] = funds(t, w)
	}
	// Half of four million is paid in USDC; its fee of 0.05 % is 1,000 USDC.
	lost, trips := new(big.Int).Sub(held[0][0], held[1][0]), w.Stats().Swaps
	if trips < 100 || lost.CmpAbs(big.NewInt(1e6)) > 0 {
		t.Errorf("%d swaps, and %s micro-USDC gone", trips, lost)
	}
}
