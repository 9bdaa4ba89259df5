package cage

import "math/rand/v2"

// weights of the steps: most redeem what a golem would, and every third is somebody's who
// bends the market around it.
var weights = []struct {
	kind kind
	of   int
}{
	{buy, 14},
	{sell, 16},
	{cross, 3},
	{mint, 8},
	{increase, 3},
	{leave, 9},
	{supply, 4},
	{withdraw, 4},
	{repay, 6},
	{approve, 1},
	{steal, 1},
	{push, 12},
	{back, 7},
	{wait, 8},
	{move, 2},
	{freeze, 1},
	{gift, 1},
	{halt, 1},
	{borrow, 3},
	{open, 1},
	{trade, 1},
	{nest, 1},
	{dust, 1},
	{ask, 1},
	{liquidate, 1},
}

func someKind(r *rand.Rand) kind {
	sum := 0
	for _, w := range weights {
		sum += w.of
	}
	n := r.IntN(sum)
	for _, w := range weights {
		if n -= w.of; n < 0 {
			return w.kind
		}
	}
	panic("cage: weights")
}

// generate is a sequence from a seed.
func generate(seed uint64) sequence {
	r := rand.New(rand.NewPCG(seed, 14))
	q := sequence{profile: r.IntN(len(profiles)), later: r.Uint32N(43_200)}
	for n := 6 + r.IntN(most30-5); len(q.steps) < n; {
		q.steps = append(q.steps, someStep(r, someKind(r)))
	}
	if r.IntN(3) == 0 {
		q.weave(r)
	}
	if r.IntN(16) == 0 {
		q.within(r)
	}
	if r.IntN(12) == 0 {
		q.there(r)
	}
	if r.IntN(12) == 0 {
		q.park(r)
	}
	if r.IntN(16) == 0 {
		q.asked(r)
	}
	return q
}

func someStep(r *rand.Rand, k kind) step {
	s := step{kind: k, a: uint8(r.UintN(256)), b: uint8(r.UintN(256)), n: uint16(r.UintN(1 << 16)), m: uint16(r.UintN(1 << 16))}
	if !s.isCall() {
		if k == halt && r.IntN(3) > 0 {
			s.n |= 1 // resume
		}
		return s
	}
	if r.IntN(8) == 0 {
		s.flags |= joined
	}
	if r.IntN(10) == 0 {
		s.flags |= chained
	}
	if r.IntN(5) == 0 {
		s.flags |= second
	}
	if r.IntN(20) == 0 {
		s.flags |= bare
	}
	if r.IntN(4) == 0 {
		s.flags += uint8(r.IntN(keys)) * keyed
	}
	return s
}

// weave puts the shape of a thief's round into a sequence: something is put where its
// price can be moved, it is moved, something is done with what comes back, and it is
// moved back. Which kinds, pools and amounts is chance's.
func (q *sequence) weave(r *rand.Rand) {
	pick := func(kinds ...kind) step { return someStep(r, kinds[r.IntN(len(kinds))]) }
	in, off, out, and, on := pick(mint, supply, mint), pick(push), pick(leave, withdraw, leave), pick(buy, sell, mint, cross), pick(back)
	out.flags = out.flags&^chained | joined
	and.flags &^= joined | chained
	if r.IntN(4) > 0 { // the newest, in the pool where most is done, and far
		in.a, out.a, off.a, on.a, and.a, and.b = 0, 0, 1, 1, 0, 4*uint8(r.IntN(64))
		off.b |= 8
		in.flags, and.flags = 0, 0
	}
	if r.IntN(4) > 0 {
		and.n = 4<<13 | and.n&0x1fff // as much as comes back
	}
	if r.IntN(3) == 0 { // and the other way round
		out, and = and, out
		out.flags, and.flags = out.flags|joined, and.flags&^joined
	}
	at := r.IntN(len(q.steps))
	rest := append([]step{in, off, out, and, on}, q.steps[at:]...)
	q.steps = append(q.steps[:at:at], rest...)
	q.steps = q.steps[:min(len(q.steps), most30)]
}

// within puts a redemption inside of another: of bitcoin, whose token calls back, at a
// price that was moved.
func (q *sequence) within(r *rand.Rand) {
	pick := func(kinds ...kind) step { return someStep(r, kinds[r.IntN(len(kinds))]) }
	get, off, inner, outer := pick(buy), pick(push), pick(approve, sell, buy, leave, supply), pick(sell, sell, mint)
	get.a, get.b, get.flags, outer.a, outer.b, outer.flags = 3, 0, 0, 7, 0, 0
	off.a, off.b = 3*4, off.b|8
	get.n, outer.n = 1<<13|3, 0
	at := r.IntN(len(q.steps))
	q.steps = append(q.steps[:at:at], append([]step{get, off, pick(nest), inner, outer}, q.steps[at:]...)...)
	q.steps = q.steps[:min(len(q.steps), most30)]
}

// asked puts liquidity into a pool that a token moves within the redemption: off in front of the
// mint, or back behind it from where it was moved before.
func (q *sequence) asked(r *rand.Rand) {
	steps := []step{
		{kind: push, a: 1, b: 9 + uint8(r.UintN(7)), n: uint16(r.UintN(2))},
		{kind: ask, a: 1, b: 9 + uint8(r.UintN(7)), n: uint16(r.UintN(4))},
		{kind: mint, b: uint8(r.UintN(256)), n: 1<<13 | uint16(r.UintN(1<<13)), m: uint16(r.UintN(1 << 16))},
	}
	if r.IntN(2) == 0 {
		steps = append(steps, step{kind: back, a: 1})
	}
	at := r.IntN(len(q.steps))
	q.steps = append(q.steps[:at:at], append(steps, q.steps[at:]...)...)
	q.steps = q.steps[:min(len(q.steps), most30)]
}

// there goes all the way to what the limits let a purchase and then a sale lose: in a pool
// that stands a little too high, and then a little too low.
func (q *sequence) there(r *rand.Rand) {
	off := func(up uint16) step { return step{kind: push, a: 1, b: 3 + uint8(r.IntN(7)), n: up} }
	steps := []step{off(1), {kind: buy, n: 1<<13 | 3}, off(0), {kind: sell, n: uint16(r.IntN(3)) << 13, flags: uint8(r.IntN(2)) * second}}
	at := r.IntN(len(q.steps))
	q.steps = append(q.steps[:at:at], append(steps, q.steps[at:]...)...)
	q.steps = q.steps[:min(len(q.steps), most30)]
}

// park buys, puts what was bought into a position, takes it out without collecting all of it,
// and buys again: what nobody counts may be bought twice.
func (q *sequence) park(r *rand.Rand) {
	get := step{kind: buy, n: 1<<13 | 3}
	steps := []step{
		get,
		{kind: mint, b: uint8(r.UintN(256)), n: uint16(r.UintN(1 << 16)), m: uint16(r.UintN(1 << 16))},
		{kind: leave, b: 2 * uint8(r.IntN(2)), n: uint16(r.UintN(1 << 16))},
		get, get,
	}
	at := r.IntN(len(q.steps))
	q.steps = append(q.steps[:at:at], append(steps, q.steps[at:]...)...)
	q.steps = q.steps[:min(len(q.steps), most30)]
}
