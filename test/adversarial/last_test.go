package adversarial

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
)

// enough is how many attempts each layer is the last one standing for, and carried how
// many of them are also carried out where it does not stand.
const (
	stood   = 1_000
	carried = 20
)

// stand is one layer, and a desk that has all of them but, where it is told so, this one. The
// code of a refusal would not do: it only says which layer spoke first.
type stand struct {
	layer string
	parts func(whole bool, p *parts)
	body  func(*bench, rnd) []byte // nil: an ordinary purchase
}

var stands = []stand{
	{"grammar", func(whole bool, p *parts) { p.lenient = !whole }, badly},
	{"action_gate", func(whole bool, p *parts) { p.gate = whole }, nil},
	{"cage: tokens", func(whole bool, p *parts) {
		if whole {
			p.policy.Tokens = p.policy.Tokens[:1]
		}
	}, nil},
	{"cage: pools", func(whole bool, p *parts) {
		if whole {
			p.policy.Markets = []cage.Listing{{Handle: onPool, Protocol: uniswapv3.Name, Address: common.Address{19: 9}}}
		}
	}, nil},
	{"cage: protocols", func(whole bool, p *parts) {
		if whole {
			p.policy.Protocols = []string{aavev3.Name}
		}
	}, nil},
	{"cage: transaction", func(whole bool, p *parts) { p.policy.PerTransaction = pickBy(whole, 5*money.One, 1_000*money.One) }, nil},
	{"cage: session", func(whole bool, p *parts) {
		p.spent = 100 * money.One
		p.policy.PerSession = pickBy(whole, 101*money.One, 100_000*money.One)
	}, nil},
	{"cage: day", func(whole bool, p *parts) {
		p.spent = 100 * money.One
		p.policy.PerDay = pickBy(whole, 101*money.One, 100_000*money.One)
	}, nil},
	{"cage: rate", func(whole bool, p *parts) {
		p.sent = 20
		p.policy.PerHour = pickBy(whole, 20, 21+carried)
	}, nil},
	{"cage: position", func(whole bool, p *parts) { p.policy.MaxPosition = pickBy[money.BPS](whole, 1_000, 9_000) }, nil},
	{"cage: concentration", func(whole bool, p *parts) { p.policy.MaxConcentration = pickBy[money.BPS](whole, 1_000, 9_000) }, nil},
	{"cage: assets", func(whole bool, p *parts) { p.policy.MaxAssets = pickBy(whole, 1, 2) }, nil},
	{"cage: positions", func(whole bool, p *parts) {
		p.bend = pools(5)
		p.policy.MaxPositions = pickBy(whole, 5, 6)
	}, func(b *bench, rng rnd) []byte {
		tick := tickOf(b.state.Positions().Reading) / 10 * 10
		return body("add_liquidity", fields{
			"market": quote(onPool), "base_amount": quote("1000000000000000"), "quote_amount": quote(fmt.Sprint(1_000_000 + rng.IntN(9_000_000))),
			"tick_lower": fmt.Sprint(tick - 1_000), "tick_upper": fmt.Sprint(tick + 1_000), "slippage_bps": "50",
		}, "")
	}},
	{"cage: slippage", func(whole bool, p *parts) { p.policy.MaxSlippage = pickBy[money.BPS](whole, 49, 100) }, nil},
	{"cage: impact", func(whole bool, p *parts) {
		p.bend = shallow()
		p.policy.MaxImpact = pickBy[money.BPS](whole, 5, 100)
	}, nil},
	{"cage: drawdown", func(whole bool, p *parts) { p.drawdown = pickBy[money.BPS](whole, 5_001, 5_000) }, nil},
	{"cage: phase", func(whole bool, p *parts) { p.phase = pickBy(whole, turn.Conservation, turn.Stable) }, nil},
	{"cage: stale", func(whole bool, p *parts) { p.bend = behind(pickBy[uint64](whole, 3, 2), 0) }, nil},
	{"cage: price", func(whole bool, p *parts) {
		if whole {
			p.bend = priceless()
		}
	}, nil},
	{"simulation", func(whole bool, p *parts) {
		if whole {
			p.bend = reverts("STF")
		}
	}, nil},
}

