package golem

import (
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/mirage/cheat"
)

// spec: safety §7.4 — of an order of three transactions (approve, swap, approve nothing) the
// last fails on the chain: its money has moved, so that it counts towards the day, and every other
// purchase is cut to what that leaves of it. The same life whose last approval passes is cut the same.
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
			first, cut, sold, spent := turn.Status(""), 0, 0, new(big.Int)
			for _, r := range recorded(t, dir) {
				for _, a := range r.Actions {
					buys := a.Preview.Kind == "swap" && strings.Contains(string(a.Proposal.Body), `"token_in":"usdc"`)
					switch {
					case buys && first == "":
						first = a.Status
						if a.Execution == nil || len(a.Execution.Deltas) != 2 {
							t.Errorf("the first purchase moved %+v", a.Execution)
						}
					case buys && strings.HasSuffix(a.Proposal.Cut, "by what is left of safety.spending_limits.per_day"):
						cut++
					case buys:
						t.Errorf("tick %d: another purchase is %s, cut %q: %+v", r.Tick, a.Status, a.Proposal.Cut, a.Preview.Refusal)
					case a.Status == turn.StatusExecuted:
						sold++
					}
					if buys {
						spent.Add(spent, amountIn(t, a.Proposal.Body))
					}
				}
			}
			if spent.Cmp(big.NewInt(2_000e6)) > 0 {
				t.Errorf("%s units were asked for in a day", spent)
			}
			want := map[bool]turn.Status{true: turn.StatusFailed, false: turn.StatusExecuted}[fails]
			if first != want || sold == 0 || cut == 0 || sent < 4 {
				t.Errorf("the first purchase is %q, want %q; %d sales, %d cut, of %d transactions", first, want, sold, cut, sent)
			}
		})
	}
}

var paid = regexp.MustCompile(`"amount_in":"([0-9]+)"`)

// amountIn is what the body of a swap pays, in raw units.
func amountIn(t *testing.T, body []byte) *big.Int {
	t.Helper()
	found := paid.FindSubmatch(body)
	if found == nil {
		t.Fatalf("%s pays nothing", body)
	}
	n, _ := new(big.Int).SetString(string(found[1]), 10)
	return n
}
