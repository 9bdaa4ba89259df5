package library

import (
	"fmt"
	"math/big"
)

// Sizes of a volume spike in thousandths of an ETH.
const (
	leastSize, mostSize = 100, 5_000
	// share bounds a purchase to this part of a pool's depth. Where purchases have made
	// ETH scarce, sales then outweigh them: hundreds of trades in one pool would else
	// empty it.
	share = 20
)

// spike trades in the pools of a protocol in turn. Sizes, sides and accounts are drawn;
// two thirds of the swaps, rounded, are buys (spec: mirage-testing §12.3).
func (m *maker) spike(s settings) error {
	var pools []pool
	for _, p := range eth(m.ground.Book) {
		if s["protocol"] == "all" || s["protocol"] == p.protocol {
			pools = append(pools, p)
		}
	}
	if err := m.open(pools); err != nil {
		return err
	}
	for n, sells := range m.sides(s.count("swap_count")) {
		size := new(big.Int).Mul(big.NewInt(leastSize+m.chance.Int64N(mostSize-leastSize+1)), tenTo(15))
		if err := m.spikeOne(n, n%len(pools), sells, size); err != nil {
			return err
		}
	}
	return m.plan.measure(m.view)
}

// sides says of each swap whether it is a sale.
func (m *maker) sides(swaps int) []bool {
	sells := make([]bool, swaps)
	for i := (2*swaps + 1) / 3; i < swaps; i++ {
		sells[i] = true
	}
	m.chance.Shuffle(swaps, func(i, j int) { sells[i], sells[j] = sells[j], sells[i] })
	return sells
}

// spikeOne is one swap of a size in ether, or an entry of what was left out and why.
func (m *maker) spikeOne(n, i int, sells bool, size *big.Int) error {
	p := m.plan.pools[i]
	state, err := p.read(m.view)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	if most := new(big.Int).Quo(state.depth(), big.NewInt(share)); !sells && size.Cmp(most) > 0 {
		size = most
	}
	if size.Cmp(new(big.Int).Mul(big.NewInt(leastSize), tenTo(15))) < 0 {
		m.leaveOut(n, "%s is too shallow to buy 0.1 ETH", p.name)
		return nil
	}
	amount, token := size, p.token
	if !sells {
		if amount, err = state.cost(m.ctx, size); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		token = p.usdc
	}
	who, ok, err := m.payer(token, amount)
	if err != nil {
		return err
	}
	if !ok {
		m.leaveOut(n, "no account can pay for %s ETH in %s", ether(size), p.name)
		return nil
	}
	return m.trade(i, who, sells, amount)
}

func (m *maker) leaveOut(n int, why string, args ...any) {
	m.plan.Report.LeftOut = append(m.plan.Report.LeftOut, fmt.Sprintf("swap %d: ", n)+fmt.Sprintf(why, args...))
}
