package cage

import (
	"math/big"
	"testing"
)

// recipe is the round that emptied accounts: an out-of-range position in cash alone, the
// pool's price of ether pushed up with other money, the position left and what came back
// swapped in the same redemption, the price pushed back.
func recipe(sized uint16) []step {
	return []step{
		{kind: approve, b: 0, n: 0, m: 1},
		{kind: mint, a: 0, b: 5, n: sized | 1},
		{kind: push, a: 1, b: 15, n: 1},
		{kind: leave, a: 0, b: 0, n: 1, flags: joined},
		{kind: buy, a: 0, b: 0, n: 4 << 13, flags: bare},
		{kind: back, a: 1},
		{kind: sell, a: 0, b: 0, n: 0},
	}
}

// plays carries a sequence out on an edition, and returns what of the account's worth is
// gone at unchanged feeds, in basis points, and the checker's verdict.
func plays(t testing.TB, e *edition, q sequence) (lost int64, p *play, verdict error) {
	t.Helper()
	w := newWorld(newKit(t), e, profiles[q.profile])
	first := begin(w, q.later, tally{}).wealth()
	p = begin(w, q.later, tally{})
	for i := 0; i < len(q.steps); {
		n, err := p.one(q.steps[i:])
		if err != nil && verdict == nil {
			verdict = err // and on: how far it goes is the question
		}
		i += n
	}
	last := w.wealth(p.machine, p.prices)
	fall := new(big.Int).Sub(first.total, last.total)
	return fall.Mul(fall, big.NewInt(10_000)).Quo(fall, first.total).Int64(), p, verdict
}

// quarter of the account, where half of it may be in one position.
const quarter = 3<<13 | 0xffe

// At 07e51b9 one round lost four fifths of what it staked, and ten nearly all.
func TestTheRecipeEmptiedAccounts(t *testing.T) {
	one := sequence{profile: 2, steps: recipe(quarter)}
	lost, p, verdict := plays(t, old(), one)
	t.Logf("one round with a quarter of %d dollars: %d bps of that quarter; %v; %v", profiles[2].worth(), 4*lost, verdict, p.tally)
	if 4*lost < 7_500 || verdict == nil || p.tally["accepted: leave"] != 1 {
		t.Error("one round lost less than three quarters of what it staked, or was not noticed")
	}
	alone := sequence{profile: 2, steps: []step{recipe(quarter)[0], recipe(quarter)[2], {kind: buy, n: quarter}}}
	if _, p, _ := plays(t, old(), alone); p.refuse != "ValueLost" {
		t.Errorf("alone, the swap is refused because of %q", p.refuse)
	}
	var rounds []step
	for range 10 {
		rounds = append(rounds, recipe(quarter)...)
	}
	lost, p, verdict = plays(t, old(), sequence{profile: 2, steps: rounds})
	t.Logf("ten rounds: %d bps of %d dollars; %v; %v", lost, profiles[2].worth(), verdict, p.tally)
	if lost < 6_000 || verdict == nil || p.now != birth {
		t.Error("ten rounds lost less than 60 %, or were not noticed")
	}
}
