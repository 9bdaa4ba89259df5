package owner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/grant"
)

// has is the cage that holds the account already, of which it has one for every grant:
// a second one would have sums of its own. It is refused where it lacks what the grant needs, and
// so is a grant of the other kind, which shares nothing with it.
//
// spec: DESIGN §12.29
func (s *steps) has(ctx context.Context) (have grant.Standing, config policycage.Config, err error) {
	code, err := policycage.EnforcerCreation(s.wish.Manager)
	if err != nil {
		return have, config, err
	}
	enforcer, _ := policycage.Shared(code)
	if stands, err := s.stands(ctx, enforcer); err != nil || !stands {
		return have, config, err
	}
	head, err := s.Client.Head(ctx)
	if err != nil {
		return have, config, err
	}
	if have.Cage, err = s.held(ctx, head.Hash, enforcer); err != nil || have.Cage == (common.Address{}) {
		return have, config, err
	}
	if s.wish.Mode != grant.Delegation {
		return grant.Standing{}, config, fmt.Errorf("%w: the account %s is held by the cage %s, for ever, and a grant to a local key shares no limit with it: "+
			"grant with golem.custody_mode \"delegation\", or from another account", ErrAsk, s.wish.Account, have.Cage)
	}
	has, err := policycage.Read(ctx, s.Client, head.Hash, have.Cage)
	if err != nil {
		return have, config, err
	}
	wants, err := s.wish.Cage(grant.Standing{Enforcer: enforcer})
	if err != nil {
		return have, config, err
	}
	if lacks := lacks(has.Config, wants); len(lacks) > 0 {
		return have, config, fmt.Errorf("%w: the account %s is held by the cage %s, which does not allow what this grant needs: %s; its owner allows it there (an asset holds an hour later, "+
			"a contract or a function a day later), and then the same command goes on", ErrAsk, s.wish.Account, have.Cage, strings.Join(lacks, ", "))
	}
	return have, has.Config, s.joins(ctx, head.Hash, has)
}

// under has the offer say what the account's cage holds, which is not what was asked for.
func (o *Offer) under(have grant.Standing, config policycage.Config) error {
	asked, cage, limits := o.wish.Limits, have.Cage, config.Limits
	o.wish.Limits, o.wish.Held = limits, &config
	o.wish.WorstDay = o.wish.WorstDay.Within(limits)
	o.wish.WorstDay.Capped = 0 // what it counts in positions is not known here
	say := func(format string, args ...any) {
		o.Transactions = append(o.Transactions, fmt.Sprintf(format, args...))
	}
	say("(nothing for the account's limits: its cage %s holds this grant too, with its own limits and sums)", cage)
	if calls := limits.Retunes(asked); len(calls) > 0 {
		say("(what you ask for differs from that cage's limits, which hold for every grant of the account; to change them, its owner calls the cage)")
		for _, c := range calls {
			say("(%s)", c)
		}
	}
	var caps []policycage.Cap
	for _, c := range o.wish.Caps {
		caps = append(caps, c.Cap)
	}
	for _, c := range config.Recaps(caps) {
		say("(what you ask for differs from a cap of that cage, which holds for every grant of the account; to change it, its owner calls the cage)")
		say("(%s)", c)
	}
	wants, err := o.wish.Cage(have)
	if err != nil {
		return err
	}
	for _, p := range config.Protocols {
		if !slices.Contains(wants.Protocols, p) {
			say("(that cage approves %s too, which this grant does not name: if it is a pool, what the account has in it can be left and sold under this grant, on top of the worst day; "+
				"to take it back, which holds at once, its owner calls the cage: 0x%x)", p, bind.NewPolicyCage().PackSetProtocol(p, false))
		}
	}
	return nil
}

// lacks names what a cage does not allow and a grant needs.
func lacks(has, wants policycage.Config) (missing []string) {
	if has.Owner != wants.Owner || has.Account != wants.Account || has.Cash != wants.Cash {
		missing = append(missing, fmt.Sprintf("the cash %s of %s", wants.Cash, wants.Owner))
	}
	for _, a := range wants.Assets {
		if !slices.Contains(has.Assets, a) {
			missing = append(missing, "the asset "+a.Hex())
		}
	}
	for _, p := range wants.Protocols {
		if !slices.Contains(has.Protocols, p) {
			missing = append(missing, "the contract "+p.Hex())
		}
	}
	for _, x := range wants.Selectors {
		if !slices.Contains(has.Selectors, x) {
			missing = append(missing, fmt.Sprintf("the function %x of %s", x.Method, x.Target))
		}
	}
	for _, b := range wants.Readers {
		i := slices.IndexFunc(has.Readers, func(x policycage.Binding) bool { return x.Target == b.Target && x.Reader == b.Reader })
		if i < 0 || b.Deeds&^has.Readers[i].Deeds != 0 {
			missing = append(missing, fmt.Sprintf("%s as reader of %s", b.Reader, b.Target))
		}
	}
	return missing
}
