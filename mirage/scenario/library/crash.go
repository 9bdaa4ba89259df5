package library

import (
	"fmt"
	"math/big"
)

// crash sells ETH in every seeded pool of ETH and USDC. The pools take turns, so that a
// count that does not suffice for all is spread over them; each of a pool's swaps goes as
// far down as the others, and the last one ends at the target (spec: mirage-testing
// §12.3). A count below that of the pools leaves the last ones where they were, and the report
// names them.
func (m *maker) crash(s settings) error {
	pools, swaps := eth(m.ground.Book), s.count("swap_count")
	if err := m.open(pools); err != nil {
		return err
	}
	drop := new(big.Rat).Quo(s.number("drop_percent"), big.NewRat(100, 1))
	for i := range pools {
		entry := &m.plan.Report.Pools[i]
		entry.target = fallen(entry.start, drop)
		entry.Target = pools[i].dollars(entry.target)
	}
	for n := range swaps {
		i, turn := n%len(pools), n/len(pools)+1
		turns := (swaps - i + len(pools) - 1) / len(pools)
		if err := m.sellTo(i, fallen(m.plan.Report.Pools[i].start, part(drop, turn, turns))); err != nil {
			return err
		}
	}
	for i := swaps; i < len(pools); i++ {
		m.plan.Report.Pools[i].Why = fmt.Sprintf("swap_count %d leaves this pool no swap", swaps)
	}
	return m.plan.measure(m.view)
}

// fallen is a price after a drop, which is a part of one.
func fallen(price, drop *big.Rat) *big.Rat {
	left := new(big.Rat).Sub(big.NewRat(1, 1), drop)
	return left.Mul(left, price)
}

// part is the drop after some of a pool's turns.
func part(drop *big.Rat, turn, turns int) *big.Rat {
	return new(big.Rat).Mul(drop, big.NewRat(int64(turn), int64(turns)))
}

// sellTo sells in a pool what brings its price down to a target, if an account has it.
func (m *maker) sellTo(i int, target *big.Rat) error {
	p := m.plan.pools[i]
	state, err := p.read(m.view)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	amount, err := state.sale(m.ctx, target)
	if err != nil || amount.Sign() == 0 {
		return err
	}
	who, ok, err := m.payer(p.token, amount)
	if err != nil {
		return err
	}
	if !ok {
		m.plan.Report.Pools[i].Why = fmt.Sprintf("no account has the %s ETH that a swap needs", ether(amount))
		return nil
	}
	return m.trade(i, who, true, amount)
}

// ether writes wei as ether.
func ether(wei *big.Int) string { return new(big.Rat).SetFrac(wei, tenTo(18)).FloatString(4) }
