package golem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/wire"
)

// spec: safety §7.4 — of an order of three transactions (approve, swap, approve nothing) the
// last fails on the chain: its money has moved, so that it counts towards the day, and a
// second purchase that the day has no more room for is refused. The same life whose last
// approval passes is refused the same.
func TestAnOrderWhoseLastApprovalFailsCountsTowardsTheDay(t *testing.T) {
	for name, fails := range map[string]bool{"it fails": true, "it passes": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := furnished(t, evmtest.NewServedMarket(t, cheat.Services(cheat.Options{})))
			proxy := rpctest.New(t, m.Chain().Server.Endpoint())
			sent, back := 0, func() {}
			proxy.Hear(func(method string, answered bool) {
				if method != "eth_sendRawTransaction" || answered {
					return
				}
				switch sent++; sent {
				case 3: // behind the swap
					m.Mine()
					if fails {
						back = m.Refuse(m.USDC, "approve(address,uint256)")
					}
				case 4:
					back()
				}
			})
			dir := settings(t, m, proxy.URL(), "[safety.spending_limits]\nper_day = 2000.0\n")
			path := filepath.Join(dir, "golem.toml")
			edit(t, path, "[heartbeat]\n", "[heartbeat]\nmax_ticks = 6\n")
			text, err := os.ReadFile(filepath.Join(dir, "STRATEGY.md"))
			if err != nil {
				t.Fatal(err)
			}
			put(t, dir, "STRATEGY.md", strings.Replace(string(text), "buy 5% of equity", "buy 15% of equity", 1))
			if code, said := run(t, dir, "never"); code != exitOK || !strings.Contains(said, "dead") {
				t.Fatalf("exit %d: %s", code, said)
			}
			if s, err := accounts.Of(dir); err != nil || !s.Sound() || len(s.Wallet) == 0 {
				t.Errorf("the books are not the wallet: %+v (%v)", s, err)
			}
			first, refused, sold := turn.Status(""), 0, 0
			for _, r := range recorded(t, dir) {
				for _, a := range r.Actions {
					buys := a.Preview.Kind == "swap" && strings.Contains(string(a.Proposal.Body), `"token_in":"usdc"`)
					switch {
					case buys && first == "":
						first = a.Status
						if a.Execution == nil || len(a.Execution.Deltas) != 2 {
							t.Errorf("the first purchase moved %+v", a.Execution)
						}
					case buys && a.Preview.Refusal != nil && a.Preview.Refusal.Code == wire.CodeSafetySpendingLimitExceeded && strings.Contains(a.Preview.Refusal.Detail, "per day"):
						refused++
					case buys:
						t.Errorf("tick %d: a second purchase is %s: %+v", r.Tick, a.Status, a.Preview.Refusal)
					case a.Status == turn.StatusExecuted:
						sold++
					}
				}
			}
			want := map[bool]turn.Status{true: turn.StatusFailed, false: turn.StatusExecuted}[fails]
			if first != want || sold == 0 || refused == 0 || sent < 4 {
				t.Errorf("the first purchase is %q, want %q; %d sales, %d refusals of %d transactions", first, want, sold, refused, sent)
			}
		})
	}
}
