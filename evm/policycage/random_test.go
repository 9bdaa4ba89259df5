package policycage_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// play is a sequence of random calls to a world and to its model.
type play struct {
	*world
	m     *model
	rand  *rand.Rand
	codec *bind.PolicyCage
	said  map[policycage.Kind]int // verdicts, by kind; "" passed
	did   map[string]int          // of those that passed
	ids   []common.Hash           // every change that was ever scheduled
}

func newPlay(t testing.TB, seed uint64) *play {
	t.Helper()
	w := newWorld(t, worldly())
	p := &play{
		world: w, rand: rand.New(rand.NewPCG(seed, 1)), codec: bind.NewPolicyCage(),
		said: map[policycage.Kind]int{}, did: map[string]int{},
	}
	p.m = newModel(w.snapshot(), w.now)
	p.fund()
	return p
}

// step is one call: what it is, who makes it, and what the model says of it. The model
// is asked once and has then done it.
type step struct {
	name  string
	by    common.Address
	data  []byte
	model func() policycage.Kind
}

// pick chooses evenly.
func pick[T any](p *play, from ...T) T { return from[p.rand.IntN(len(from))] }

// fund changes what the account has and what that costs, as markets and owners do.
func (p *play) fund() {
	for i := range coins[:3] {
		p.m.held[i] = pick[int64](p, 0, p.rand.Int64N(50_000e6), p.rand.Int64N(1_000_000e6))
		p.hold(i, p.m.held[i])
		p.m.prices[i] = pick[int64](p, 1e8, 1+p.rand.Int64N(4_000e8), 1+p.rand.Int64N(3))
		if p.rand.IntN(20) == 0 {
			p.m.prices[i] = -p.rand.Int64N(2)
		}
		p.price(i, p.m.prices[i])
	}
	p.m.held[0] += p.rand.Int64N(2_000_000e6) // mostly cash
	p.m.prices[0] = pick[int64](p, 1e8, 99_990_000)
	p.hold(0, p.m.held[0])
	p.price(0, p.m.prices[0])
}

// amount is of a random size, often near a limit, sometimes absurd.
func (p *play) amount() *big.Int {
	switch p.rand.IntN(12) {
	case 0:
		return new(big.Int)
	case 1:
		return new(big.Int).Lsh(big.NewInt(1), uint(120+p.rand.IntN(136))) //nolint:gosec // small
	case 2, 3:
		return big.NewInt(p.m.limits[2] + p.rand.Int64N(3) - 1)
	case 4, 5, 6, 7:
		return big.NewInt(p.rand.Int64N(p.m.limits[2]))
	default:
		return big.NewInt(p.rand.Int64N(int64(1) << (1 + p.rand.IntN(36))))
	}
}

func (p *play) somebody() common.Address {
	if p.rand.IntN(10) > 0 {
		return guardOr(p.m)
	}
	return pick(p, principal, agent, guard, nobody, vault, common.Address{})
}

// guardOr is who may ask for the account.
func guardOr(m *model) common.Address {
	if m.enforcer != (common.Address{}) {
		return m.enforcer
	}
	return vault
}

func (p *play) capital() []bind.CageAmount {
	out := make([]bind.CageAmount, 1+p.rand.IntN(2))
	for i := range out {
		out[i] = bind.CageAmount{Token: p.coin(), Amount: p.amount()}
	}
	return out
}

// coin is mostly one that was approved at first.
func (p *play) coin() common.Address {
	return coins[pick(p, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3)]
}

