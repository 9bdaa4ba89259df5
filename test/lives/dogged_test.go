package lives

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// onceHead opens a STRATEGY.md that buys in its first tick.
const onceHead = `+++
name = "once"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3"]

[risk]
max_position = "25%"
slippage = "50bps"
start_stage = "full"

[heartbeat]
tick_interval = "30s"
+++

# Objective

Buy once.

` + "```rule entry in\nwhen trades_today < 1\ndo buy 25% of equity\n```\n\n"

// steady is a life in a world without faults, which buys once and then does what rules say.
func steady(t *testing.T, rules string) *life {
	t.Helper()
	l, err := newLife(7, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l.world.Faults, l.world.Market = agenttest.Faults{}, &agenttest.Steady{}
	l.boot.Strategy.Text = []byte(onceHead + rules)
	l.boot.Birth.Until = l.boot.Birth.Start + (100 * time.Hour).Milliseconds()
	l.boot.Risk.Emergency = 800
	return l
}

// begins makes the life one that ticks; each call of what it returns is so many ticks.
func (l *life) begins(t *testing.T) func(ticks int) {
	t.Helper()
	client, stop, err := l.world.Serve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	if l.mind != nil {
		l.boot.Model = "hostile"
	}
	j, err := journal.Open(l.dir, journal.Options{Policy: journal.History, Boot: l.boot, Clock: clock.NewSimulated(time.Unix(0, 0))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	outside := agent.Outside{Mind: l.mind, Eyes: l.world, Foresight: l.world, Client: rpc.New(client), Signer: l.key, Identity: l.identity, Clock: l.world, Dice: l.dice(), Letters: []owner.Source{l}}
	stores := agent.Stores{Journal: j, Records: l.digest, Ledger: l.books, Estate: l, Log: slog.New(slog.DiscardHandler)}
	if l.golem, err = agent.New(l.boot, outside, stores); err != nil {
		t.Fatal(err)
	}
	active, err := lifecycle.Provision(l.golem, silent{}).Activate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return func(ticks int) {
		for beats := l.golem.State().Heartbeat().Tick; l.golem.State().Heartbeat().Tick < beats+uint64(ticks); {
			if err := active.Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (l *life) ether() float64 { f, _ := l.world.Holds(agenttest.WETH.Address).Float64(); return f }

// stuck are positions that cannot be left: the world foresees that it reverts.
func stuck(n int) func(*turn.Reading) {
	return func(r *turn.Reading) {
		for i := range n {
			r.Positions = append(r.Positions, turn.Position{
				ID: strconv.Itoa(1_000 + i), Protocol: uniswapv3.Name, Market: market, Lower: -887_270, Upper: 887_270, Quote: *uint256.NewInt(50e6), Value: 50,
			})
		}
	}
}

// spec: safety §15.3 — whatever else is refused, the base tokens are sold; no model has a say.
func TestAnEmergencySellsBesideWhatIsStuck(t *testing.T) {
	for name, mind := range minds() {
		t.Run(name, func(t *testing.T) {
			l := steady(t, "")
			l.mind = mind
			l.world.BendBy(agenttest.Bend{Reading: stuck(9)})
			tick := l.begins(t)
			tick(3)
			if l.ether() == 0 {
				t.Fatal("nothing was bought")
			}
			l.world.Shift(10_000)
			tick(20)
			if level := l.golem.State().Standing().Level; level != turn.LevelStopped {
				t.Fatalf("it is no emergency, but %s", level)
			}
			if l.ether() != 0 {
				t.Errorf("%v of ether are left", l.ether())
			}
		})
	}
}

// thinAs is what makes a market as thin as life.thin does.
func thinAs(r *turn.Reading) { holds(r, 650_000_000_000_000) }

// spec: safety §17 — a tick has eight steps, and an order may have more parts.
func TestATickThatIsTooShortForAnOrderKeepsTheRest(t *testing.T) {
	l := steady(t, "```rule exit out\nwhen position_age > 10m\ndo sell 50% of position\n```\n")
	tick := l.begins(t)
	tick(15)
	held := l.ether()
	l.world.BendBy(agenttest.Bend{Reading: thinAs})
	tick(60)
	if left := l.ether() / held; left < 0.49 || left > 0.51 {
		t.Errorf("%.3f is left where a half was to be sold", left)
	}
}

// dries leaves a market of about 5,600 USDC, in which a swap moves the price by four times its
// share of that.
func dries() agenttest.Bend {
	depth := 0.0
	return agenttest.Bend{
		Reading: func(r *turn.Reading) {
			holds(r, 65_000_000_000_000)
			at := r.Primary().Range
			depth = 2 * at.Liquidity.Float64() * 79228162514264337593543950336.0 / at.SqrtPriceX96.Float64()
		},
		Simulation: func(a grammar.Action, s *turn.Simulation) error {
			if a.Kind == grammar.Swap {
				s.ImpactBPS = money.BPS(4 * float64(s.Value) / depth * 10_000)
			}
			return nil
		},
	}
}

// spec: safety §15.3, §17 — an emergency sells as much at a time as the market takes, and
// goes on until nothing is left.
func TestAnEmergencySellsInAMarketThatDried(t *testing.T) {
	l := steady(t, "")
	l.boot.Policy.MaxImpact = 300
	tick := l.begins(t)
	tick(3)
	held := l.ether()
	l.world.BendBy(dries())
	l.world.Shift(10_000)
	tick(10)
	if level := l.golem.State().Standing().Level; level != turn.LevelStopped {
		t.Fatalf("it is no emergency, but %s", level)
	}
	tick(110)
	if left := l.ether() / held; left >= 0.002 {
		t.Errorf("%.4f of the ether is left", left)
	}
}

// spec: heartbeat §3 step 8 — what became of a part late does not change how much is sold,
// however many transactions revert, get lost or are seen late.
func TestASaleInPartsIsExactOnABadChain(t *testing.T) {
	failed, late := 0, 0
	for n := range 6 {
		l := steady(t, "```rule exit out\nwhen position_age > 10m\ndo sell 50% of position\n```\n")
		l.world.Faults = agenttest.Faults{Lost: 0.05 * float64(n), Hidden: 0.3, Reverted: 0.1, Dropped: 0.02 * float64(n)}
		tick := l.begins(t)
		tick(15)
		held := l.ether()
		if held == 0 {
			t.Fatal("nothing was bought")
		}
		l.world.BendBy(agenttest.Bend{Reading: thinAs})
		tick(150)
		if left := l.ether() / held; left < 0.49 || left > 0.51 {
			t.Errorf("chain %d: %.3f is left where a half was to be sold", n, left)
		}
		failed, late = failed+l.digest.failed, late+l.digest.late
	}
	if failed == 0 || late == 0 {
		t.Errorf("the chains were too good to tell anything: %d orders failed, of %d the outcome was late", failed, late)
	}
}
