package golem

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent"
)

// spec: safety §16.8 — a life that was born without a second source of prices is given one
// in its course, and replays.
func TestALifeIsGivenAPriceFeedInItsCourse(t *testing.T) {
	l := evmtest.NewServedLenders(t)
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	l.Send(wallet(t), 5e18)
	if err := l.Chain().SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	dir := settings(t, l.Market, l.Chain().Endpoint(), "")
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
		if f := r.Seen.Reading.Feed; (f != nil) != (i >= bare) || f != nil && (f.Unread != "" || !(f.Price > 0)) {
			t.Errorf("tick %d of %d, %d without a feed: %+v", r.Tick, len(all), bare, f)
		}
	}
	var out bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &out); code != exitOK {
		t.Errorf("replay: exit %d, %s", code, &out)
	}
	edit(t, filepath.Join(dir, "golem.toml"), l.At("ETHFeed").Hex(), l.USDC.Hex())
	code, said := run(t, dir, "nothing sold before")
	if code != exitOK || !strings.Contains(said, "says no price") || !strings.Contains(said, "refused, SAFETY_PRICE_MISSING: the price feed is silent") || strings.Contains(said, "trade 3") {
		t.Errorf("a token in place of a feed: exit %d: %s", code, said)
	}
	edit(t, filepath.Join(dir, "golem.toml"), fmt.Sprintf("price_feed = %q", l.USDC.Hex()), fmt.Sprintf("price_feed = %q", evmtest.Address("nobody").Hex()))
	if code, said := run(t, dir, "trade 9"); code == exitOK || !strings.Contains(said, "price feed "+evmtest.Address("nobody").Hex()) {
		t.Errorf("a feed without code: exit %d: %s", code, said)
	}
}

// A life from before keeps what it was born with.
func TestALifeFromBeforeIsNoMoreWaryThanItWas(t *testing.T) {
	for _, born := range []bool{false, true} {
		b := agent.Boot{Wary: true, Careful: true, Dogged: true, Measured: true}
		new(life).keep(&b, &agent.Boot{Emergency: 2_000, Wary: born, Careful: born, Dogged: born, Measured: born})
		if b.Wary != born || b.Careful != born || b.Dogged != born || b.Measured != born {
			t.Errorf("born %v, it goes on as wary %v, careful %v, dogged %v, measured %v", born, b.Wary, b.Careful, b.Dogged, b.Measured)
		}
	}
}
