package cage

import (
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"
)

// play is a sequence being carried out on a world.
type play struct {
	*machine
	w       *world
	check   *checker
	prices  [tokenCount]int64
	frozen  [tokenCount]bool
	halted  bool
	nested  []byte // what the trap will redeem, while it is set
	tally   tally
	wealthy *wealth // as it stands; nil: has to be looked at

	// Of the redemption that is being put together.
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
	if !s.isCall() {
		if s.kind == nest {
			return p.nest(rest)
		}
		p.tally[s.kind.String()]++
		p.other(s)
		p.wealthy = nil
		return 1, nil
	}
	n, all := p.gather(rest)
	p.tally["steps"] += n - 1
	return n, p.redeem(rest[:n], all)
}

// gather puts together what is redeemed in one transaction.
func (p *play) gather(rest []step) (n int, all []redemption) {
	p.coming = [tokenCount]*big.Int{}
	key := rest[0].key()
	var calls []execution
	for i, s := range rest {
		calls = append(calls, p.calls(s)...)
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
	ret, logs, err := p.do(p.w.redeemers[all[0].key], p.w.manager, p.w.redeem(all...))
	p.tally["redemptions"]++
	if p.refuse = ""; err != nil {
		p.refuse = p.w.edition.kind(ret)
		p.tally["refused: "+p.refuse]++
		return nil
	}
	p.wealthy = nil
	after := p.wealth()
	p.count(steps, all, before, after, logs)
	return p.check.passed(p.now, before, after, logs)
}

func (p *play) wealth() wealth {
	if p.wealthy == nil {
		h := p.w.wealth(p.machine, p.prices)
		p.wealthy = &h
	}
	return *p.wealthy
}

// count says what a redemption that passed reached.
func (p *play) count(steps []step, all []redemption, before, after wealth, _ []*types.Log) {
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
	for i, frozen := range p.frozen {
		if at := word(p.ask(p.w.feeds[i], []byte{0xfe, 0xaf, 0x96, 0x8c}), 3).Uint64(); frozen && at+feedAge < p.now {
			p.tally["accepted: with a stale feed"]++
			break
		}
	}
	if p.halted {
		p.tally["accepted: in a halt"]++
	}
}
