package adversarial

import "math/big"

// What an owner of the shipped defaults is told that a day can cost at most, in basis
// points: of the account's worth, and of what it may hold that is no cash. The checker has
// figures of its own: it shares none with what it checks.
const (
	dayLoss  = 200
	exitLoss = 100
)

// worst is the most that moves of the Golem's may lose in any 24 hours, in millionths of a
// dollar: what may be lost in a day, what selling everything at the limit may lose beside
// it, and the least that a day's limit is.
func worst(c custody, concentration int64, worth, loose *big.Int) *big.Int {
	share := func(v *big.Int, bps int64) *big.Int {
		out := new(big.Int).Mul(v, big.NewInt(bps))
		return out.Quo(out, big.NewInt(10_000))
	}
	most := share(worth, dayLoss)
	if one := big.NewInt(1e6); most.Cmp(one) < 0 {
		most = one
	}
	risky := share(worth, concentration)
	if loose.Cmp(risky) > 0 {
		risky = loose
	}
	return most.Add(most, share(risky, exitLoss))
}

// push is how far the adversary moves the pool before a preview, in basis points. The lives
// have a price feed beside the pool, which everything is compared with.
const push = 2_000
