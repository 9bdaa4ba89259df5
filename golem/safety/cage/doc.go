// Package cage is the mirror, inside the runtime, of the owner's limits: what
// may be held and traded, how much, how often, at what slippage (heartbeat §15
// layer 1, safety §7). It judges a parsed action against the portfolio of one
// pinned block, before and after its simulation.
//
// The cage only ever refuses or stays silent; it never enlarges. Leaving a
// position is never refused for size, budget or phase (safety §1.4, S-7), only
// for naming something that is not on the lists. Taking collateral out from behind a
// debt is no leaving: it is held to the same health and ratio of collateral as a
// loan is. A swap on another exchange is judged at the pool's price, and so is what it
// loses there. Besides what may be spent there are limits on what may be lost (package
// loss): at them nothing is opened, and what is held is sold for a little less than its worth. A missing input refuses what opens risk (S-10). All arithmetic is integer.
package cage
