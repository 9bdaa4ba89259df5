package agenttest

import "github.com/holiman/uint256"

// Tempt puts ether into a dead Golem's wallet and lets the chain work perfectly:
// whoever could still sign would sell it.
func (w *World) Tempt() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Faults = Faults{}
	w.Wallet[WETH.Address].Add(w.Wallet[WETH.Address], uint256.NewInt(1e18))
}

// Arrival arranges a call when the given number of transactions have arrived.
func (w *World) Arrival(after int, call func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pool.onArrival, w.pool.arriveAfter = call, after
}

// Tally is what came to the node: transactions that arrived, nonces that were asked for
// before a signature, swaps that were mined, and what no honest Golem can cause.
func (w *World) Tally() (sent, asks, swaps int, problems []error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pool.sent, w.pool.nonceAsks, w.pool.swaps, w.problems
}
