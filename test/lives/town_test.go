package lives

import (
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"bardo.run/bardo/golem/custody"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/version"
)

// town is one devnet with the real Uniswap v3 and Aave v3 on which lives are lived one
// after the other, each with a wallet of its own.
type town struct {
	t testing.TB
	*evmtest.Lenders
	client *rpc.Client
	fork   *sim.Simulator
}

func newTown(t testing.TB) *town {
	t.Helper()
	d := &town{t: t, Lenders: evmtest.NewLenders(t)}
	d.client = rpc.New(d.RPC)
	var err error
	if d.fork, err = sim.New(d.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka}); err != nil {
		t.Fatal(err)
	}
	return d
}

// mining is a life's time, in which a block is made whenever it waits.
type mining struct {
	*clock.Simulated
	d *town
}

func (m mining) WaitUntil(ctx context.Context, at time.Time) error {
	m.d.Mine()
	return m.Simulated.WaitUntil(ctx, at)
}

// settler buys, provides liquidity and, where it shall, lends, as soon as it lives.
func settler(lends bool) []byte {
	text := "+++\nname = \"settler\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\", \"aave-v3\"]\n\n[risk]\nmax_position = \"30%\"\n" +
		"slippage = \"100bps\"\nstart_stage = \"full\"\n\n[heartbeat]\ntick_interval = \"30s\"\n+++\n\n# Objective\n\nHold.\n\n" +
		"```rule entry in\nwhen exposure < 1%\ndo buy 15% of equity\ncooldown 10m\n```\n\n" +
		"```rule entry open\nwhen lp_count == 0\ndo provide 10% of equity within ±5%\ncooldown 10m\n```\n"
	if lends {
		text += "\n```rule entry save\nwhen lent < 1 usdc\ndo lend 10% of equity on aave-v3\ncooldown 10m\n```\n"
	}
	return []byte(text)
}

// ends of the lives of a town, in turn. An epistemic death takes hours of a market that
// is foreseen, and is died elsewhere.
var ends = []blow{byOwner, byTime, byOperator, byCredit, byAge, byChance}

// gasMoney is what each wallet has of the coin: two hundred of them have 400 of the
// account's 1,000.
const gasMoney = 2e18

// born is the n-th life of the town.
func (d *town) born(n int) (*life, error) {
	s := seed.Seed(n)
	l := &life{
		seed: s, dir: filepath.Join(d.t.TempDir(), "journal"), papers: map[string]string{}, digest: newKept(), books: ledger.New(), killed: -1,
		blow: ends[n%len(ends)], after: grown + s.Stream("ends").IntN(20),
	}
	secret := s.Bytes("key")
	var err error
	if l.key, err = signer.New(evmtest.ChainID, &secret); err != nil {
		return nil, err
	}
	identity := s.Bytes("identity")
	if l.identity, err = custody.NewIdentity(evmtest.ChainID, &identity); err != nil {
		return nil, err
	}
	wallet := l.key.Address()
	d.Send(wallet, gasMoney)
	if r := d.Execute(d.USDC, bind.NewERC20().PackTransfer(wallet, big.NewInt(10_000e6))); r.Status != 1 {
		return nil, fmt.Errorf("life %d was not funded", n)
	}
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
	l.boot = agent.Boot{
		Identity:  turn.Identity{GolemID: fmt.Sprintf("golem-%d", n), Name: "settler", Wallet: wallet, Key: l.identity.Address(), CreatedAt: start, ChainID: evmtest.ChainID, Epoch: 1},
		Strategy:  strategy.Terms{Text: settler(n%2 == 0), Policy: strategy.DefaultPolicy()},
		Heartbeat: heartbeat.Defaults(),
		Chain:     chain.Terms{Numeraire: d.USDC, Poll: 1_000, Patience: 5_000},
		Venue:     tool.Venue{Account: wallet, Deployments: table.Venue{Pools: []table.Pool{{Handle: market, At: d.Pool}}, Router: d.Router, Positions: d.Positions, Aave: d.Lending}.Deployments()},
		Birth:     booking.Birth{Start: start, Until: start + 60*minute, Credit: 500 * money.One, Paid: money.One, Tokens: []ledger.Amount{{Asset: d.USDC.Hex(), Units: *uint256.NewInt(10_000e6)}, {Asset: ledger.Native, Units: *uint256.NewInt(gasMoney)}}},
		Version:   version.Program,
		Custody:   agent.Custody{Recovery: "the test has it"},
		Policy: cage.Policy{
			Tokens: []common.Address{d.USDC, d.WETH}, Markets: []cage.Listing{{Handle: market, Protocol: uniswapv3.Name, Address: d.Pool}}, Protocols: []string{uniswapv3.Name, aavev3.Name},
			MaxPosition: 5_000, MaxConcentration: 9_000, MaxSlippage: 100, MaxImpact: 300, MaxDrawdown: 5_000, Loss: cage.LossLimits{Day: 200, Session: 1_000, Move: 200, Exit: 100}, MinCollateral: 12_500,
			PerTransaction: 100_000 * money.One, PerSession: 1_000_000 * money.One, PerDay: 1_000_000 * money.One, MaxAssets: 2, MaxPositions: 5, PerHour: 20,
		},
		Risk: risk.Terms{Emergency: 2_000},
	}
	l.boot.Heartbeat.Clock.GammaMin, l.boot.Heartbeat.Clock.GammaMax = 4_000, 5_000
	return l, d.destine(l)
}

// destine says how a life of the town shall end, behind its hundredth tick.
func (d *town) destine(l *life) error {
	switch l.blow {
	case byTime:
		l.boot.Birth.Until = l.boot.Birth.Start + 10*minute
	case byAge:
		l.boot.Mortality.Limits.Ticks = 20
	}
	s := mortality.DefaultSettings()
	s.Paid, s.Hazard.Base = false, 1e-9
	if l.blow == byChance {
		s.Hazard.Base = 0.03
		for !l.falls(s.Hazard, 18, 40) {
			l.fate++
		}
	}
	return l.clock(s)
}

// falls says whether the die of the life falls between two of its theta ticks.
func (l *life) falls(h mortality.Hazard, from, to uint64) bool {
	secret := l.hidden()
	for tick := range to {
		if share(mortality.Cast(&secret, l.boot.Identity.GolemID, tick)) < h.Of(tick, 1) {
			return tick >= from
		}
	}
	return false
}

// live lives a life of the town to its death.
func (d *town) live(ctx context.Context, l *life) (*lifecycle.Dead, func() error, error) {
	v := l.boot.Venue
	eyes, err := chain.Open(ctx, d.client, chain.Config{
		ChainID: evmtest.ChainID, Account: v.Account, Numeraire: d.USDC, Deployments: v.Deployments,
	})
	if err != nil {
		return nil, nil, err
	}
	adapters, err := tool.NewAdapters(v)
	if err != nil {
		return nil, nil, err
	}
	j, err := journal.Open(l.dir, journal.Options{Policy: journal.History, Boot: l.boot, Clock: clock.NewSimulated(time.Unix(0, 0))})
	if err != nil {
		return nil, nil, err
	}
	dead, err := l.run(ctx, j, agent.Outside{
		Eyes: eyes, Client: d.client, Signer: l.key, Identity: l.identity, Dice: l.dice(), Letters: []owner.Source{l}, Clock: mining{clock.NewSimulated(time.UnixMilli(l.boot.Birth.Start)), d},
		Foresight: &tool.Simulator{Adapters: adapters, Chain: eyes, Client: d.client, Fork: d.fork, ChainID: evmtest.ChainID},
	})
	return dead, j.Close, err
}
