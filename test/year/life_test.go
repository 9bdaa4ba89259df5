// Package year lets Golems grow old: their hearts beat every ten minutes on a chain without an EVM, and
// each has a journal, checkpoints and all that a Golem leaves in a folder. It kills their processes
// while they write, and measures how long the start of one takes that is a year old: a year here is
// 52,560 ticks, 144 a day, where a day in a generated world has about 1,900.
package year

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/internal/version"
)

const (
	pause = 10 * time.Minute // between two beats
	beats = int(process.Day / pause)
	// market is the handle of the pool where it trades.
	market = "weth-usdc-5"
)

// twiceADay opens and closes a position of WETH once or twice a day.
const twiceADay = `+++
name = "twice a day"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3"]

[risk]
max_position = "10%"
slippage = "50bps"
start_stage = "full"
+++

# Objective

Trade for years.

` + "```rule entry in\nwhen exposure < 1%\ndo buy 2% of equity\ncooldown 8h\n```\n\n```rule exit out\nwhen position_age > 6h\ndo sell all\n```\n"

// life is one Golem in a folder, and its world, which stands still while no process lives it.
type life struct {
	dir   string
	every time.Duration // of checkpoints
	boot  agent.Boot
	world *agenttest.World
	key   *signer.Signer
	dice  *mortality.Dice

	beside process.World // in its checkpoints; nil: nothing is
	fault  seglog.Fault
	sites  site.Hook
	born   func(*agent.Agent) // is told of the Golem of each process; nil: nothing is
	left   int                // ticks until its process is stopped
	how    error
	stop   func(error)
	log    lines
}

// newLife is a life that is not begun, which may get so many days old.
func newLife(s seed.Seed, dir string, days int) (*life, error) {
	l := &life{dir: dir, every: process.Day}
	secret, fate := s.Bytes("key"), s.Bytes("fate")
	var err error
	if l.key, err = signer.New(agenttest.ChainID, &secret); err != nil {
		return nil, err
	}
	start := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	wallet := l.key.Address()
	l.world = agenttest.NewWorld(s, wallet, start.UnixMilli()-agenttest.BlockTime)
	l.world.Faults = agenttest.Faults{}
	l.boot = bornAt(start, start.Add(time.Duration(days+30)*process.Day), wallet, l.world)
	l.dice = mortality.NewDice(&fate, l.boot.Identity.GolemID)
	c := mortality.DefaultSettings()
	c.Paid, c.Stochastic, c.Predicts = false, false, false
	c.Commitment, err = l.dice.Commitment()
	l.boot.Mortality.Clocks, l.boot.Birth.Plan.Rebalances = c, true
	return l, err
}

// bornAt is the boot entry of a Golem with a purse of a world, whose paid time ends at a moment.
func bornAt(start, end time.Time, wallet common.Address, w *agenttest.World) agent.Boot {
	beat := heartbeat.Defaults()
	c := &beat.Clock
	c.GammaMin, c.GammaMax, c.ThetaMin, c.ThetaMax = pause.Milliseconds(), pause.Milliseconds(), pause.Milliseconds(), pause.Milliseconds()
	return agent.Boot{
		Identity:  turn.Identity{GolemID: "golem-old", Name: "old", Wallet: wallet, Key: wallet, CreatedAt: start.UnixMilli(), ChainID: agenttest.ChainID, Epoch: 1},
		Strategy:  strategy.Terms{Text: []byte(twiceADay), Policy: strategy.DefaultPolicy()},
		Heartbeat: beat,
		Venue:     tool.Venue{Account: wallet, Deployments: table.Venue{Pools: []table.Pool{{Handle: market, At: agenttest.Pool}}, Router: agenttest.Router, Positions: agenttest.Positions}.Deployments()},
		Chain:     chain.Terms{Numeraire: agenttest.USDC.Address, Poll: agenttest.BlockTime, Patience: 4 * agenttest.BlockTime},
		Birth: booking.Birth{
			Start: start.UnixMilli(), Until: end.UnixMilli(), Credit: 5_000 * money.One, Paid: money.One,
			Tokens: []ledger.Amount{{Asset: agenttest.USDC.Address.Hex(), Units: *w.Wallet[agenttest.USDC.Address]}, {Asset: ledger.Native, Units: w.Native}},
		},
		Version: version.Program,
		Policy: cage.Policy{
			Tokens: []common.Address{agenttest.USDC.Address, agenttest.WETH.Address}, Markets: []cage.Listing{{Handle: market, Protocol: uniswapv3.Name, Address: agenttest.Pool}}, Protocols: []string{uniswapv3.Name},
			MaxPosition: 2_500, MaxConcentration: 3_000, MaxSlippage: 100, MaxImpact: 100, MaxDrawdown: 9_000, Loss: cage.LossLimits{Day: 200, Session: 1_000, Move: 200, Exit: 100},
			PerTransaction: 10_000 * money.One, PerSession: 100_000_000 * money.One, MaxAssets: 2, PerDay: 1_000_000 * money.One, MaxPositions: 5, PerHour: 20,
		},
		Risk: risk.Terms{Emergency: 9_500},
	}
}

