package policycage_test

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// The kinds of changes, as the contract counts them.
const (
	kindLimit = iota
	kindAsset
	kindProtocol
	kindSelector
	kindEnforcer
	kindPriceOracle
	kindSanctions
	kindMark
	kindPosition
)

const limitHour, limitDay = 3_600, 86_400

// model says, in Go and from the specification's words, what a cage must answer.
type model struct {
	now                       uint64
	prices, held              [3]int64
	limits                    [10]int64
	golem, enforcer, sanction common.Address
	oracle                    common.Address
	assets, protocols         map[common.Address]bool
	selectors                 map[common.Hash]bool
	halted                    bool
	version, nonce, changes   int64
	spent                     *big.Int
	day                       uint64
	costs                     map[int64]*big.Int // of open positions
	waits                     map[common.Hash]change
}

type change struct {
	id      common.Hash
	kind    int
	subject common.Hash
	value   *big.Int
	eta     uint64
}

func newModel(s bind.CageSnapshot, now uint64) *model {
	m := &model{
		now: now, golem: s.Setup.Golem, enforcer: s.Setup.Enforcer, sanction: s.Setup.SanctionsOracle, oracle: s.Setup.PriceOracle, version: 1,
		assets: map[common.Address]bool{}, protocols: map[common.Address]bool{}, selectors: map[common.Hash]bool{},
		spent: new(big.Int), costs: map[int64]*big.Int{}, waits: map[common.Hash]change{}, prices: [3]int64{1e8, 1e8, 1e8},
	}
	for i, l := range s.Setup.Limits {
		m.limits[i] = int64(l) //nolint:gosec // of a valid configuration
	}
	for _, a := range s.Setup.Assets {
		m.assets[a] = true
	}
	for _, p := range s.Setup.Protocols {
		m.protocols[p] = true
	}
	for _, x := range s.Setup.Selectors {
		m.selectors[pair(x.Target, x.Selector)] = true
	}
	return m
}

func pair(target common.Address, method [4]byte) (out common.Hash) {
	copy(out[:], target[:])
	copy(out[20:], method[:])
	return out
}

func (m *model) mover(by common.Address) bool {
	if m.enforcer == (common.Address{}) {
		return by == m.golem
	}
	return by == m.enforcer
}

func (m *model) price(token common.Address) (int64, bool) {
	for i, c := range coins[:3] {
		if c == token && m.prices[i] > 0 {
			return m.prices[i], true
		}
	}
	return 0, false
}

// cost is rounded up: raw units of six decimals at 1e-8 dollars, in micro-dollars.
func (m *model) cost(token common.Address, amount *big.Int) (*big.Int, policycage.Kind) {
	if amount.BitLen() > 128 {
		return nil, "AmountOutOfRange"
	}
	price, ok := m.price(token)
	if !ok {
		return nil, "NoPrice"
	}
	v := new(big.Int).Mul(amount, big.NewInt(price))
	v.Add(v, big.NewInt(1e8-1))
	return v.Div(v, big.NewInt(1e8)), ""
}

func (m *model) spend(value *big.Int) policycage.Kind {
	if value.Sign() == 0 {
		return "NothingToValidate"
	}
	if m.day != m.now/limitDay {
		m.spent, m.day = new(big.Int), m.now/limitDay
	}
	left := new(big.Int).Sub(big.NewInt(m.limits[3]), m.spent)
	if value.Cmp(left) > 0 || value.Cmp(big.NewInt(m.limits[2])) > 0 {
		return "SpendingLimitExceeded"
	}
	m.spent = new(big.Int).Add(m.spent, value)
	return ""
}

func (m *model) deployed() *big.Int {
	sum := new(big.Int)
	for _, c := range m.costs {
		sum.Add(sum, c)
	}
	return sum
}

