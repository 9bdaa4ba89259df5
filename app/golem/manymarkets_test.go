package golem

import (
	"bytes"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/mirage/deploy/kit"
)

// everywhere buys and sells in each exchange of a grant, and in one that the grant does not name, and
// lends to each lender.
const everywhere = `+++
name = "everywhere"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3", "uniswap-v2", "uniswap-v4", "aave-v3", "erc-4626"]

[risk]
max_position = "20%"
start_stage = "full"
+++

# Objective

Trade in each market.

` + "```rule entry outside\nwhen trades_today < 1\ndo buy 50 usdc of weth in weth-usdc-100\n```\n\n" +
	"```rule entry exchanges\nwhen trades_today < 1\ndo buy 100 usdc of weth in weth-usdc-5 then buy 100 usdc of weth in weth-usdc-30 then buy 100 usdc of weth in weth-usdc-30-v2 then buy 100 usdc of weth in weth-usdc-30-v4\n```\n\n" +
	"```rule entry lenders\nwhen trades_today == 4\ndo lend 100 usdc on aave-v3 then lend 100 usdc on erc-4626-second\n```\n\n" +
	"```rule exit exchanges\nwhen trades_today == 6\ndo sell 30% of weth in weth-usdc-30-v2 then sell 30% of weth in weth-usdc-30-v4\n```\n"

// held is an owner with money on a devnet as bardo dev has it, whose Golem was set up by golem init.
func held(t *testing.T) *bounded {
	t.Helper()
	k := evmtest.NewServedKit(t, kit.DevSeed)
	b := &bounded{Lenders: &evmtest.Lenders{Market: &evmtest.Market{Node: k.Node, USDC: k.At("USDC"), WETH: k.At("WETH9")}}, t: t, mode: grant.Delegation, owner: golemKey, session: addressOf(t, sessionKey)}
	b.Execute(b.USDC, bind.NewERC20().PackTransfer(wallet(t), big.NewInt(10_000e6)))
	b.Send(wallet(t), 5e18)
	b.Send(b.session, 2e16)
	if err := b.Chain().Miner.SetInterval(time.Second); err != nil {
		t.Fatal(err)
	}
	b.dir = filepath.Join(t.TempDir(), "life")
	if code, said := ask(t, "init", b.dir, "--network", "devnet", "--custody", "delegation", "--strategy", "lenders", "--rpc", b.Chain().Server.Endpoint()); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	b.edit("\n[custody.localkey]\nprivate_key_path = \"key.json\"\n", "") // it is in the environment
	b.edit(`["weth-usdc-5"]`, `["weth-usdc-5", "weth-usdc-30", "weth-usdc-30-v2", "weth-usdc-30-v4"]`)
	b.edit(`["aave-v3", "erc-4626", "morpho-blue", "uniswap-v3"]`, `["aave-v3", "erc-4626", "uniswap-v2", "uniswap-v3", "uniswap-v4"]`)
	b.edit("[custody]\n", `[heartbeat]
base_interval_seconds = 10
max_daily_cost_usd = 1000
[heartbeat.regime_multipliers]
trending_up = 0.1
trending_down = 0.1
volatile = 0.1
range_bound = 0.1
unknown = 0.1
[clock]
gamma_min_interval_secs = 1
gamma_max_interval_secs = 2
theta_min_interval_secs = 1
theta_max_interval_secs = 2
[surfaces]
port = 0
[custody]
max_key_balance = 100000.0
`)
	put(t, b.dir, "STRATEGY.md", everywhere)
	return b
}

// entrusts runs bardo grant as the owner, as golem init says it.
func (b *bounded) entrusts(more ...string) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("BARDO_OWNER_KEY", b.owner)
	var out bytes.Buffer
	args := []string{"grant", "--config", filepath.Join(b.dir, "golem.toml"), "--session", b.session.Hex(), "--out", filepath.Join(b.dir, "grant.json")}
	code = bardo.Main(b.t.Context(), append(args, more...), &out, &out)
	return code, out.String()
}