// run is one process: until it is stopped in a way after so many ticks of either kind, or ends.
func (l *life) run(ctx context.Context, ticks int, how error) error {
	client, closed, err := l.world.Serve()
	if err != nil {
		return err
	}
	defer closed()
	folder, err := home.Open(l.dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	ctx, l.stop = context.WithCancelCause(ctx)
	l.left, l.how = ticks, how
	_, err = process.Run(ctx, process.Config{
		Home: folder, Policy: journal.History, Checkpoints: l.every, Clock: l.world, Watch: l, Fault: l.fault, Sites: l.sites, World: l.beside, Stops: still{},
		Boot: func(context.Context, *agent.Boot) (agent.Boot, error) { return l.boot, nil },
		Outside: func(context.Context, agent.Boot, func() bool) (agent.Outside, error) {
			return agent.Outside{Eyes: l.world, Foresight: l.world, Client: rpc.New(client), Signer: lasting{l.key}, Clock: l.world, Dice: l.dice}, nil
		},
		Log: slog.New(slog.NewTextHandler(&l.log, nil)),
	})
	return err
}

// grows lives so many days, and half a day more: then its process is killed, half a day after its
// last checkpoint.
func (l *life) grows(ctx context.Context, days int) error {
	if err := l.run(ctx, days*beats+beats/2, killswitch.ErrPulled); !errors.Is(err, killswitch.ErrPulled) {
		return fmt.Errorf("%w\n%s", err, l.log.text())
	}
	return nil
}

// orders are its swaps that were carried out.
func (l *life) orders() (n int) {
	for _, tx := range l.world.Mined() {
		if tx.Got != nil && tx.Success {
			n++
		}
	}
	return n
}

// The Watch of a process.
func (l *life) Born(g *agent.Agent) {
	if l.born != nil {
		l.born(g)
	}
}
func (l *life) Moved(lifecycle.State)         {}
func (l *life) Passed(lifecycle.Phase, error) {}
func (l *life) Draining()                     {}
func (l *life) Ticked(replayed bool) {
	if replayed {
		return
	}
	if l.left--; l.left == 0 {
		l.stop(l.how)
	}
}

// lasting is a key that outlives a process, as a keystore does.
type lasting struct{ chain.Signer }

func (lasting) Destroy() {}

// still is a clock that stands: no phase of a stop is late by it, however busy the machine is.
type still struct{}

func (still) Now() time.Time { return time.Unix(0, 0) }

func (still) WaitUntil(ctx context.Context, _ time.Time) error {
	<-ctx.Done()
	return ctx.Err()
}

// lines are those of a log.
type lines struct {
	mu  sync.Mutex // guards all
	all strings.Builder
}

func (w *lines) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.Write(b)
}

func (w *lines) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.String()
}

// count is how often a text is in them.
func (w *lines) count(text string) int { return strings.Count(w.text(), text) }
