package conformance

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// lender makes orders on the real lending markets beside the pool: on one that is its
// own, or on both.
type lender struct {
	*orders
	aave     *evmtest.Lenders
	protocol string // of the orders it makes
	both     bool   // the other protocol is configured too
}

// newLender lends on Aave v3.
func newLender(t *testing.T) *lender {
	t.Helper()
	return newLenderOn(t, aavev3.Name, false)
}

func newLenderOn(t *testing.T, protocol string, both bool) *lender {
	t.Helper()
	lenders := evmtest.NewLenders(t)
	l := &lender{orders: newOrdersOn(t, newMarketOn(t, lenders.Market, "orders", 10)), aave: lenders, protocol: protocol, both: both}
	l.openFor(l.Account)
	return l
}

// openFor opens the markets for an account.
func (l *lender) openFor(account common.Address) {
	l.t.Helper()
	v := venueOf(l.Market)
	if l.both || l.protocol == aavev3.Name {
		v.Aave = l.aave.Lending
	}
	if l.both || l.protocol == morphoblue.Name {
		v.Morpho, v.MorphoMarket = l.aave.Morpho, l.aave.MorphoID()
	}
	var err error
	if l.eyes, err = chain.Open(l.t.Context(), l.client, configOf(account, l.USDC, v)); err != nil {
		l.t.Fatal(err)
	}
	if l.adapters, err = tool.NewAdapters(tool.Venue{Account: account, Deployments: l.eyes.Deployments()}); err != nil {
		l.t.Fatal(err)
	}
	l.simulator = &tool.Simulator{Adapters: l.adapters, Chain: l.eyes, Client: l.client, Fork: l.fork, ChainID: evmtest.ChainID}
}

// spender is the contract that takes what is supplied and repaid.
func (l *lender) spender() common.Address {
	if l.protocol == aavev3.Name {
		return l.aave.Lending
	}
	return l.aave.Morpho
}

// moves is how many tokens an order moves: Aave's receipt or debt token is one.
func (l *lender) moves() int {
	if l.protocol == aavev3.Name {
		return 2
	}
	return 1
}

// body is a proposal on the lending market, whose handle is its protocol's.
func (l *lender) body(kind grammar.Kind, token common.Address, amount string) []byte {
	asset := map[common.Address]string{l.USDC: "usdc", l.WETH: "weth"}[token]
	return fmt.Appendf(nil, `{"type":%q,"params":{"market":%q,"asset":%q,"amount":%q},"constraints":{}}`, kind, l.protocol, asset, amount)
}

func (l *lender) action(kind grammar.Kind, token common.Address, amount string) grammar.Action {
	l.t.Helper()
	return parsed(l.t, l.eyes, l.body(kind, token, amount))
}

// strange is a supply of a token that is no asset, which no proposal could name.
func (l *lender) strange() grammar.Action {
	a := l.action(grammar.Supply, l.USDC, "1")
	a.Asset = l.Pool
	return a
}

// preview simulates an order.
func (l *lender) preview(a grammar.Action) turn.Simulation {
	l.t.Helper()
	s, err := l.simulator.Simulate(l.t.Context(), a)
	if err != nil {
		l.t.Fatal(err)
	}
	return s
}

// order previews an order, mines it, and holds the preview, the reading after it and
// the very transactions' simulation to what was mined. It returns the account after.
func (l *lender) order(a grammar.Action) turn.Account {
	l.t.Helper()
	preview := l.preview(a)
	if !preview.Success || preview.Account == nil {
		l.t.Fatalf("%s: preview %s, account %+v", a.Canonical(), preview.Revert, preview.Account)
	}
	before := l.read()
	calls, err := l.adapters.Calls(a, before, &preview)
	if err != nil {
		l.t.Fatal(err)
	}
	simulated := l.rehearse(calls)
	var logs []protocol.Log
	for i, r := range l.mine(calls) {
		sameReceipt(l.t, simulated.Calls[i], r)
		if limit := permit.GasLimit(preview.CallGas, i); r.GasUsed > limit || 5*r.GasUsed < 4*preview.CallGas[i] {
			l.t.Errorf("call %d: previewed with %d gas, mined with %d of %d", i, preview.CallGas[i], r.GasUsed, limit)
		}
		for _, log := range r.Logs {
			logs = append(logs, protocol.Log{Address: log.Address, Topics: log.Topics, Data: log.Data})
		}
	}
	mined := l.adapters.Moved(nil, before, logs)
	exact := sameDeltas(mined, preview.Deltas)
	if len(mined) != l.moves() || !exact && (!a.All() || !permit.Agree(preview.Deltas, mined, 1)) {
		l.t.Errorf("%s: mined deltas %+v, the preview says %+v", a.Canonical(), mined, preview.Deltas)
	}
	l.checkSpent(before, mined)
	abi := bind.NewERC20()
	if left := ask(l.market, a.Asset, abi.PackAllowance(l.Account, l.spender()), abi.UnpackAllowance); left.Sign() != 0 {
		l.t.Errorf("%s: the market may still take %s", a.Canonical(), left)
	}
	return l.checkAccount(a, preview)
}

