package tool

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Tolerance is how far the chain may differ from the simulation (chain §8).
const Tolerance money.BPS = 200

// Executor sends permitted orders. It implements permit.Executor.
type Executor struct {
	Adapters *Adapters
	Hand     *chain.Hand
}

// Execute builds the order's calls, bound to its simulation, and sends them. A
// reverted order is StatusFailed and is never sent again.
func (e *Executor) Execute(ctx context.Context, token *capability.Token, o permit.Order) (turn.Execution, error) {
	x := turn.Execution{PermitID: o.PermitID, Status: turn.StatusBlocked}
	calls, err := e.Adapters.Calls(o.Action, o.Seen, &o.Simulation)
	if err != nil {
		x.Refusal = &turn.Refusal{Layer: permit.LayerExecutor, Code: "NO_ADAPTER", Detail: err.Error()}
		return x, nil
	}
	gas, most := uint64(0), new(uint256.Int)
	for _, c := range bounded(calls, o.Simulation.CallGas) {
		if gas += c.Gas; o.Action.Converts() && c.Value != nil {
			most.Add(most, c.Value) // no more than the wallet has, or its simulation had failed
		}
	}
	fee, over := permit.Most(&o.Seen.MaxFee, gas, o.Simulation)
	if _, carry := most.AddOverflow(most, fee); over || carry || most.Gt(&o.Seen.Native) {
		// A node would take the first calls and refuse the one the money ends at.
		x.Refusal = notSent(unaffordable(o, gas))
		return x, nil
	}
	receipts, err := e.Hand.Send(ctx, token, o.Use(), chain.Order{ID: o.PermitID, Calls: calls, Offer: offer(o)})
	if receipts != nil {
		return e.outcome(o, receipts), err
	}
	if journal.IsFinal(err) {
		return x, err
	}
	x.Refusal = notSent(err.Error())
	return x, ctx.Err()
}

// unaffordable says what the wallet cannot pay.
func unaffordable(o permit.Order, gas uint64) string {
	beside := ""
	if !o.Simulation.DataFee.IsZero() {
		beside = fmt.Sprintf(" and twice the %s wei that the chain charges for data", o.Simulation.DataFee.Dec())
	}
	return fmt.Sprintf("%d gas at %s wei%s may cost more than the %s wei in the wallet", gas, o.Seen.MaxFee.Dec(), beside, o.Seen.Native.Dec())
}

func notSent(why string) *turn.Refusal {
	return &turn.Refusal{Layer: permit.LayerExecutor, Code: "EXECUTION_NOT_SENT", Detail: why}
}

// agrees compares what moved with what was previewed. A mint may take the tokens in another ratio than
// previewed, never more of one than was offered; what stands for it comes in.
func agrees(o permit.Order, got []turn.Delta) bool {
	if o.Action.Kind != grammar.AddLiquidity {
		return permit.Agree(o.Simulation.Deltas, got, Tolerance)
	}
	m, ok := o.Seen.Market(o.Action.Market)
	if !ok {
		return false
	}
	for _, d := range got {
		offered := o.Action.Base
		switch d.Token {
		case m.Base.Address:
		case m.Quote.Address:
			offered = o.Action.Quote
		default:
			if d.Out {
				return false
			}
			continue
		}
		if !d.Out || d.Units.Gt(offered) {
			return false
		}
	}
	return len(got) > 0
}

// Deltas adds the account's ERC-20 transfers in logs to sum, one entry per token
// and direction in order of first sight.
func Deltas(sum []turn.Delta, account common.Address, logs []protocol.Log) []turn.Delta {
	for _, l := range logs {
		t, ok := erc20.ParseTransfer(&types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		if !ok || t.From == t.To || (t.From != account && t.To != account) {
			continue
		}
		sum = add(sum, t.Token, t.From == account, &t.Amount)
	}
	return sum
}

// Moved is Deltas for the account of the adapters. It knows the receipt and debt tokens of a
// reading: those tell of their changes in logs of their own, which leave the interest out. Of the
// asset that stands for the coin it knows what became coin, or was.
func (t *Adapters) Moved(sum []turn.Delta, seen turn.Reading, logs []protocol.Log) []turn.Delta {
	for i, l := range logs {
		if l.Address == seen.Wrapper.Token {
			sum = t.addConverted(sum, l)
		}
		if seen.Stands(l.Address) {
			sum = t.addChange(sum, l)
			continue
		}
		sum = Deltas(sum, t.mandate.account, logs[i:i+1])
	}
	return sum
}

// add nets an amount into the token's entry.
func add(sum []turn.Delta, token common.Address, out bool, units *uint256.Int) []turn.Delta {
	for i := range sum {
		d := &sum[i]
		if d.Token != token {
			continue
		}
		switch {
		case d.Out == out:
			d.Units.Add(&d.Units, units)
		case units.Gt(&d.Units):
			d.Units.Sub(units, &d.Units)
			d.Out = out
		default:
			d.Units.Sub(&d.Units, units)
		}
		return sum
	}
	return append(sum, turn.Delta{Token: token, Out: out, Units: *units})
}

// compact drops tokens that did not change in the end.
func compact(sum []turn.Delta) []turn.Delta {
	kept := sum[:0]
	for _, d := range sum {
		if !d.Units.IsZero() {
			kept = append(kept, d)
		}
	}
	return kept
}
