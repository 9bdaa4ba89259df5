package adversarial

import (
	"testing"

	"bardo.run/bardo/golem/host/lifecycle"
)

// nothingSaid is a model that wants nothing: what is tried is tried between ticks.
var nothingSaid = family{name: "realm"}

func TestARealmLifeIsHeldToItsLimits(t *testing.T) {
	d := newDenizen(t, bare, 3, nothingSaid, estate{20_000, 500})
	d.loud = t.Logf
	c, done, err := d.begins(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	c.campaigns()
	dying, err := c.active.BeginDeath(lifecycle.OwnerKill)
	if err == nil {
		c.audit.dying = c.r.Now().Unix()
		_, err = dying.Thanatopsis(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	v := c.audit.check()
	for _, why := range append(c.faults, v.violations...) {
		t.Error(why)
	}
	t.Logf("%d tried, %d orders, lost %s; %d sandwiched", c.tried, len(v.orders), c.audit.reached, c.r.wrapped)
}
