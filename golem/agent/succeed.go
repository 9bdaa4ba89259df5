package agent

import (
	"context"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// handOver has the old key leave its coin to the next one.
func (a *Agent) handOver(ctx context.Context) error {
	k := a.keys
	r, err := a.market().Look(ctx)
	if err != nil {
		return fatal(a.stores.Journal, err)
	}
	a.write.Positions.Edit(func(p *turn.Positions) { p.Reading = r })
	switch {
	case dust(r) && trifle(r):
		return a.succeed(ctx, &r.Native)
	case dust(r):
		k.attempt = a.state.Heartbeat().Tick
		a.stores.Log.Warn("the coin for gas waits until gas is cheaper: handing it to the new session key would cost half of it or more", "wei", r.Native.Dec(), "fee", r.MaxFee.Dec())
		return nil
	}
	x, err := a.desk.HandOver(ctx, k.need.Next)
	if journal.IsFinal(err) || a.unheard() != nil {
		return err
	}
	if err != nil || (x.Status != turn.StatusExecuted && x.Status != turn.StatusPending) {
		k.attempt = a.state.Heartbeat().Tick
		a.stores.Log.Warn("the coin for gas was not handed to the new session key; it is tried again", "refusal", x.Refusal, "error", err)
		return a.sent(grammar.HandOver, x)
	}
	if k.order = x.PermitID; x.Status == turn.StatusExecuted {
		k.order, k.handed = "", true
	}
	if err := a.sent(grammar.HandOver, x); err != nil || !k.handed {
		return err
	}
	return a.succeed(ctx, nil)
}

// dust says that what a key holds is worth less than twice what handing it over costs
// (provisioning §8.9).
func dust(r turn.Reading) bool {
	cost := new(uint256.Int).Mul(&r.MaxFee, uint256.NewInt(21_000))
	cost.Add(cost, &r.SwapFee)
	return r.Native.Lt(cost.Lsh(cost, 1))
}

// trifle says that what a key holds is worth less than a dollar, or that nobody knows what it
// is worth. Gas that is dear for an hour makes no other coin worth leaving.
func trifle(r turn.Reading) bool {
	return r.NativePrice <= 0 || permit.GasCost(&r.Native, r.NativePrice) < money.One
}

// handedOver takes in what became of the order by which the coin is handed over.
func (a *Agent) handedOver(x turn.Execution, vanished bool) {
	k := a.keys
	switch {
	case k == nil || x.PermitID != k.order && !k.handed: // of a key before
	case vanished:
		k.order, k.handed = x.PermitID, false
	case x.Status == turn.StatusExecuted:
		k.order, k.handed = "", true
	default:
		k.order, k.attempt = "", a.state.Heartbeat().Tick
	}
}

// succeed puts the next key in force. Left is what stays with the old one where that was
// not worth an order.
func (a *Agent) succeed(ctx context.Context, left *uint256.Int) error {
	k, old := a.keys, a.session()
	next := *k.next
	if err := k.tape.Succeed(ctx, next); err != nil {
		if err.Error() != k.failure && !journal.IsFinal(err) {
			k.failure = err.Error()
			a.stores.Log.Error("the next session key did not take over; it is tried again with every tick", "key", next.Key(), "error", err)
		}
		return fatal(a.stores.Journal, err) // the next tick tries again
	}
	if left != nil {
		if err := a.books.Leave(old.Address.Hex(), left, a.state.Positions().Reading.Block); err != nil {
			a.failed("books", err)
		}
	}
	a.adapters.Regrant(next)
	a.grants.Succeed(next)
	a.hand.Succeed(a.signer(next.Key()), old.Address)
	a.write.Identity.Edit(func(id *turn.Identity) { id.Wallet = next.Key() })
	a.write.Standing.Edit(func(s *turn.Standing) { s.Key = "" })
	a.keys = &keys{tape: k.tape, since: a.clock.Last(), read: a.state.Positions().Reading.Block.Number}
	a.tell(audit.SessionKey("rotated", string(k.need.Reason), old.Address.Hex(), next.Key().Hex()))
	a.events.Emit(a.state.Heartbeat().Tick, wire.CustodySessionKeyRotated{Reason: string(k.need.Reason), NewKeyAddress: next.Key().Hex(), OldKeyOperations: old.Operations})
	a.stores.Log.Info("another session key is in force", "old", old.Address, "new", next.Key(), "reason", string(k.need.Reason), "operations", old.Operations)
	a.retire(old.Address)
	return nil
}

// finishing puts the next key in force in a death, where the coin is with it already.
func (a *Agent) finishing(ctx context.Context) error {
	if a.keys == nil || !a.keys.handed {
		return nil
	}
	return a.succeed(ctx, nil)
}
