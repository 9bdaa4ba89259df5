package dying

import (
	"math/big"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/replay"
)

// hold is what must be so after any death.
func (g *golem) hold() will {
	g.t.Helper()
	w := g.will()
	g.booksAgree()
	g.movedOnce(w)
	g.named(w)
	g.within(w)
	r, err := replay.Run(g.t.Context(), g.dir, replay.Options{})
	if err != nil || r.CutOff || r.Testament != "equal" || r.Cause != g.cause {
		g.t.Errorf("replay: %+v, %v", r, err)
	}
	for _, d := range w.Settlement.Actions {
		a, status := d.Action, string(d.Action.Status)
		if why := refusalOf(a); why != nil {
			status += " (" + string(why.Code) + ": " + why.Detail + ")"
		}
		g.t.Logf("%s: %s", a.Proposal.Body, status)
	}
	for _, l := range w.Settlement.Stranded {
		g.t.Logf("left: %+v", l)
	}
	g.t.Logf("settled after %s, dead after %s, %s of %s USDC spent, faults %q", g.took(lifecycle.Settlement), g.took(lifecycle.Legacy),
		w.Death.Budget.Gas, w.Death.Budget.Total, g.phases)
	return w
}

func refusalOf(a turn.Action) *turn.Refusal {
	if a.Execution != nil && a.Execution.Refusal != nil {
		return a.Execution.Refusal
	}
	return a.Preview.Refusal
}

// booksAgree: every asset sums to zero, and the books' wallet is the chain's.
func (g *golem) booksAgree() {
	g.t.Helper()
	books, err := ledger.Read(filepath.Join(g.dir, home.LedgerDir))
	if err != nil {
		g.t.Fatal(err)
	}
	sums, held := map[string]*big.Int{}, map[string]*big.Int{}
	for _, line := range books.Balances() {
		if sums[line.Asset] == nil {
			sums[line.Asset], held[line.Asset] = new(big.Int), new(big.Int)
		}
		sums[line.Asset].Add(sums[line.Asset], line.Balance)
		if line.Account == ledger.Golem {
			held[line.Asset] = line.Balance
		}
	}
	for asset, sum := range sums {
		if sum.Sign() != 0 {
			g.t.Errorf("%s sums to %s", asset, sum)
		}
	}
	now := g.holdings()
	for asset, onChain := range map[string]*big.Int{ledger.Native: now.native, g.USDC.Hex(): now.usdc, g.WETH.Hex(): now.weth} {
		booked := held[asset]
		if booked == nil {
			booked = new(big.Int)
		}
		if booked.Cmp(onChain) != 0 {
			g.t.Errorf("the books hold %s of %s, the chain %s", booked, asset, onChain)
		}
	}
}

// movedOnce: the settlement's actions are, each once, what moved the wallet since death
// began; no order and no position is settled twice.
func (g *golem) movedOnce(w will) {
	g.t.Helper()
	moved := map[common.Address]*big.Int{g.USDC: new(big.Int), g.WETH: new(big.Int)}
	gas, orders, keys, positions := new(big.Int), map[common.Hash]bool{}, map[string]bool{}, map[string]bool{}
	for _, d := range w.Settlement.Actions {
		a, x := d.Action, d.Action.Execution
		if keys[d.Key] {
			g.t.Errorf("two actions of the settlement have the key %s", d.Key)
		}
		keys[d.Key] = true
		if x == nil || x.TxHash == (common.Hash{}) {
			continue
		}
		if orders[x.TxHash] {
			g.t.Errorf("order %s stands twice in the settlement", x.TxHash)
		}
		orders[x.TxHash] = true
		gas.Add(gas, x.GasWei.ToBig())
		if a.Status != turn.StatusExecuted {
			continue
		}
		if body := string(a.Proposal.Body); a.Preview.Kind == "remove_liquidity" {
			if positions[body] {
				g.t.Errorf("%s was executed twice", body)
			}
			positions[body] = true
		}
		for _, d := range x.Deltas {
			if sum := moved[d.Token]; sum != nil && d.Out {
				sum.Sub(sum, d.Units.ToBig())
			} else if sum != nil {
				sum.Add(sum, d.Units.ToBig())
			}
		}
	}
	now := g.holdings()
	for what, pair := range map[string][3]*big.Int{
		"USDC": {g.before.usdc, moved[g.USDC], now.usdc}, "WETH": {g.before.weth, moved[g.WETH], now.weth}, "wei": {g.before.native, new(big.Int).Neg(gas), now.native},
	} {
		if want := new(big.Int).Add(pair[0], pair[1]); want.Cmp(pair[2]) != 0 {
			g.t.Errorf("%s: %s before death, the settlement moved %s, the chain has %s", what, pair[0], pair[1], pair[2])
		}
	}
}

// within: gas never exceeds the death's budget (mortality §9.3).
func (g *golem) within(w will) {
	g.t.Helper()
	spent, err := money.ParseUSDC(w.Death.Budget.Gas)
	total, err2 := money.ParseUSDC(w.Death.Budget.Total)
	if err != nil || err2 != nil || spent > total || total == 0 {
		g.t.Errorf("%s of a budget of %s were spent (%v, %v)", w.Death.Budget.Gas, w.Death.Budget.Total, err, err2)
	}
}

// named: what is left with a market or unsold is named, with its value, the reason and
// what to do.
func (g *golem) named(w will) {
	g.t.Helper()
	now := g.holdings()
	for _, id := range now.positions {
		if _, ok := w.left("position " + id.String()); !ok && !g.unread(w) {
			g.t.Errorf("position %s remains and is not named", id)
		}
	}
	if _, ok := w.left("WETH"); !ok && now.weth.Sign() > 0 && !g.unread(w) {
		g.t.Errorf("%s WETH remain and are not named", now.weth)
	}
	if _, ok := w.left("lending market aave-v3"); !ok && now.lent.Sign() > 0 && !g.unread(w) {
		g.t.Errorf("%s lent USDC remain and are not named", now.lent)
	}
	for _, l := range w.Settlement.Stranded {
		if l.Value == "" || l.Reason == "" || l.Advice == "" {
			g.t.Errorf("named without value, reason or advice: %+v", l)
		}
	}
}

// unread says that the death could read nothing, and says so.
func (g *golem) unread(w will) bool {
	_, ok := w.left("everything")
	return ok
}
