package adversarial

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// hole is one that a reviewer planted: a guard of the program taken out or loosened. The
// suite has to fail without it, by what its checker saw in a life of the plot.
type hole struct {
	name, plot string
	mutation
	saw      string    // what the checker says
	custody  string    // whose lives find it
	contract *contract // a change of a contract that the program then has; nil: there is none
}

// on plants a hole in the suite.
func on(name, plot, file, old, new, saw string) hole {
	return hole{name, plot, mutation{test: suite, layer: name, file: file, old: old, new: new}, saw, bare.name, nil}
}

// lives are those that a hole has to fail.
func (h hole) lives() string {
	under := func(name string) string { return strings.ReplaceAll(name, " ", "_") }
	return h.test + "$/^" + under(h.custody) + "$/^" + under(h.plot)
}

// beside takes another layer out with it, which stops the same.
func (h hole) beside(m *mutation) hole {
	h.behind = m
	return h
}

// noExitLoss is a cage that asks no exit what it loses: it stops a sale at any price, too.
var noExitLoss = without("cage: loss of an exit", atCage+"loss.go", "case !moves(k.Action):\n", "case !moves(k.Action) || !k.Opens():\n", nil)

// suite is the test that holes have to fail.
const suite = "TestNothingMovesOutsideTheLimitsOnTheRealContracts"

const (
	atCage     = "golem/safety/cage/"
	atPermit   = "golem/safety/permit/"
	atAdapters = "golem/world/protocol/uniswapv3/liquidity.go"
)

// holes are the fourteen of one pool, where the two that loosen exits stand apart, and so do the two
// places that compare endpoints, and those of portfolios.
var holes = append([]hole{
	on("day reset at midnight", "a day", atCage+"cage.go", "if s.at <= now-day {\n\t\t\tcontinue", "if s.at <= now-now%day {\n\t\t\tcontinue", "in a day"),
	on("recipient of a mint", "all states", atAdapters, "Recipient: x.account.Address, Deadline: o.Until,\n\t}\n\ttokens, units", "Recipient: at.Positions, Deadline: o.Until,\n\t}\n\ttokens, units", "mint names"),
	on("recipient of a collect", "all states", atAdapters, "Recipient: x.account.Address, Amount0Max", "Recipient: common.Address{19: 9}, Amount0Max", "collect names"),
	on("hourly governor off", "all states", atCage+"rate.go", "if k.Dying {", "if k.Now > 0 {", "of its hour"),
	on("sizing of liquidity off", "sizes", atCage+"cage.go", "position = new(big.Int).Sub(then.pooled(), now.pooled())", "position = new(big.Int)", "position of a mint"),
	on("pending orders not counted", "orders that wait", atPermit+"send.go", "if spends(x) {\n\t\to.cage.Committed(p.judged", "if spends(x) && x.Status != turn.StatusPending {\n\t\to.cage.Committed(p.judged", "in a run"),
	on("no minimum on leaving", "all states", atAdapters, "o.Action.Slippage); err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t}\n\treturn x.npm.PackDecrease", "o.Action.Slippage); err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t\tparams.Amount0Min, params.Amount1Min = new(big.Int), new(big.Int)\n\t}\n\treturn x.npm.PackDecrease", "it leaves for 0 and 0"),
	on("unlimited allowance before a mint", "all states", "golem/world/protocol/allowance.go", "Approve(token, spender, units[i])", "Approve(token, spender, new(uint256.Int).SetAllOne())", "its mint takes"),
	on("slippage off for exits", "exits", atCage+"cage.go", "if k.Action.Slippage > c.policy.MaxSlippage {", "if k.Action.Slippage > c.policy.MaxSlippage && k.Opens() {", "what slippage and impact allow").beside(noExitLoss),
	on("impact off for exits", "exits", atCage+"cage.go", "if s.ImpactBPS > c.policy.MaxImpact {", "if s.ImpactBPS > c.policy.MaxImpact && k.Opens() {", "what slippage and impact allow").beside(noExitLoss),
	on("cap doubled", "a day", atCage+"fence.go", "Policy {\n\tf := seen.Fence\n", "Policy {\n\tf := seen.Fence\n\tp.PerTransaction *= 2\n", "in an order"),
	on("day skipped", "a day", atCage+"cage.go", "if s.at <= now-day {\n\t\t\tcontinue", "if s.at <= now {\n\t\t\tcontinue", "in a day"),
	on("expired permit accepted", "a day", atPermit+"recheck.go", "if now >= p.ExpiresAt || p.Epoch != d.life.Epoch() {", "if p.Epoch != d.life.Epoch() {", "before it was used"),
	on("simulation not compared", "all states", atPermit+"recheck.go", "if !Agree(p.Simulation.Deltas, again.Deltas, j.cfg.Tolerance) {", "if false {", "although the pool had moved"),
	on("endpoints that disagree are believed", "a day", atPermit+"witness.go", "case a.Differ:", "case false:", "although the endpoints differ"),
	on("endpoints are not compared", "a day", "evm/rpc/agree.go", "a.Differ = a.Differ || b.Hash != one", "a.Differ = a.Differ && b.Hash != one", "although the endpoints differ"),
}, portfolioHoles...)

// A hole that finds nothing to plant would be a test that cannot fail.
func TestEveryHoleFindsItsPlace(t *testing.T) {
	for _, h := range holes {
		for m := &h.mutation; m != nil; m = m.behind {
			if _, text := m.source(t); strings.Count(text, m.old) != 1 {
				t.Errorf("%s: %q stands %d times in %s, it must stand once", h.name, m.old, strings.Count(text, m.old), m.file)
			}
		}
		if c := h.contract; c != nil && strings.Count(c.text(t), c.old) != 1 {
			t.Errorf("%s: %q stands %d times in %s, it must stand once", h.name, c.old, strings.Count(c.text(t), c.old), c.name)
		}
	}
}

// Each of them, planted in the program, fails the suite, by what its checker saw.
func TestEachPlantedHoleFailsTheSuite(t *testing.T) {
	if os.Getenv("BARDO_MUTATE") == "" {
		t.Skip("compiles the program anew: `make hostile`, or BARDO_MUTATE=1")
	}
	publish(t, "7b-holes", append([]string{
		"", "## Planted holes", "", "Each is planted in the program by itself, and the suite on the real contracts has to fail by what its checker saw.", "",
	}, heading("hole", "file", "what the checker says")...)...)
	for i, h := range holes {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			m := h.mutation
			m.test = h.lives()
			t.Log(kept(t, fmt.Sprintf("hole-%02d", i), func() string { return m.fails(t, len(mutations)+i, h.saw) }))
			publish(t, fmt.Sprintf("7c-hole-%02d", i), line(h.names(), h.file, h.saw))
		})
	}
}
