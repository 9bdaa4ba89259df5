package permit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var (
	usdc = common.HexToAddress("0xaa")
	weth = common.HexToAddress("0xbb")
	pool = common.HexToAddress("0xcc")
)

// outside plays every port and fails on command.
type outside struct {
	now        int64
	epoch      uint64
	halted     string
	state      *turn.State
	write      turn.Writers
	sim        turn.Simulation
	simErr     error
	head       turn.Block
	executions atomic.Int64
	execute    func(*capability.Token, Order) (turn.Execution, error)
	reserveErr error
	reserved   map[string]money.USDC
	refusal    map[string]*turn.Refusal // by tool
	started    int
	news       []News
	offers     []signer.Fees
	watches    map[string]bool
	returned   []string
	events     []wire.Payload
	log        []string         // what was asked of executor, hooks and purse
	fails      map[string]error // by the first word of a line of log
	headErr    error
	simulated  int
	rewrite    func(*turn.ToolCall) // a hook that changes a call
	orders     []Order              // that were asked about last
	room       money.USDC           // the most that can be set aside at once; 0: all
}

// did notes what the desk asked, and answers as it was told to.
func (o *outside) did(what string, args ...any) error {
	o.log = append(o.log, strings.TrimSpace(fmt.Sprintln(append([]any{what}, args...)...)))
	return o.fails[what]
}

func (o *outside) Now() int64                    { return o.now }
func (o *outside) Epoch() uint64                 { return o.epoch }
func (o *outside) State() *turn.State            { return o.state }
func (o *outside) Halted() string                { return o.halted }
func (o *outside) Emit(_ uint64, p wire.Payload) { o.events = append(o.events, p) }

func (o *outside) Simulate(context.Context, grammar.Action) (turn.Simulation, error) {
	o.simulated++
	return o.sim, o.simErr
}
func (o *outside) Head(context.Context) (turn.Block, error) { return o.head, o.headErr }

func (o *outside) Execute(_ context.Context, token *capability.Token, order Order) (turn.Execution, error) {
	if err := o.did("execute", order.PermitID, order.Tick); err != nil {
		return turn.Execution{}, err
	}
	if o.execute != nil {
		return o.execute(token, order)
	}
	if err := token.Consume(order.Use()); err != nil {
		return turn.Execution{}, err
	}
	o.executions.Add(1)
	return turn.Execution{Status: turn.StatusExecuted, Cost: 7}, nil
}

func (o *outside) Reconcile(_ context.Context, orders []Order) ([]News, error) {
	news := o.news
	o.news, o.orders = nil, orders
	return news, o.did("reconcile", len(orders))
}

func (o *outside) Replace(_ context.Context, token *capability.Token, order Order, offer signer.Fees) error {
	o.offers = append(o.offers, offer)
	return errors.Join(o.did("replace", order.PermitID, order.Tick), token.Consume(order.Use()))
}

func (o *outside) Watches(id string) bool { return o.watches[id] }

func (o *outside) ReserveGas(id string, c money.USDC, exempt bool) error {
	if o.reserveErr != nil || o.room > 0 && c > o.room {
		return cmp.Or(o.reserveErr, errFull)
	}
	o.reserved[id] = c
	return o.did("reserve", id, int64(c), exempt)
}

func (o *outside) SettleGas(id string, x turn.Execution) error {
	delete(o.reserved, id)
	return o.did("settle", id, x.Status, int64(x.Cost))
}

func (o *outside) ReleaseGas(id string) error {
	delete(o.reserved, id)
	return o.did("release", id)
}

func (o *outside) PendGas(id string) error { return o.did("pend", id) }

func (o *outside) ReturnGas(id string) error {
	o.returned = append(o.returned, id)
	return o.did("return", id)
}

func (o *outside) ToolCall(_ context.Context, c *turn.ToolCall) *turn.Refusal {
	if o.rewrite != nil {
		o.rewrite(c)
	}
	return o.refusal[c.Tool]
}

func (o *outside) ToolStart(_ context.Context, p turn.ToolProgress) {
	o.started++
	_ = o.did("start", p.Tool, p.Tick, p.PermitID, p.Kind)
}

func (o *outside) ToolEnd(_ context.Context, p turn.ToolProgress) {
	_ = o.did("end", p.Tool, p.Tick, p.PermitID, p.Kind, p.Result, code(turn.Execution{Refusal: p.Refusal}))
}

