package grant_test

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
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
)

// refused asserts that the chain refuses, in words that name the reason, and that nothing
// moved.
func (s *stage) refused(want string, calls ...delegation.Call) {
	s.t.Helper()
	before := [2]string{s.balance(s.usdc).String(), s.balance(s.weth).String()}
	said, _ := s.redeem(calls...)
	if said == "" || !strings.Contains(said, want) {
		s.t.Errorf("%q, want %q", said, want)
	}
	if after := [2]string{s.balance(s.usdc).String(), s.balance(s.weth).String()}; after != before {
		s.t.Errorf("%s: %v became %v", want, before, after)
	}
	s.t.Logf("refused: %s", said)
}

// spec: DESIGN §10 (a dead delegation reverts on chain); safety §7.1, §7.3, §8: redemptions
// that are sent past our code revert, in words that a person understands.
func TestTheChainRefusesWhatIsBeyondADelegationWhoeverSendsIt(t *testing.T) {
	s := raise(t, grant.Delegation, func(w *grant.Wish) {
		w.Limits.PerTransaction, w.Limits.PerDay, w.Limits.MoveLoss = 2_000*money.One, 4_000*money.One, 1_000
		w.Limits.DayLoss, w.Limits.SessionLoss = 1_000*money.One, 10_000*money.One
	})
	swap := s.swap(s.usdc, s.weth, dollars(1_000))
	said, gas := s.redeem(swap...)
	if said != "" || s.balance(s.weth).Sign() == 0 {
		t.Fatalf("a swap within every limit: %q", said)
	}
	open, err := delegation.Redeem([]delegation.Delegation{s.open()}, swap)
	check(t, err)
	bare := s.golem.Must(s.grant.Manager, open).GasUsed
	plain := uint64(0)
	for _, c := range swap {
		plain += s.owner.Must(c.To, c.Data).GasUsed
	}
	t.Logf("gas of a swap with its allowances: %d as three transactions of the account, %d by a bare delegation (%+d), %d by this one (%+d); its contracts once %d",
		plain, bare, int64(bare)-int64(plain), gas, int64(gas)-int64(plain), s.gasOfContracts)
	if gas <= bare {
		t.Errorf("enforcement costs nothing: %d and %d", gas, bare)
	}

	erc, thief := bind.NewERC20(), common.Address{19: 9}
	s.refused("is of no form", delegation.Call{To: s.usdc, Data: erc.PackTransfer(thief, dollars(1))})
	s.refused("is of no form", delegation.Call{To: s.usdc, Data: erc.PackApprove(thief, dollars(1))})
	s.refused("is of no form", delegation.Call{To: s.At("UniversalRouter"), Data: swap[1].Data}) // out of the list
	s.refused("2001.000000 USDC were asked for, 2000.000000 are left", s.swap(s.usdc, s.weth, dollars(2_001))...)
	for range 2 {
		s.passes(s.swap(s.usdc, s.weth, dollars(800)))
	}
	s.refused("are left for a transaction now", s.swap(s.usdc, s.weth, dollars(1_500))...)
	s.Own(s.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(1_500e8)))
	s.refused("the price is not the market's", s.swap(s.usdc, s.weth, dollars(100))...)
	s.Own(s.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(2_000e8)))
	s.redeem(s.swap(s.usdc, s.weth, dollars(100))...)

	// It dies: nothing opens, an exit passes. Then it is dead: nothing passes.
	s.golem.Must(s.grant.Lives, s.grant.Terminal())
	s.refused("the phase does not allow", s.swap(s.usdc, s.weth, dollars(100))...)
	s.passes(s.swap(s.weth, s.usdc, s.balance(s.weth)))
	s.golem.Must(s.grant.Lives, s.grant.Dead())
	s.refused("the golem is not registered", s.swap(s.usdc, s.weth, dollars(100))...)
	s.refused("the golem is not registered", s.swap(s.weth, s.usdc, big.NewInt(1))...)
}

// open is a delegation without a caveat, to compare with.
func (s *stage) open() delegation.Delegation {
	s.t.Helper()
	d := s.grant.Delegation
	d.Caveats = nil
	return s.signed(d)
}

// signed is a delegation with the owner's signature.
func (s *stage) signed(d delegation.Delegation) delegation.Delegation {
	s.t.Helper()
	digest, err := d.Digest(s.grant.ChainID, s.grant.Manager)
	check(s.t, err)
	d.Signature = s.owner.Sign(digest[:])
	return d
}

func TestTheChainRefusesADelegationBehindItsEndAndOneThatWasRevoked(t *testing.T) {
	s := raise(t, grant.Delegation, nil)
	swap := s.swap(s.usdc, s.weth, dollars(100))
	s.owner.Must(s.grant.Manager, s.grant.Delegation.DisableCall())
	s.refused("revoked", swap...)
	s.owner.Must(s.grant.Manager, bind.NewDelegationManager().PackEnableDelegation(bound(s.grant.Delegation)))
	s.passes(swap)
	s.later(int64(s.grant.Ends-s.Chain().Chain.Head().Time) + 10)
	s.refused("the window is over", swap...)
}

// later moves the chain by seconds, and seals a block there.
func (s *stage) later(seconds int64) {
	s.t.Helper()
	s.Later(seconds)
	s.owner.Must(s.usdc, bind.NewERC20().PackTransfer(s.owner.Address, new(big.Int)))
}

