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
	kindSession
	kindReader
	kindCap
)

const limitHour, limitDay = 3_600, 86_400

// Places of limits, as the contract counts them.
const (
	perTransaction = 2
	perDay         = 3
	drawdown       = 4
	moveLoss       = 5
	dayLoss        = 6
	sessionLoss    = 7
	exitLoss       = 8
	positions      = 9
	assetCount     = 10
	collateral     = 11
	emergency      = 12
)

// entry is what was added to a sum: cents, in a six-hour step.
type entry struct {
	quarter uint64
	cents   int64
}

// tally is a sum that rolls, as a list of all that was ever added.
type tally []entry

func (t tally) day(now uint64) *big.Int {
	sum := new(big.Int)
	for _, e := range t {
		if now/21_600-e.quarter < 5 {
			sum.Add(sum, big.NewInt(e.cents*10_000))
		}
	}
	return sum
}

func (t tally) all() *big.Int {
	sum := new(big.Int)
	for _, e := range t {
		sum.Add(sum, big.NewInt(e.cents*10_000))
	}
	return sum
}

func (t tally) add(now uint64, amount *big.Int) tally {
	cents := new(big.Int).Add(amount, big.NewInt(9_999))
	return append(t[:len(t):len(t)], entry{now / 21_600, cents.Div(cents, big.NewInt(10_000)).Int64()})
}

// model says, in Go and from the specification's words, what a cage must answer.
type model struct {
	now                     uint64
	prices, held            [3]int64
	limits                  [14]int64
	enforcer, sanction      common.Address
	mark                    *big.Int
	oracle                  common.Address
	assets, protocols       map[common.Address]bool
	selectors               map[common.Hash]bool
	readers                 map[common.Address]*big.Int // and their deeds, in one word
	halted                  bool
	version, nonce, changes int64
	spent, lost             tally
	session                 int                // entries of lost before the session
	costs                   map[int64]*big.Int // of open positions
	caps                    caps
	waits                   map[common.Hash]change
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
		now: now, mark: s.Setup.HighWaterMark, enforcer: s.Setup.Enforcer, sanction: s.Setup.SanctionsOracle, oracle: s.Setup.PriceOracle, version: 1,
		assets: map[common.Address]bool{}, protocols: map[common.Address]bool{}, selectors: map[common.Hash]bool{}, readers: map[common.Address]*big.Int{},
		costs: map[int64]*big.Int{}, waits: map[common.Hash]change{}, prices: [3]int64{1e8, 1e8, 1e8},
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
	for _, b := range s.Setup.Readers {
		m.readers[b.Target] = bound(b.Reader, int64(b.Deeds))
	}
	m.caps = newCaps(s.Setup.Caps)
	return m
}

func pair(target common.Address, method [4]byte) (out common.Hash) {
	copy(out[:], target[:])
	copy(out[20:], method[:])
	return out
}

func (m *model) mover(by common.Address) bool {
	return by == guardOr(m)
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
	left := new(big.Int).Sub(big.NewInt(m.limits[perDay]), m.spent.day(m.now))
	if value.Cmp(left) > 0 || value.Cmp(big.NewInt(m.limits[perTransaction])) > 0 {
		return "SpendingLimitExceeded"
	}
	m.spent = m.spent.add(m.now, value)
	return ""
}

// lossLeft is what may still be lost.
func (m *model) lossLeft() *big.Int {
	left := new(big.Int).Sub(big.NewInt(m.limits[dayLoss]), m.lost.day(m.now))
	session := new(big.Int).Sub(big.NewInt(m.limits[sessionLoss]), m.lost[m.session:].all())
	if session.Cmp(left) < 0 {
		left = session
	}
	if left.Sign() < 0 {
		return new(big.Int)
	}
	return left
}

// move settles what a move gave and what it received.
func (m *model) move(by common.Address, given, received *big.Int, exit bool) policycage.Kind {
	loss := new(big.Int).Sub(given, received)
	if !m.mover(by) {
		return "NotMover"
	}
	if loss.Sign() <= 0 {
		return ""
	}
	bps := m.limits[moveLoss]
	if loss.Cmp(m.lossLeft()) > 0 {
		if !exit {
			return "LossLimitReached"
		}
		bps = min(bps, m.limits[exitLoss])
	}
	if new(big.Int).Mul(loss, big.NewInt(10_000)).Cmp(new(big.Int).Mul(given, big.NewInt(bps))) > 0 {
		return "ValueLost"
	}
	m.lost = m.lost.add(m.now, loss)
	return ""
}

// fallen is the drawdown of a portfolio.
func (m *model) fallen(total *big.Int) bool {
	if total.Cmp(m.mark) >= 0 {
		return false
	}
	fall := new(big.Int).Sub(m.mark, total)
	fall.Mul(fall, big.NewInt(10_000)).Div(fall, m.mark)
	return fall.Cmp(big.NewInt(m.limits[drawdown])) > 0
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
	if m.fallen(total) {
		return "DrawdownExceeded"
	}
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
		return "NotMover"
	case amount.Sign() == 0 || in == out:
		return "NothingToValidate"
	case out == coins[0]:
		return ""
	case m.halted:
		return "Halted"
	case m.lossLeft().Sign() == 0:
		return "LossLimitReached"
	case !m.assets[in] || !m.assets[out]:
		return "AssetNotApproved"
	}
	value, kind := m.cost(in, amount)
	if kind != "" {
		return kind
	}
	was := m.spent
	if kind = m.spend(value); kind == "" {
		added := new(big.Int)
		if in == coins[0] {
			added = value
		}
		kind = m.sized(out, value, added)
	}
	if kind == "" {
		kind = m.buysBelow(out, value)
	}
	return m.settle(kind, was)
}

