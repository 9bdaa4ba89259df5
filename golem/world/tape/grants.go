package tape

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/grant"
)

// Grantor is who may renew what the owner granted.
type Grantor interface {
	// Grant returns another grant than the one of the hash, for the same account and
	// key, and whether there is one. What cannot be used is none.
	Grant(ctx context.Context, now common.Hash) (grant.Grant, bool)
}

// Grants is a Grantor through the journal: each renewal is heard once, at the look that
// found it.
type Grants struct {
	journal *journal.Journal
	grantor Grantor // nil in a replay, and where nothing is ever renewed
	looks   uint64
	now     grant.Grant
}

// NewGrants returns the renewals of a grant.
func NewGrants(j *journal.Journal, grantor Grantor, born grant.Grant) *Grants {
	return &Grants{journal: j, grantor: grantor, now: born}
}

// Next looks, and returns a grant that was not heard before, and whether there is one. An
// error is the journal's.
func (g *Grants) Next(ctx context.Context) (grant.Grant, bool, error) {
	g.looks++
	got, there, err := journal.Arrived(g.journal, journal.KindNote, []any{"grant", g.looks}, func() (grant.Grant, bool, error) {
		if g.grantor == nil {
			return grant.Grant{}, false, nil
		}
		next, there := g.grantor.Grant(ctx, g.now.Delegation.Hash())
		return next, there, nil
	})
	if there {
		g.now = got
	}
	return got, there, err
}
