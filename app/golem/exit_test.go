package golem

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
)

// leaver opens what a rule says, and leaves it a second later.
const leaver = `+++
name = "leaver"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3"]

[risk]
slippage    = "50bps"
start_stage = "full"
+++

# Objective

Open once and leave.

` + "```rule entry in\nwhen trades_today < 1\ndo %s\n```\n\n```rule exit out\nwhen %s\ndo %s\n```\n"

// spec: safety §7.1, §17 — an exit carries the least that it takes into its transaction: where
// somebody with the order of transactions in hand moves the pool between its simulation and
// its block by more than its slippage, it fails and nothing is given away; by less, it goes
// through, and the wallet gets no less than that.
func TestAnExitIsNotSoldBelowItsMinimum(t *testing.T) {
	const whole = 1_000_000_000_000_000_000
	for name, c := range map[string]struct {
		opens, when, exits string
		at                 int // the transaction of the exit that moves the money
		kind               string
		weth               uint64 // that are sold before it, of 10,000 in the pool
		want               turn.Status
	}{
		"a sale in a calm pool":                 {"buy 5% of equity", "exposure > 1%", "sell all", 5, "swap", 0, turn.StatusExecuted},
		"a sale behind a push within slippage":  {"buy 5% of equity", "exposure > 1%", "sell all", 5, "swap", 15, turn.StatusExecuted},
		"a sale behind a push beyond it":        {"buy 5% of equity", "exposure > 1%", "sell all", 5, "swap", 60, turn.StatusFailed},
		"leaving in a calm pool":                {"provide 5% of equity within ±5%", "lp_count > 0", "withdraw liquidity", 9, "remove_liquidity", 0, turn.StatusExecuted},
		"leaving behind a push within slippage": {"provide 5% of equity within ±5%", "lp_count > 0", "withdraw liquidity", 9, "remove_liquidity", 15, turn.StatusExecuted},
		"leaving behind a push beyond it":       {"provide 5% of equity within ±5%", "lp_count > 0", "withdraw liquidity", 9, "remove_liquidity", 60, turn.StatusFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := evmtest.NewServedLenders(t)
			l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(whole), uint256.NewInt(10_000)))
			l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
			l.Send(wallet(t), 5e18)
			if err := l.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
				t.Fatal(err)
			}
			proxy, sent := rpctest.New(t, l.Chain().Server.Endpoint()), 0
			proxy.Hear(func(method string, answered bool) {
				if method != "eth_sendRawTransaction" || answered {
					return
				}
				if sent++; sent == c.at && c.weth > 0 {
					l.Submit(l.Sign(l.Router, 0, l.SellCall(false, new(uint256.Int).Mul(uint256.NewInt(whole), uint256.NewInt(c.weth)))))
					l.Mine()
				}
			})
			dir := settings(t, l.Market, proxy.URL(), "")
			path := filepath.Join(dir, "golem.toml")
			edit(t, path, "[venue]\n", fmt.Sprintf("[venue]\nprice_feed = %q\n", l.At("ETHFeed").Hex()))
			edit(t, path, "[risk]\n", "[risk]\nadaptive = false\n") // it opens in its first tick, before a mean price is known
			edit(t, path, "[heartbeat]\n", "[heartbeat]\nmax_ticks = 3\n")
			put(t, dir, "STRATEGY.md", fmt.Sprintf(leaver, c.opens, c.when, c.exits))
			if code, said := run(t, dir, "never"); code != exitOK || !strings.Contains(said, "dead") {
				t.Fatalf("exit %d: %s", code, said)
			}
			for _, r := range recorded(t, dir) {
				for _, a := range r.Actions {
					if a.Proposal.Cause == "" || !strings.Contains(a.Proposal.Cause, "exit") || a.Preview.Kind != c.kind {
						continue
					}
					if a.Status != c.want {
						t.Fatalf("the exit is %q, want %q: %+v %+v", a.Status, c.want, a.Preview.Refusal, a.Execution)
					}
					least, got := taken(a.Preview.Simulation.Deltas, l.USDC), taken(a.Execution.Deltas, l.USDC)
					least = least * 9_950 / 10_000
					if c.want == turn.StatusFailed && len(a.Execution.Deltas) != 0 || c.want == turn.StatusExecuted && c.kind == "swap" && got < least || least == 0 {
						t.Errorf("the exit took %d, at least %d were its minimum: %+v", got, least, a.Execution.Deltas)
					}
					return
				}
			}
			t.Fatal("it did not try to leave")
		})
	}
}

// taken is what came in of a token.
func taken(deltas []turn.Delta, token common.Address) uint64 {
	for _, d := range deltas {
		if d.Token == token && !d.Out {
			return d.Units.Uint64()
		}
	}
	return 0
}
