package golem

import (
	"context"
	"encoding/json"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/status"

	"github.com/holiman/uint256"
)

// A life that begins with an empty account is told so, and trades once its owner sends money,
// also while every tick trades: what came is booked whole, is no gain and sets no peak, and
// nothing is closed. A second deposit to the life that trades is the same.
//
// spec: safety §1.4 S-10, heartbeat §7.3
func TestALifeThatIsFundedAfterItsBirthHasRightBooks(t *testing.T) {
	t.Parallel()
	m := evmtest.NewServedMarket(t)
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	if err := m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	send := func(usdc, wei int64) {
		m.Submit(m.Sign(m.USDC, 0, bind.NewERC20().PackTransfer(wallet(t), big.NewInt(usdc))))
		if wei > 0 {
			m.Submit(m.Sign(wallet(t), wei, nil))
		}
	}
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	keyIn(t, dir)
	var first, second sync.Once
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	out := &lines{each: func(line string) {
		switch {
		case line == "active":
			go first.Do(func() { send(10_000_000_000, 5e18) })
		case strings.Contains(line, "trade 3,"):
			go second.Do(func() {
				send(10_000_000_000, 0)
				waits(t, dir, func(s status.Status) bool { return s.Result.Start+s.Result.Added > 29_000 })
				stop()
			})
		}
	}}
	if code := Main(ctx, []string{"--config", dir + "/golem.toml"}, out, out); code != exitOK || strings.Contains(out.String(), "everything is closed") {
		t.Fatalf("exit %d: %s", code, out)
	}
	if s, err := accounts.Of(dir); err != nil || !s.Sound() || s.Executed() < 4 {
		t.Errorf("the books: %+v (%v)", s, err)
	}
	deposits := map[string]*big.Int{}
	for _, r := range recorded(t, dir) {
		for _, d := range r.Differences {
			if deposits[d.Asset] == nil {
				deposits[d.Asset] = new(big.Int)
			}
			deposits[d.Asset].Add(deposits[d.Asset], d.Units.ToBig())
		}
		if r.Standing.Level != 0 {
			t.Errorf("tick %d is degraded: %+v", r.Tick, r.Standing)
		}
	}
	if got := deposits[m.USDC.Hex()]; got == nil || got.Int64() != 20_000_000_000 {
		t.Errorf("of 20,000 USDC %v were booked: %v", got, deposits)
	}
	var answer status.Status
	_, said := ask(t, "status", "--data-dir", dir, "--json")
	if err := json.Unmarshal([]byte(said), &answer); err != nil {
		t.Fatal(err)
	}
	if r := answer.Result; r.Total > 50 || r.Total < -50 || r.Start+r.Added < 20_000 {
		t.Errorf("the result of a life that lost only fees: %+v", r)
	}
}