func policy() cage.Policy {
	return cage.Policy{
		Tokens: []common.Address{usdc, weth}, Markets: []cage.Listing{{Handle: exchange, Protocol: uniswapv3.Name, Address: pool}}, Protocols: []string{uniswapv3.Name},
		MaxPosition: 2500, MaxConcentration: 3000, MaxSlippage: 100, MaxImpact: 100, MaxDrawdown: 1300, Loss: cage.LossLimits{Day: 10_000, Session: 10_000, Move: 10_000, Exit: 10_000},
		PerTransaction: 10_000 * money.One, PerSession: 100_000_000 * money.One, MaxAssets: 2, PerDay: 100_000 * money.One, MaxPositions: 5, PerHour: 50,
	}
}

// reading holds 10,000 USDC in a pool where one WETH costs 2,000 USDC.
func reading() turn.Reading {
	sqrt, _ := uint256.FromDecimal("1771595571142957102961017161597260") // just above it, as a price is rounded down; token0 USDC 6, token1 WETH 18
	r := turntest.Pool{
		Address: pool, Token0: turn.Token{Address: usdc, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: weth, Symbol: "WETH", Decimals: 18}, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *sqrt,
	}.Seen(uint256.NewInt(10_000e6), nil)
	r.Block, r.GasPrice, r.MaxFee, r.NativePrice = turn.Block{Number: 7, Hash: common.Hash{7}}, *uint256.NewInt(1e9), *uint256.NewInt(2e9), 2000*money.One
	return r
}

// exchange is the handle of that pool.
const exchange = "weth-usdc-5"

// swaps is the body of a swap there, by handles.
func swaps(in, out, units string, slippage int) []byte {
	return fmt.Appendf(nil, `{"type":"swap","params":{"market":%q,"token_in":%q,"token_out":%q,"amount_in":%q,"slippage_bps":%d},"constraints":{}}`, exchange, in, out, units, slippage)
}

// adds is the body of liquidity of a unit of each there.
const adds = `{"type":"add_liquidity","params":{"market":"` + exchange + `","base_amount":"1","quote_amount":"1","tick_lower":-10,"tick_upper":10,"slippage_bps":50},"constraints":{}}`

func setUp() (*Desk, *outside, *cage.Cage) {
	state, write := turn.NewState(turn.Identity{})
	o := &outside{state: state, write: write, reserved: map[string]money.USDC{}, watches: map[string]bool{}, refusal: map[string]*turn.Refusal{}, epoch: 1}
	write.Positions.Edit(func(p *turn.Positions) { p.Reading = reading() })
	o.head = reading().Block
	o.sim = bought(1000e6, 5e17)
	c := cage.New(policy())
	return NewDesk(Config{}, Parts{Book: NewBook(), Cage: c, Simulator: o, Executor: o, Purse: o, Hooks: o, Life: o, Events: o}), o, c
}

func bought(paid, got uint64) turn.Simulation {
	return turn.Simulation{
		Hash: common.Hash{1}, Block: reading().Block, Success: true, GasUsed: 200_000, Value: money.USDC(paid),
		Deltas: []turn.Delta{{Token: usdc, Out: true, Units: *uint256.NewInt(paid)}, {Token: weth, Units: *uint256.NewInt(got)}},
	}
}

func buy() turn.Proposal {
	return turn.Proposal{Origin: turn.OriginRule, Cause: "rule:entry@1", Body: swaps("usdc", "weth", "1000000000", 50)}
}

// holds adds units of a token to the wallet.
func (o *outside) holds(token common.Address, units uint64) {
	o.write.Positions.Edit(func(p *turn.Positions) {
		p.Reading = turntest.Copy(p.Reading)
		a, known := p.Reading.Asset(token)
		if !known {
			p.Reading.Assets = append(p.Reading.Assets, turn.Asset{Token: turn.Token{Address: token, Symbol: "OTHER", Decimals: 18}, Rate: turn.One()})
			a = &p.Reading.Assets[len(p.Reading.Assets)-1]
		}
		a.Units.AddUint64(&a.Units, units)
	})
}

func permitted(t *testing.T, d *Desk) string { return permits(t, d, buy()) }

// permits previews what must not be refused.
func permits(t *testing.T, d *Desk, p turn.Proposal) string {
	t.Helper()
	answer := preview(t, d, p)
	if answer.Refusal != nil {
		t.Fatalf("preview of %s refused: %+v", p.Body, answer.Refusal)
	}
	return answer.PermitID
}