// One delegation is of two markets of v3, one of v2, one of v4, of Aave and of two vaults, and a life
// trades in each under it. A market that it does not name is refused before anything is sent, and on the
// chain where somebody sends it past the Golem's program. At its death everything is the owner's.
//
// spec: provisioning §8.4, §8.6, safety §7.1
func TestAGrantHoldsOverManyMarkets(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("a life in six markets, with a second for each block, runs with BARDO_LONG=1")
	}
	b := held(t)
	approved := `"uniswap-v4"]`
	b.edit(approved, `"uniswap-v4", "weth9"]`)
	if code, said := b.entrusts("--yes"); code == 0 || !strings.Contains(said, "under a grant the coin for gas is the key's") || !strings.Contains(said, `take "weth9" out of safety.approved_protocols`) {
		t.Errorf("wrapping under a grant: exit %d\n%s", code, said)
	}
	b.edit(`"uniswap-v4", "weth9"]`, approved)
	code, said := b.entrusts("--yes")
	if code != 0 || !strings.Contains(said, "Uniswap v4 USDC/WETH") || !strings.Contains(said, "ERC-4626") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	b.edit(`"weth-usdc-30-v4"]`, `"weth-usdc-30-v4", "weth-usdc-100"]`)
	if code, said = b.lives("trade 8,"); code != exitOK || !strings.Contains(said, "trade 8,") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	done, seen := map[string]int{}, turn.Reading{}
	for _, r := range recorded(t, b.dir) {
		seen = r.Seen.Reading
		for _, a := range r.Actions {
			m := a.Proposal.Market()
			switch {
			case m == "weth-usdc-100":
				if a.Status != turn.StatusBlocked {
					t.Errorf("tick %d, outside of the grant: %+v", r.Tick, a)
				}
				done["refused"]++
			case a.Status == turn.StatusExecuted && a.Execution.Verified:
				done[m]++
			default:
				t.Errorf("tick %d: %+v", r.Tick, a)
			}
		}
	}
	want := []string{"aave-v3", "erc-4626-second", "refused", "weth-usdc-30", "weth-usdc-30-v2", "weth-usdc-30-v4", "weth-usdc-5"}
	if got := slices.Sorted(maps.Keys(done)); !slices.Equal(got, want) {
		t.Errorf("acted in %v, want %v\n%s", done, want, said)
	}
	b.Send(b.session, 5e18)
	b.planted(seen)
	if code, said := ask(t, "kill", "--data-dir", b.dir); code != exitOK {
		t.Fatalf("kill: %d %s", code, said)
	}
	if code, said := b.lives("never"); code != exitOK || !strings.Contains(said, "dead") {
		t.Fatalf("its death: exit %d\n%s", code, said)
	}
	if code, said := ask(t, "replay", b.dir); code != exitOK {
		t.Errorf("replay: exit %d\n%s", code, said)
	}
	b.owned()
	erc := bind.NewERC20()
	if home, err := erc.UnpackBalanceOf(b.Ask(b.USDC, erc.PackBalanceOf(wallet(t)))); err != nil || home.Int64() < 9_990e6 {
		t.Errorf("%v units of USDC are the owner's (%v)", home, err)
	}
}

// planted sends by the Golem's key what its program would not: the grant lets a swap in a market that it
// names, and none in another.
func (b *bounded) planted(seen turn.Reading) {
	b.t.Helper()
	on, _ := network.Find(network.Devnet)
	g := b.grant()
	for handle, passes := range map[string]bool{"weth-usdc-5": true, "weth-usdc-100": false} {
		m, err := on.Market(handle)
		if err != nil {
			b.t.Fatal(err)
		}
		adapters, err := tool.NewAdapters(tool.Venue{Account: wallet(b.t), Grant: &g, Deployments: []protocol.Deployment{
			protocol.Deploy(uniswapv3.Name, handle, uniswapv3.Terms{Pool: m.Pool, Router: on.V3.Router, Second: true, Positions: on.V3.Positions}),
		}})
		if err != nil {
			b.t.Fatal(err)
		}
		calls, err := adapters.Calls(grammar.Action{
			Kind: grammar.Swap, Market: handle, Protocol: uniswapv3.Name, TokenIn: b.USDC, TokenOut: b.WETH, AmountIn: uint256.NewInt(50e6),
		}, seen, nil)
		if err != nil || len(calls) != 1 {
			b.t.Fatalf("%s: %v, %v", handle, calls, err)
		}
		why := b.RPC.Call(new(hexutil.Bytes), "eth_call", map[string]any{"from": b.session, "to": calls[0].To, "data": hexutil.Bytes(calls[0].Data)}, "latest")
		if r := b.Known(sessionKey).Do(calls[0].To, calls[0].Data); (r.Status == 1) != passes || (why == nil) != passes {
			b.t.Errorf("a swap in %s: status %d, %v", handle, r.Status, why)
		}
	}
}