// rehearse simulates exactly the transactions in the very block that they are mined in:
// interest counts its seconds.
func (l *lender) rehearse(calls []protocol.Call) sim.Outcome {
	l.t.Helper()
	at := l.head().Time + 2
	request := sim.Request{Overrides: sim.Overrides{Time: &at}}
	for _, c := range calls {
		request.Calls = append(request.Calls, sim.Call{From: l.Account, To: &c.To, Data: c.Data})
	}
	out, err := l.fork.At(l.head()).Run(l.t.Context(), request)
	if err != nil {
		l.t.Fatal(err)
	}
	return out
}

// checkAccount: what the market says after the order is what the preview had it say,
// but for a second of interest.
func (l *lender) checkAccount(a grammar.Action, preview turn.Simulation) turn.Account {
	l.t.Helper()
	market, ok := l.read().Lender(l.protocol)
	if !ok {
		l.t.Fatal("the reading has no market")
	}
	got, want := market.Account, *preview.Account
	for what, pair := range map[string][2]uint256.Int{"collateral": {got.Collateral, want.Collateral}, "debt": {got.Debt, want.Debt}, "health": {got.Health, want.Health}} {
		gap := new(uint256.Int).Sub(&pair[0], &pair[1])
		if pair[0].Lt(&pair[1]) {
			gap.Sub(&pair[1], &pair[0])
		}
		most := new(uint256.Int).Div(&pair[1], uint256.NewInt(1_000_000))
		if gap.Gt(most.AddUint64(most, 2)) {
			l.t.Errorf("%s: %s %s after it, the preview says %s", a.Canonical(), what, pair[0].Dec(), pair[1].Dec())
		}
	}
	if got.Threshold != want.Threshold || got.LoanToValue != want.LoanToValue {
		l.t.Errorf("%s: %+v, the preview says %+v", a.Canonical(), got, want)
	}
	return got
}

// Every lending order, previewed and then mined as it is, on interest that runs and
// prices that move.
// spec: mirage-testing §8.7, heartbeat §3 step 8
func TestALendingOrderDoesWhatItsPreviewSays(t *testing.T) {
	l := newLender(t)
	done := map[grammar.Kind]int{}
	for range many(12) {
		usdc, weth := l.randomAmounts()
		supplied, other, lent := weth, l.USDC, new(uint256.Int).Div(usdc, uint256.NewInt(100))
		token := l.WETH
		if l.rng.IntN(2) == 0 {
			token, other, supplied, lent = l.USDC, l.WETH, usdc, new(uint256.Int).Div(weth, uint256.NewInt(100))
		}
		l.aave.SetPrice(l.WETH, 1700e8+l.rng.Int64N(300e8))
		for _, a := range []grammar.Action{
			l.action(grammar.Supply, token, supplied.Mul(supplied, uint256.NewInt(20)).Dec()),
			l.action(grammar.Borrow, other, lent.Dec()),
			l.action(grammar.Withdraw, token, new(uint256.Int).Div(supplied, uint256.NewInt(1000)).Dec()),
			l.action(grammar.Repay, other, new(uint256.Int).Rsh(lent, 1).Dec()),
			l.action(grammar.Borrow, other, new(uint256.Int).Rsh(lent, 2).Dec()),
			l.action(grammar.Repay, other, "all"),
			l.action(grammar.Withdraw, token, "all"),
		} {
			l.order(a)
			if done[a.Kind]++; t.Failed() {
				t.Fatalf("%s", a.Canonical())
			}
		}
		if market, _ := l.read().Lender(aavev3.Name); !market.Idle() || !market.Account.Debt.IsZero() {
			t.Fatalf("everything was taken out, and %+v is left", market)
		}
	}
	t.Logf("orders: %v", done)
}

// What is supplied and owed is part of what a Golem holds, once.
func TestLendingChangesNoEquity(t *testing.T) {
	l := newLender(t)
	before := l.read()
	if len(before.Lending) != 1 || !before.Lending[0].Idle() {
		t.Fatalf("%+v", before.Lending)
	}
	l.order(l.action(grammar.Supply, l.WETH, ether(100).Dec()))
	l.order(l.action(grammar.Borrow, l.USDC, "50000000000"))
	after := l.read()
	gas := 0.0
	if n := new(uint256.Int); !n.Sub(&before.Native, &after.Native).IsZero() {
		gas = n.Float64() / 1e18 * after.NativeUSD
	}
	if lost := before.Equity() - after.Equity(); lost < gas-0.01 || lost > gas+0.01 {
		t.Errorf("equity fell by %v, gas was %v", lost, gas)
	}
	market := after.Lending[0]
	if h, owes := market.Account.Factor(); !owes || h < 2.9 || h > 3 { // 185,000 × 0.8 / 50,000
		t.Errorf("health factor %v", h)
	}
}

