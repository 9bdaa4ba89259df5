package cage

import (
	"fmt"
	"strings"
)

// kind says what a step is. Calls stand in a redemption, what follows them is done by
// others than the session key.
type kind uint8

const (
	buy      kind = iota // cash for an asset
	sell                 // an asset for cash
	cross                // an asset for another
	mint                 // a position
	increase             // more in one
	leave                // out of one: decrease, collect, burn, in any combination
	supply
	withdraw
	repay
	approve
	steal // a call that pays the thief, or would let him take
	callKinds

	push      kind = iota + 89 // the thief moves a pool off the feeds
	back                       // and back
	wait                       // time
	move                       // the market: feed and pools together
	freeze                     // a feed goes stale, or comes back
	gift                       // to the account
	halt                       // the owner's, or resume
	borrow                     // the owner borrows
	open                       // the owner opens a position by himself
	trade                      // others trade, to and fro: fees
	nest                       // the token of bitcoin redeems what follows, within the next redemption
	dust                       // a stranger puts some into a position of the account's
	ask                        // the token of bitcoin moves a pool when it is approved, within the next redemption
	liquidate                  // the thief tries to, at the lender
	lastOther = liquidate
)

var kindNames = map[kind]string{
	buy: "buy", sell: "sell", cross: "cross", mint: "mint", increase: "increase", leave: "leave", supply: "supply", withdraw: "withdraw",
	repay: "repay", approve: "approve", steal: "steal", push: "push", back: "back", wait: "wait", move: "move", freeze: "freeze", gift: "gift",
	halt: "halt", borrow: "borrow", open: "open", trade: "trade", nest: "nest",
	dust: "dust", ask: "ask", liquidate: "liquidate",
}

func (k kind) String() string { return kindNames[k] }

// Flags of a call.
const (
	joined  = 1 << iota // the next call stands in the same execution
	chained             // the next call is a redemption of its own in the same transaction
	second              // under the second grant
	bare                // without the allowance beside it
	keyed               // and above: the key's number
)

// step is one move of somebody. What a, b, n and m mean is the kind's; the numbers are
// taken relative to what there is, so that most sequences do something.
type step struct {
	kind  kind
	a, b  uint8
	flags uint8
	n, m  uint16
}

// key is who redeems.
func (s step) key() int { return int(s.flags/keyed) % keys }

func (s step) is(flag uint8) bool { return s.flags&flag != 0 }

func (s step) isCall() bool { return s.kind < callKinds }

// sequence is a world's profile, when it begins, and what is done.
type sequence struct {
	profile int
	later   uint32 // seconds after birth
	steps   []step
}

const most30 = 30 // steps of a sequence

// decode reads a sequence from bytes; every string of bytes is one.
func decode(data []byte) (q sequence) {
	at := func(i int) byte {
		if i < len(data) {
			return data[i]
		}
		return 0
	}
	q.profile, q.later = int(at(0))%len(profiles), (uint32(at(1))<<8|uint32(at(2)))%43_200
	for i := 3; i+8 <= len(data) && len(q.steps) < most30; i += 8 {
		s := step{a: at(i + 1), b: at(i + 2), flags: at(i + 3), n: uint16(at(i+4))<<8 | uint16(at(i+5)), m: uint16(at(i+6))<<8 | uint16(at(i+7))}
		if n := at(i) % (uint8(callKinds) + uint8(lastOther-push) + 1); n < uint8(callKinds) {
			s.kind = kind(n)
		} else {
			s.kind = push + kind(n) - callKinds
		}
		q.steps = append(q.steps, s)
	}
	return q
}

// encode is what decode reads.
func (q sequence) encode() []byte {
	out := []byte{byte(q.profile), byte(q.later >> 8), byte(q.later)}
	for _, s := range q.steps {
		n := byte(s.kind)
		if !s.isCall() {
			n = byte(s.kind - push + callKinds)
		}
		out = append(out, n, s.a, s.b, s.flags, byte(s.n>>8), byte(s.n), byte(s.m>>8), byte(s.m))
	}
	return out
}

// String is a sequence as a seed is written: a line for the world, and one a step.
func (q sequence) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "world %d %d\n", q.profile, q.later)
	for _, s := range q.steps {
		fmt.Fprintf(&b, "%s %d %d %d %d %d\n", s.kind, s.a, s.b, s.flags, s.n, s.m)
	}
	return b.String()
}

// parse reads what String wrote; a line after # says something to people.
func parse(text string) (q sequence, err error) {
	byName := map[string]kind{}
	for k, name := range kindNames {
		byName[name] = k
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		if line == "" {
			continue
		}
		var name string
		var s step
		if n, _ := fmt.Sscanf(line, "world %d %d", &q.profile, &q.later); n == 2 {
			continue
		}
		if _, err := fmt.Sscanf(line, "%s %d %d %d %d %d", &name, &s.a, &s.b, &s.flags, &s.n, &s.m); err != nil {
			return q, fmt.Errorf("%q: %w", line, err)
		}
		var ok bool
		if s.kind, ok = byName[name]; !ok {
			return q, fmt.Errorf("there is no step %q", name)
		}
		q.steps = append(q.steps, s)
	}
	return q, nil
}
