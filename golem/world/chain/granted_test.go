package chain

import (
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

var (
	key, manager   = common.Address{19: 0x21}, common.Address{19: 0x22}
	caged1, caged2 = common.Address{19: 0x23}, common.Address{19: 0x24}
	counter        = common.Address{19: 0x25}
)

// now is the time of the head of a stall.
const now = 1_700_000_200

// allowed is a grant of the wallet to a key, with a cage and 9 redemptions.
func allowed(to, cage common.Address) grant.Grant {
	return grant.Grant{
		Mode: grant.Delegation, ChainID: chainID, Manager: manager, Cage: cage, Ends: 1_900_000_000,
		Enforcers: []grant.Enforcer{{Kind: grant.KindLimitedCalls, Address: counter}},
		Delegation: delegation.Delegation{
			Delegate: to, Delegator: golem, Authority: delegation.Root, Signature: []byte{1},
			Caveats: []delegation.Caveat{{Enforcer: counter, Terms: common.BigToHash(big.NewInt(9)).Bytes()}},
		},
	}
}

// bars are a cage's answer: of 200 dollars a day and 150 a session 30 are lost, 40 of 300 a
// day are spent.
func bars() bind.CageSnapshot {
	limits := [14]uint64{2_500, 3_000, 100e6, 300e6, 1_300, 200, 200e6, 150e6, 100, 10, 11, 12_500, 2_000, 500e6}
	return bind.CageSnapshot{
		Setup: bind.CageSetup{
			Account: golem, Cash: usdc, ConstitutionHash: cage.ConstitutionHash(), HighWaterMark: new(big.Int), Limits: limits, SanctionsOracle: list,
			Assets: []common.Address{usdc, weth},
			Caps:   []bind.CageCap{{Kind: 2, Subject: list, Share: 10_000}, {Kind: 1, Subject: golem, Share: 900}, {Kind: 0, Subject: weth, Share: 2_000}},
		},
		Version: 3, Nonce: big.NewInt(4), Spent: policycage.Sum{}.Add(now, 40e6).Big(), Lost: policycage.Sum{}.Add(now, 30e6).Big(),
		Placed:            []*big.Int{big.NewInt(0), big.NewInt(70e6), big.NewInt(5)},
		OpenPositionCount: big.NewInt(2), Deployed: new(big.Int), HighWaterMarkNonce: new(big.Int),
	}
}

// grants writes down what the chain says of a grant.
func (p *paper) grants(g grant.Grant, b bind.CageSnapshot) {
	p.t.Helper()
	m, hash := bind.NewDelegationManager(), g.Delegation.Hash()
	typed := (delegation.Delegation{}).Typed(chainID, manager)
	domain, err := typed.HashStruct("EIP712Domain", typed.Domain.Map())
	check(p.t, err)
	p.says("domain of the manager", manager, m.PackGetDomainHash(), []byte(domain))
	p.says("end of the delegation", manager, m.PackDisabledDelegations(hash), 0)
	made := abiCall("callCounts(address,bytes32)", manager.Bytes(), hash[:])
	p.says("redemptions", counter, made, 2)
	p.cages(g.Cage, b)
	p.code[g.Account()], p.count[g.Account()] = true, 3
}

func (p *paper) cages(at common.Address, b bind.CageSnapshot) {
	p.t.Helper()
	parsed, err := bind.PolicyCageMetaData.ParseABI()
	check(p.t, err)
	answer, err := parsed.Methods["getConfig"].Outputs.Pack(b)
	check(p.t, err)
	p.says("cage "+at.Hex(), at, bind.NewPolicyCage().PackGetConfig(), answer)
}

// held by a grant.
func grantedConfig(g *grant.Grant) Config {
	c := plainConfig()
	c.Payer, c.Grant = key, g
	return c
}

// What the chain holds the Golem to is in every reading, each number in its place: what the
// owner is told, and the Golem's own cage, rest on it.
//
// spec: safety §7.6, §1.4 S-10
func TestAReadingTellsWhatTheChainHoldsTheGolemTo(t *testing.T) {
	p, g, b := newStall(t), allowed(key, caged1), bars()
	p.grants(g, b)
	p.wei[key] = 4e18
	c := p.opens(grantedConfig(&g))
	snapshot, err := policycage.Read(t.Context(), p.client(), p.hash(100), caged1)
	check(t, err)
	want := turn.Fence{
		Ends: 1_900_000_000, Caged: true, Policy: snapshot.PolicyHash(chainID), PerTransaction: 100 * money.One, PerDay: 300 * money.One, DayLeft: 260 * money.One,
		Position: 2_500, Concentration: 3_000, Drawdown: 1_300, Positions: 10, Open: 2, Counted: true, Orders: 7, Moves: 3,
		Caps:      []turn.FenceCap{{Of: "max_asset", Subject: weth, Share: 2_000, Placed: 5}, {Of: "max_market", Subject: golem, Share: 900, Placed: 70 * money.One}},
		AssetCaps: 2_000,
		Loss: turn.FenceLoss{
			Bounded: true, Move: 200, Exit: 100, Day: 200 * money.One, Left: 170 * money.One, SessionLeft: 120 * money.One,
			Lost: 30 * money.One, SessionLost: 30 * money.One, Session: 150 * money.One,
			MoreAt: (now/21_600 + 5) * 21_600, // when the six-hour step in which it was lost is a day old
		},
	}
	expect := func(about string) turn.Reading {
		t.Helper()
		r := observed(t, c)
		if r.Fence == nil || !reflect.DeepEqual(*r.Fence, want) {
			t.Errorf("%s:\n%+v, want\n%+v", about, r.Fence, want)
		}
		return r
	}
	r := expect("as granted")
	if native := n256(4e18); r.Native != native || r.Screen == nil || !slices.Equal(r.Screen.Listed, []common.Address{weth}) {
		t.Errorf("the key has %s wei, listed are %+v", r.Native.Dec(), r.Screen)
	}
	b.Halted, b.Lost = true, policycage.Sum{}.Add(now, 180e6).Big()
	p.cages(caged1, b)
	snapshot.Halted = true
	want.Halted, want.Policy = true, snapshot.PolicyHash(chainID)
	want.Loss.Lost, want.Loss.SessionLost = 180*money.One, 180*money.One
	want.Loss.Left, want.Loss.SessionLeft = 20*money.One, 0 // a session's loss goes on over its limit by an exit
	expect("a session's limit is passed")
	b.Lost = policycage.Sum{}.Add(now, 230e6).Big()
	p.cages(caged1, b)
	want.Loss.Left, want.Loss.Lost, want.Loss.SessionLost = 0, 230*money.One, 230*money.One
	expect("a day's limit is passed")
	b.Lost = policycage.Sum{}.Add(now-21_600, 20e6).Add(now, 210e6).Big() // the first alone makes no room
	p.cages(caged1, b)
	expect("a day's limit is passed in two steps of six hours")
	b.Lost = policycage.Sum{}.Add(now-21_600, 40e6).Add(now, 190e6).Big()
	p.cages(caged1, b)
	want.Loss.MoreAt -= 21_600
	expect("the first of two steps makes room")
	b.Lost = new(big.Int)
	p.cages(caged1, b)
	want.Loss.Left, want.Loss.SessionLeft, want.Loss.MoreAt, want.Loss.Lost, want.Loss.SessionLost = 200*money.One, 150*money.One, 0, 0, 0
	expect("nothing is lost")
	p.of("end of the delegation").answer[31] = 1
	want.Revoked = true
	expect("ended")
}

// There is room again from when what is lost is below the limit, be it by a micro-dollar.
func TestRoomIsToldFromTheFirstMicroDollarOn(t *testing.T) {
	const step = 21_600
	for limit, want := range map[uint64]uint64{200e6: (now/step + 5) * step, 200e6 + 1: (now/step + 4) * step} {
		p, g, b := newStall(t), allowed(key, caged1), bars()
		b.Setup.Limits[6] = limit
		b.Lost = policycage.Sum{}.Add(now-step, 40e6).Add(now, 200e6).Big() // when the first falls away 200 are left
		p.grants(g, b)
		f := observed(t, p.opens(grantedConfig(&g))).Fence
		if f.Loss.MoreAt != want || uint64(f.Loss.Day) != limit || f.Loss.Lost != 240*money.One {
			t.Errorf("of %d: room from %d on, want %d; %+v", limit, f.Loss.MoreAt, want, f)
		}
	}
}

// What cannot be read of it is said, with the end that is known, and nothing else is.
func TestABoundThatCannotBeReadIsSaid(t *testing.T) {
	p, g := newStall(t), allowed(key, caged1)
	p.grants(g, bars())
	c := p.opens(grantedConfig(&g))
	for _, s := range p.said {
		s.asked = false
	}
	want := observed(t, c)
	p.each(func(label, how string) {
		if strings.HasPrefix(label, "cage ") || label == "redemptions" || label == "end of the delegation" {
			f := observed(t, c).Fence
			if f == nil || f.Unread == "" || !reflect.DeepEqual(*f, turn.Fence{Ends: g.Ends, Unread: f.Unread}) {
				t.Errorf("%s %s: %+v", label, how, f)
			}
		}
	})
	if got := observed(t, c); !reflect.DeepEqual(got.Fence, want.Fence) {
		t.Errorf("afterwards %+v", got.Fence)
	}
	// Another list of sanctioned addresses is asked from the next reading on.
	b := bars()
	b.Setup.SanctionsOracle = common.Address{}
	p.cages(caged1, b)
	if r := observed(t, c); r.Fence.Unread == "" || r.Screen == nil {
		t.Errorf("another list: %+v, %+v", r.Fence, r.Screen)
	}
	if r := observed(t, c); r.Fence.Unread != "" || r.Screen != nil {
		t.Errorf("the next reading: %+v, %+v", r.Fence, r.Screen)
	}
	bare := g // without a cage
	bare.Cage = common.Address{}
	c = p.opens(grantedConfig(&bare))
	if f := observed(t, c).Fence; !reflect.DeepEqual(*f, turn.Fence{Ends: g.Ends, Counted: true, Orders: 7, Moves: 3}) {
		t.Errorf("without a cage: %+v", f)
	}
	p.code[g.Account()] = false // its owner gave the code back, and every delegation with it
	if f := observed(t, c).Fence; !f.Revoked {
		t.Errorf("without code: %+v", f)
	}
}

// A grant of another chain, account or key, or with a cage that guards somebody else or
// stands for other rules, is none to live under: neither at the start nor later.
//
// spec: safety §1.5
func TestAGrantThatDoesNotFitIsRefused(t *testing.T) {
	for name, f := range map[string]struct {
		spoil func(*paper, *grant.Grant)
		want  error
		says  string
	}{
		"another chain":        {func(_ *paper, g *grant.Grant) { g.ChainID++ }, protocol.ErrSelfReport, "chain 31338"},
		"another account":      {func(_ *paper, g *grant.Grant) { g.Delegation.Delegator[0]++ }, protocol.ErrSelfReport, "act for"},
		"no manager":           {func(_ *paper, g *grant.Grant) { g.Manager[0]++ }, protocol.ErrSelfReport, "no delegation manager"},
		"a silent cage":        {func(p *paper, _ *grant.Grant) { p.of("cage " + caged2.Hex()).reverts = true }, policycage.ErrCage, caged2.Hex()},
		"other rules":          {func(p *paper, g *grant.Grant) { b := bars(); b.Setup.ConstitutionHash[0]++; p.cages(caged2, b) }, ErrConstitution, caged2.Hex()},
		"a cage of another":    {func(p *paper, g *grant.Grant) { b := bars(); b.Setup.Account[0]++; p.cages(caged2, b) }, protocol.ErrSelfReport, "guards"},
		"a cage of other cash": {func(p *paper, g *grant.Grant) { b := bars(); b.Setup.Cash = weth; p.cages(caged2, b) }, protocol.ErrSelfReport, weth.Hex()},
		"a node that fails":    {func(p *paper, g *grant.Grant) { p.fails = "eth_getBlockByNumber" }, rpc.ErrNode, "on fire"},
	} {
		t.Run(name, func(t *testing.T) {
			p, first, second := newStall(t), allowed(key, caged1), allowed(common.Address{19: 0x77}, caged2)
			b := bars()
			b.Setup.SanctionsOracle = common.Address{19: 0x66}
			p.grants(first, bars())
			p.grants(second, b)
			c := p.opens(grantedConfig(&first))
			f.spoil(p, &second)
			for what, ask := range map[string]func() error{
				"vet": func() error { return c.Vet(t.Context(), second) }, "regrant": func() error { return c.Regrant(t.Context(), second) },
				"open": func() error {
					config := grantedConfig(&second)
					config.Payer = second.Key()
					_, err := Open(t.Context(), p.client(), config)
					return err
				},
			} {
				if err := ask(); !errors.Is(err, f.want) || !strings.Contains(err.Error(), f.says) {
					t.Errorf("%s: %v, want %v that says %q", what, err, f.want, f.says)
				}
			}
			if c.fence.payer != key || c.fence.grant != &first || c.fence.list != list {
				t.Errorf("%s pays, and list %s is asked", c.fence.payer, c.fence.list)
			}
		})
	}
	p, g := newStall(t), allowed(key, caged1)
	p.grants(g, bars())
	config := grantedConfig(&g)
	config.Payer = golem // who has no part in it
	if _, err := Open(t.Context(), p.client(), config); !errors.Is(err, protocol.ErrSelfReport) || !strings.Contains(err.Error(), "lets "+key.Hex()) {
		t.Errorf("another key: %v", err)
	}
}

// A grant has an end of its own, whatever a session's is; and one may be looked at before
// there is any.
func TestAGrantIsLookedAtBeforeThereIsOneAndBoundsByItself(t *testing.T) {
	p, g := newStall(t), allowed(key, caged1)
	p.grants(g, bars())
	c := p.opens(plainConfig())
	if err := c.Vet(t.Context(), g); err != nil || c.fence.list != (common.Address{}) {
		t.Errorf("only looked at: %v, list %s", err, c.fence.list)
	}
	config := grantedConfig(&g)
	config.Session = 1_800_000_000
	if f := observed(t, p.opens(config)).Fence; f == nil || f.Ends != g.Ends || f.Session || !f.Caged {
		t.Errorf("a grant and a session's end: %+v", f)
	}
}

// Under another grant the wallet is read for its key, its end and its cage.
func TestAnotherGrantIsReadUnderFromThenOn(t *testing.T) {
	p, first, second := newStall(t), allowed(key, caged1), allowed(common.Address{19: 0x77}, caged2)
	b := bars()
	b.Setup.SanctionsOracle, b.Version = common.Address{}, 4
	p.grants(first, bars())
	p.grants(second, b)
	p.wei[second.Key()] = 8
	second.Ends++
	c := p.opens(grantedConfig(&first))
	if err := c.Vet(t.Context(), second); err != nil || c.fence.list != list || c.fence.payer != key {
		t.Errorf("only looked at: %v, list %s", err, c.fence.list)
	}
	check(t, c.Regrant(t.Context(), second))
	if r := observed(t, c); r.Fence.Ends != second.Ends || r.Native != n256(8) {
		t.Errorf("%+v, %s wei", r.Fence, r.Native.Dec())
	}
	if r := observed(t, c); r.Fence.Unread != "" || r.Screen != nil || c.fence.grant.Cage != caged2 {
		t.Errorf("%+v, %+v", r.Fence, r.Screen)
	}
}
