package adversarial

import (
	"testing"

	"bardo.run/bardo/golem/host/lifecycle"
)

// nothingSaid is a model that wants nothing: what is tried is tried between ticks.
var nothingSaid = family{name: "realm"}

// spec: safety §1.3, §1.4, §7, §8, §14, §20: on the real contracts, in every custody, with
// the shipped limits and positions held, nothing moves outside them, whoever has the pool.
func TestNothingMovesOutsideTheLimitsOnTheRealContracts(t *testing.T) {
	for _, c := range custodies {
		t.Run(c.name, func(t *testing.T) {
			for _, p := range plots {
				t.Run(p.name, func(t *testing.T) { realmed(t, c, p) })
			}
		})
	}
}

// realmed lives one life of a custody by a plot, and holds it to its limits.
func realmed(t *testing.T, in custody, p plot) {
	d := newDenizen(t, in, in.first+3, nothingSaid, p.has)
	if testing.Verbose() {
		d.loud = t.Logf
	}
	c, done, err := d.begins(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	p.lives(c)
	c.ends()
	v := c.audit.check()
	for _, why := range append(c.faults, v.violations...) {
		t.Error(why)
	}
	t.Logf("%d tried, %d orders, at most %s lost in a day, %d orders with others around them", c.tried, len(v.orders), c.audit.reached, c.r.wrapped)
}

// ends lets it die.
func (c *campaign) ends() {
	dying, err := c.active.BeginDeath(lifecycle.OwnerKill)
	if err == nil {
		c.audit.dying = c.r.Now().Unix()
		_, err = dying.Thanatopsis(c.ctx)
	}
	c.fails(err)
}