func bound(d delegation.Delegation) bind.IDelegationManagerDelegation {
	out := bind.IDelegationManagerDelegation{Delegate: d.Delegate, Delegator: d.Delegator, Authority: d.Authority, Salt: new(big.Int), Signature: d.Signature}
	for _, c := range d.Caveats {
		out.Caveats = append(out.Caveats, bind.IDelegationManagerCaveat{Enforcer: c.Enforcer, Terms: c.Terms, Args: c.Args})
	}
	return out
}

// spec: provisioning §8.10
func TestTheChainBoundsALocalKeyByCallsDaysAndADailySum(t *testing.T) {
	s := raise(t, grant.LocalKey, func(w *grant.Wish) { w.Calls, w.Daily = 3, 1_000*money.One })
	s.refused("over the limit of the day", s.swap(s.usdc, s.weth, dollars(1_001))...)
	s.refused("is of no form", delegation.Call{To: s.usdc, Data: bind.NewERC20().PackTransfer(common.Address{19: 9}, dollars(1))})
	s.counted(3, 1_000)
	for i, sum := range []int64{600, 400} {
		s.passes(s.swap(s.usdc, s.weth, dollars(sum)))
		s.counted(uint64(2-i), 400*int64(1-i))
	}
	s.refused("over the limit of the day", s.swap(s.usdc, s.weth, dollars(1))...)
	s.counted(1, 0, 86_400-60)
	s.counted(1, 1_000, 108_000) // what was spent is forgotten after 24 to 30 hours
	s.later(43_200)
	allow := s.swap(s.usdc, s.weth, dollars(1))[:1]
	s.passes(allow)
	s.counted(0, 0)
	s.refused("all calls that the delegation allows have been made", allow...)
	s.later(43_210)
	s.refused("the window is over", allow...)
}

// counted asserts how many orders and dollars the chain says are left of the grant, now or
// some seconds later.
func (s *stage) counted(orders uint64, dollars int64, later ...uint64) {
	s.t.Helper()
	seconds := uint64(0)
	for _, more := range later {
		seconds += more
	}
	f := s.count(seconds)
	if want := (turn.Fence{Exits: true, DayLeft: money.USDC(dollars) * money.One, Counted: true, Orders: orders}); !reflect.DeepEqual(f, want) {
		s.t.Errorf("the chain counts %+v, want %+v", f, want)
	}
}

// count is what the chain says of the grant some seconds from now.
func (s *stage) count(later uint64) (f turn.Fence) {
	s.t.Helper()
	b, now := s.latest()
	take := s.grant.Count(b, now+later)
	check(s.t, errors.Join(b.Do(s.t.Context()), take(&f)))
	return f
}

// spec: provisioning §9.1, §8.4: where a caveat bounds what is spent in all, the chain tells
// how much of it is left.
func TestTheChainTellsWhatIsLeftOfASumForLife(t *testing.T) {
	s := raise(t, grant.LocalKey, func(w *grant.Wish) { w.Calls, w.Daily = 3, 1_000*money.One })
	code, err := caveat.Creation("ReplicantBudget")
	check(t, err)
	enforcer, _ := s.Party("another deployer").Create(code)
	c := &caveat.ReplicantBudget{Book: s.book(), Budget: 900_000_000, Lifespan: 86_400, Born: s.Chain().Chain.Head().Time}
	terms, err := c.Terms()
	check(t, err)
	d := s.grant.Delegation
	d.Caveats = append(slices.Clone(d.Caveats), delegation.Caveat{Enforcer: enforcer, Terms: terms})
	s.grant.Enforcers = append(slices.Clone(s.grant.Enforcers), grant.Enforcer{Kind: c.Kind(), Address: enforcer})
	s.grant.Delegation = s.signed(d)
	if err := s.grant.Check(); err != nil || s.grant.Sum() != 900*money.One {
		t.Fatalf("%s in all, %v", s.grant.Sum(), err)
	}
	for _, left := range []int64{900, 300} {
		if f := s.count(0); !f.Summed || f.SumLeft != money.USDC(left)*money.One {
			t.Errorf("%s are left of a sum, want %d dollars", f.SumLeft, left)
		}
		if left == 900 {
			s.passes(s.swap(s.usdc, s.weth, dollars(600)))
		}
	}
	s.refused("over the budget", s.swap(s.usdc, s.weth, dollars(301))...)
}

// book is the book of calls that the grant's caveats read by.
func (s *stage) book() common.Address {
	s.t.Helper()
	for i, e := range s.grant.Enforcers {
		if c, err := caveat.Decode(e.Kind, s.grant.Delegation.Caveats[i].Terms); err == nil {
			if d, is := c.(*caveat.DailySpendLimit); is {
				return d.Book
			}
		}
	}
	s.t.Fatal("no caveat names a book")
	return common.Address{}
}

// spec: provisioning §8.3 — the owner's word for one chain, or for one manager, is none for
// another, whoever brings it there: the domain it was signed for names both.
func TestADelegationOfAnotherChainIsNotRedeemedHere(t *testing.T) {
	s := raise(t, grant.Delegation, nil)
	swap := s.swap(s.usdc, s.weth, dollars(100))
	here := s.grant.Delegation.Signature
	for name, domain := range map[string]struct {
		chain   uint64
		manager common.Address
	}{
		"another chain":   {8453, s.grant.Manager},
		"no chain":        {0, s.grant.Manager},
		"another manager": {s.grant.ChainID, common.Address{9}},
	} {
		digest, err := s.grant.Delegation.Digest(domain.chain, domain.manager)
		check(t, err)
		t.Log(name)
		s.grant.Delegation.Signature = s.owner.Sign(digest[:])
		s.refused("signature", swap...)
	}
	s.grant.Delegation.Signature = here
	s.passes(swap)
}