// settle takes back what a refused validation spent.
func (m *model) settle(kind policycage.Kind, was tally) policycage.Kind {
	if kind != "" {
		m.spent = was
	}
	return kind
}

func (m *model) open(by, pool, protocol common.Address, capital []bind.CageAmount) policycage.Kind {
	switch {
	case !m.mover(by):
		return "NotMover"
	case !m.protocols[pool]:
		return "ProtocolNotApproved"
	case int64(len(m.costs)) >= m.limits[positions]:
		return "PositionLimitReached"
	}
	kind := m.grow(m.nonce+1, capital, capKey(1, pool), capKey(2, protocol))
	if kind == "" {
		m.nonce++
	}
	return kind
}

func (m *model) increase(by common.Address, position int64, capital []bind.CageAmount) policycage.Kind {
	switch {
	case !m.mover(by):
		return "NotMover"
	case m.costs[position] == nil:
		return "UnknownPosition"
	}
	return m.grow(position, capital)
}

func (m *model) grow(position int64, capital []bind.CageAmount, under ...common.Hash) policycage.Kind {
	if m.halted {
		return "Halted"
	}
	if m.lossLeft().Sign() == 0 {
		return "LossLimitReached"
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
		under = append(under, capKey(0, c.Token))
		if c.Token == coins[0] {
			fromCash.Add(fromCash, part)
		}
	}
	cost := new(big.Int).Set(value)
	if c := m.costs[position]; c != nil {
		cost.Add(cost, c)
	}
	was := m.spent
	kind := m.spend(value)
	if kind == "" {
		kind = m.sized(common.Address{}, cost, fromCash)
	}
	counts := m.caps.counts(position, under)
	if kind == "" {
		kind = m.placesBelow(position, counts, cost, capital)
	}
	if kind = m.settle(kind, was); kind == "" {
		m.costs[position], m.caps.of[position] = cost, counts
	}
	return kind
}

func (m *model) close(by common.Address, position, left, whole int64) policycage.Kind {
	cost := m.costs[position]
	switch {
	case !m.mover(by):
		return "NotMover"
	case cost == nil, left > whole, whole == 0:
		return "UnknownPosition"
	case left == 0:
		delete(m.costs, position)
		return ""
	}
	rest := new(big.Int).Mul(cost, big.NewInt(left))
	rest.Add(rest, big.NewInt(whole-1)).Div(rest, big.NewInt(whole))
	if m.costs[position] = rest; rest.Cmp(big.NewInt(10_000)) <= 0 && rest.Cmp(new(big.Int).Div(cost, big.NewInt(1_000))) <= 0 {
		delete(m.costs, position)
	}
	return ""
}

func (m *model) rest(by common.Address, position, rest int64) policycage.Kind {
	cost := m.costs[position]
	switch {
	case !m.mover(by):
		return "NotMover"
	case cost == nil, cost.Cmp(big.NewInt(rest)) <= 0:
		return "UnknownPosition"
	}
	m.costs[position] = new(big.Int).Sub(cost, big.NewInt(rest))
	return ""
}

func (m *model) leave(to common.Address) policycage.Kind {
	switch {
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
		case i == collateral && more < 0:
			return limitDay
		case i == collateral || more <= 0:
			return 0
		case i >= drawdown && i <= exitLoss || i == emergency:
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
	case kindReader:
		was := m.readers[common.BytesToAddress(subject[:])]
		less := was != nil && common.BigToAddress(was) == common.BigToAddress(value) && new(big.Int).Rsh(new(big.Int).AndNot(value, was), 160).Sign() == 0
		if yes && !less {
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
	case kindCap:
		if value.Cmp(big.NewInt(m.caps.share(subject))) > 0 {
			return limitHour
		}
	case kindPosition, kindSession:
		return limitHour
	}
	return 0
}

func (m *model) inRange(kind int, subject common.Hash, value *big.Int) bool {
	least := [14]int64{1, 500, 1e8, 1e9, 500, 1, 1e6, 1e6, 1, 1, 1, 10_500, 500, 1e9}
	most := [14]int64{10_000, 10_000, 1e12, 1e13, 5_000, 5_000, 1e13, 1e13, 5_000, 1_000, 50, 1e6, 5_000, 1e13}
	switch kind {
	case kindLimit:
		i := subject.Big().Int64()
		if i == assetCount && value.Cmp(big.NewInt(int64(len(m.assets)))) < 0 {
			return false
		}
		return value.Cmp(big.NewInt(least[i])) >= 0 && value.Cmp(big.NewInt(most[i])) <= 0
	case kindAsset:
		token := common.BytesToAddress(subject[:])
		return value.Sign() == 0 || m.assets[token] || int64(len(m.assets)) < m.limits[assetCount]
	case kindCap:
		known := m.caps.shares[subject] != 0 || value.Int64() == 10_000 || len(m.caps.shares) < policycage.MostCaps
		return value.IsInt64() && value.Int64() >= 1 && value.Int64() <= 10_000 && subject[11] <= 2 && known
	case kindReader:
		return value.Bit(160) == 0
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
	case kindReader:
		if delete(m.readers, at); yes {
			m.readers[at] = value
		}
	case kindEnforcer:
		m.enforcer = common.BigToAddress(value)
	case kindSanctions:
		m.sanction = common.BigToAddress(value)
	case kindPosition:
		if m.costs[subject.Big().Int64()] == nil {
			return "UnknownPosition"
		}
		delete(m.costs, subject.Big().Int64())
	case kindCap:
		m.setCap(subject, value.Int64())
	case kindSession:
		m.session = len(m.lost)
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
