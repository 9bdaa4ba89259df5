package grant_test

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
	"bardo.run/bardo/internal/money"
)

// A Golem under a delegation lends to a vault and leaves it in part and whole: what its adapter makes
// passes the cage, which counts one position at its cost until it is left.
//
// spec: tools-archetypes §5.6; safety §7.1
func TestAVaultIsLentToUnderACage(t *testing.T) {
	s := raiseIn(t, func(k *evmtest.Kit) []protocol.Deployment {
		return []protocol.Deployment{protocol.Deploy(erc4626.Name, erc4626.Name, erc4626.Terms{Vault: k.At("Vault")})}
	})
	order := func(kind grammar.Kind, units *uint256.Int) grammar.Action {
		return grammar.Action{Kind: kind, Market: erc4626.Name, Protocol: erc4626.Name, Asset: s.usdc, Amount: units}
	}
	thousand, before := uint256.NewInt(1_000e6), s.balance(s.usdc)
	s.carries(order(grammar.Supply, thousand), order(grammar.Supply, thousand))
	r := s.lent(erc4626.Name, s.usdc)
	if c := s.cage(); c.Positions != 1 || c.Deployed != 2_000*money.One || r.Supplied.Lt(uint256.NewInt(2_000e6-2)) {
		t.Fatalf("%d positions at %s, %s is lent", c.Positions, c.Deployed, r.Supplied.Dec())
	}
	if said := s.orders(order(grammar.Supply, uint256.NewInt(10_001e6))); !strings.Contains(said, "are left for a transaction") {
		t.Errorf("more than a transaction may spend: %q", said)
	}
	s.carries(order(grammar.Withdraw, thousand))
	if c := s.cage(); c.Positions != 1 || c.Deployed < 1_000*money.One || c.Deployed > 1_000*money.One+money.One/100 {
		t.Errorf("%d positions at %s behind a half", c.Positions, c.Deployed)
	}
	s.carries(order(grammar.Withdraw, all()))
	rest := s.lent(erc4626.Name, s.usdc)
	if c := s.cage(); c.Positions != 0 || c.Deployed != 0 || !rest.SupplyShares.IsZero() || before.Cmp(s.balance(s.usdc)) > 0 && before.Sub(before, s.balance(s.usdc)).Int64() > 3 {
		t.Errorf("%d positions at %s, %s shares are left, the account has %s", c.Positions, c.Deployed, rest.SupplyShares.Dec(), s.balance(s.usdc))
	}
}
