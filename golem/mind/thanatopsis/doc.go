// Package thanatopsis is the death protocol (mortality §9, §10): four phases that
// the lifecycle runs in order, each safe to run again.
//
//	Acceptance   open permits die, the reserve is unlocked and the death's budget
//	             divided, the portfolio is read
//	Settlement   debts near their liquidation are lowered, positions are closed,
//	             worst first, lending markets are left, and the rest is sold for the
//	             quote token, in parts where the market takes no more; all of it
//	             through the one write path
//	Reflection   what the life came to, by formula, from its own numbers
//	Legacy       the testament is signed and written, then the tombstone, and the
//	             key is destroyed
//
// A read or a simulation that fails, a gas price that is too high and an order whose
// outcome is unknown are waited out while the time for dying lasts. What cannot be
// settled is stranded: the testament names it with its worth, the reason, and how the
// owner comes by it. Nothing of it stops the death, and after Legacy nothing can be
// signed.
package thanatopsis
