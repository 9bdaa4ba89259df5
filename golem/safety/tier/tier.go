// Package tier is the one table of the tools a Golem has: what a call of each needs, in
// which phases of life it is let through, and what it risks (safety §3, §4.4, §14).
//
// It is data, which the permit desk and the cage are held to by tests. A tool that has no
// row does not exist: nothing reaches it.
package tier

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Tier is what a call needs (safety §3).
type Tier uint8

// The tiers: nothing; a capability that is consumed on the call; that and the owner's
// approval.
const (
	Read Tier = iota + 1
	Write
	Privileged
)

var names = [...]string{"none", "read", "write", "privileged"}

// String returns the tier's name.
func (t Tier) String() string { return names[min(int(t), len(names)-1)] }

// Risk grades an action by what it could cost (safety §4.4).
type Risk string

// The grades.
const (
	Routine  Risk = "routine"
	Standard Risk = "standard"
	Elevated Risk = "elevated"
	High     Risk = "high"
	Critical Risk = "critical"
)

// Large says that the grade is above Standard.
func (r Risk) Large() bool { return r != Routine && r != Standard }

// Row is one tool. Opens is the worst phase in which it may open a risk, where Risky says
// that it can; Secures is the worst in which it may add to what stands behind a debt.
// Closes says that it can lower a risk, which every phase lets through.
type Row struct {
	Tool    string
	Tier    Tier
	Risky   bool
	Opens   turn.Phase
	Secures turn.Phase
	Closes  bool
	Risk    Risk
	// Above is the value from which the action is Elevated; 0: at none.
	Above money.USDC
}

// The tools that are no actions of the grammar.
const (
	Preview  = "preview_action"
	Commit   = "commit_action"
	Anchor   = string(grammar.Anchor)
	Declare  = string(grammar.Declare)
	HandOver = string(grammar.HandOver)
	Sweep    = string(grammar.Sweep)
)

// The values above which a swap, and an action on a lending market, is Elevated.
const (
	largeSwap = 50_000 * money.One
	largeLoan = 100_000 * money.One
)

// Table lists every tool, reads first.
func Table() []Row {
	return []Row{
		{Tool: Preview, Tier: Read, Risk: Routine},
		{Tool: Commit, Tier: Write, Risky: true, Opens: turn.Stable, Secures: turn.Conservation, Closes: true, Risk: Standard},
		{Tool: Anchor, Tier: Write, Closes: true, Risk: Routine},
		{Tool: Declare, Tier: Write, Closes: true, Risk: Routine},
		{Tool: HandOver, Tier: Write, Closes: true, Risk: Routine},
		{Tool: Sweep, Tier: Write, Closes: true, Risk: Routine},
		{Tool: string(grammar.Swap), Tier: Write, Risky: true, Opens: turn.Stable, Secures: turn.Stable, Closes: true, Risk: Standard, Above: largeSwap},
		{Tool: string(grammar.AddLiquidity), Tier: Write, Risky: true, Opens: turn.Stable, Secures: turn.Stable, Risk: Elevated},
		{Tool: string(grammar.RemoveLiquidity), Tier: Write, Closes: true, Risk: Elevated},
		{Tool: string(grammar.ClaimFees), Tier: Write, Closes: true, Risk: Standard, Above: largeSwap},
		{Tool: string(grammar.Supply), Tier: Write, Risky: true, Opens: turn.Stable, Secures: turn.Conservation, Risk: Standard, Above: largeLoan},
		{Tool: string(grammar.Withdraw), Tier: Write, Closes: true, Risk: Standard, Above: largeLoan},
		{Tool: string(grammar.Borrow), Tier: Write, Risky: true, Opens: turn.Stable, Secures: turn.Stable, Risk: Standard, Above: largeLoan},
		{Tool: string(grammar.Repay), Tier: Write, Closes: true, Risk: Standard, Above: largeLoan},
		{Tool: string(grammar.Wrap), Tier: Write, Closes: true, Risk: Routine},
		{Tool: string(grammar.Unwrap), Tier: Write, Closes: true, Risk: Routine},
	}
}

var rows = func() map[string]Row {
	m := map[string]Row{}
	for _, r := range Table() {
		m[r.Tool] = r
	}
	return m
}()

// Of returns the row of a tool, and whether it has one.
func Of(tool string) (Row, bool) {
	r, ok := rows[tool]
	return r, ok
}

// At is what a call of the tool risks with a value.
func (r Row) At(value money.USDC) Risk {
	if r.Above > 0 && value > r.Above && r.Risk == Standard {
		return Elevated
	}
	return r.Risk
}

// Approved says that a call needs the owner's approval: every privileged one, and what is
// Critical while no Warden delays it (safety §4.4).
func (r Row) Approved() bool { return r.Tier == Privileged || r.Risk == Critical }