func (p *play) next() step {
	by := p.somebody()
	switch p.rand.IntN(15) {
	case 14:
		return p.settlement(by)
	case 0, 1, 2:
		in, out, amount := p.coin(), p.coin(), p.amount()
		return step{"trade", by, p.codec.PackValidateTrade(in, out, amount), func() policycage.Kind { return p.m.trade(by, in, out, amount) }}
	case 3, 9, 10:
		pool, reader, c := places[pick(p, 0, 0, 1, 1, 2)], pick(p, protocol, nobody), p.capital()
		return step{"open", by, p.codec.PackValidatePositionOpen(pool, reader, c), func() policycage.Kind { return p.m.open(by, pool, reader, c) }}
	case 4, 11:
		id, c := p.position(), p.capital()
		return step{"increase", by, p.codec.PackValidatePositionIncrease(big.NewInt(id), c), func() policycage.Kind { return p.m.increase(by, id, c) }}
	case 5:
		if p.rand.IntN(3) == 0 {
			return p.rest(by)
		}
		id, left, whole := p.position(), pick[int64](p, 0, 0, p.rand.Int64N(1_000)), p.rand.Int64N(1_000)
		return step{"close", by, p.codec.PackRecordPositionClose(big.NewInt(id), big.NewInt(left), big.NewInt(whole)), func() policycage.Kind { return p.m.close(by, id, left, whole) }}
	case 6:
		to := pick(p, vault, principal, nobody)
		return step{"leave", by, p.codec.PackValidateWithdrawal(coins[1], p.amount(), to), func() policycage.Kind { return p.m.leave(to) }}
	default:
		return p.owners()
	}
}

// rest is what of a position's capital was not taken: often all of it, or one more or less.
func (p *play) rest(by common.Address) step {
	id := p.position()
	rest := p.rand.Int64N(1_000_000)
	if cost := p.m.costs[id]; cost != nil && cost.IsInt64() {
		rest = max(0, pick(p, cost.Int64()+p.rand.Int64N(3)-1, p.rand.Int64N(cost.Int64()+1)))
	}
	return step{"rest", by, p.codec.PackRecordPositionRest(big.NewInt(id), big.NewInt(rest)), func() policycage.Kind { return p.m.rest(by, id, rest) }}
}

// settlement is what a move gave and received: often a loss near its bounds.
func (p *play) settlement(by common.Address) step {
	given, exit := big.NewInt(p.rand.Int64N(20_000e6)), p.rand.IntN(2) == 0
	bps := pick(p, p.m.limits[moveLoss], p.m.limits[exitLoss], p.rand.Int64N(p.m.limits[moveLoss]+1))
	loss := new(big.Int).Mul(given, big.NewInt(bps))
	loss.Div(loss, big.NewInt(10_000)).Add(loss, big.NewInt(pick[int64](p, 0, 1, -1)))
	switch p.rand.IntN(12) {
	case 0:
		loss.Neg(loss)
	case 1:
		loss.Add(p.m.lossLeft(), big.NewInt(p.rand.Int64N(3)-1))
		given = new(big.Int).Mul(loss, big.NewInt(10_000))
	}
	received := new(big.Int).Sub(given, loss)
	if received.Sign() < 0 || given.Sign() < 0 {
		given, received = new(big.Int), new(big.Int)
	}
	return step{"settle", by, p.codec.PackSettleMove(given, received, exit), func() policycage.Kind { return p.m.move(by, given, received, exit) }}
}

// position is often one that is open.
func (p *play) position() int64 {
	if len(p.m.costs) == 0 || p.rand.IntN(4) == 0 {
		return p.rand.Int64N(p.m.nonce + 2)
	}
	for id := p.m.nonce; ; id-- { // newest first; a map has no order
		if p.m.costs[id] != nil && p.rand.IntN(2) == 0 {
			return id
		}
		if id == 0 {
			id = p.m.nonce + 1
		}
	}
}

// owners is a call of the owner's, made by the owner mostly.
func (p *play) owners() step {
	by := principal
	if p.rand.IntN(6) == 0 {
		by = pick(p, agent, guard, nobody)
	}
	name, data, does := p.change()
	return step{name, by, data, func() policycage.Kind {
		if by != principal {
			return "NotOwner"
		}
		return does()
	}}
}

