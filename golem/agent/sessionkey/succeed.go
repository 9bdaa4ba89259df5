package sessionkey

import (
	"context"
	"errors"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// handOver has the old key leave its coin to the next one.
func (k *Keys) handOver(ctx context.Context) error {
	now := &k.key
	r, err := k.ports.Look(ctx)
	if err != nil {
		return journal.Fatal(err)
	}
	k.ports.Positions.Edit(func(p *turn.Positions) { p.Reading = r })
	switch {
	case dust(r) && trifle(r):
		return k.succeed(ctx, &r.Native)
	case dust(r):
		now.attempt = k.tick()
		k.ports.Log.Warn("the coin for gas waits until gas is cheaper: handing it to the new session key would cost half of it or more", "wei", r.Native.Dec(), "fee", r.MaxFee.Dec())
		return nil
	}
	x, err := k.ports.Desk.HandOver(ctx, now.need.Next)
	if journal.IsFinal(err) || k.ports.Chronicle.Err() != nil {
		return err
	}
	if err != nil || (x.Status != turn.StatusExecuted && x.Status != turn.StatusPending) {
		now.attempt = k.tick()
		k.ports.Log.Warn("the coin for gas was not handed to the new session key; it is tried again", "refusal", x.Refusal, "error", err)
		return k.ports.Outcomes.Sent(string(grammar.HandOver), x)
	}
	if now.order = x.PermitID; x.Status == turn.StatusExecuted {
		now.order, now.handed = "", true
	}
	if err := k.ports.Outcomes.Sent(string(grammar.HandOver), x); err != nil || !now.handed {
		return err
	}
	return k.succeed(ctx, nil)
}

// dust says that what a key holds is worth less than twice what handing it over costs
// (provisioning §8.9).
func dust(r turn.Reading) bool {
	cost := new(uint256.Int).Mul(&r.MaxFee, uint256.NewInt(21_000))
	cost.Add(cost, &r.SwapFee)
	return r.Native.Lt(cost.Lsh(cost, 1))
}

// trifle says that what a key holds is worth less than a dollar, or that no one knows what it
// is worth. Gas that is dear for an hour makes no other coin worth leaving.
func trifle(r turn.Reading) bool {
	return r.NativePrice <= 0 || money.OfCoin(&r.Native, r.NativePrice) < money.One
}

// HandedOver takes in what became of the order by which the coin is handed over.
func (k *Keys) HandedOver(x turn.Execution, vanished bool) {
	now := &k.key
	switch {
	case k.inForce == nil || x.PermitID != now.order && !now.handed: // of a key before
	case vanished:
		now.order, now.handed = x.PermitID, false
	case x.Status == turn.StatusExecuted:
		now.order, now.handed = "", true
	default:
		now.order, now.attempt = "", k.tick()
	}
}

// succeed puts the next key in force. Left is what stays with the old one where that was
// not worth an order.
func (k *Keys) succeed(ctx context.Context, left *uint256.Int) error {
	now, old := k.key, k.session()
	next := *now.next
	if err := k.takeOver(ctx, next); err != nil {
		if err.Error() != now.failure && !journal.IsFinal(err) {
			k.key.failure = err.Error()
			k.ports.Log.Error("the next session key did not take over; it is tried again with every tick", "key", next.Key(), "error", err)
		}
		return journal.Fatal(err) // the next tick tries again
	}
	if left != nil {
		if err := k.ports.Books.Leave(old.Address.Hex(), left, k.ports.State.Positions().Reading.Block); err != nil {
			k.ports.Outcomes.Failed("books", err)
		}
	}
	k.ports.Adapters.Regrant(next)
	k.inForce, k.offered = &next, nil
	k.ports.Hand.Succeed(k.signer(next.Key()), old.Address)
	k.ports.Identity.Edit(func(id *turn.Identity) { id.Wallet = next.Key() })
	k.ports.Standing.Edit(func(s *turn.Standing) { s.Key = "" })
	k.key = key{since: k.ports.Clock.Last(), read: k.ports.State.Positions().Reading.Block.Number}
	k.ports.Chronicle.Tell(audit.SessionKey("rotated", string(now.need.Reason), old.Address.Hex(), next.Key().Hex()))
	k.ports.Events.Emit(k.tick(), wire.CustodySessionKeyRotated{Reason: string(now.need.Reason), NewKeyAddress: next.Key().Hex(), OldKeyOperations: old.Operations})
	k.ports.Log.Info("another session key is in force", "old", old.Address, "new", next.Key(), "reason", string(now.need.Reason), "operations", old.Operations)
	k.retire(old.Address)
	return nil
}

// takeOver puts the grant of another key in force. Once it returns without an error that
// key is the Golem's, whatever happens to the process. A *journal.Failure says that it is
// not, and may be tried again.
func (k *Keys) takeOver(ctx context.Context, g grant.Grant) error {
	j := k.ports.Journal
	_, err := journal.Take(j, journal.KindKey, []any{"succeed", g.Delegation.Hash()}, func() (grant.Grant, error) {
		if k.ports.Ring == nil {
			return g, errors.New("no key is kept here")
		}
		return g, k.ports.Ring.Succeed(ctx, g)
	})
	if err != nil {
		return err
	}
	return j.Sync() // no key is ended before this is durable
}

// Finish puts the next key in force in a death, where the coin is with it already.
func (k *Keys) Finish(ctx context.Context) error {
	if k.inForce == nil || !k.key.handed {
		return nil
	}
	return k.succeed(ctx, nil)
}
