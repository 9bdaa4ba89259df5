package cage

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
)

// under is what lies under each cap of a profile, at the feeds' prices: of ether and of bitcoin
// with every position that it is a token of, in one pool, in all, and at the lender.
func (p *play) under() (all [5]*big.Int) {
	w := p.w
	for i := range all {
		all[i] = new(big.Int)
	}
	for i, token := range []int{ether, bitcoin} {
		all[i].Set(value(p.prices, token, p.balance(w.tokens[token], w.account)))
	}
	for token, share := range w.shares {
		lent := value(p.prices, token, p.balance(share, w.account))
		all[4].Add(all[4], lent)
		if token == ether {
			all[0].Add(all[0], lent)
		}
	}
	for _, x := range w.positions(p.machine) {
		worth := x.worth(p.prices, fairRoot(x.pool, p.prices))
		for i, in := range []bool{x.pool.token0 == ether || x.pool.token1 == ether, x.pool.token0 == bitcoin || x.pool.token1 == bitcoin, x.pool.at == w.pools[1].at, true} {
			if in {
				all[i].Add(all[i], worth)
			}
		}
	}
	return all
}

// still are the steps of others that leave feeds and the account as they are: what lies under a cap
// then costs what it is worth, but for what moves lose.
func still(s step) bool {
	return s.isCall() || slices.Contains([]kind{push, back, wait, halt, nest, ask}, s.kind)
}

// capsHold carries out a sequence, and says when a transaction put more under a cap than it allows,
// and how often one put more there at all. What moves may have lost of positions is allowed besides:
// the cage counts them at their cost.
func capsHold(w *world, q sequence, t tally) error {
	p := begin(w, q.later, t)
	steps := slices.DeleteFunc(slices.Clone(q.steps), func(s step) bool { return !still(s) })
	for i := 0; i < len(steps); {
		before := p.under()
		n, err := p.one(steps[i:])
		if err != nil {
			return err
		}
		i += n
		after := p.under()
		p.wealthy = nil
		total := p.wealth().total
		for c, share := range w.profile.caps {
			rise := new(big.Int).Sub(after[c], before[c])
			if rise.Cmp(grain) <= 0 {
				continue
			}
			t[fmt.Sprintf("rose: %d", c)]++
			if most := bps(total, uint64(share)*105/100); after[c].Cmp(most) > 0 {
				return fmt.Errorf("step %d, %s: %s dollars lie under cap %d, more than %s of %s", i, steps[i-n].kind, show(after[c]), c, show(most), show(total))
			}
		}
	}
	return nil
}

// Whoever has the session key puts no more under a cap than it allows, whatever he does to pools
// between and within his redemptions; and the same key does where there are no caps.
//
// spec: safety §7.1, §7.3
func TestWhoeverHasTheKeyStaysBelowTheCaps(t *testing.T) {
	const sequences = 150
	wide := profiles[1]
	wide.name, wide.caps = "capped", []uint16{2_000, 1_500, 800, 1_200, 1_000}
	kit, count := newKit(t), tally{}
	w := newWorld(kit, today(t), wide)
	for seed := range uint64(sequences) {
		if err := capsHold(w, generate(seed), count); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	for c := range wide.caps {
		if count[fmt.Sprintf("rose: %d", c)] < 3 {
			t.Errorf("cap %d was hardly tried: %v", c, count)
		}
	}
	if count["refused: CapExceeded"] < 20 {
		t.Errorf("too few were refused: %v", count)
	}
	open := newWorld(kit, today(t), profiles[1])
	open.profile.caps = wide.caps // which its cage does not have
	beyond := 0
	for seed := range uint64(sequences) {
		if capsHold(open, generate(seed), tally{}) != nil {
			beyond++
		}
	}
	if beyond < 20 {
		t.Errorf("without caps %d of %d went beyond them", beyond, sequences)
	}
	t.Logf("%d without caps went beyond; with them: %v", beyond, count)
}