func (p *play) change() (string, []byte, func() policycage.Kind) {
	set := func(kind int, subject common.Hash, value *big.Int) func() policycage.Kind {
		return func() policycage.Kind { return p.m.set(kind, subject, value) }
	}
	yes := p.rand.IntN(6) > 0 // to add takes longer than to remove
	one := big.NewInt(0)
	if yes {
		one = big.NewInt(1)
	}
	switch p.rand.IntN(16) {
	case 14, 15:
		c := p.cap()
		return "cap", p.codec.PackSetCap(c.Kind, c.Subject, big.NewInt(int64(c.Share))), set(kindCap, capKey(c.Kind, c.Subject), big.NewInt(int64(c.Share)))
	case 13:
		place, to, deeds := pick(p, places[:]...), pick(p, common.Address{}, nobody, vault), p.rand.Int64N(64)
		value := new(big.Int)
		if to != (common.Address{}) {
			value = bound(to, deeds)
		}
		return "reader", p.codec.PackSetReader(place, to, uint16(deeds)), set(kindReader, common.BytesToHash(place[:]), value) //nolint:gosec // small
	case 12:
		return "session", p.codec.PackBeginSession(), set(kindSession, common.Hash{}, new(big.Int))
	case 0, 1:
		i := p.rand.IntN(14)
		value := p.limit(i)
		return "limit", p.codec.PackSetLimit(uint8(i), value), set(kindLimit, common.BigToHash(big.NewInt(int64(i))), value) //nolint:gosec // small
	case 2:
		perTx, perDay := p.limit(2), p.limit(3)
		return "caps", p.codec.PackSetSpendingCaps(perTx, perDay), func() policycage.Kind {
			before := *p.m
			waits := map[common.Hash]change{}
			for k, v := range p.m.waits {
				waits[k] = v
			}
			if kind := p.m.set(kindLimit, common.BigToHash(big.NewInt(2)), perTx); kind != "" {
				return kind
			}
			kind := p.m.set(kindLimit, common.BigToHash(big.NewInt(3)), perDay)
			if kind != "" {
				*p.m, p.m.waits = before, waits
			}
			return kind
		}
	case 3:
		token := pick(p, coins[:]...)
		does := set(kindAsset, common.BytesToHash(token[:]), one)
		if token == coins[0] {
			does = func() policycage.Kind { return "OutOfRange" }
		}
		return "asset", p.codec.PackWhitelistAsset(token, yes), does
	case 4:
		place := pick(p, places[:]...)
		return "protocol", p.codec.PackSetProtocol(place, yes), set(kindProtocol, common.BytesToHash(place[:]), one)
	case 5:
		method := [4]byte{byte(p.rand.IntN(3))}
		return "selector", p.codec.PackSetSelector(places[0], method, yes), set(kindSelector, pair(places[0], method), one)
	case 6:
		to := pick(p, guard, guard, common.Address{}, principal, nobody)
		return "enforcer", p.codec.PackSetEnforcer(to), set(kindEnforcer, common.Hash{}, to.Big())
	case 7:
		if !p.m.halted && !yes {
			return "halt", p.codec.PackEmergencyHalt(), func() policycage.Kind { p.m.halted = true; p.m.version++; return "" }
		}
		return "resume", p.codec.PackResume(), func() policycage.Kind { p.m.halted = false; p.m.version++; return "" }
	case 8:
		id := p.position()
		return "release", p.codec.PackReleasePosition(big.NewInt(id)), set(kindPosition, common.BigToHash(big.NewInt(id)), new(big.Int))
	case 9:
		to := pick(p, common.Address{}, nobody, vault)
		return "sanctions", p.codec.PackSetSanctionsOracle(to), set(kindSanctions, common.Hash{}, to.Big())
	default:
		id := common.Hash{1}
		if n := len(p.ids); n > 0 {
			id = p.ids[n-1-p.rand.IntN(min(n, 6))]
		}
		if p.rand.IntN(6) == 0 {
			return "cancel", p.codec.PackCancelChange(id), func() policycage.Kind { return p.m.apply(id, true) }
		}
		return "apply", p.codec.PackApplyChange(id), func() policycage.Kind { return p.m.apply(id, false) }
	}
}