func preview(t *testing.T, d *Desk, p turn.Proposal) turn.Preview {
	t.Helper()
	answer, err := d.Preview(t.Context(), p)
	check(t, err)
	return answer
}

func commit(t *testing.T, d *Desk, id string) turn.Execution {
	t.Helper()
	x, err := d.Commit(t.Context(), id)
	check(t, err)
	return x
}

// spec: chain §7 point 8: what a rollup charges for data is in what a send reserves,
// twice: its price may rise until a block takes the transaction.
func TestTheReservationHoldsARollupsFeeForData(t *testing.T) {
	for _, c := range []struct {
		fee  *uint256.Int
		want money.USDC
	}{
		{new(uint256.Int), 2_800_000}, // 700,000 gas of two calls at 2 gwei and 2,000 USDC
		{uint256.NewInt(1e14), 3_200_000},
		{uint256.NewInt(1), 2_800_001}, // rounded up
		{new(uint256.Int).SetAllOne(), math.MaxInt64},
		{new(uint256.Int).Lsh(uint256.NewInt(1), 250), math.MaxInt64},
	} {
		d, o, _ := setUp()
		o.sim.CallGas, o.sim.DataFee = []uint64{200_000, 200_000}, *c.fee
		o.ends(turn.Execution{Status: turn.StatusPending})
		id := permitted(t, d)
		commit(t, d, id)
		if o.reserved[id] != c.want {
			t.Errorf("%s wei for data: %d reserved, want %d", c.fee.Dec(), o.reserved[id], c.want)
		}
	}
}

func TestAPermittedActionExecutesOnceAndItsGasIsSettled(t *testing.T) {
	d, o, _ := setUp()
	id := permitted(t, d)
	x, err := d.Commit(t.Context(), id)
	if err != nil || x.Status != turn.StatusExecuted || o.executions.Load() != 1 || len(o.reserved) != 0 {
		t.Fatalf("%+v, %v, %d executions, reserved %v", x, err, o.executions.Load(), o.reserved)
	}
	if x, _ := d.Commit(t.Context(), id); x.Refusal == nil || x.Refusal.Code != "PERMIT_NOT_ACTIVE" || o.executions.Load() != 1 {
		t.Fatalf("second commit: %+v", x)
	}
}

func TestAPermitThatEndedIsNotKept(t *testing.T) {
	d, o, _ := setUp()
	for i := range 4 {
		id := permitted(t, d)
		switch i {
		case 0:
			_, _ = d.Commit(t.Context(), id)
		case 1:
			_ = d.Cancel(t.Context(), id, "steer")
		case 2:
			d.CancelAll("halt")
		case 3:
			o.now = 60_000
			_, _ = d.Commit(t.Context(), id)
		}
		if _, known := d.book.Find(id); known {
			t.Errorf("%d: the permit is still in the book", i)
		}
	}
}

// spec: heartbeat §14.2 — 50 concurrent commits of one permit: one execution; safety §25
// point 4 — 1,000 concurrent commits of one permit → one transaction.
func TestOneOfAThousandConcurrentCommitsExecutes(t *testing.T) {
	d, o, _ := setUp()
	id := permitted(t, d)
	var wg sync.WaitGroup
	for range 1_000 {
		wg.Go(func() { _, _ = d.Commit(context.Background(), id) })
	}
	wg.Wait()
	if n := o.executions.Load(); n != 1 {
		t.Fatalf("%d executions", n)
	}
}

// spec: heartbeat §14.2, safety §4.4 — 59.9 s ok, 60.0 s expired.
func TestAPermitLivesSixtySeconds(t *testing.T) {
	for _, c := range []struct {
		after int64
		code  wire.Code
	}{{59_900, ""}, {60_000, "PERMIT_EXPIRED"}, {60_100, "PERMIT_EXPIRED"}} {
		d, o, _ := setUp()
		id := permitted(t, d)
		o.now = c.after
		x, _ := d.Commit(t.Context(), id)
		if code(x) != c.code {
			t.Errorf("after %d ms: %q, want %q", c.after, code(x), c.code)
		}
	}
}

func code(x turn.Execution) wire.Code {
	if x.Refusal == nil {
		return ""
	}
	return x.Refusal.Code
}

