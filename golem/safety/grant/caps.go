package grant

import (
	"fmt"
	"slices"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Cap is the most that may lie in an asset, a market or a protocol, by the name that settings
// have for it, and as a cage on the chain holds it.
type Cap struct {
	Name string
	policycage.Cap
}

// What a share of the account counts there, by what the cap is of.
var counting = [...]string{
	"the wallet, and whole positions that it is a token of, at cost",
	"what positions there cost",
	"what its positions cost",
}

// capped tells each cap of the settings with who holds it, and those of a standing cage besides.
func (w Wish) capped(add func(bool, string, string, string, ...any)) {
	for _, c := range w.Caps {
		name, share := "the most in "+c.Name, c.Share
		if w.Mode != Delegation {
			add(false, "the Golem", name, "%s of what it holds: no contract knows it in this custody", share)
			continue
		}
		if w.Held != nil {
			share = w.Held.ShareOf(c.Cap)
		}
		if share < money.Whole {
			add(true, "PolicyCage", name, "%s of the account: %s", share, counting[c.Of])
		}
		if share > c.Share {
			add(false, "the Golem", name, "%s of what it holds: the account's cage allows %s", c.Share, share)
		}
	}
	if w.Held == nil {
		return
	}
	for _, c := range w.Held.Caps {
		asked := slices.ContainsFunc(w.Caps, func(x Cap) bool { return x.Of == c.Of && x.Subject == c.Subject })
		if !asked && c.Share < money.Whole {
			add(true, "PolicyCage", "the most in "+c.Subject.Hex(), "%s of the account: %s", c.Share, counting[c.Of])
		}
	}
}

// fenced are the caps of a cage as it was read last.
func fenced(f *turn.Fence) (limits []Limit) {
	for _, c := range f.Caps {
		limits = append(limits, Limit{
			Name: c.Of + " " + c.Subject.Hex(), Value: fmt.Sprintf("%s of the account, positions there cost %s", c.Share, Dollars(c.Placed)),
			OnChain: true, By: string(KindPolicyCage),
		})
	}
	return limits
}

// Uncapped names each cap of the settings that a standing cage does not hold, or not as low, one
// sentence a cap: the program alone holds it.
//
// spec: safety §7.6
func Uncapped(asked []Cap, has policycage.Config) (said []string) {
	for _, c := range asked {
		switch is := has.ShareOf(c.Cap); {
		case is == money.Whole && c.Share < is:
			said = append(said, fmt.Sprintf("safety.%s %s is %s, and the cage on the chain has no such cap: the program alone holds it; its owner sets it there with bardo cage %s=%d", c.Of, c.Name, c.Share, c.Cap, c.Share))
		case is > c.Share:
			said = append(said, fmt.Sprintf("safety.%s %s is %s, and the cage on the chain allows %s: below that the program alone holds it; its owner lowers it there with bardo cage %s=%d", c.Of, c.Name, c.Share, is, c.Cap, c.Share))
		case is < c.Share:
			said = append(said, fmt.Sprintf("safety.%s %s is %s, and the cage on the chain allows %s: the cage's limit holds", c.Of, c.Name, c.Share, is))
		}
	}
	return said
}