// cap is one of an asset, a place or a protocol, often of what there is one already.
func (p *play) cap() bind.CageCap {
	kind := uint8(p.rand.IntN(3)) //nolint:gosec // small
	subject := [3]common.Address{p.coin(), pick(p, places[:]...), pick(p, protocol, nobody)}[kind]
	return bind.CageCap{Kind: kind, Subject: subject, Share: pick(p, 0, 1, 10_000, 10_001, uint16(p.rand.IntN(10_000)), uint16(p.rand.IntN(4_000)), uint16(3_000+p.rand.IntN(7_000)))} //nolint:gosec // small
}

// limit is a new value for a limit: near the old one, near an edge, or anything.
func (p *play) limit(i int) *big.Int {
	was := p.m.limits[i]
	return big.NewInt(pick(p, was+p.rand.Int64N(3)-1, was+was/4, was+was/2, was-was/5, p.rand.Int64N(12_000), p.rand.Int64N(3*was+2)))
}

// pass lets time pass: seconds, hours, or to the second at which a change is due.
func (p *play) pass() {
	switch p.rand.IntN(8) {
	case 0:
		p.now += p.rand.Uint64N(90_000)
	case 1, 2:
		if n := len(p.ids); n > 0 {
			for _, c := range p.m.waits {
				if c.id == p.ids[n-1] && c.eta > p.now+1 {
					p.now = c.eta - p.rand.Uint64N(2)
				}
			}
		}
	default:
		p.now += p.rand.Uint64N(600)
	}
	p.m.now = p.now
}

// once makes one call on both, and tells what it was and what it came to.
func (p *play) once() (step, policycage.Kind) {
	p.t.Helper()
	p.pass()
	if p.rand.IntN(15) == 0 {
		p.fund()
	}
	s := p.next()
	before := p.m.changes
	want := s.model()
	_, got := p.call(s.by, p.cage, s.data)
	if got != want {
		p.t.Fatalf("%s by %s: the contract says %q, the model %q", s.name, s.by, got, want)
	}
	if p.said[got]++; got == "" {
		p.did[s.name]++
	}
	if p.m.changes > before {
		fresh := len(p.ids)
		for _, c := range p.m.waits {
			if c.eta > p.now && !known(p.ids, c.id) {
				p.ids = append(p.ids, c.id)
			}
		}
		slices.SortFunc(p.ids[fresh:], common.Hash.Cmp)
	}
	return s, got
}

func known(ids []common.Hash, id common.Hash) bool {
	for i := len(ids) - 1; i >= 0 && i >= len(ids)-40; i-- {
		if ids[i] == id {
			return true
		}
	}
	return false
}

