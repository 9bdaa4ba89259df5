// Package sessionkey is the key that acts under an owner's grant: how long it does, and how
// another takes over from it.
//
// spec: provisioning §8.12, §9.1
package sessionkey

import (
	"context"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/wire"
)

// SiteName is what the end of a session key is called that another took over from.
const SiteName = "session"

// again is how many ticks later a hand-over that failed is tried again.
const again = 10

// Keyring keeps the keys that act under a grant.
type Keyring interface {
	// Due holds a key against the policy. Where it is due it makes another, and returns
	// that need; there is false where nothing is new beside what is needed already. A next
	// key that is lost, and that no grant was heard for, may be replaced by another.
	Due(k rotation.Key, now int64, known rotation.Need) (need rotation.Need, there bool)
	// Succeed has everything outside act by the key of a grant, and read under it.
	Succeed(ctx context.Context, g grant.Grant) error
	// Signer returns the signer of an address; nil where its key is not here any more.
	Signer(key common.Address) chain.Signer
	// Retire ends a key that another took over from, or that nothing was granted to. It may
	// be said again.
	Retire(key common.Address) error
}

// Desk sends the coin of one key to the next. An error is final or the order's alone.
type Desk interface {
	HandOver(ctx context.Context, next common.Address) (turn.Execution, error)
}

// Books take in that a key keeps what was not worth an order.
type Books interface {
	Leave(key string, wei *uint256.Int, block turn.Block) error
}

// Events takes what is told of the tick.
type Events interface {
	Emit(tick uint64, p wire.Payload)
}

// Ports is what the keys of a life read, send and tell.
type Ports struct {
	Journal  *journal.Journal
	Clock    *tape.Clock
	Ring     Keyring `image:"-"` // nil: a replay, or the key of the birth acts for ever
	Adapters *tool.Adapters
	Hand     *chain.Hand
	Desk     Desk
	Books    Books
	Look     func(context.Context) (turn.Reading, error) // what the wallet holds now

	State     *turn.State
	Identity  turn.Writer[turn.Identity]
	Standing  turn.Writer[turn.Standing]
	Positions turn.Writer[turn.Positions]

	Chronicle *chronicle.Chronicle
	Outcomes  *outcomes.Book
	Events    Events
	Log       *slog.Logger
	Sites     site.Hook
}

// Keys are the session keys of a life. Without a grant there are none, and nothing is done.
// They belong to the goroutine that ticks.
type Keys struct {
	ports   Ports
	inForce *grant.Grant // nil: it acts for its own account
	offered *grant.Grant // for another key, heard last
	key     key          // in force
}

// key is how the rotation of the key in force stands.
type key struct {
	since   int64  // when it came into force, unix milliseconds
	read    uint64 // block read last under the grant before
	need    rotation.Need
	next    *grant.Grant // for the key of need
	order   string       // by which the coin is handed over; empty: none is under way
	handed  bool         // the coin is handed over
	attempt uint64       // tick of the last one that failed
	failure string       // why the next key did not take over the last time
}

// passes says that the coin is with the next key, or may be.
func (k *key) passes() bool { return k.order != "" || k.handed }

// New keeps the keys of a life that begins under a grant at a time, unix milliseconds. A nil
// granted is a life that acts for its own account.
func New(granted *grant.Grant, born int64, ports Ports) *Keys {
	k := &Keys{ports: ports, key: key{since: born}}
	if granted != nil {
		g := *granted
		k.inForce = &g
	}
	return k
}

// Passing says that the coin is with a key that is not in force yet.
func (k *Keys) Passing() bool { return k.key.handed }

// Rotate replaces the session key where it is due and its owner granted to the next one,
// before the tick. From when it is due nothing is opened with the old one; while that
// leaves what is open nothing is handed over.
//
// spec: provisioning §9.1
func (k *Keys) Rotate(ctx context.Context) error {
	if k.inForce == nil {
		return nil
	}
	now := &k.key
	switch {
	case now.next == nil, now.order != "":
		return nil
	case now.handed:
		return k.succeed(ctx, nil)
	case !k.ports.Hand.Idle(), now.next.Ends < uint64(max(0, k.ports.Clock.Last()/1000)), now.attempt != 0 && k.tick() < now.attempt+again:
		return nil
	}
	return k.handOver(ctx)
}

func (k *Keys) tick() uint64 { return k.ports.State.Heartbeat().Tick }

// session is the record of the key in force. What its grant has left is known once it was
// read under that grant.
func (k *Keys) session() rotation.Key {
	g, seen := k.ports.Adapters.Grant(), k.ports.State.Positions().Reading
	s := rotation.Key{Address: g.Key(), Granted: k.key.since, Expires: g.Ends, Operations: k.ports.Hand.Signed()}
	if f := seen.Fence; f != nil && f.Unread == "" && seen.Block.Number > k.key.read {
		if f.Counted {
			s.Bound(f.Orders, g.Orders())
		}
		if f.Summed {
			s.Bound(uint64(f.SumLeft), uint64(g.Sum())) //nolint:gosec // neither is negative
		}
	}
	return s
}

// Recovery is what the testament says of the key, which may be another than that of the
// birth; said is what was said of that, wallet its address.
func (k *Keys) Recovery(said string, wallet common.Address) string {
	if k.inForce == nil {
		return said
	}
	if k.ports.State.Identity().Wallet != wallet {
		said += "; another key took over, whose keystore lies in the Golem's folder under the same passphrase"
	}
	if k.key.passes() {
		said += "; the coin for gas went, or may have gone, to the key " + k.key.need.Next.Hex() + ", which never took over and whose keystore lies in the Golem's folder under the same passphrase"
	}
	return said
}

// Abandon ends a next key that was to take over and never will, where no coin may be with it.
func (k *Keys) Abandon() {
	if k.inForce != nil && !k.key.passes() {
		k.retire(k.key.need.Next)
	}
}

// signer is who signs for a key; nil in a replay.
func (k *Keys) signer(of common.Address) chain.Signer {
	if k.ports.Ring == nil {
		return nil
	}
	return k.ports.Ring.Signer(of)
}

// retire ends a key for good. One whose file cannot be removed is told, and tried again at
// the next start.
func (k *Keys) retire(old common.Address) {
	if k.ports.Ring == nil || old == (common.Address{}) {
		return
	}
	k.ports.Sites.Pass(site.Key, SiteName, site.Before)
	if err := k.ports.Ring.Retire(old); err != nil {
		k.ports.Log.Error("the keystore of a session key that is replaced could not be destroyed: remove it", "key", old, "error", err)
	}
	k.ports.Sites.Pass(site.Key, SiteName, site.After)
}