// spec: safety §1.2, §1.3, §25.1: each layer is the last one standing for a thousand
// attempts. Every one of them is refused by the whole desk, by that layer, and passes a
// desk that differs in nothing but that layer; and some are carried out there.
func TestEachLayerIsTheLastOneStanding(t *testing.T) {
	for i, s := range stands {
		t.Run(s.layer, func(t *testing.T) {
			t.Parallel()
			whole, without := built(t, s, true), built(t, s, false)
			one, two := seed.Seed(i).Stream("whole"), seed.Seed(i).Stream("whole")
			through := 0
			for n := range stood {
				a, b := attempt{body: s.write(whole, one)}, attempt{body: s.write(without, two)}
				if got := whole.offers(a.body); !a.stopped(got) || got.Preview.PermitID != "" || a.layer != layerOf(s.layer) {
					t.Fatalf("%s: %+v", a.body, got.Preview)
				}
				got := without.offers(b.body)
				if got.Preview.PermitID == "" {
					t.Fatalf("without it %s: %+v", b.body, got.Preview.Refusal)
				}
				if n%(stood/carried) == 0 && s.layer != "cage: positions" { // the fake chain has no liquidity
					through += carry(without, got.Preview.PermitID)
				} else if err := without.Cancel(t.Context(), got.Preview.PermitID, "enough"); err != nil {
					t.Fatal(err)
				}
			}
			if whole.key.Signatures() != 0 || s.layer != "cage: positions" && through < carried/2 {
				t.Errorf("%d signatures with it, %d orders without it", whole.key.Signatures(), through)
			}
			t.Logf("%d attempts stopped by it alone; without it all have a permit, and %d of %d were carried out", stood, through, carried)
		})
	}
}

func built(t *testing.T, s stand, whole bool) *bench {
	t.Helper()
	p := parts{ttl: minute, policy: generous()}
	s.parts(whole, &p)
	return newBench(t, p)
}

func (s stand) write(b *bench, rng rnd) []byte {
	if s.body != nil {
		return s.body(b, rng)
	}
	return bodyOf(swap(usd, eth, units(10_000_000+rng.Uint64N(1_000_000)), 50))
}

// carry carries a permit out, and says whether the chain saw it succeed.
func carry(b *bench, id string) int {
	b.t.Helper()
	_, _, before, _ := b.world.Tally()
	b.commits(id)
	if _, _, after, _ := b.world.Tally(); after > before {
		return 1
	}
	return 0
}

func layerOf(name string) string {
	if len(name) > 5 && name[:5] == "cage:" {
		return "cage"
	}
	return name
}

// badly is a purchase with one field that the grammar refuses.
func badly(b *bench, rng rnd) []byte {
	p := swap(usd, eth, units(10_000_000+rng.Uint64N(1_000_000)), 50)
	switch rng.IntN(4) {
	case 0:
		p["amount_in"] = quote(badNumber(rng))
	case 1:
		p["recipient"] = quote(stranger(rng).Hex())
	case 2:
		p["calldata"] = quote("0x" + calldata(rng))
	default:
		p["slippage_bps"] = `"50"`
	}
	return bodyOf(p)
}

// pools has positions, and previews of new ones.
func pools(n int) agenttest.Bend {
	b := owns(n)
	b.Simulation = func(a grammar.Action, s *turn.Simulation) error {
		s.Success, s.Revert, s.Value = true, "", money.USDC(a.Quote.Uint64())
		s.Deltas = []turn.Delta{{Token: agenttest.USDC.Address, Out: true, Units: *a.Quote}, {Token: agenttest.WETH.Address, Out: true, Units: *a.Base}}
		return nil
	}
	return b
}

// spec: safety §4.2, §4.3, §25.6: a permit whose ground is gone is refused by the desk's
// own look at it, and by nothing before; one whose ground stands is carried out.
func TestThePermitIsTheLastOneStanding(t *testing.T) {
	spoiled := map[string]func(*bench, string){
		"expired":   func(b *bench, _ string) { b.later(minute) },
		"restarted": func(b *bench, _ string) { b.epoch++ },
		"policy": func(b *bench, _ string) {
			p := b.cage.Policy()
			p.PerDay--
			b.cage.Tighten(p)
		},
		"cancelled": func(b *bench, id string) { _ = b.Cancel(context.Background(), id, "owner") },
		"diverged": func(b *bench, _ string) {
			b.world.Shift(400)
			b.later(agenttest.BlockTime)
			b.world.Shift(-400)
		},
		"worse phase": func(b *bench, _ string) { b.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Stable }) },
	}
	b, rng, names := newBench(t, parts{ttl: minute, policy: generous()}), seed.Seed(1).Stream("permit"), sorted(spoiled)
	through := 0
	for n := range stood {
		b.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Thriving })
		b.later(agenttest.BlockTime) // what was shifted is back
		got := b.offers(stand{}.write(b, rng))
		if got.Preview.PermitID == "" {
			t.Fatalf("%+v", got.Preview.Refusal)
		}
		before := b.key.Signatures()
		spoiled[names[n%len(names)]](b, got.Preview.PermitID)
		a := attempt{}
		if x := b.commits(got.Preview.PermitID); !a.stopped(x) || a.layer != "permit" || b.key.Signatures() != before {
			t.Fatalf("%s: %+v", names[n%len(names)], x.Execution)
		}
		if n%(stood/carried) == 0 {
			b.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Thriving })
			b.later(agenttest.BlockTime)
			b.later(agenttest.BlockTime)
			through += carry(b, b.offers(stand{}.write(b, rng)).Preview.PermitID)
		}
	}
	if through < carried/2 {
		t.Errorf("%d of %d permits whose ground stood were carried out", through, carried)
	}
	t.Logf("%d permits refused by the permit alone; %d of %d others were carried out", stood, through, carried)
}