// same compares everything that a cage tells of itself with the model.
func (p *play) same() {
	p.t.Helper()
	s, m := p.snapshot(), p.m
	spent, okSpent := policycage.SumOf(s.Spent)
	lost, okLost := policycage.SumOf(s.Lost)
	if !okSpent || !okLost {
		p.t.Fatal("a word is none")
	}
	told := func(v money.USDC) *big.Int { return big.NewInt(int64(v)) }
	for i, l := range s.Setup.Limits {
		if int64(l) != m.limits[i] { //nolint:gosec // in range
			p.t.Fatalf("limit %d is %d, in the model %d", i, l, m.limits[i])
		}
	}
	switch {
	case s.Halted != m.halted || int64(s.Version) != m.version || s.Nonce.Int64() != m.nonce: //nolint:gosec // small
		p.t.Fatalf("halted %v, version %d, nonce %s: in the model %v, %d, %d", s.Halted, s.Version, s.Nonce, m.halted, m.version, m.nonce)
	case told(spent.Day(p.now)).Cmp(m.spent.day(p.now)) != 0 || told(lost.Day(p.now)).Cmp(m.lost.day(p.now)) != 0 || told(lost.Session()).Cmp(m.lost[m.session:].all()) != 0:
		p.t.Fatalf("%s spent, %s lost, %s in the session: in the model %s, %s, %s", spent.Day(p.now), lost.Day(p.now), lost.Session(), m.spent.day(p.now), m.lost.day(p.now), m.lost[m.session:].all())
	case s.Deployed.Cmp(m.deployed()) != 0 || s.OpenPositionCount.Int64() != int64(len(m.costs)):
		p.t.Fatalf("%s in %s positions: in the model %s, %d", s.Deployed, s.OpenPositionCount, m.deployed(), len(m.costs))
	case len(s.Setup.Assets) != len(m.assets) || len(s.Setup.Protocols) != len(m.protocols) || len(s.Setup.Selectors) != len(m.selectors) || len(s.Setup.Readers) != len(m.readers):
		p.t.Fatal("a list is not the model's")
	case s.Setup.Enforcer != m.enforcer || s.Setup.SanctionsOracle != m.sanction:
		p.t.Fatal("a role is not the model's")
	}
	if len(s.Setup.Caps) != len(m.caps.shares) {
		p.t.Fatalf("%d caps, in the model %d", len(s.Setup.Caps), len(m.caps.shares))
	}
	for i, c := range s.Setup.Caps {
		if int64(c.Share) != m.caps.shares[capKey(c.Kind, c.Subject)] || s.Placed[i].Cmp(m.lies(c)) != 0 {
			p.t.Fatalf("%+v with %s in it: in the model %d and %s", c, s.Placed[i], m.caps.shares[capKey(c.Kind, c.Subject)], m.lies(c))
		}
	}
	for _, a := range s.Setup.Assets {
		if !m.assets[a] {
			p.t.Fatalf("%s is approved", a)
		}
	}
	for _, b := range s.Setup.Readers {
		if bound(b.Reader, int64(b.Deeds)).Cmp(m.readers[b.Target]) != 0 {
			p.t.Fatalf("%s reads %s", b.Reader, b.Target)
		}
	}
}

// spec: safety §25.5 (equal verdicts on random cases, zero portfolio included)
func TestTheContractAndAModelInGoGiveEqualVerdicts(t *testing.T) {
	const lives, calls = 60, 400
	p := play{said: map[policycage.Kind]int{}, did: map[string]int{}}
	for seed := range uint64(lives) {
		one := newPlay(t, seed)
		one.said, one.did = p.said, p.did
		for i := range calls {
			if one.once(); i%5 == 0 {
				one.same()
			}
		}
		one.same()
	}
	t.Logf("%d calls: %v; passed: %v", lives*calls, p.said, p.did)
	for _, kind := range []policycage.Kind{
		"", "NotOwner", "NotMover", "LossLimitReached", "ValueLost", "DrawdownExceeded", "Halted", "AssetNotApproved", "ProtocolNotApproved", "PositionTooLarge", "ConcentrationExceeded", "CapExceeded",
		"SpendingLimitExceeded", "PositionLimitReached", "UnknownPosition", "DestinationNotAllowed", "NothingToValidate", "NoPrice",
		"AmountOutOfRange", "OutOfRange", "UnknownChange", "ChangeNotDue",
	} {
		if p.said[kind] < 20 {
			t.Errorf("%q was said %d times only", kind, p.said[kind])
		}
	}
	for _, name := range []string{"trade", "open", "increase", "close", "rest", "leave", "limit", "caps", "asset", "protocol", "selector", "enforcer", "halt", "resume", "release", "apply", "cancel", "sanctions", "settle", "session", "reader", "cap"} {
		if p.did[name] < 20 {
			t.Errorf("%s passed %d times only", name, p.did[name])
		}
	}
}