// sized judges a position and the risk that is added to the portfolio's.
func (m *model) sized(of common.Address, position, added *big.Int) policycage.Kind {
	risk, cash, held := new(big.Int).Add(m.deployed(), added), new(big.Int), new(big.Int).Set(position)
	for i, token := range coins[:3] {
		if !m.assets[token] || m.held[i] == 0 {
			continue
		}
		if m.prices[i] <= 0 {
			return "NoPrice"
		}
		worth := new(big.Int).Mul(big.NewInt(m.held[i]), big.NewInt(m.prices[i]))
		worth.Div(worth, big.NewInt(1e8))
		if i == 0 {
			cash = worth
		} else {
			risk.Add(risk, worth)
		}
		if token == of {
			held.Add(held, worth)
		}
	}
	total := new(big.Int).Sub(new(big.Int).Add(risk, cash), added)
	if above(held, total, m.limits[0]) {
		return "PositionTooLarge"
	}
	if above(risk, total, m.limits[1]) {
		return "ConcentrationExceeded"
	}
	return ""
}

func above(part, total *big.Int, limit int64) bool {
	if total.Sign() == 0 {
		return true
	}
	share := new(big.Int).Mul(part, big.NewInt(10_000))
	return share.Div(share, total).Cmp(big.NewInt(limit)) > 0
}

func (m *model) trade(by, in, out common.Address, amount *big.Int) policycage.Kind {
	switch {
	case !m.mover(by):
		return "NotGolem"
	case amount.Sign() == 0 || in == out:
		return "NothingToValidate"
	case out == coins[0]:
		m.nonce++
		return ""
	case m.halted:
		return "Halted"
	case !m.assets[in] || !m.assets[out]:
		return "AssetNotApproved"
	}
	value, kind := m.cost(in, amount)
	if kind != "" {
		return kind
	}
	was, day := m.spent, m.day
	if kind = m.spend(value); kind == "" {
		added := new(big.Int)
		if in == coins[0] {
			added = value
		}
		kind = m.sized(out, value, added)
	}
	return m.settle(kind, was, day)
}

// settle counts a validation, or takes back what it spent.
func (m *model) settle(kind policycage.Kind, was *big.Int, day uint64) policycage.Kind {
	if kind != "" {
		m.spent, m.day = was, day
		return kind
	}
	m.nonce++
	return ""
}

func (m *model) open(by, pool common.Address, capital []bind.CageAmount) policycage.Kind {
	switch {
	case !m.mover(by):
		return "NotGolem"
	case !m.protocols[pool]:
		return "ProtocolNotApproved"
	case int64(len(m.costs)) >= m.limits[4]:
		return "PositionLimitReached"
	}
	return m.grow(m.nonce+1, capital)
}

func (m *model) increase(by common.Address, position int64, capital []bind.CageAmount) policycage.Kind {
	switch {
	case !m.mover(by):
		return "NotGolem"
	case m.costs[position] == nil:
		return "UnknownPosition"
	}
	return m.grow(position, capital)
}

func (m *model) grow(position int64, capital []bind.CageAmount) policycage.Kind {
	if m.halted {
		return "Halted"
	}
	value, fromCash := new(big.Int), new(big.Int)
	for _, c := range capital {
		if !m.assets[c.Token] {
			return "AssetNotApproved"
		}
		part, kind := m.cost(c.Token, c.Amount)
		if kind != "" {
			return kind
		}
		value.Add(value, part)
		if c.Token == coins[0] {
			fromCash.Add(fromCash, part)
		}
	}
	cost := new(big.Int).Set(value)
	if c := m.costs[position]; c != nil {
		cost.Add(cost, c)
	}
	was, day := m.spent, m.day
	kind := m.spend(value)
	if kind == "" {
		kind = m.sized(common.Address{}, cost, fromCash)
	}
	if kind = m.settle(kind, was, day); kind == "" {
		m.costs[position] = cost
	}
	return kind
}

func (m *model) close(by common.Address, position int64) policycage.Kind {
	switch {
	case !m.mover(by):
		return "NotGolem"
	case m.costs[position] == nil:
		return "UnknownPosition"
	}
	delete(m.costs, position)
	return ""
}

func (m *model) leave(by, to common.Address) policycage.Kind {
	switch {
	case by != m.golem && (by != m.enforcer || by == common.Address{}):
		return "NotGolem"
	case to != vault && to != principal:
		return "DestinationNotAllowed"
	}
	return ""
}