// The market's refusals are previews without success, by name, and nothing is sent.
func TestALendingOrderThatTheMarketRefusesSaysWhy(t *testing.T) {
	l := newLender(t)
	for name, c := range map[string]struct {
		a    grammar.Action
		want string
	}{
		"more than the wallet has":   {l.action(grammar.Supply, l.USDC, "9000000000000000000"), "exceeds balance"},
		"a loan without collateral":  {l.action(grammar.Borrow, l.USDC, "1000000"), "INSUFFICIENT_COLLATERAL"},
		"nothing to take out":        {l.action(grammar.Withdraw, l.USDC, "1000000"), "nothing of token"},
		"nothing to repay":           {l.action(grammar.Repay, l.USDC, "all"), "nothing of token"},
		"a token that is not listed": {l.strange(), "does not list"},
	} {
		if s := l.preview(c.a); s.Success || !strings.Contains(s.Revert, c.want) {
			t.Errorf("%s: %+v, want %q", name, s, c.want)
		}
	}
	l.order(l.action(grammar.Supply, l.WETH, ether(10).Dec()))
	l.order(l.action(grammar.Borrow, l.USDC, "5000000000"))
	l.aave.Pause(l.USDC, true)
	for _, a := range []grammar.Action{l.action(grammar.Borrow, l.USDC, "1000000"), l.action(grammar.Repay, l.USDC, "all")} {
		if s := l.preview(a); s.Success || !strings.Contains(s.Revert, "AAVE_MARKET_PAUSED") {
			t.Errorf("%s in a paused market: %+v", a.Kind, s)
		}
	}
	l.aave.Pause(l.USDC, false)
	if s := l.preview(l.action(grammar.Withdraw, l.WETH, ether(8).Dec())); s.Success || !strings.Contains(s.Revert, "HEALTH_FACTOR_TOO_LOW") {
		t.Errorf("collateral that is needed: %+v", s)
	}
}

// An order that is mined into a market that was paused meanwhile reverts, and leaves
// no allowance.
func TestALendingOrderThatRevertsLeavesNoAllowance(t *testing.T) {
	l := newLender(t)
	a := l.action(grammar.Supply, l.USDC, "5000000000")
	preview := l.preview(a)
	calls, err := l.adapters.Calls(a, l.read(), &preview)
	if err != nil {
		t.Fatal(err)
	}
	l.aave.Pause(l.USDC, true)
	receipts := l.mine(calls)
	if receipts[0].Status != types.ReceiptStatusSuccessful || receipts[1].Status == types.ReceiptStatusSuccessful {
		t.Fatal("the supply was to revert alone")
	}
	abi := bind.NewERC20()
	if left := ask(l.market, l.USDC, abi.PackAllowance(l.Account, l.aave.Lending), abi.UnpackAllowance); left.Sign() != 0 {
		t.Errorf("the market may still take %s", left)
	}
}

func TestTheValueOfALendingOrderIsWhatItMovesOnce(t *testing.T) {
	l := newLender(t)
	for _, c := range []struct {
		a    grammar.Action
		low  money.USDC
		high money.USDC
	}{
		{l.action(grammar.Supply, l.USDC, "5000000000"), 5_000 * money.One, 5_000 * money.One},
		{l.action(grammar.Supply, l.WETH, ether(1).Dec()), 1_700 * money.One, 2_000 * money.One},
	} {
		s := l.preview(c.a)
		if !s.Success || s.Value < c.low || s.Value > c.high || s.ImpactBPS != 0 || len(s.Deltas) != 2 {
			t.Errorf("%s: value %s, impact %s, deltas %+v, %s", c.a.Canonical(), s.Value, s.ImpactBPS, s.Deltas, s.Revert)
		}
	}
}

// A configuration that names a wrong market opens nothing, and one that names none
// reads nothing of it.
func TestALendingMarketIsCheckedWhenItIsOpened(t *testing.T) {
	l := newLender(t)
	for name, c := range map[string]struct {
		at   common.Address
		want string
	}{
		"another contract":       {l.Pool, "not an Aave v3 market"},
		"no contract":            {evmtest.Address("nobody"), "no contract at the configured address: lending pool"},
		"the market's provider":  {l.aave.Provider, "not an Aave v3 market"},
		"the market":             {l.aave.Lending, ""},
		"none, which is allowed": {common.Address{}, ""},
	} {
		v := venueOf(l.Market)
		v.Aave = c.at
		eyes, err := chain.Open(t.Context(), l.client, configOf(l.Account, l.USDC, v))
		if c.want != "" {
			is := protocol.ErrSelfReport
			if name == "no contract" {
				is = protocol.ErrNoCode
			}
			if !errors.Is(err, is) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := eyes.Observe(t.Context())
		if err != nil || (len(r.Lending) == 1) != (c.at != common.Address{}) {
			t.Errorf("%s: %+v, %v", name, r.Lending, err)
		}
	}
}
