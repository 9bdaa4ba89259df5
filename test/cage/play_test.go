package cage

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// play is a sequence being carried out on a world.
type play struct {
	*machine
	w       *world
	check   *checker
	prices  [tokenCount]int64
	frozen  [tokenCount]bool
	halted  bool
	tally   tally
	wealthy *wealth // as it stands; nil: has to be looked at
	calm    int     // above zero: the market moved at most once since the key withdrew what a debt may stand behind

	// Of the redemption that is being put together.
	done   []step
	coming [tokenCount]*big.Int // what an earlier call of it brings back
	refuse string               // why the last one was refused; empty: it passed
}

// tally counts what was reached.
type tally map[string]int

func (t tally) add(other tally) {
	for k, n := range other {
		t[k] += n
	}
}

func begin(w *world, later uint32, t tally) *play {
	p := &play{machine: w.over(), w: w, check: newChecker(w), prices: opening, tally: t}
	p.now += uint64(later)
	for i := range w.feeds {
		w.refresh(p.machine, i)
	}
	p.end()
	return p
}

// run carries out a sequence, and returns what broke and at which step.
func run(w *world, q sequence, t tally) (*play, int, error) {
	p := begin(w, q.later, t)
	for i := 0; i < len(q.steps); {
		n, err := p.one(q.steps[i:])
		if err != nil {
			return p, i, err
		}
		i += n
	}
	return p, len(q.steps), p.check.stranger(p.machine)
}

// one carries out the next step, or the calls that make one transaction together.
func (p *play) one(rest []step) (int, error) {
	s := rest[0]
	p.tally["steps"]++
	switch {
	case s.kind == nest:
		return p.nest(rest)
	case s.kind == ask:
		return p.asks(rest)
	case !s.isCall():
		p.tally[s.kind.String()]++
		return 1, p.others(s)
	}
	n, all := p.gather(rest)
	p.tally["steps"] += n - 1
	return n, p.redeem(slices.Clone(p.done), all)
}

// others is a step of somebody else than the session key. What the account lost by it is held
// against the same limits, but where it was liquidated behind a market that moved.
func (p *play) others(s step) error {
	if !s.theirs() {
		p.other(s)
		p.wealthy = nil
		p.restless(s.kind)
		return nil
	}
	before := p.wealth()
	p.other(s)
	p.wealthy = nil
	loss := new(big.Int).Sub(before.total, p.wealth().total)
	if s.kind == liquidate && loss.Cmp(grain) > 0 && p.calm <= 0 {
		p.tally["liquidated behind a market that moved"]++
		return nil
	}
	return p.check.lost(p.now, before, loss, new(big.Int))
}

// restless notes what may have a debt liquidated that was safe behind the last withdrawal: the
// market's second move since, or what the owner borrows.
func (p *play) restless(k kind) {
	switch k {
	case move:
		p.calm--
	case borrow:
		p.calm = 0
	}
}

// gather puts together what is redeemed in one transaction.
func (p *play) gather(rest []step) (n int, all []redemption) {
	p.coming = [tokenCount]*big.Int{}
	key := rest[0].key()
	var calls []execution
	p.done = p.done[:0]
	for i, s := range rest {
		if did := p.calls(s); len(did) > 0 {
			calls, p.done = append(calls, did...), append(p.done, s)
		}
		grant := 0
		if s.is(second) {
			grant = 1
		}
		on := i+1 < len(rest) && rest[i+1].isCall()
		if on && s.is(joined) {
			continue
		}
		if len(calls) > 0 {
			all = append(all, redemption{grant, key, calls})
		}
		calls = nil
		if !on || !s.is(chained) {
			return i + 1, all
		}
	}
	panic("cage: a redemption without an end")
}

// redeem sends a transaction of the session key's and holds it against the limits.
func (p *play) redeem(steps []step, all []redemption) error {
	if len(all) == 0 {
		p.tally["nothing to redeem"]++
		return nil
	}
	before := p.wealth()
	p.check.exposure.meanwhile(before, p.w.profile.concentration, p.prices)
	ret, logs, err := p.do(p.w.redeemers[all[0].key], p.w.manager, p.w.redeem(all...))
	p.tally["redemptions"]++
	if p.refuse = ""; err != nil {
		p.refuse = p.w.edition.kind(ret)
		p.tally["refused: "+p.refuse]++
		return nil
	}
	p.wealthy = nil
	after := p.wealth()
	p.count(steps, all, before, after)
	if err := p.forbidden(steps); err != nil {
		return err
	}
	if slices.ContainsFunc(steps, func(s step) bool { return s.kind == withdraw }) {
		p.calm = 2
	}
	some := slices.ContainsFunc(steps, step.opens)
	if err := p.check.exposure.opened(after, p.w.profile.concentration, some); err != nil && p.w.caged() {
		return err
	}
	return p.check.passed(p.now, before, after, p.check.gone(p.prices, logs), opens(steps), logs)
}

func (p *play) wealth() wealth {
	if p.wealthy == nil {
		h := p.w.wealth(p.machine, p.prices)
		p.wealthy = &h
	}
	return *p.wealthy
}

// count says what a redemption that passed reached.
func (p *play) count(steps []step, all []redemption, before, after wealth) {
	p.tally["accepted"]++
	for _, s := range steps {
		p.tally["accepted: "+s.kind.String()]++
	}
	if all[0].key > 0 {
		p.tally["accepted: redelegated"]++
	}
	if len(all) > 1 {
		p.tally["accepted: several in one transaction"]++
	}
	for _, r := range all {
		if r.grant > 0 {
			p.tally["accepted: second grant"]++
			break
		}
	}
	if before.total.Cmp(after.total) > 0 {
		p.tally["accepted: with a loss"]++
	}
	if n := len(p.check.events); n > 0 && p.check.events[n-1].at/86_400 < p.now/86_400 {
		p.tally["accepted: behind midnight"]++
		if p.check.events[n-1].at+86_400 > p.now {
			p.tally["accepted: within 24 hours across midnight"]++
		}
	}
	for i := range p.frozen {
		if p.stale(i) {
			p.tally["accepted: with a stale feed"]++
			break
		}
	}
	if p.halted {
		p.tally["accepted: in a halt"]++
	}
}

// stale says that a feed's answer is older than the owner lets it be.
func (p *play) stale(token int) bool {
	return p.GetState(p.w.feeds[token], common.Hash{31: 1}).Big().Uint64()+feedAge < p.now
}

// opens says that each of the steps puts something at risk.
func opens(steps []step) bool {
	return !slices.ContainsFunc(steps, func(s step) bool { return !s.opens() })
}

func (s step) opens() bool {
	return slices.Contains([]kind{buy, cross, mint, increase, supply}, s.kind)
}

// forbidden says what of a redemption that passed must not pass at all: openings in a
// halt, openings and sales at a price that is too old.
func (p *play) forbidden(steps []step) error {
	for _, s := range steps {
		var tokens []int
		switch s.kind {
		case buy, sell, cross:
			in, out := p.route(s)
			tokens = append(out, in)
		case supply:
			tokens = []int{int(s.a) % 2}
		case mint:
			at := p.w.pools[mintPools[int(s.a)%len(mintPools)]]
			tokens = []int{at.token0, at.token1}
		}
		if p.halted && s.opens() {
			return fmt.Errorf("a %s passed in a halt", s.kind)
		}
		if slices.ContainsFunc(tokens, p.stale) {
			return fmt.Errorf("a %s passed at a price that is too old", s.kind)
		}
	}
	return nil
}
