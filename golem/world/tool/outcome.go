package tool

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Reconcile implements permit.Executor.
func (e *Executor) Reconcile(ctx context.Context, orders []permit.Order) ([]permit.News, error) {
	changes, err := e.Hand.Look(ctx)
	if err != nil {
		return nil, err
	}
	var news []permit.News
	for _, c := range changes {
		i := slices.IndexFunc(orders, func(o permit.Order) bool { return o.PermitID == c.ID })
		if i < 0 {
			continue // a fault came between its send and whoever keeps orders
		}
		n := permit.News{PermitID: c.ID, Vanished: c.Vanished, Finality: c.Finality}
		switch {
		case c.Stuck != nil:
			n.Stuck = &permit.Stuck{Offer: c.Stuck.Offer, Gas: c.Stuck.Gas}
		case !c.Vanished && c.Finality == "":
			x := e.outcome(orders[i], c.Receipts)
			n.Outcome = &x
		}
		news = append(news, n)
	}
	return news, nil
}

// Replace implements permit.Executor.
func (e *Executor) Replace(ctx context.Context, token *capability.Token, o permit.Order, offer signer.Fees) error {
	return e.Hand.Replace(ctx, token, o.Use(), o.PermitID, offer)
}

// Watches implements permit.Executor.
func (e *Executor) Watches(permitID string) bool { return e.Hand.Watches(permitID) }

// outcome is what the receipts of an order come to.
func (e *Executor) outcome(o permit.Order, receipts []chain.Receipt) turn.Execution {
	x := turn.Execution{PermitID: o.PermitID}
	for _, r := range receipts {
		if !r.Found {
			continue
		}
		x.Block = r.Block
		x.GasUsed += r.GasUsed
		x.GasWei.Add(&x.GasWei, &r.GasWei)
		x.DataWei.Add(&x.DataWei, &r.DataWei)
		x.Deltas = e.Adapters.Moved(x.Deltas, o.Seen, r.Logs)
	}
	if x.Status, x.Refusal = status(receipts); x.Status == turn.StatusExecuted {
		x.Left, x.Sent = e.Adapters.mandate.left(o, &x.GasWei), e.Adapters.home.coin(o)
	} else if x.Status == turn.StatusFailed {
		e.Adapters.failed(o)
	}
	x.TxHash = mainTx(receipts, o.Simulation.CallGas)
	x.Deltas = compact(x.Deltas)
	x.Cost = money.OfCoin(&x.GasWei, o.Seen.NativePrice)
	x.Verified = x.Status == turn.StatusExecuted && agrees(o, x.Deltas) && e.Adapters.uncredited(o.Action, received(receipts), x.Deltas) == ""
	return x
}

// failed tells the adapter of an order that failed, where it makes the next one otherwise.
func (t *Adapters) failed(o permit.Order) {
	adapter, err := t.of(o.Action)
	if err != nil {
		return // an order of the Golem's own
	}
	if w, ok := adapter.(protocol.Witness); ok {
		w.Failed(o.Action, o.Seen)
	}
}

func received(receipts []chain.Receipt) (logs []protocol.Log) {
	for _, r := range receipts {
		logs = append(logs, r.Logs...)
	}
	return logs
}

// status is the worst of the receipts: an order is executed if every transaction of
// it is, and pending while one is neither found nor lost. One whose nonce a stranger used is
// not signed again in the same tick, where tools §15 would: it ends as not sent, and its rule
// proposes it again on what the wallet then holds.
func status(receipts []chain.Receipt) (turn.Status, *turn.Refusal) {
	found := 0
	var bad *turn.Refusal
	for _, r := range receipts {
		switch {
		case r.Lost:
			bad = notSent("transaction " + r.TxHash.Hex() + " can never be included: another one used its nonce")
		case !r.Found:
			return turn.StatusPending, nil
		case r.Success:
			found++
		default:
			found++
			if bad == nil {
				bad = &turn.Refusal{Layer: permit.LayerExecutor, Code: wire.CodeExecutionReverted, Detail: "transaction " + r.TxHash.Hex() + " reverted"}
			}
		}
	}
	switch {
	case bad == nil:
		return turn.StatusExecuted, nil
	case found == 0:
		return turn.StatusBlocked, bad
	}
	return turn.StatusFailed, bad
}

// mainTx is the transaction that moves the tokens: the one with the most gas.
// While some are missing it is one of those, by the gas of the simulation: its
// receipt will tell the outcome.
func mainTx(receipts []chain.Receipt, simulated []uint64) (hash common.Hash) {
	missing := slices.ContainsFunc(receipts, func(r chain.Receipt) bool { return !r.Found })
	most := uint64(0)
	for i, r := range receipts {
		if missing && r.Found {
			continue
		}
		gas := r.GasUsed
		if !r.Found && i < len(simulated) {
			gas = simulated[i]
		}
		if gas >= most {
			most, hash = gas, r.TxHash
		}
	}
	return hash
}
