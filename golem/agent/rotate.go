package agent

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
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
	since   int64  // when the key in force came into it
	read    uint64 // block read last under the grant before
	need    rotation.Need
	next    *grant.Grant // for the key of need
	order   string       // by which the coin is handed over; empty: none is under way
	handed  bool         // the coin is handed over
	attempt uint64       // tick of the last one that failed
	failure string       // why the next key did not take over the last time
}

// passes says that the coin is with the next key, or may be.
func (k *keys) passes() bool { return k.order != "" || k.handed }

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
	if k.next != nil && k.next.Key() != need.Next { // of one that is lost
		k.next = nil
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
	said := a.boot.Custody.Recovery
	if a.keys == nil {
		return said
	}
	if a.state.Identity().Wallet != a.boot.Identity.Wallet {
		said += "; another key took over, whose keystore lies in the Golem's folder under the same passphrase"
	}
	if a.keys.passes() {
		said += "; the coin for gas went, or may have gone, to the key " + a.keys.need.Next.Hex() + ", which never took over and whose keystore lies in the Golem's folder under the same passphrase"
	}
	return said
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
