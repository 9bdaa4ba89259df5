package sessionkey

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grant"
)

// Grantor looks for what the owner granted anew.
type Grantor interface {
	// Grant returns a grant that is not among the known ones, for the same account, and
	// whether there is one: for the key in force or, unless that is zero, for the next.
	// What cannot be used is none.
	Grant(ctx context.Context, known []common.Hash, next common.Address) (grant.Grant, bool)
}

// Listen has the keys hear of grants, and that one is due to be replaced. It returns who
// brings these words, to be asked between two ticks: grantor tells of grants, nil where
// there are none, and rotates reports whether a key may be replaced now.
func (k *Keys) Listen(in *owner.Inbox, grantor Grantor, rotates func() bool) []owner.Source {
	owner.Hear(in, k.granted)
	owner.Hear(in, k.due)
	if k.inForce == nil {
		return nil
	}
	var all []owner.Source
	if grantor != nil {
		all = append(all, grants{k, grantor})
	}
	if k.ports.Ring != nil {
		all = append(all, dues{k, rotates})
	}
	return all
}

// grants brings what the owner granted anew.
type grants struct {
	keys    *Keys
	grantor Grantor
}

// Next implements owner.Source.
func (g grants) Next(ctx context.Context, _ func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	known := []common.Hash{g.keys.inForce.Delegation.Hash()}
	if g.keys.offered != nil {
		known = append(known, g.keys.offered.Delegation.Hash())
	}
	got, there := g.grantor.Grant(ctx, known, g.keys.key.need.Next)
	return owner.Letter{Word: owner.Grant{Grant: got}}, there
}

// Answer implements owner.Source.
func (grants) Answer(owner.Letter, owner.Answer) {}

// granted hears of a grant. One for the key in force takes the old one's place: the orders
// that follow are redeemed under it, and what was permitted under another policy of its cage
// is void by that. One for the next key waits until that takes over.
//
// spec: provisioning §8.12, §9.1
func (k *Keys) granted(_ owner.Letter, w owner.Grant) (string, error) {
	g := w.Grant
	switch {
	case k.inForce == nil:
		return "this Golem acts for its own account, and under no grant", nil
	case g.Key() == k.inForce.Key():
		k.inForce = &g
		k.ports.Adapters.Regrant(g)
		k.key.read = k.ports.State.Positions().Reading.Block.Number
		k.ports.Chronicle.Tell(audit.Intervention("grant", "renewed"))
		k.ports.Log.Info("the owner renewed the grant", "delegation", g.Delegation.Hash(), "ends", g.Ends)
		return "", nil
	}
	k.offered = &g
	if g.Key() != k.key.need.Next {
		return "the grant is for the key " + g.Key().Hex() + ", which is neither in force nor next", nil
	}
	k.key.next, k.key.attempt = &g, 0
	k.ports.Chronicle.Tell(audit.SessionKey("granted", string(k.key.need.Reason), k.ports.State.Identity().Wallet.Hex(), g.Key().Hex()))
	k.ports.Log.Info("the owner granted to the next session key", "key", g.Key(), "delegation", g.Delegation.Hash(), "ends", g.Ends)
	return "", nil
}

// dues brings the word that the key in force has to be replaced.
type dues struct {
	keys    *Keys
	rotates func() bool
}

// Next implements owner.Source.
func (d dues) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	if !d.rotates() {
		return owner.Letter{}, false
	}
	p := d.keys.ports
	need, there := p.Ring.Due(d.keys.session(), p.Clock.Last(), d.keys.key.need)
	return owner.Letter{Word: owner.Key{Need: need}}, there
}

// Answer implements owner.Source.
func (dues) Answer(owner.Letter, owner.Answer) {}

// due hears that the key is to be replaced. No owner is told of the next key before that is
// durable: a grant to a key that may be forgotten would be lost.
func (k *Keys) due(_ owner.Letter, w owner.Key) (string, error) {
	if k.inForce == nil {
		return "this Golem acts for its own account, and under no grant", nil
	}
	now, session, need := &k.key, k.session(), w.Need
	if err := k.ports.Journal.Sync(); err != nil {
		return "", err
	}
	if now.need.Reason == "" {
		k.ports.Chronicle.Tell(audit.SessionKey("triggered", string(need.Reason), session.Address.Hex(), ""))
	}
	if need.Next != (common.Address{}) {
		k.ports.Chronicle.Tell(audit.SessionKey("generated", string(need.Reason), session.Address.Hex(), need.Next.Hex()))
	}
	if now.next != nil && now.next.Key() != need.Next { // of one that is lost
		now.next = nil
	}
	now.need = need
	k.ports.Standing.Edit(func(s *turn.Standing) { s.Key = need.String() })
	k.ports.Log.Info("the session key is due to be replaced", "reason", string(need.Reason), "key", session.Address, "next", need.Next)
	return "", nil
}