// spec: heartbeat §14.2, safety §4.2 — what changed between preview and commit
// cancels the permit, and nothing is sent.
func TestACommitIsReChecked(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*outside, *cage.Cage)
		code   wire.Code
	}{
		{"policy changed", func(_ *outside, c *cage.Cage) { p := policy(); p.MaxSlippage = 99; c.Tighten(p) }, "PERMIT_POLICY_CHANGED"},
		{"phase worse", func(o *outside, _ *cage.Cage) {
			o.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Declining })
		}, "phase_changed"},
		{"phase one worse", func(o *outside, _ *cage.Cage) {
			o.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase++ })
		}, "phase_changed"},
		{"halted", func(o *outside, _ *cage.Cage) { o.halted = "owner" }, "SAFETY_HALTED"},
		{"restarted", func(o *outside, _ *cage.Cage) { o.epoch++ }, "PERMIT_EXPIRED"},
		{"no gas money", func(o *outside, _ *cage.Cage) { o.reserveErr = errors.New("gas partition is empty") }, "SAFETY_GAS_PARTITION"},
		{"a hook refuses", func(o *outside, _ *cage.Cage) { o.refusal[ToolCommit] = &turn.Refusal{Code: "HOOK"} }, "HOOK"},
		{"a new block diverges", func(o *outside, _ *cage.Cage) {
			o.head.Hash = common.Hash{8}
			o.sim = bought(1000e6, 489_999_999_999_999_999)
		}, "SAFETY_SIMULATION_DIVERGED"},
		{"a new block reverts", func(o *outside, _ *cage.Cage) { o.head.Hash = common.Hash{8}; o.sim.Success = false }, wire.CodeSafetySimulationFailed},
		{"a new block, no answer in time", func(o *outside, _ *cage.Cage) {
			o.head.Hash, o.simErr = common.Hash{8}, fmt.Errorf("simulate: %w", journal.NewFailure("EXECUTION_SIM_TIMEOUT", "slow"))
		}, "EXECUTION_SIM_TIMEOUT"},
		{"a new block, no answer", func(o *outside, _ *cage.Cage) { o.head.Hash = common.Hash{8}; o.simErr = errors.New("link down") }, "EXECUTION_SIM_UNAVAILABLE"},
	} {
		d, o, k := setUp()
		id := permitted(t, d)
		c.change(o, k)
		x, err := d.Commit(t.Context(), id)
		if err != nil || code(x) != c.code || o.executions.Load() != 0 || o.started != 0 || len(o.reserved) != 0 {
			t.Errorf("%s: %q, %v, %d executions; want %q and none", c.name, code(x), err, o.executions.Load(), c.code)
		}
		if x, _ := d.Commit(t.Context(), id); code(x) != "PERMIT_NOT_ACTIVE" {
			t.Errorf("%s: a second commit gave %q", c.name, code(x))
		}
	}
}

// spec: heartbeat §14.2, DESIGN §10 — spending limits include every other
// committed permit: what fitted at the preview is asked again at the commit.
func TestWhatOtherCommitsTookIsNoLongerThere(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits func(*cage.Policy)
		change func(*outside) // between the two commits
		code   wire.Code
	}{
		{"spent of the day", func(p *cage.Policy) { p.PerDay = 1500 * money.One }, nil, cage.CodeSpend},
		{"one micro-USDC too much", func(p *cage.Policy) { p.PerDay = 2000*money.One - 1 }, nil, cage.CodeSpend},
		{"all of the day", func(p *cage.Policy) { p.PerDay = 2000 * money.One }, nil, ""},
		{"trades of the hour", func(p *cage.Policy) { p.PerHour = 1 }, nil, cage.CodeRate},
		{"held by now", func(*cage.Policy) {}, func(o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { // 2,000 of 10,000 were bought
				p.Reading = turntest.Copy(p.Reading)
				p.Reading.Assets[0].Units, p.Reading.Assets[1].Units = *uint256.NewInt(8_000e6), *uint256.NewInt(1e18)
			})
		}, cage.CodePositionSize},
		{"held by now, in a new block", func(*cage.Policy) {}, func(o *outside) {
			o.head.Hash = common.Hash{8}
			o.write.Positions.Edit(func(p *turn.Positions) {
				p.Reading = turntest.Copy(p.Reading)
				p.Reading.Assets[0].Units = *uint256.NewInt(2_000e6)
			})
		}, cage.CodePositionSize},
		{"drawdown by now", func(*cage.Policy) {}, func(o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Drawdown = 1301 })
		}, cage.CodeDrawdown},
		{"cheaper in a new block, as it was asked for", func(p *cage.Policy) { p.PerDay = 1995 * money.One }, func(o *outside) {
			o.head.Hash = common.Hash{8}
			o.sim.Value = 990 * money.One
		}, cage.CodeSpend},
		{"dearer in a new block", func(p *cage.Policy) { p.PerDay = 2005 * money.One }, func(o *outside) {
			o.head.Hash = common.Hash{8}
			o.sim.Value = 1010 * money.One
		}, cage.CodeSpend},
	} {
		d, o, k := setUp()
		p := policy()
		c.limits(&p)
		k.Tighten(p)
		first, second := permitted(t, d), permitted(t, d)
		if x, err := d.Commit(t.Context(), first); err != nil || x.Status != turn.StatusExecuted {
			t.Fatalf("%s: the first commit: %+v, %v", c.name, x, err)
		}
		if c.change != nil {
			c.change(o)
		}
		if x, err := d.Commit(t.Context(), second); err != nil || code(x) != c.code {
			t.Errorf("%s: the second commit gave %q, %v; want %q", c.name, code(x), err, c.code)
		}
	}
}

