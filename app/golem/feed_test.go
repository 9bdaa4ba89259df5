package golem

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
)

// spec: safety §16.8 — a life that was born without a second source of prices is given one
// in its course, and replays.
func TestALifeIsGivenAPriceFeedInItsCourse(t *testing.T) {
	t.Parallel()
	l := evmtest.NewServedLenders(t)
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	l.Send(wallet(t), 5e18)
	if err := l.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	dir := settings(t, l.Market, l.Chain().Server.Endpoint(), "")
	if code, said := run(t, dir, "trade 1"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	bare := len(recorded(t, dir))
	edit(t, filepath.Join(dir, "golem.toml"), "[venue]\n", fmt.Sprintf("[venue]\nprice_feed = %q\n", l.At("ETHFeed").Hex()))
	if code, said := run(t, dir, "trade 2"); code != exitOK {
		t.Fatalf("with a feed: exit %d: %s", code, said)
	}
	all := recorded(t, dir)
	if len(all) <= bare {
		t.Fatalf("%d ticks, %d before there was a feed", len(all), bare)
	}
	for i, r := range all {
		if f := r.Seen.Reading.Assets[1].Feed; (f != nil) != (i >= bare) || f != nil && (f.Unread != "" || !(f.Price > 0)) {
			t.Errorf("tick %d of %d, %d without a feed: %+v", r.Tick, len(all), bare, f)
		}
	}
	var out bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &out); code != exitOK {
		t.Errorf("replay: exit %d, %s", code, &out)
	}
	edit(t, filepath.Join(dir, "golem.toml"), "[venue]\n", fmt.Sprintf("[venue]\nsequencer_feed = %q\n", l.At("SequencerFeed").Hex()))
	l.Own(l.At("SequencerFeed"), bind.NewPriceFeed().PackSetAnswer(common.Big1))
	if code, said := run(t, dir, "refused, SAFETY_PRICE_MISSING"); code != exitOK || !strings.Contains(said, "sequencer is down") || strings.Contains(said, "trade 3") {
		t.Errorf("while the sequencer is down: exit %d: %s", code, said)
	}
	edit(t, filepath.Join(dir, "golem.toml"), fmt.Sprintf("sequencer_feed = %q\n", l.At("SequencerFeed").Hex()), "")
	l.AgeFeed("ETHFeed", 7_200)
	if code, said := run(t, dir, "active"); code != exitOK || !strings.Contains(strings.Split(said, "golem golem-")[0], " s ago, 1200 s are allowed: nothing is opened and nothing sold before it has one again") {
		t.Errorf("a feed that is two hours old: exit %d: %s", code, said)
	}
	edit(t, filepath.Join(dir, "golem.toml"), l.At("ETHFeed").Hex(), l.USDC.Hex())
	code, said := run(t, dir, "refused, SAFETY_PRICE_MISSING")
	if code != exitOK || !strings.Contains(said, "says no price") || !strings.Contains(said, "refused, SAFETY_PRICE_MISSING: the price feed is silent") || strings.Contains(said, "trade 3") {
		t.Errorf("a token in place of a feed: exit %d: %s", code, said)
	}
	edit(t, filepath.Join(dir, "golem.toml"), fmt.Sprintf("price_feed = %q", l.USDC.Hex()), fmt.Sprintf("price_feed = %q", evmtest.Address("nobody").Hex()))
	if code, said := run(t, dir, "trade 9"); code == exitOK || !strings.Contains(said, "price feed "+evmtest.Address("nobody").Hex()) {
		t.Errorf("a feed without code: exit %d: %s", code, said)
	}
}

// spec: safety §16.8 — a life on a chain without a second source of prices is told at its
// start, and whenever it would open more than Standard, what to do; it buys nothing for a
// position that it may not have, and a feed is all it lacks.
func TestWithoutAPriceFeedNothingAboveStandardIsOpened(t *testing.T) {
	t.Parallel()
	l := evmtest.NewServedLenders(t)
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(800_000_000_000).ToBig()))
	l.Send(wallet(t), 5e18)
	if err := l.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct { // on one account, which the first leaves as it was
		name, feed, until string
		done              map[string]int
	}{
		{"without", "", "refused, SAFETY_PRICE_MISSING", map[string]int{}},
		{"with", fmt.Sprintf("price_feed = %q\n", l.At("ETHFeed").Hex()), "trade 3", map[string]int{"swap": 1, "add_liquidity": 1, "supply": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := settings(t, l.Market, l.Chain().Server.Endpoint(), "[safety.spending_limits]\nper_transaction = 200000.0\nper_day = 400000.0\nper_session = 400000.0\n")
			path := filepath.Join(dir, "golem.toml")
			edit(t, path, "[venue]\n", fmt.Sprintf("[venue]\naave_pool = %q\n%s", l.Lending.Hex(), c.feed))
			edit(t, path, `["uniswap-v3"]`, `["uniswap-v3", "aave-v3"]`)
			edit(t, path, "[risk]\n", "[risk]\nadaptive = false\n") // it opens in its first tick, before a mean price is known
			put(t, dir, "STRATEGY.md", fmt.Sprintf(dying, "provide 1% of equity within ±2% then lend 14% of equity"))
			code, said := run(t, dir, c.until)
			names := "WETH has no price feed (venue.price_feed): without a second source of prices no liquidity is added"
			if code != exitOK || !strings.Contains(said, c.until) || strings.Contains(strings.Split(said, "golem golem-")[0], names) != (c.feed == "") {
				t.Fatalf("exit %d: %s", code, said)
			}
			done, told := map[string]int{}, ""
			for _, r := range recorded(t, dir) {
				for _, a := range r.Actions {
					if a.Status == turn.StatusExecuted {
						done[a.Preview.Kind]++
					}
				}
				for _, x := range r.Thought {
					told += x.Summary
				}
			}
			if !maps.Equal(done, c.done) || strings.Contains(told, names) != (c.feed == "") {
				t.Errorf("it did %v, want %v; it thought %s", done, c.done, told)
			}
			if c.feed == "" && !strings.Contains(said, "refused, SAFETY_PRICE_MISSING: "+names) {
				t.Errorf("the refusal of a deposit does not say what to do: %s", said)
			}
		})
	}
}
