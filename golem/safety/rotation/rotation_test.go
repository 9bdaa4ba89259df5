package rotation_test

import (
	"errors"
	"math"
	"testing"

	"bardo.run/bardo/golem/safety/rotation"
)

const day = 86_400_000 // ms

// spec: provisioning §9.1: age 604 799 no, 604 800 yes; operations 9 999 no, 10 000 yes;
// of a budget of 100, 10.01 no and 10 yes. safety §8: 10 000 operations on day 2 yes; 9 999
// at day 6.99 with half of the budget no; a tenth of the grant yes.
func TestAKeyIsDueByAgeOperationsOrBudget(t *testing.T) {
	const born = 1_790_000_000_123
	for name, c := range map[string]struct {
		key  rotation.Key
		age  int64 // ms
		want rotation.Reason
	}{
		"604 799 s":                     {rotation.Key{}, 604_799_000, ""},
		"a millisecond before 604 800":  {rotation.Key{}, 604_799_999, ""},
		"604 800 s":                     {rotation.Key{}, 604_800_000, rotation.Age},
		"9 999 operations":              {rotation.Key{Operations: 9_999}, 0, ""},
		"10 000 operations":             {rotation.Key{Operations: 10_000}, 0, rotation.Operations},
		"10.01 of 100":                  {rotation.Key{Left: 1_001, Of: 10_000}, 0, ""},
		"10 of 100":                     {rotation.Key{Left: 1_000, Of: 10_000}, 0, rotation.Budget},
		"nothing of 100":                {rotation.Key{Of: 100}, 0, rotation.Budget},
		"no budget":                     {rotation.Key{}, 0, ""},
		"10 000 operations on day 2":    {rotation.Key{Operations: 10_000, Left: 1, Of: 1}, 2 * day, rotation.Operations},
		"day 6.99, 9 999, half of it":   {rotation.Key{Operations: 9_999, Left: 50, Of: 100}, 699 * day / 100, ""},
		"a tenth of the grant":          {rotation.Key{Left: 10, Of: 100}, day, rotation.Budget},
		"a budget without an end":       {rotation.Key{Left: math.MaxUint64, Of: math.MaxUint64}, 0, ""},
		"a tenth of one without an end": {rotation.Key{Left: math.MaxUint64 / 10, Of: math.MaxUint64}, 0, rotation.Budget},
	} {
		c.key.Granted = born
		if got := rotation.Default().Due(c.key, born+c.age); got != c.want {
			t.Errorf("%s: due by %q, want %q", name, got, c.want)
		}
	}
}

// Of several bounds the one of which the least share is left counts, whatever its unit.
func TestTheLeastShareOfABudgetCounts(t *testing.T) {
	k := rotation.Key{}
	k.Bound(5, 0)
	if k.Of != 0 {
		t.Errorf("nothing bounds it, and %d of %d are left", k.Left, k.Of)
	}
	for _, b := range [][2]uint64{{40, 100}, {500_000, 1_000_000}, {math.MaxUint64 / 5, math.MaxUint64}, {30, 100}} {
		k.Bound(b[0], b[1])
	}
	if k.Left != math.MaxUint64/5 || k.Of != math.MaxUint64 {
		t.Errorf("%d of %d are left", k.Left, k.Of)
	}
}

// A clock that stands before the key came into force ages nothing.
func TestAKeyIsNotOldBeforeItsTime(t *testing.T) {
	k := rotation.Key{Granted: 5 * day, Expires: 9 * day / 1000}
	if got := rotation.Default().Due(k, 0); got != "" {
		t.Errorf("due by %q", got)
	}
	if got := rotation.Default().Remains(k, 5*day); got != 4*day {
		t.Errorf("%d ms remain until its grant ends", got)
	}
	if got := rotation.Default().Remains(rotation.Key{Expires: math.MaxUint64}, day); got != 6*day {
		t.Errorf("%d ms remain until it is old", got)
	}
}

func TestAPolicyUnderWhichAKeyIsDueAtOnceIsNone(t *testing.T) {
	for _, p := range []rotation.Policy{{}, {MaxAge: 1}, {MaxOperations: 1}, {MaxAge: 1, MaxOperations: 1, Floor: 10_000}, {MaxAge: 1, MaxOperations: 1, Floor: -1}} {
		if err := p.Check(); !errors.Is(err, rotation.ErrPolicy) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	if err := rotation.Default().Check(); err != nil {
		t.Error(err)
	}
}

// spec: provisioning §8.12: a grant should hold until its key is due, so that its owner is
// asked for the next one while it does.
func TestAGrantIsShortWhereItEndsBeforeItsKeyIsDue(t *testing.T) {
	p := rotation.Policy{MaxAge: 604_800}
	for ends, want := range map[uint64]bool{604_800 + 9: false, 604_800 + 10: true, 691_200: true, 1: false, 1<<64 - 1: true} {
		if got := p.Outlives(rotation.Key{Granted: 10_000, Expires: ends}); got != want {
			t.Errorf("a grant until %d: %v", ends, got)
		}
	}
}