// spec: safety §4.3 — 200 bps are allowed, more is not.
func TestAgreementIsWithinTwoHundredBasisPoints(t *testing.T) {
	at := func(units uint64) []turn.Delta { return []turn.Delta{{Token: usdc, Units: *uint256.NewInt(units)}} }
	for units, want := range map[uint64]bool{1_000_000_000: true, 980_000_000: true, 979_990_000: false, 1_020_000_000: true, 1_020_000_001: false} {
		if got := Agree(at(1_000_000_000), at(units), 200); got != want {
			t.Errorf("1,000 previewed, %d now: %v, want %v", units, got, want)
		}
	}
	if Agree(at(5), nil, 200) || Agree(at(5), []turn.Delta{{Token: weth, Units: *uint256.NewInt(5)}}, 200) {
		t.Error("another set of tokens agreed")
	}
}

func TestAPreviewNamesTheLayerThatRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*outside)
		body   string
		layer  string
	}{
		{"grammar", func(*outside) {}, `{"type":"drain"}`, LayerGrammar},
		{"halt", func(o *outside) { o.halted = "kill switch" }, "", LayerPermit},
		{"hook", func(o *outside) { o.refusal[ToolPreview] = &turn.Refusal{Layer: "loopguard"} }, "", "loopguard"},
		{"simulator down", func(o *outside) { o.simErr = errors.New("no link") }, "", LayerSimulator},
		{"reverted", func(o *outside) { o.sim.Success = false }, "", LayerSimulator},
		{"position too large", func(o *outside) { o.sim = bought(2600e6, 13e17) }, "", cage.Layer},
		{"no price", func(o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Reading = turntest.Moved(p.Reading, new(uint256.Int)) })
		}, "", cage.Layer},
	} {
		d, o, _ := setUp()
		c.change(o)
		p := buy()
		if c.body != "" {
			p.Body = []byte(c.body)
		}
		got, err := d.Preview(t.Context(), p)
		if err != nil || got.Refusal == nil || got.Refusal.Layer != c.layer || got.PermitID != "" {
			t.Errorf("%s: %+v, %v; want a refusal of %s", c.name, got.Refusal, err, c.layer)
		}
	}
}

// spec: safety §4.4 — what was refused has the tier that it would have had.
// DESIGN §4 (Determinism): where the journal gives no answer there is no decision,
// so there is no refusal to be put on record either.
func TestTheJournalsLastWordIsNoRefusal(t *testing.T) {
	last := fmt.Errorf("simulate: %w", journal.ErrInterrupted)
	d, o, _ := setUp()
	o.simErr = last
	if p, err := d.Preview(t.Context(), buy()); !errors.Is(err, journal.ErrInterrupted) || p.Refusal != nil || len(o.events) != 0 {
		t.Errorf("preview: %+v, %v", p, err)
	}
	o.simErr = nil
	id := permitted(t, d)
	o.simErr, o.head = last, turn.Block{Number: 8, Hash: common.Hash{8}}
	if x, err := d.Commit(t.Context(), id); !errors.Is(err, journal.ErrInterrupted) || x.Refusal != nil || o.executions.Load() != 0 {
		t.Errorf("commit: %+v, %v", x, err)
	}
	o.simErr = nil
	if x, err := d.Commit(t.Context(), id); err != nil || x.Status != turn.StatusExecuted {
		t.Errorf("the permit was used up by it: %+v, %v", x, err)
	}
}

