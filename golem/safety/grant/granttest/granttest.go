// Package granttest makes grants for tests that need no chain. It owns nothing, and promises
// that what it makes passes grant.Parse; the signature is nobody's, so that no contract takes
// one.
package granttest

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
)

// Account is whose money the grants are about.
var Account = common.Address{0xaa}

// Ends is the last second in which they hold.
const Ends = 1_900_000_000

// Signed is a grant in LocalKey custody on the devnet, for a key; those of two salts differ.
func Signed(t *testing.T, key common.Address, salt uint64) grant.Grant {
	t.Helper()
	g := grant.Grant{Mode: grant.LocalKey, ChainID: 31_337, Manager: common.Address{3}, Ends: Ends}
	g.Delegation = delegation.Delegation{Delegate: key, Delegator: Account, Authority: delegation.Root, Signature: hexutil.Bytes{1}, Salt: hexutil.U256(*uint256.NewInt(salt))}
	for i, c := range []caveat.Caveat{&caveat.MortalityTimeWindow{Start: 1, End: Ends}, &caveat.DailySpendLimit{Book: common.Address{4}, Limit: 1_000}} {
		terms, err := c.Terms()
		if err != nil {
			t.Fatal(err)
		}
		at := common.Address{5, byte(i)}
		g.Delegation.Caveats = append(g.Delegation.Caveats, delegation.Caveat{Enforcer: at, Terms: terms})
		g.Enforcers = append(g.Enforcers, grant.Enforcer{Kind: c.Kind(), Address: at})
	}
	if err := g.Check(); err != nil {
		t.Fatal(err)
	}
	return g
}
