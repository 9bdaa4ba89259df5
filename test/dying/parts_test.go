package dying

import (
	"math/big"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
)

// bought is one swap of a living Golem: the block that includes it, and what it paid.
type bought struct {
	block uint64
	paid  *big.Int
}

// purchases are the swaps of the life, in order.
func (g *golem) purchases() (all []bought) {
	g.t.Helper()
	store, err := records.Open(g.dir+"/"+home.CyclesDir, records.Options{ReadOnly: true})
	if err != nil {
		g.t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.Settled() {
		if err != nil {
			g.t.Fatal(err)
		}
		for _, a := range r.Actions {
			if a.Status != turn.StatusExecuted || a.Preview.Kind != "swap" {
				g.t.Errorf("%s: %s (%+v)", a.Proposal.Body, a.Status, refusalOf(a))
				continue
			}
			for _, d := range a.Execution.Deltas {
				if d.Out {
					all = append(all, bought{a.Execution.Block.Number, d.Units.ToBig()})
				}
			}
		}
	}
	return all
}

// spec: safety §17: what would be too much for the pool at once is bought in parts, each
// permitted for itself and at least 12 s behind the one before.
func TestALivingGolemBuysInAThinPoolInParts(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), "buy 20% of equity")
	g.Thin(1_500) // about 55,000 USDC in both tokens
	g.lives()
	all, sum := g.purchases(), new(big.Int)
	for i, b := range all {
		sum.Add(sum, b.paid)
		if i > 0 && b.block <= all[i-1].block { // they are 12 s apart
			t.Errorf("part %d came in block %d, the one before in %d", i+1, b.block, all[i-1].block)
		}
		if b.paid.Int64() > 300e6 {
			t.Errorf("part %d is %s", i+1, b.paid)
		}
	}
	if len(all) < 6 || sum.Int64() != 2_000e6 {
		t.Errorf("%d parts of %s in all", len(all), sum)
	}
}
