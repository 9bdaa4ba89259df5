package owner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/grant"
)

// has is the cage that holds the account already, of which it has one for every grant:
// a second one would have sums of its own. It is refused where it lacks what the grant needs.
func (s *steps) has(ctx context.Context) (have grant.Standing, err error) {
	if s.wish.Mode != grant.Delegation {
		return have, nil
	}
	code, err := policycage.EnforcerCreation(s.wish.Manager)
	if err != nil {
		return have, err
	}
	enforcer, _ := policycage.Shared(code)
	if stands, err := s.stands(ctx, enforcer); err != nil || !stands {
		return have, err
	}
	head, err := s.Client.Head(ctx)
	if err != nil {
		return have, err
	}
	if have.Cage, err = s.held(ctx, head.Hash, enforcer); err != nil || have.Cage == (common.Address{}) {
		return have, err
	}
	has, err := policycage.Read(ctx, s.Client, head.Hash, have.Cage)
	if err != nil {
		return have, err
	}
	if lacks := lacks(has.Config, s.wish.Cage(grant.Standing{Enforcer: enforcer})); len(lacks) > 0 {
		return have, fmt.Errorf("%w: the account %s is held by the cage %s, which does not allow what this grant needs: %s; its owner allows it there (an asset holds an hour later, "+
			"a contract or a function a day later), and then the same command goes on", ErrAsk, s.wish.Account, have.Cage, strings.Join(lacks, ", "))
	}
	return have, nil
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
	return missing
}
