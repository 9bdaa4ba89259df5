package policycage_test

import (
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// caps are a model's: what lies under one is summed over positions each time, where the contract
// keeps a sum.
type caps struct {
	order  []common.Hash                  // as they came
	shares map[common.Hash]int64          // by subject
	since  map[common.Hash]int64          // positions up to this one count, whatever they are of
	of     map[int64]map[common.Hash]bool // what a position counts for
}

func newCaps(all []bind.CageCap) caps {
	c := caps{nil, map[common.Hash]int64{}, map[common.Hash]int64{}, map[int64]map[common.Hash]bool{}}
	for _, x := range all {
		c.order = append(c.order, capKey(x.Kind, x.Subject))
		c.shares[capKey(x.Kind, x.Subject)] = int64(x.Share)
	}
	return c
}

func capKey(kind uint8, subject common.Address) (key common.Hash) {
	key[11] = kind
	copy(key[12:], subject[:])
	return key
}

func (c caps) share(subject common.Hash) int64 {
	if s := c.shares[subject]; s != 0 {
		return s
	}
	return 10_000
}

func (m *model) setCap(subject common.Hash, share int64) {
	if m.caps.shares[subject] == 0 {
		if share == 10_000 {
			return
		}
		m.caps.since[subject] = m.nonce
		m.caps.order = append(m.caps.order, subject)
	}
	m.caps.shares[subject] = share
}

// counts is what a position counts for once something more was put into it.
func (c caps) counts(position int64, under []common.Hash) map[common.Hash]bool {
	all := map[common.Hash]bool{}
	for subject := range c.shares {
		all[subject] = c.of[position][subject] || position <= c.since[subject] || slices.Contains(under, subject)
	}
	return all
}

// placed is what positions under a cap cost, one of them as it is about to be.
func (m *model) placed(subject common.Hash, position int64, counts bool, cost *big.Int) *big.Int {
	sum := new(big.Int)
	if counts {
		sum.Set(cost)
	}
	for p, cost := range m.costs {
		if p != position && (m.caps.of[p][subject] || p <= m.caps.since[subject]) {
			sum.Add(sum, cost)
		}
	}
	return sum
}

// loose is what the wallet has of a token.
func (m *model) loose(token common.Address) *big.Int {
	for i, c := range coins[:3] {
		if c == token {
			v := new(big.Int).Mul(big.NewInt(m.held[i]), big.NewInt(max(0, m.prices[i])))
			return v.Div(v, big.NewInt(1e8))
		}
	}
	return new(big.Int)
}

func (m *model) total() *big.Int {
	sum := m.deployed()
	for _, token := range coins[:3] {
		if m.assets[token] {
			sum.Add(sum, m.loose(token))
		}
	}
	return sum
}

func (m *model) beyond(subject common.Hash, value *big.Int) policycage.Kind {
	if share := m.caps.share(subject); share < 10_000 && above(value, m.total(), share) {
		return "CapExceeded"
	}
	return ""
}

func (m *model) buysBelow(token common.Address, value *big.Int) policycage.Kind {
	subject := capKey(0, token)
	all := new(big.Int).Add(value, m.loose(token))
	return m.beyond(subject, all.Add(all, m.placed(subject, 0, false, nil)))
}

// placesBelow judges a position that costs so much with the capital in it. An asset of which
// nothing else comes to lie there is only moved.
func (m *model) placesBelow(position int64, counts map[common.Hash]bool, cost *big.Int, capital []bind.CageAmount) policycage.Kind {
	for _, subject := range m.caps.order {
		if !counts[subject] {
			continue
		}
		all := m.placed(subject, position, true, cost)
		if subject[11] == 0 {
			token, others, moved := common.BytesToAddress(subject[12:]), new(big.Int), new(big.Int)
			for _, c := range capital {
				part, _ := m.cost(c.Token, c.Amount)
				if c.Token == token {
					moved.Add(moved, part)
				} else {
					others.Add(others, part)
				}
			}
			if others.Sign() == 0 {
				continue
			}
			if m.unpriced(token) {
				return "NoPrice"
			}
			all.Add(all, m.loose(token)).Sub(all, moved)
		}
		if kind := m.beyond(subject, all); kind != "" {
			return kind
		}
	}
	return ""
}

// unpriced reports whether something is held of a token that has no price.
func (m *model) unpriced(token common.Address) bool {
	for i, c := range coins[:3] {
		if c == token {
			return m.held[i] > 0 && m.prices[i] <= 0
		}
	}
	return false
}

// lies is what a model says lies under a cap.
func (m *model) lies(c bind.CageCap) *big.Int {
	return m.placed(capKey(c.Kind, c.Subject), 0, false, nil)
}