// set is what the owner wants.
func (m *model) set(kind int, subject common.Hash, value *big.Int) policycage.Kind {
	if !m.inRange(kind, subject, value) {
		return "OutOfRange"
	}
	slot := slotOf(kind, subject)
	delete(m.waits, slot)
	m.changes++
	id := crypto.Keccak256Hash(slot[:], word(value), word(big.NewInt(m.changes)))
	if delay := m.delay(kind, subject, value); delay > 0 {
		m.waits[slot] = change{id, kind, subject, value, m.now + delay}
		return ""
	}
	return m.effect(kind, subject, value)
}

func slotOf(kind int, subject common.Hash) common.Hash {
	return crypto.Keccak256Hash(word(big.NewInt(int64(kind))), subject[:])
}

func word(v *big.Int) []byte { return common.BigToHash(v).Bytes() }

func (m *model) delay(kind int, subject common.Hash, value *big.Int) uint64 {
	yes := value.Sign() > 0
	switch kind {
	case kindLimit:
		i, more := subject.Big().Int64(), value.Cmp(big.NewInt(m.limits[subject.Big().Int64()]))
		switch {
		case i == 6 && more < 0:
			return limitDay
		case i == 6 || more <= 0:
			return 0
		case i == 7 || i == 8:
			return limitDay
		}
		return limitHour
	case kindAsset:
		if yes && !m.assets[common.BytesToAddress(subject[:])] {
			return limitHour
		}
	case kindProtocol:
		if yes && !m.protocols[common.BytesToAddress(subject[:])] {
			return limitDay
		}
	case kindSelector:
		if yes && !m.selectors[subject] {
			return limitDay
		}
	case kindEnforcer:
		if yes && common.BigToAddress(value) != m.enforcer {
			return limitDay
		}
	case kindSanctions:
		if m.sanction != (common.Address{}) && common.BigToAddress(value) != m.sanction {
			return 2 * limitDay
		}
	case kindPosition:
		return limitHour
	}
	return 0
}

func (m *model) inRange(kind int, subject common.Hash, value *big.Int) bool {
	least := [10]int64{1, 500, 1e8, 1e9, 1, 1, 10_500, 500, 500, 1e9}
	most := [10]int64{10_000, 10_000, 1e12, 1e13, 1_000, 50, 1e6, 5_000, 5_000, 1e13}
	switch kind {
	case kindLimit:
		i := subject.Big().Int64()
		if i == 5 && value.Cmp(big.NewInt(int64(len(m.assets)))) < 0 {
			return false
		}
		return value.Cmp(big.NewInt(least[i])) >= 0 && value.Cmp(big.NewInt(most[i])) <= 0
	case kindAsset:
		token := common.BytesToAddress(subject[:])
		return value.Sign() == 0 || m.assets[token] || int64(len(m.assets)) < m.limits[5]
	case kindEnforcer:
		return common.BigToAddress(value) != principal
	}
	return true
}

func (m *model) effect(kind int, subject common.Hash, value *big.Int) policycage.Kind {
	if !m.inRange(kind, subject, value) {
		return "OutOfRange"
	}
	at, yes := common.BytesToAddress(subject[:]), value.Sign() > 0
	switch kind {
	case kindLimit:
		m.limits[subject.Big().Int64()] = value.Int64()
	case kindAsset:
		put(m.assets, at, yes)
	case kindProtocol:
		put(m.protocols, at, yes)
	case kindSelector:
		put(m.selectors, subject, yes)
	case kindEnforcer:
		m.enforcer = common.BigToAddress(value)
	case kindSanctions:
		m.sanction = common.BigToAddress(value)
	case kindPosition:
		if m.costs[subject.Big().Int64()] == nil {
			return "UnknownPosition"
		}
		delete(m.costs, subject.Big().Int64())
	}
	m.version++
	return ""
}

func put[K comparable](set map[K]bool, key K, there bool) {
	if there {
		set[key] = true
	} else {
		delete(set, key)
	}
}

// apply ends what waits under an id, by making it so or not.
func (m *model) apply(id common.Hash, cancel bool) policycage.Kind {
	for slot, c := range m.waits {
		if c.id != id {
			continue
		}
		if !cancel && m.now < c.eta {
			return "ChangeNotDue"
		}
		delete(m.waits, slot)
		if cancel {
			return ""
		}
		if kind := m.effect(c.kind, c.subject, c.value); kind != "" {
			m.waits[slot] = c // the whole call is undone
			return kind
		}
		return ""
	}
	return "UnknownChange"
}
