// Package dying lets whole Golems die under bad conditions: an illiquid pool, protocols
// that revert, a gas spike, too little gas, a dead endpoint, a short grace. Each Golem is
// the program's own process in a folder of its own, on real contracts of a devnet in this
// process, with the real write path; time is simulated, so that a death of half an hour
// takes a second.
//
// Whatever the condition, the same is held of every death (see hold): the balances on
// chain are the books', what was settled is what moved, nothing was settled twice, what
// remains is named with value, reason and advice, and the life replays.
package dying
