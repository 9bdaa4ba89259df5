package play

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// paper is an idealised market for one wallet: swaps happen at the price of the
// tick less the pool's fee and 5 bps of impact, liquidity by the exact maths, gas
// costs two cents of cash. Positions earn nothing.
type paper struct {
	t       testing.TB
	r       turn.Reading
	nextID  int
	actions []string
	refuse  map[string]turn.Status // by kind: what becomes of the next one
	code    wire.Code              // why; empty: TEST
	limit   float64                // of what a swap may move the price, as a share; 0: none
	ends    map[string]turn.Status // likewise at its commit, behind which the tick ends
	last    bool                   // what the newest decision said
}

var (
	usdc = turn.Token{Address: common.HexToAddress("0xA0b8"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xC02a"), Symbol: "WETH", Decimals: 18}
)

// newPaper opens a wallet of so many whole USDC. flipped makes WETH token0.
func newPaper(t testing.TB, cash uint64, flipped bool) *paper {
	p := &paper{t: t, refuse: map[string]turn.Status{}}
	pool := turntest.Pool{Address: common.HexToAddress("0x45dD"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10}
	if flipped {
		pool.Token0, pool.Token1, pool.QuoteIsZero = weth, usdc, false
	}
	p.r = pool.Seen(uint256.NewInt(cash*1e6), nil)
	p.r.GasPrice, p.r.NativeUSD = *uint256.NewInt(100e9), 0.6
	p.moveTo(201101)
	return p
}

// moveTo sets the tick, given as that of USDC/WETH.
func (p *paper) moveTo(tick int32) {
	p.price(tick)
	p.revalue()
}

// price sets the tick and leaves the values of what is held as they were.
func (p *paper) price(tick int32) {
	m := p.r.Primary()
	if !m.Range.Inverse {
		tick = -tick
	}
	root, err := uniswap.SqrtPriceAtTick(tick)
	check(p.t, err)
	zero, one := m.Ordered()
	now := turntest.Pool{
		Address: m.Address, Token0: zero, Token1: one, QuoteIsZero: m.Range.Inverse, FeePips: m.BaseFee, TickSpacing: m.Range.Spacing,
		Tick: tick, SqrtPriceX96: root, Liquidity: m.Range.Liquidity,
	}.Market()
	now.Price = uniswap.ApproxPrice(&root, zero.Decimals, one.Decimals)
	if m.Range.Inverse {
		now.Price = 1 / now.Price
	}
	p.r.Markets = slices.Clone(p.r.Markets)
	p.r.Markets[0] = now
}

// pour sets the liquidity in use.
func (p *paper) pour(liquidity uint256.Int) {
	m := p.r.Primary()
	m.Range.Liquidity = liquidity
	p.price(p.tick())
}

// tick is that of USDC/WETH.
func (p *paper) tick() int32 {
	if g := p.r.Primary().Range; !g.Inverse {
		return -g.Tick
	}
	return p.r.Primary().Range.Tick
}

func (p *paper) revalue() {
	p.r.Assets, p.r.Positions = slices.Clone(p.r.Assets), slices.Clone(p.r.Positions)
	m := p.r.Primary()
	for i := range p.r.Assets {
		a := &p.r.Assets[i]
		if a.Token == weth {
			a.Price, a.Rate = m.Price, m.Rate
		}
		a.Value = p.worth(a.Token, &a.Units)
	}
	for i := range p.r.Positions {
		q := &p.r.Positions[i]
		zero, one, err := uniswap.AmountsForLiquidity(&m.Range.SqrtPriceX96, q.Lower, q.Upper, &q.Liquidity, uniswap.Down)
		check(p.t, err)
		q.Base, q.Quote = m.Range.Sorted(zero, one)
		q.Value = p.worth(m.Base, &q.Base) + p.worth(m.Quote, &q.Quote)
	}
}

func (p *paper) worth(t turn.Token, u *uint256.Int) float64 {
	a, _ := p.r.Asset(t.Address)
	return money.Float(u, t.Decimals) * a.Price
}

func (p *paper) wallet(t common.Address) *uint256.Int {
	a, ok := p.r.Asset(t)
	if !ok {
		p.t.Fatalf("no token %s", t)
	}
	return &a.Units
}

// pay takes units out of the wallet; asking for more than it holds fails the test.
func (p *paper) pay(t common.Address, u *uint256.Int) {
	w := p.wallet(t)
	if w.Lt(u) {
		p.t.Fatalf("proposed %s of %s with %s in the wallet", u.Dec(), t, w.Dec())
	}
	w.Sub(w, u)
}

func (p *paper) earn(t common.Address, u *uint256.Int) { w := p.wallet(t); w.Add(w, u) }

// do carries out one proposal and returns its action as a tick would record it.
func (p *paper) do(proposal turn.Proposal) turn.Action {
	parsed, err := grammar.Parse(proposal.Body, &p.r)
	if err != nil {
		p.t.Fatalf("%s: %v", proposal.Body, err)
	}
	var b struct {
		Type   string
		Params struct {
			TickLower  int32  `json:"tick_lower"`
			TickUpper  int32  `json:"tick_upper"`
			PositionID string `json:"position_id"`
			Percent    int
			Slippage   int `json:"slippage_bps"`
		}
		Constraints struct{}
	}
	if err := json.Unmarshal(proposal.Body, &b); err != nil {
		p.t.Fatalf("%s: %v", proposal.Body, err)
	}
	act := turn.Action{Proposal: proposal, Preview: turn.Preview{Kind: b.Type}, Status: turn.StatusExecuted}
	s, refused := p.refuse[b.Type]
	late, ended := p.ends[b.Type]
	if ended && late != turn.StatusExecuted {
		s, refused = late, true
	}
	if why := p.tooMuch(parsed); why != nil {
		act.Status, act.Preview.Refusal = turn.StatusBlocked, why
		p.actions = append(p.actions, "swap too large")
		return act
	}
	act.Preview.PermitID = fmt.Sprintf("permit-%d", len(p.actions))
	if refused {
		act.Status = s
		act.Preview.Refusal = &turn.Refusal{Layer: "cage", Code: cmp.Or(p.code, "TEST")}
		p.actions = append(p.actions, b.Type+" "+string(s))
		return act
	}
	p.actions = append(p.actions, b.Type)
	before := p.r.Assets
	p.revalue()
	switch b.Type {
	case "swap":
		p.pay(parsed.TokenIn, parsed.AmountIn)
		named, _ := p.r.Market(parsed.Market)
		out := market{named}.value(parsed.AmountIn)
		if parsed.TokenIn == named.Quote.Address {
			out = market{named}.worth(parsed.AmountIn)
		}
		out = muldiv(&out, uint256.NewInt(999_000), million)
		p.earn(parsed.TokenOut, &out)
	case "add_liquidity":
		m := p.r.Primary()
		a0, a1 := m.Range.Sorted(*parsed.Base, *parsed.Quote)
		l, err := uniswap.LiquidityForAmounts(&m.Range.SqrtPriceX96, b.Params.TickLower, b.Params.TickUpper, &a0, &a1)
		if err != nil || l.IsZero() {
			p.t.Fatalf("liquidity %s: %v", l.Dec(), err)
		}
		p.pay(m.Base.Address, parsed.Base)
		p.pay(m.Quote.Address, parsed.Quote)
		p.nextID++
		p.r.Positions = append(p.r.Positions, turn.Position{ID: fmt.Sprint(p.nextID), Market: m.Handle, Protocol: m.Protocol, Lower: b.Params.TickLower, Upper: b.Params.TickUpper, Liquidity: l})
	case "supply", "withdraw", "repay":
		p.lend(parsed)
	case "remove_liquidity":
		for i, q := range p.r.Positions {
			if q.ID == b.Params.PositionID && b.Params.Percent < 100 {
				p.leave(i, b.Params.Percent)
				break
			}
			if q.ID == b.Params.PositionID {
				p.earn(weth.Address, &q.Base)
				p.earn(usdc.Address, &q.Quote)
				p.r.Positions = append(append([]turn.Position(nil), p.r.Positions[:i]...), p.r.Positions[i+1:]...)
				break
			}
		}
	}
	gas := uint256.NewInt(20_000)
	if p.wallet(usdc.Address).Gt(gas) {
		p.pay(usdc.Address, gas)
	}
	p.revalue()
	act.Execution = &turn.Execution{Status: turn.StatusExecuted, Deltas: deltas(before, p.r.Assets)}
	return act
}

// tooMuch refuses a swap that moves the price too far.
func (p *paper) tooMuch(a grammar.Action) *turn.Refusal {
	if p.limit == 0 || a.Kind != grammar.Swap {
		return nil
	}
	d := deskOf(&p.r)
	m, _ := p.r.Market(a.Market)
	value, depth := *a.AmountIn, d.wallet.depth(market{m})
	in, _ := p.r.Asset(a.TokenIn)
	value = d.wallet.value(in.Token, &value)
	if 4*value.Float64() <= p.limit*depth.Float64() {
		return nil
	}
	return &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyPriceImpact}
}

// leave takes a part out of a position.
func (p *paper) leave(i, percent int) {
	q := &p.r.Positions[i]
	for token, units := range map[turn.Token]*uint256.Int{weth: &q.Base, usdc: &q.Quote} {
		part := muldiv(units, uint256.NewInt(uint64(percent)), uint256.NewInt(100))
		p.earn(token.Address, &part)
	}
	q.Liquidity = muldiv(&q.Liquidity, uint256.NewInt(uint64(100-percent)), uint256.NewInt(100))
}

func (p *paper) amount(text string) *uint256.Int {
	u, err := money.ParseUnits(text)
	check(p.t, err)
	return u
}

func deltas(before, after []turn.Asset) []turn.Delta {
	var out []turn.Delta
	for i := range after {
		a, b := after[i].Units, before[i].Units
		d := turn.Delta{Token: after[i].Token.Address, Out: a.Lt(&b)}
		if d.Out {
			d.Units.Sub(&b, &a)
		} else {
			d.Units.Sub(&a, &b)
		}
		if !d.Units.IsZero() {
			out = append(out, d)
		}
	}
	return out
}

// play runs one tick's deliberation, as the heartbeat does it: behind a step of which
// nothing is known, or that ended otherwise than its preview, nothing more is asked.
func (p *paper) play(player *Player, now int64, triggers []turn.Trigger, steers ...turn.Steer) ([]turn.Action, []turn.Thought) {
	var done []turn.Action
	var thoughts []turn.Thought
	for n := range 8 {
		b := turn.Brief{Now: now, Tier: turn.T2, Step: n, Seen: turn.Observation{Reading: p.r}, Triggers: triggers, Steers: steers, Done: done}
		d, err := player.Deliberate(p.t.Context(), b)
		check(p.t, err)
		thoughts, p.last = append(thoughts, d.Thought), d.Last
		if d.Proposal == nil {
			break
		}
		act := p.do(*d.Proposal)
		done = append(done, act)
		if _, ended := p.ends[act.Preview.Kind]; ended || act.Status == turn.StatusPending {
			break
		}
	}
	player.Ended(done, now)
	return done, thoughts
}

// fixed is a source that never reloads.
type fixed struct{ s *strategy.Strategy }

func (f fixed) Active() *strategy.Strategy { return f.s }
func (f fixed) Bounds() turn.Bounds        { return f.s.Bounds }

func (f fixed) Activate(turn.Tier) (strategy.Event, bool) { return strategy.Event{}, false }
func (f fixed) Defer(string)                              {}

func compiled(t testing.TB, rules string) *strategy.Strategy {
	t.Helper()
	s, err := strategy.Compile([]byte("+++\nobjective = \"x\"\n[risk]\nslippage = \"50bps\"\n+++\n"+rules), strategy.DefaultPolicy())
	check(t, err)
	return s
}

// playing is a paper wallet of 1,000 USDC, and a player of the rules in it.
func playing(t testing.TB, rules string, flipped bool) (*strategy.Strategy, *paper, *Player) {
	t.Helper()
	s := compiled(t, rules)
	return s, newPaper(t, 1000, flipped), New(fixed{s})
}

// did holds what was done to what should have been.
func (p *paper) did(about, want string) {
	p.t.Helper()
	if got := strings.Join(p.actions, " "); got != want {
		p.t.Errorf("%s: it did %q, want %q", about, got, want)
	}
}

func trigger(r *rule.Rule) turn.Trigger {
	return turn.Trigger{Rule: r.ID(), Kind: r.Kind.String(), Line: r.Line, Text: r.Text}
}

// fire returns the triggers of the rules of a strategy, in file order.
func fire(s *strategy.Strategy, kinds ...rule.Kind) []turn.Trigger {
	var out []turn.Trigger
	for _, r := range s.Rules {
		for _, k := range kinds {
			if r.Kind == k {
				out = append(out, trigger(r))
			}
		}
	}
	return out
}