// spec: heartbeat §14.2: the loop guard alone stops what would be done again and again.
func TestTheLoopGuardIsTheLastOneStanding(t *testing.T) {
	whole, without := newBench(t, parts{ttl: minute, policy: generous(), guard: true}), newBench(t, parts{ttl: minute, policy: generous()})
	same := bodyOf(swap(usd, eth, units(1_000_000), 50))
	for n := range stood + 5 {
		a, b := attempt{}, attempt{}
		if stopped := a.stopped(whole.offers(same)); n >= 5 && (!stopped || a.layer != "loopguard") {
			t.Fatalf("%d: %+v", n, a)
		}
		if got := without.offers(same); got.Preview.PermitID == "" {
			t.Fatalf("%d: %+v", n, b)
		}
	}
}

// spec: safety §2.2, §1.4 (S-1, S-2): without a token that fits there is no signature;
// with one the same calls are signed, sent and mined.
func TestTheCapabilityIsTheLastOneStanding(t *testing.T) {
	b, rng, keys, through := newBench(t, parts{ttl: minute, policy: generous()}), seed.Seed(2).Stream("capability"), capability.NewRegistry(), 0
	for n := range stood {
		a, token, use, _ := misused(rng, keys, anyUse(rng))
		o := approval(rng)
		if _, err := b.hand.Send(t.Context(), token, use, o); err == nil || capability.Code(err) != string(a.codes[0]) {
			t.Fatalf("%s: %v", a.cause, err)
		}
		if n%(stood/carried) != 0 {
			continue
		}
		before := b.key.Signatures()
		if r, err := b.hand.Send(t.Context(), keys.Mint(fits(use)), use, o); err != nil || len(r) != 1 || !r[0].Success || b.key.Signatures() != before+1 {
			t.Fatalf("a token that fits: %v", err)
		}
		through++
	}
	if b.key.Signatures() != uint64(through) {
		t.Errorf("%d signatures for %d tokens that fit", b.key.Signatures(), through)
	}
}

// approval is a call that the fake chain carries out.
func approval(rng rnd) chain.Order {
	data := append([]byte{0x09, 0x5e, 0xa7, 0xb3}, common.LeftPadBytes(agenttest.Router[:], 32)...)
	amount := uint256.NewInt(rng.Uint64()).Bytes32()
	o := chain.Order{ID: fmt.Sprint("permit:1.", rng.Uint32()), Calls: []protocol.Call{{To: agenttest.USDC.Address, Data: append(data, amount[:]...), Gas: 100_000}}}
	o.Offer.Max, o.Offer.Tip = *uint256.NewInt(1e12), *uint256.NewInt(1e9)
	return o
}

// spec: chain §8: what the wallet cannot pay for is not begun, by the executor alone.
func TestTheExecutorIsTheLastOneStanding(t *testing.T) {
	poor, rich, rng := newBench(t, parts{ttl: minute, policy: generous(), poor: true}), newBench(t, parts{ttl: minute, policy: generous()}), seed.Seed(3).Stream("executor")
	through := 0
	for n := range stood {
		body := stand{}.write(poor, rng)
		a, id := attempt{}, poor.offers(body).Preview.PermitID
		if x := poor.commits(id); id == "" || !a.stopped(x) || a.layer != "executor" {
			t.Fatalf("%s: %+v", id, x.Execution)
		}
		if n%(stood/carried) == 0 {
			through += carry(rich, rich.offers(body).Preview.PermitID)
		}
	}
	if poor.key.Signatures() != 0 || through < carried/2 {
		t.Errorf("%d signatures of the poor, %d orders of the rich", poor.key.Signatures(), through)
	}
}

// spec: runtime §1.2: of a Golem whose death was begun the handle refuses to beat; behind
// it the same heart beats, and trades.
func TestTheLifecycleIsTheLastOneStanding(t *testing.T) {
	s, err := newStage(bare, 3, family{name: "nothing"}, filepath.Join(t.TempDir(), "journal"))
	check(t, err)
	client, stop, err := s.world.Serve()
	check(t, err)
	defer stop()
	s.client = rpc.New(client)
	j, err := s.record()
	check(t, err)
	defer j.Close()
	check(t, s.opens(j, s.outside()))
	active, err := lifecycle.Provision(s.golem, witness{s: s}).Activate(t.Context())
	if err == nil {
		_, err = active.BeginDeath(lifecycle.OwnerKill)
	}
	check(t, err)
	for range stood {
		if err := active.Tick(t.Context()); err == nil || s.key.Signatures() != 0 {
			t.Fatalf("%v, %d signatures", err, s.key.Signatures())
		}
	}
	for range 3 {
		if err := s.golem.Tick(t.Context()); err != nil { // as if there were no handle
			t.Fatal(err)
		}
	}
	if s.key.Signatures() == 0 {
		t.Error("behind the handle nothing traded either: the handle was not what stopped it")
	}
}
