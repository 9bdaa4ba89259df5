// Package ledger is the Golem's chart of accounts over generic double entry
// (DESIGN §4 Money, heartbeat §7, mortality §2.5).
//
// Two kinds of assets never mix. Credit, in micro-USDC, is the right to spend:
// paid time, and the partitions for models, gas and data with their daily caps.
// Tokens, in raw units and named by address, and the native coin are what the
// chain moved. A transaction's gas is therefore booked twice, once in each: its
// cost in credit from the gas partition, its wei from the Golem's wallet.
//
// It promises: over every asset the sum is zero; available + committed never
// exceed what is on chain; no partition spends above its cap by one unit, except
// where a safety-critical transaction is exempt: its gas may also be lent from the
// credit for other uses.
//
// A Ledger is one set of books and the parts that write them: Budget, the plan for the
// credit and what it lets be spent; Funds, what is given; Spending and GasSpending, what is
// paid from the credit; Balancer, the partitions over time; Wallet and Strays, the tokens
// that orders moved and that none explains. They share one lock and one file.
//
// Before anything is spent, on a model, gas or data, one check decides (Spending.Reserve),
// and what it allows is held until the outcome is known: spent, not spent, or pending,
// which stays held and is never guessed at.
//
// What is kept for dying only grows, and nothing but a death spends it. A partition
// that would run dry may be given of another one, and the terminal allocation is for
// ever; both round so that no micro-unit is made or lost.
//
// It holds no clock: every method takes the life's time, and a day is a UTC day
// of that time. It is computed again from the journal when a life resumes, so it
// starts empty at Open. It may be asked from any goroutine: what passes the pre-flight
// check is held before anything else is checked. A replay needs the order, so a Golem asks
// from the goroutine that ticks only. The caps do not rest on that: one that holds by
// convention is raced by the first model call that is made beside the tick.
package ledger
