package agent

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/wire"
)

// Keyring keeps the keys that act under a grant.
type Keyring interface {
	tape.Keyring
	// Signer returns the signer of an address; nil where its key is not here any more.
	Signer(key common.Address) chain.Signer
	// Retire ends a key that another took over from, or that nothing was granted to. It may
	// be said again.
	Retire(key common.Address) error
}

// keys is how the rotation of the session key stands.
type keys struct {
	tape    *tape.Keys
	since   int64 // when the key in force came into it
	read    uint64
	need    rotation.Need
	next    *grant.Grant // for the key of need
	order   string       // by which the coin is handed over; empty: none is under way
	handed  bool         // the coin is handed over
	attempt uint64       // tick of the last one that failed
}

// rotate replaces the session key where it is due and its owner granted to the next one,
// before the tick. From when it is due nothing is opened with the old one; while that
// leaves what is open nothing is handed over.
//
// spec: provisioning §9.1
func (a *Agent) rotate(ctx context.Context) error {
	if a.keys == nil || a.Dying() != "" || a.boot.Policy.Shadow {
		return nil
	}
	if err := a.due(); err != nil {
		return err
	}
	k := a.keys
	switch {
	case k.next == nil, k.order != "":
		return nil
	case k.handed:
		return a.succeed(ctx, nil)
	case !a.hand.Idle(), k.next.Ends < uint64(max(0, a.clock.Last()/1000)), k.attempt != 0 && a.state.Heartbeat().Tick < k.attempt+anchorAgain:
		return nil
	}
	return a.handOver(ctx)
}

// due hears that the key is to be replaced.
func (a *Agent) due() error {
	k, key := a.keys, a.session()
	need, there, err := k.tape.Due(key, a.clock.Last(), k.need)
	if err != nil || !there {
		return err
	}
	if err := a.stores.Journal.Sync(); err != nil { // nobody grants to a key that may be forgotten
		return err
	}
	if k.need.Reason == "" {
		a.tell(audit.SessionKey("triggered", string(need.Reason), key.Address.Hex(), ""))
	}
	if need.Next != (common.Address{}) {
		a.tell(audit.SessionKey("generated", string(need.Reason), key.Address.Hex(), need.Next.Hex()))
	}
	k.need = need
	a.write.Standing.Edit(func(s *turn.Standing) { s.Key = need.String() })
	a.stores.Log.Info("the session key is due to be replaced", "reason", string(need.Reason), "key", key.Address, "next", need.Next)
	return nil
}

// session is the record of the key in force. What its grant has left is known once it was
// read under that grant.
func (a *Agent) session() rotation.Key {
	g, seen := a.adapters.Grant(), a.state.Positions().Reading
	k := rotation.Key{Address: g.Key(), Granted: a.keys.since, Expires: g.Ends, Operations: a.hand.Signed()}
	if f := seen.Fence; f != nil && f.Unread == "" && seen.Block.Number > a.keys.read {
		if f.Counted {
			k.Bound(f.Orders, g.Orders())
		}
		if f.Summed {
			k.Bound(uint64(f.SumLeft), uint64(g.Sum())) //nolint:gosec // neither is negative
		}
	}
	return k
}

// recovery is what the testament says of the key, which may be another than that of the
// birth.
func (a *Agent) recovery() string {
	if a.keys == nil || a.state.Identity().Wallet == a.boot.Identity.Wallet {
		return a.boot.Recovery
	}
	return a.boot.Recovery + "; another key took over, whose keystore lies in the Golem's folder under the same passphrase"
}

// handOver has the old key leave its coin to the next one.
func (a *Agent) handOver(ctx context.Context) error {
	k := a.keys
	r, err := a.market().Look(ctx)
	if err != nil {
		return fatal(a.stores.Journal, err)
	}
	a.write.Positions.Edit(func(p *turn.Positions) { p.Reading = r })
	if dust(r) {
		return a.succeed(ctx, &r.Native)
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
		return fatal(a.stores.Journal, err) // the next tick tries again
	}
	if left != nil {
		if err := a.books.Leave(old.Address.Hex(), left); err != nil {
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

// signer is who signs for a key; nil in a replay.
func (a *Agent) signer(key common.Address) chain.Signer {
	if a.outside.Keys == nil {
		return nil
	}
	return a.outside.Keys.Signer(key)
}

// retire ends a key for good. One whose file cannot be removed is told, and tried again at
// the next start.
func (a *Agent) retire(key common.Address) {
	if a.outside.Keys == nil || key == (common.Address{}) {
		return
	}
	a.stores.Sites.Pass(site.Key, sessionName, site.Before)
	if err := a.outside.Keys.Retire(key); err != nil {
		a.stores.Log.Error("the keystore of a session key that is replaced could not be destroyed: remove it", "key", key, "error", err)
	}
	a.stores.Sites.Pass(site.Key, sessionName, site.After)
}

// finishing puts the next key in force in a death, where the coin is with it already.
func (a *Agent) finishing(ctx context.Context) error {
	if a.keys == nil || !a.keys.handed {
		return nil
	}
	return a.succeed(ctx, nil)
}
