package dying

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/version"

	"github.com/holiman/uint256"
)

// opening opens what its rules say, and then holds.
const opening = `+++
name = "mortal"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3", "aave-v3"]

[risk]
max_position = "50%"
max_drawdown = "50%"
slippage     = "100bps"
start_stage  = "full"

[heartbeat]
tick_interval = "30s"
+++

# Objective

Hold something, and die with it.

RULES`

// rule is one that acts once: in the first tick, or where nothing but the blocks themselves tells
// prices in the second, when there is one to hold them against.
func rule(name, actions string, fed bool) string {
	when := "trades_today < 1"
	if !fed {
		when = "age > 20s and " + when
	}
	return fmt.Sprintf("```rule entry %s\nwhen %s\ndo %s\n```\n\n", name, when, actions)
}

// ticks a life has where nothing else is said: the last one ends it, and a planned death
// begins.
const ticks = 5

// golem is one life and its death.
type golem struct {
	*world
	dir      string
	rules    string
	ticks    uint64
	slippage money.BPS // that the owner allows
	credit   money.USDC
	paid     time.Duration // of its life; 0: nobody bounds it
	recovery string
	dying    func() // happens once, when death has begun and nothing was done yet
	cause    lifecycle.Cause

	eyes   *chain.Chain
	client *rpc.Client
	agent  *agent.Agent
	phases []string
	before holdings
	born   time.Time
	begun  time.Time
	passed map[lifecycle.Phase]time.Time
}

// newGolem opens in its second tick what the actions say, each of a rule of its own.
func newGolem(w *world, actions ...string) *golem {
	rules := ""
	for i, a := range actions {
		rules += rule(fmt.Sprintf("r%d", i), a, false)
	}
	return &golem{
		world: w, dir: w.t.TempDir(), rules: rules, ticks: ticks, slippage: 100, credit: 500 * money.One, recovery: "the test has it", cause: lifecycle.HayflickLimit,
		passed: map[lifecycle.Phase]time.Time{}, dying: func() {},
	}
}

// settings are an owner's configuration.
func (g *golem) settings() config.GolemConfig {
	g.t.Helper()
	c, err := config.Load(conf.Options{Flags: []conf.Flag{{Key: "golem.network", Text: "devnet"}}})
	if err != nil {
		g.t.Fatal(err)
	}
	c.Heartbeat.MaxTicks, c.Mortality.Stochastic.Enabled, c.Oracle.Enabled = g.ticks, false, false
	c.Safety.MaxSlippage = g.slippage
	c.Safety.ApprovedAssets, c.Safety.ApprovedProtocols = []string{g.USDC.Hex(), g.WETH.Hex()}, []string{"uniswap-v3", "aave-v3"}
	c.Safety.MaxPosition, c.Safety.MaxConcentration = 5_000, money.Whole
	c.Safety.SpendingLimits.PerTransaction = config.USD(1_000_000 * money.One)
	c.Safety.SpendingLimits.PerSession = config.USD(10_000_000 * money.One)
	c.Safety.SpendingLimits.PerDay = config.USD(10_000_000 * money.One)
	c.Venue.AavePool = g.Lending.Hex()
	return c
}

// boot is what the Golem is born with.
func (g *golem) boot(ctx context.Context, born *agent.Boot) (agent.Boot, error) {
	if born != nil {
		return *born, nil
	}
	seen, err := g.eyes.Observe(ctx)
	if err != nil {
		return agent.Boot{}, err
	}
	c := g.settings()
	g.born = g.Now()
	now := g.born.UnixMilli()
	b := agent.Boot{
		Identity:  turn.Identity{GolemID: "golem-mortal", Name: "mortal", Wallet: g.wallet(), Key: g.identity.Address(), Owner: evmtest.Address("owner"), CreatedAt: now, ChainID: evmtest.ChainID, Epoch: 1},
		Strategy:  strategy.Terms{Text: []byte(strings.NewReplacer("RULES", g.rules, "100bps", fmt.Sprintf("%dbps", g.slippage)).Replace(opening)), Stage: "full", Policy: strategy.DefaultPolicy()},
		Heartbeat: heartbeat.FromConfig(c),
		Chain:     chain.Terms{Numeraire: g.USDC, Poll: 3_000, Patience: 60_000, Watched: 64},
		Venue:     tool.Venue{Account: g.wallet(), Deployments: g.eyes.Deployments()},
		Birth:     booking.Birth{Start: now, Until: now + (1_000 * time.Hour).Milliseconds(), Credit: g.credit, Paid: money.One},
		Runs:      true,
		Version:   version.Program,
		Permit:    permit.Terms{TTL: c.Permits.TTL().Milliseconds(), Tolerance: c.Safety.MaxDivergence},
		Custody:   agent.Custody{Recovery: g.recovery},
		Mortality: mortality.Terms{Limits: mortality.LimitsFrom(c), Clocks: mortality.FromConfig(c, g.paid > 0)},
		Risk:      risk.Terms{Emergency: c.Safety.EmergencyDrawdown},
		Policy:    cage.FromConfig(c, seen.Tokens(), seen.Markets),
	}
	if g.paid > 0 {
		b.Birth.Until = now + g.paid.Milliseconds()
	}
	for _, held := range seen.Assets {
		if !held.Units.IsZero() {
			b.Birth.Tokens = append(b.Birth.Tokens, ledger.Amount{Asset: held.Token.Address.Hex(), Units: held.Units})
		}
	}
	b.Birth.Tokens = append(b.Birth.Tokens, ledger.Amount{Asset: ledger.Native, Units: *uint256.MustFromBig(g.holdings().native)})
	b.Birth.Plan, err = ledger.FromConfig(c, g.credit)
	return b, err
}