func TestARefusalHasTheTierOfItsAction(t *testing.T) {
	for _, c := range []struct {
		body  []byte
		value money.USDC
		want  tier.Risk
	}{
		{buy().Body, 1000 * money.One, tier.Standard},
		{buy().Body, 50_001 * money.One, tier.Elevated},
		{[]byte(adds), 1, tier.Elevated},
		{[]byte("nonsense"), 0, tier.Standard},
	} {
		d, o, _ := setUp()
		o.sim.Success, o.sim.Value = false, c.value
		p := buy()
		p.Body = c.body
		if got, err := d.Preview(t.Context(), p); err != nil || got.Refusal == nil {
			t.Fatalf("%s: %+v, %v", c.body, got, err)
		}
		if e, ok := o.events[len(o.events)-1].(wire.PermitBlocked); !ok || e.RiskTier != string(c.want) {
			t.Errorf("%s of %s: %+v, want %s", c.body, c.value, e, c.want)
		}
	}
}

// spec: safety §2.2 S-1 — the executor gets a token that opens once, for this
// order only.
func TestTheTokenOpensOnlyItsOrder(t *testing.T) {
	d, o, _ := setUp()
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		changed := order
		changed.Action.AmountIn = uint256.NewInt(1000e6 + 1)
		if err := token.Consume(changed.Use()); !errors.Is(err, capability.ErrParams) {
			t.Errorf("another action: %v", err)
		}
		if err := token.Consume(order.Use()); !errors.Is(err, capability.ErrUsed) {
			t.Errorf("after a failed use: %v", err)
		}
		return turn.Execution{Status: turn.StatusBlocked}, nil
	}
	if _, err := d.Commit(t.Context(), permitted(t, d)); err != nil || len(o.reserved) != 0 {
		t.Fatalf("%v, reserved %v", err, o.reserved)
	}
}

// spec: safety §2.1 — value_limit = min(requested value, per-transaction limit,
// remaining daily limit). §2.2 — request 12,000 USD with per-transaction limit
// 10,000 USD and 4,000 USD of daily limit left: value_limit 4,000 USD, and a
// 4,000.01 USD action is refused.
func TestATokenIsWorthWhatTheLimitsLeave(t *testing.T) {
	for value, want := range map[money.USDC]error{4000 * money.One: nil, 4000*money.One + 10_000: capability.ErrValue} {
		d, _, k := setUp()
		p, _ := d.book.Find(permitted(t, d))
		k.Committed(p.judged, 96_000*money.One)
		p.Simulation.Value = 12_000 * money.One
		token := d.Orders.mint(p, 1)
		p.Simulation.Value = value
		order := Order{Action: p.Action, Simulation: p.Simulation, Policy: p.Policy, Tick: 1}
		if err := token.Consume(order.Use()); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", value, err, want)
		}
		limits := policy()
		limits.MaxSlippage = 99
		k.Tighten(limits)
		if err := d.Orders.mint(p, 1).Consume(order.Use()); !errors.Is(err, capability.ErrPolicy) {
			t.Errorf("previewed under another policy: %v", err)
		}
	}
}

// An order of approve, swap and approve(0) whose last call fails has moved its money: it
// counts towards the day. One that moved nothing does not.
func TestAFailedOrderCountsTowardsTheDayByWhatItMoved(t *testing.T) {
	for name, moved := range map[string][]turn.Delta{"the last approval failed": bought(1000e6, 5e17).Deltas, "the swap failed": nil} {
		d, o, c := setUp()
		p := policy()
		p.PerDay = 1_500 * money.One
		c.Tighten(p)
		o.ends(turn.Execution{Status: turn.StatusFailed, Deltas: moved})
		commit(t, d, permitted(t, d))
		again, err := d.Preview(t.Context(), buy())
		if err != nil || (again.Refusal != nil) != (moved != nil) || moved != nil && again.Refusal.Code != cage.CodeSpend {
			t.Errorf("%s: %+v, %v", name, again.Refusal, err)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
