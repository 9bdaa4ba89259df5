package rotation_test

import (
	"testing"

	"bardo.run/bardo/golem/safety/rotation"
)

// The least and the most that a policy may say are policies.
func TestThePoliciesAtTheEdgeAreSome(t *testing.T) {
	for _, p := range []rotation.Policy{{MaxAge: 1, MaxOperations: 1}, {MaxAge: 1, MaxOperations: 1, Floor: 9_999}} {
		if err := p.Check(); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// A budget of one unit is a budget, and what bounds nothing leaves the record as it is.
func TestTheSmallestBudgetIsOne(t *testing.T) {
	var k rotation.Key
	if k.Bound(5, 0); k != (rotation.Key{}) {
		t.Errorf("nothing bounds it, and it is %+v", k)
	}
	if k.Bound(1, 1); k.Left != 1 || k.Of != 1 {
		t.Errorf("%d of %d are left of one", k.Left, k.Of)
	}
	if k.Bound(9, 0); k.Left != 1 || k.Of != 1 {
		t.Errorf("%d of %d are left behind what bounds nothing", k.Left, k.Of)
	}
	if got := rotation.Default().Due(rotation.Key{Of: 1}, 0); got != rotation.Budget {
		t.Errorf("nothing is left of one: due by %q", got)
	}
}

// spec: provisioning §9.1 — the share is exact: a hundred-thousandth above a tenth is enough,
// and a floor of zero is reached by nothing that is left, nor is one below.
func TestAShareIsExact(t *testing.T) {
	for name, c := range map[string]struct {
		policy rotation.Policy
		key    rotation.Key
		want   rotation.Reason
	}{
		"10.001 %":             {rotation.Default(), rotation.Key{Left: 10_001, Of: 100_000}, ""},
		"10 %":                 {rotation.Default(), rotation.Key{Left: 10_000, Of: 100_000}, rotation.Budget},
		"one of 10,000":        {rotation.Policy{MaxAge: 1, MaxOperations: 1}, rotation.Key{Left: 1, Of: 10_000}, ""},
		"nothing of 10,000":    {rotation.Policy{MaxAge: 1, MaxOperations: 1}, rotation.Key{Of: 10_000}, rotation.Budget},
		"a floor below zero":   {rotation.Policy{MaxAge: 1, MaxOperations: 1, Floor: -1}, rotation.Key{Left: 1, Of: 1}, ""},
		"nothing left of that": {rotation.Policy{MaxAge: 1, MaxOperations: 1, Floor: -1}, rotation.Key{Of: 1}, rotation.Budget},
	} {
		if got := c.policy.Due(c.key, 0); got != c.want {
			t.Errorf("%s: due by %q, want %q", name, got, c.want)
		}
	}
}
