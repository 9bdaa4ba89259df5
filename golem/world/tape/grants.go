package tape

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/grant"
)

// Grantor is who may renew what the owner granted, or grant to another key.
type Grantor interface {
	// Grant returns a grant that is not among the known ones, for the same account, and
	// whether there is one: for the key in force or, unless that is zero, for the next.
	// What cannot be used is none.
	Grant(ctx context.Context, known []common.Hash, next common.Address) (grant.Grant, bool)
}

// Grants is a Grantor through the journal: each grant is heard once, at the look that
// found it.
type Grants struct {
	journal *journal.Journal
	grantor Grantor // nil in a replay, and where nothing is ever granted anew
	looks   uint64
	now     grant.Grant
	next    grant.Grant // for another key, heard last
}

// NewGrants returns what follows on a grant.
func NewGrants(j *journal.Journal, grantor Grantor, born grant.Grant) *Grants {
	return &Grants{journal: j, grantor: grantor, now: born}
}

// Next looks, and returns a grant that was not heard before, for the key in force or for
// the next, and whether there is one. An error is the journal's.
func (g *Grants) Next(ctx context.Context, next common.Address) (grant.Grant, bool, error) {
	g.looks++
	got, there, err := journal.Arrived(g.journal, journal.KindNote, []any{"grant", g.looks}, func() (grant.Grant, bool, error) {
		if g.grantor == nil {
			return grant.Grant{}, false, nil
		}
		known := []common.Hash{g.now.Delegation.Hash()}
		if g.next.Key() != (common.Address{}) {
			known = append(known, g.next.Delegation.Hash())
		}
		got, there := g.grantor.Grant(ctx, known, next)
		return got, there, nil
	})
	switch {
	case !there:
	case got.Key() == g.now.Key():
		g.now = got
	default:
		g.next = got
	}
	return got, there, err
}

// Succeed puts the grant of another key into the place of the one in force.
func (g *Grants) Succeed(next grant.Grant) { g.now, g.next = next, grant.Grant{} }

// InForce is the grant for the key that acts.
func (g *Grants) InForce() grant.Grant { return g.now }
