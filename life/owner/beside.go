package owner

import (
	"context"
	"fmt"
	"time"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/golem/safety/grant"
)

// Filed is a grant in a file, and what its owner does to disable it.
type Filed struct {
	Path  string
	Grant grant.Grant
	Undo  string
}

// Beside has the plan name the grants of the account that stand beside the offered one, of
// those that are known from files: whoever has a key of theirs is bounded by them. What ended
// or was disabled is left out. One of the other kind is refused: between the two no limit is
// shared, and what one withdraws can stand in for what a swap under the other lost, where a
// token calls out. A cage stands forever, so its account has no local key any more.
//
// spec: provisioning §8.3, DESIGN §12.29
func (n *Notary) Beside(ctx context.Context, o *Offer, known []Filed) error {
	head, err := n.Client.Head(ctx)
	if err != nil || len(known) == 0 {
		return err
	}
	b, disabled := n.Client.At(head.Hash), make([]func() (bool, error), len(known))
	for i, f := range known {
		disabled[i] = delegation.Disabled(b, f.Grant.Manager, f.Grant.Delegation.Hash())
	}
	if err := b.Do(ctx); err != nil {
		return err
	}
	alone := true
	for i, f := range known {
		g := f.Grant
		if off, err := disabled[i](); err == nil && off || g.Ends < head.Time {
			continue
		}
		until := time.Unix(int64(g.Ends), 0).UTC().Format("2 January 2006, 15:04 UTC") //nolint:gosec // a time
		if g.Mode != o.wish.Mode {
			return fmt.Errorf("%w: the account has a %s grant, of the key %s until %s (%s), and one of the kind %s beside it shares no limit with it; disable it first: %s",
				ErrAsk, g.Mode, g.Key(), until, f.Path, o.wish.Mode, f.Undo)
		}
		what, more := o.wish.Beside(o.at, g)
		alone = alone && !more
		o.Plan.Beside = append(o.Plan.Beside, fmt.Sprintf("the %s grant of the key %s until %s (%s): %s; to disable it: %s", g.Mode, g.Key(), until, f.Path, what, f.Undo))
	}
	o.Plan.Alone = !alone
	return nil
}