// outside is the real thing through the endpoint that may misbehave.
func (g *golem) outside(_ context.Context, b agent.Boot, _ func() bool) (agent.Outside, error) {
	fork, err := sim.New(g.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	if err != nil {
		return agent.Outside{}, err
	}
	adapters, err := tool.NewAdapters(b.Venue)
	if err != nil {
		return agent.Outside{}, err
	}
	return agent.Outside{
		Eyes: g.eyes, Endpoints: g.eyes, Client: g.client, Signer: g.key, Identity: g.identity, Clock: g.world,
		// Its five seconds are the machine's: one with much to do must not decide what dies how.
		Foresight: &tool.Simulator{Adapters: adapters, Chain: g.eyes, Client: g.client, Fork: fork, ChainID: evmtest.ChainID, Limit: time.Hour},
	}, nil
}

// lives runs the process until the Golem is dead.
func (g *golem) lives() *golem {
	g.t.Helper()
	h, err := home.Open(g.dir)
	if err != nil {
		g.t.Fatal(err)
	}
	defer h.Close()
	if g.client, err = rpc.Connect(g.t.Context(), rpc.Config{URLs: []string{g.proxy.URL()}, ChainID: evmtest.ChainID, BlockTime: blockTime, Clock: g.world}); err != nil {
		g.t.Fatal(err)
	}
	defer g.client.Close()
	if g.eyes, err = chain.Open(g.t.Context(), g.client, chain.Config{
		ChainID: evmtest.ChainID, Account: g.wallet(), Numeraire: g.USDC,
		Deployments: table.Venue{Pools: []table.Pool{{At: g.Pool}}, Router: g.Router, Positions: g.Positions, Aave: g.Lending}.Deployments(),
	}); err != nil {
		g.t.Fatal(err)
	}
	r, err := process.Run(g.t.Context(), process.Config{
		Home: h, Policy: journal.Live, Boot: g.boot, Outside: g.outside, Clock: g.world, Log: slog.New(slog.NewTextHandler(testLog{g.t}, &slog.HandlerOptions{Level: slog.LevelWarn})), Watch: watch{g},
	})
	if err != nil || r.Cause != g.cause {
		g.t.Fatalf("it ended with %q: %v", r.Cause, err)
	}
	g.opened()
	return g
}

// opened fails where the life could not open what it should die with.
func (g *golem) opened() {
	g.t.Helper()
	store, err := records.Open(g.dir+"/"+home.CyclesDir, records.Options{ReadOnly: true})
	if err != nil {
		g.t.Fatal(err)
	}
	defer store.Close()
	if r, _, err := store.Read(0); err != nil || len(r.Actions) > 0 {
		g.t.Fatalf("in its first tick it did %+v (%v)", r, err)
	}
	r, _, err := store.Read(1)
	if err != nil || len(r.Actions) == 0 {
		g.t.Fatalf("in its second tick it did nothing (%v)", err)
	}
	for _, a := range r.Actions {
		if a.Status != turn.StatusExecuted {
			g.t.Errorf("it could not open %s: %s (%+v)", a.Proposal.Body, a.Status, refusalOf(a))
		}
	}
}

// testLog shows what the Golem warns of where the test fails.
type testLog struct{ t *testing.T }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// watch hears when death begins and what it does.
type watch struct{ *golem }

func (w watch) Born(a *agent.Agent) { w.agent = a }
func (w watch) Ticked(bool)         {}
func (w watch) Draining()           {}

func (w watch) Moved(to lifecycle.State) {
	if to != lifecycle.StateTerminal {
		return
	}
	w.before, w.begun = w.holdings(), w.Now()
	w.golem.dying()
}

func (w watch) Passed(p lifecycle.Phase, err error) {
	w.passed[p] = w.Now()
	if err != nil {
		w.phases = append(w.phases, p.String()+": "+err.Error())
	}
}

// took is how long a phase of the death came after its beginning.
func (g *golem) took(p lifecycle.Phase) time.Duration { return g.passed[p].Sub(g.begun) }
