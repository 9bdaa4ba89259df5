package adversarial

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/loopguard"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// parts say which layers of a bench stand, and in what world.
type parts struct {
	policy    cage.Policy
	gate      bool // asks an oracle that has seen nothing
	guard     bool // against loops
	lenient   bool // a careless reader stands where the grammar does
	ttl       int64
	tolerance money.BPS
	bend      agenttest.Bend
	phase     turn.Phase
	drawdown  money.BPS
	spent     money.USDC // bought before
	sent      int        // orders of the hour before
	poor      bool       // no coin for gas
}

// bench is a desk with its real parts on the fake chain, and nothing around it.
type bench struct {
	*permit.Desk
	t     *testing.T
	world *agenttest.World
	key   *signer.Signer
	hand  *chain.Hand
	cage  *cage.Cage
	state *turn.State
	write turn.Writers
	parts parts
	epoch uint64
	guard loopguard.Guard
}

// newBench builds one. Of two with the same parts both are the same.
func newBench(t *testing.T, p parts) *bench {
	t.Helper()
	secret := [32]byte{31: 7}
	key, err := signer.New(agenttest.ChainID, &secret)
	check(t, err)
	start := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).UnixMilli()
	b := &bench{t: t, key: key, parts: p, epoch: 1, world: agenttest.NewWorld(5, key.Address(), start-agenttest.BlockTime)}
	b.world.Faults = agenttest.Faults{}
	b.world.Wallet[agenttest.WETH.Address].SetUint64(1e18)
	if p.poor {
		b.world.Native.SetUint64(1)
	}
	b.world.BendBy(p.bend)
	b.state, b.write = turn.NewState(turn.Identity{ChainID: agenttest.ChainID, Wallet: key.Address()})
	b.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = p.phase })
	b.write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = 1 })
	b.cage = cage.New(p.policy)
	b.builds(start)
	if p.spent > 0 {
		b.look()
		b.cage.Committed(cage.Case{Action: must(lenientAction(b.state.Positions().Reading)), Seen: b.state.Positions().Reading, Now: b.Now()}, p.spent)
	}
	for range p.sent {
		b.cage.Sent(cage.Case{Now: b.Now()})
	}
	return b
}

func (b *bench) builds(start int64) {
	b.t.Helper()
	raw, stop, err := b.world.Serve()
	check(b.t, err)
	b.t.Cleanup(stop)
	j, err := journal.Open(filepath.Join(b.t.TempDir(), "journal"), journal.Options{Policy: journal.History, Boot: "bench", Clock: clock.NewSimulated(time.Unix(0, 0))})
	check(b.t, err)
	b.t.Cleanup(func() { check(b.t, j.Close()) })
	adapters, err := tool.NewAdapters(venue(b.key.Address()))
	check(b.t, err)
	now := tape.NewClock(j, b.world, false)
	if _, err := now.WaitUntil(b.t.Context(), start); err != nil {
		b.t.Fatal(err)
	}
	b.hand = &chain.Hand{Client: rpc.New(raw), Signer: b.key, Journal: j, Clock: now, ChainID: agenttest.ChainID, Poll: agenttest.BlockTime, Patience: 4 * agenttest.BlockTime}
	p := permit.Parts{Book: permit.NewBook(), Cage: b.cage, Simulator: b.world, Executor: &tool.Executor{Adapters: adapters, Hand: b.hand}, Purse: open{}, Hooks: b, Life: b, Events: deaf{}}
	if b.parts.gate {
		_, writers := cortex.New(cortex.Options{})
		p.Gate = oracle.NewEngine(b.state, writers.Oracle, func() oracle.Mode { return oracle.ModeEnforce })
	}
	b.Desk = permit.NewDesk(permit.Config{TTL: b.parts.ttl, Tolerance: b.parts.tolerance, Reads: 1 << 30, Writes: 1 << 30}, p)
}

// look takes a reading.
func (b *bench) look() {
	b.t.Helper()
	r, err := b.world.Observe(b.t.Context())
	check(b.t, err)
	b.write.Positions.Edit(func(s *turn.Positions) {
		s.Take(r)
		s.Drawdown = b.parts.drawdown
	})
}

// offers previews a proposal of a model.
func (b *bench) offers(body []byte) turn.Action {
	b.t.Helper()
	b.look()
	if b.parts.lenient {
		body = leniently(body)
	}
	p, err := b.Preview(b.t.Context(), turn.Proposal{Body: body, Origin: turn.OriginModel})
	check(b.t, err)
	return turn.Action{Preview: p, Status: turn.StatusBlocked}
}

// commits commits a permit.
func (b *bench) commits(id string) turn.Action {
	b.t.Helper()
	x, err := b.Commit(b.t.Context(), id)
	check(b.t, err)
	b.look()
	return turn.Action{Execution: &x, Status: x.Status}
}

// later lets time pass.
func (b *bench) later(ms int64) {
	b.t.Helper()
	if _, err := b.hand.Clock.WaitUntil(b.t.Context(), b.Now()+ms); err != nil {
		b.t.Fatal(err)
	}
}

// The bench is the desk's life, and its hooks.
func (b *bench) Now() int64         { return b.world.Now().UnixMilli() }
func (b *bench) State() *turn.State { return b.state }
func (b *bench) Epoch() uint64      { return b.epoch }
func (*bench) Halted() string       { return "" }

// ToolCall implements permit.Hooks.
func (b *bench) ToolCall(ctx context.Context, c *turn.ToolCall) *turn.Refusal {
	if !b.parts.guard {
		return nil
	}
	r, err := b.guard.OnToolCall(ctx, c)
	if err != nil {
		b.t.Error(err)
	}
	return r
}

func (*bench) ToolStart(context.Context, turn.ToolProgress) {}
func (*bench) ToolEnd(context.Context, turn.ToolProgress)   {}

// open is a purse that has enough.
type open struct{}

func (open) ReserveGas(string, money.USDC, bool) error { return nil }
func (open) SettleGas(string, turn.Execution) error    { return nil }
func (open) ReleaseGas(string) error                   { return nil }
func (open) PendGas(string) error                      { return nil }
func (open) ReturnGas(string) error                    { return errors.New("no reorg here") }

// deaf hears no events.
type deaf struct{}

func (deaf) Emit(uint64, wire.Payload) {}

// generous is a policy under which an ordinary purchase passes, whatever it loses: a row of
// the table takes one limit out at a time, and none of the others may speak in its place.
func generous() cage.Policy {
	return cage.Policy{
		Tokens: []common.Address{agenttest.USDC.Address, agenttest.WETH.Address}, Markets: listed(), Protocols: []string{uniswapv3.Name},
		MaxPosition: 9_000, MaxConcentration: 9_000, MaxSlippage: 100, MaxImpact: 100, MaxDrawdown: 5_000, Loss: cage.LossLimits{Day: 10_000, Session: 10_000, Move: 10_000, Exit: 10_000},
		PerTransaction: 1_000 * money.One, PerSession: 1_000_000 * money.One, PerDay: 1_000_000 * money.One, MaxAssets: 2, MaxPositions: 5, PerHour: cage.Governor, MaxBehind: 2,
	}
}
