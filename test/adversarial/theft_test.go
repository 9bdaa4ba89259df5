package adversarial

import (
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"

	"github.com/ethereum/go-ethereum/common"
)

// theft is one kind of what a thief with the session key sends to the chain. It returns
// the bytes for the delegation manager; only says that they differ in one thing from what
// would be redeemed.
type theft struct {
	name  string
	bytes func(*vault, rnd) (data []byte, only bool)
	world func(*vault) (back func()) // what else is wrong; nil: nothing
	by    func(*vault) *evmtest.Party
}

func thefts() []theft {
	return []theft{
		{name: "arbitrary calls", bytes: arbitraryCalls},
		{name: "transfers and approvals to strangers", bytes: strangersPaid},
		{name: "other recipients of listed calls", bytes: othersPaid},
		{name: "over the limits", bytes: overTheLimits},
		{name: "tokens and contracts off the lists", bytes: offTheLists},
		{name: "batches that hide a call", bytes: hidden},
		{name: "modes and encodings", bytes: encodings},
		{name: "native coin along", bytes: nativeCoin},
		{name: "delegations altered, replayed, of others", bytes: altered},
		{name: "a stranger with the delegation", bytes: ordinary, by: func(v *vault) *evmtest.Party { return v.stranger }},
		{name: "prices away from the market", bytes: ordinary, world: func(v *vault) func() { return v.feeds(big.NewInt(1_900e8)) }},
		{name: "no price at all", bytes: ordinary, world: func(v *vault) func() { return v.feeds(new(big.Int)) }},
	}
}

// feeds has the ether's price feed say something else, until back is called.
func (v *vault) feeds(answer *big.Int) (back func()) {
	set := func(a *big.Int) { v.Own(v.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(a)) }
	set(answer)
	return func() { set(big.NewInt(2_000e8)) }
}

// buys are the calls of a purchase that the cage allows.
func (v *vault) buys(amount *big.Int) []evmtest.Execution {
	return []evmtest.Execution{v.approve(v.usdc, v.router, amount), v.buy(amount, v.owner.Address)}
}

func ordinary(v *vault, rng rnd) ([]byte, bool) {
	return v.Redemption(v.grant, v.buys(dollars(1+rng.Int64N(9)))...), true
}

func arbitraryCalls(v *vault, rng rnd) ([]byte, bool) {
	target := pick(rng, v.usdc, v.weth, v.router, v.npm, v.lender, v.pool, v.cage, v.enforcer, v.oracle, v.owner.Address, v.At("DelegationManager"), stranger(rng))
	data := make([]byte, rng.IntN(200))
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return v.Redemption(v.grant, to(target, data)), false
}

func strangersPaid(v *vault, rng rnd) ([]byte, bool) {
	thief, amount := pick(rng, v.thief.Address, stranger(rng)), big.NewInt(1+rng.Int64N(1e9))
	token := pick(rng, v.usdc, v.weth)
	erc20 := bind.NewERC20()
	return v.Redemption(v.grant, pick(rng,
		v.transfer(token, thief, amount), v.transfer(token, v.owner.Address, amount), v.approve(token, thief, amount),
		to(token, erc20.PackTransferFrom(v.owner.Address, thief, amount)),
		to(v.usdc, bind.NewFiatToken().PackPermit(v.owner.Address, thief, amount, evmtest.Deadline(), 27, [32]byte{1}, [32]byte{2})),
		v.approve(token, v.router, new(big.Int).Lsh(big.NewInt(1), 255)),
	)), false
}

func othersPaid(v *vault, rng rnd) ([]byte, bool) {
	thief, amount := pick(rng, v.thief.Address, stranger(rng), common.Address{}, v.pool), dollars(1+rng.Int64N(100))
	call := pick(rng, v.buy(amount, thief), v.path(amount, thief, v.usdc, v.weth), v.mint(amount, thief), v.supply(amount, thief), v.withdraw(amount, thief), v.repay(amount, thief), v.collect(thief))
	if rng.IntN(2) == 0 {
		return v.Redemption(v.grant, call), true
	}
	return v.Redemption(v.grant, v.approve(v.usdc, call.Target, amount), call), true
}

func overTheLimits(v *vault, rng rnd) ([]byte, bool) {
	most := dollars(perOrder)
	amount := new(big.Int).Add(most, big.NewInt(pick(rng, 1, 1, 1_000_000, rng.Int64N(1e12)+1)))
	return v.Redemption(v.grant, v.buys(amount)...), true
}

func offTheLists(v *vault, rng rnd) ([]byte, bool) {
	me, amount, wbtc := v.owner.Address, dollars(1+rng.Int64N(9)), v.At("WBTC")
	fake := like(rng, pick(rng, v.weth, v.usdc))
	return v.Redemption(v.grant, pick(rng,
		v.swap(v.usdc, wbtc, amount, me), v.swap(wbtc, v.usdc, amount, me), v.swap(v.usdc, fake, amount, me), v.path(amount, me, v.usdc, wbtc, v.weth),
		to(like(rng, v.router), v.buy(amount, me).CallData), v.approve(v.usdc, like(rng, v.router), amount), v.approve(fake, v.router, amount),
		to(v.lender, bind.NewAavePool().PackBorrow(v.usdc, amount, big.NewInt(2), 0, me)), to(v.router, bind.NewSwapRouter().PackMulticall([][]byte{v.buy(amount, me).CallData})),
		to(v.router, bind.NewSwapRouter().PackSweepToken(v.usdc, amount, v.thief.Address)),
	)), true
}

func hidden(v *vault, rng rnd) ([]byte, bool) {
	amount := dollars(1 + rng.Int64N(9))
	good := v.buys(amount)
	switch rng.IntN(4) {
	case 0: // many
		calls := make([]evmtest.Execution, pick(rng, 9, 20, 200))
		for i := range calls {
			calls[i] = v.transfer(v.usdc, stranger(rng), big.NewInt(1))
		}
		return v.Redemption(v.grant, calls...), false
	case 1: // two purchases, each judged on the same holdings
		return v.Redemption(v.grant, append(good, v.buy(amount, v.owner.Address))...), true
	case 2:
		return v.Redemption(v.grant), false
	default: // one bad call among good ones
		bad := pick(rng, v.transfer(v.usdc, v.thief.Address, amount), v.approve(v.usdc, v.thief.Address, amount), v.buy(amount, v.thief.Address))
		return v.Redemption(v.grant, slices.Insert(good, rng.IntN(3), bad)...), true
	}
}

func encodings(v *vault, rng rnd) ([]byte, bool) {
	good := v.buys(dollars(1 + rng.Int64N(9)))
	batch, single := v.Batch(good), v.approve(v.usdc, v.router, big.NewInt(1))
	plain := slices.Concat(single.Target[:], make([]byte, 32), single.CallData)
	switch rng.IntN(5) {
	case 0: // another mode: one that may fail, a delegate call, any at all
		mode := pick(rng, evmtest.ModeTry, [32]byte{1, 1}, [32]byte{0xff}, [32]byte{0xfe}, [32]byte{31: 1}, [32]byte{byte(rng.Uint32()) | 2, byte(rng.Uint32())})
		return v.RedemptionAs(v.grant, mode, pick(rng, batch, plain)), true
	case 1: // something behind it
		return v.RedemptionAs(v.grant, evmtest.ModeBatch, append(batch, make([]byte, 1+rng.IntN(64))...)), true
	case 2: // cut
		return v.RedemptionAs(v.grant, pick(rng, evmtest.ModeBatch, evmtest.ModeSingle), batch[:rng.IntN(len(batch)/32)*32]), false
	case 3: // an offset that points elsewhere: two readers would read two things
		moved := slices.Clone(batch)
		at := 31 + 32*rng.IntN(4)
		moved[at] += byte(32 * (1 + rng.IntN(5)))
		return v.RedemptionAs(v.grant, evmtest.ModeBatch, moved), true
	default: // a batch as a single call, and the other way round
		if rng.IntN(2) == 0 {
			return v.RedemptionAs(v.grant, evmtest.ModeSingle, batch), true
		}
		return v.RedemptionAs(v.grant, evmtest.ModeBatch, plain), true
	}
}

func nativeCoin(v *vault, rng rnd) ([]byte, bool) {
	calls := v.buys(dollars(1 + rng.Int64N(9)))
	calls[rng.IntN(2)].Value = big.NewInt(1 + rng.Int64N(1e18))
	if rng.IntN(3) == 0 {
		calls = []evmtest.Execution{{Target: stranger(rng), Value: big.NewInt(1 + rng.Int64N(1e18))}}
	}
	return v.Redemption(v.grant, calls...), true
}

// altered is a delegation that its owner did not sign as it is.
func altered(v *vault, rng rnd) ([]byte, bool) {
	d := v.grant
	d.Caveats, d.Signature = slices.Clone(d.Caveats), slices.Clone(d.Signature)
	switch rng.IntN(7) {
	case 0: // without its caveat
		d.Caveats = nil
	case 1: // looser terms
		d.Caveats[0].Terms = append(slices.Clone(d.Caveats[0].Terms[:20]), 0x13, 0x88)
	case 2: // another cage, or enforcer
		if rng.IntN(2) == 0 {
			d.Caveats[0].Enforcer = stranger(rng)
		} else {
			other := stranger(rng)
			d.Caveats[0].Terms = append(other[:], 0, 100)
		}
	case 3:
		d.Salt = big.NewInt(1 + rng.Int64N(1e9))
	case 4:
		d.Signature[rng.IntN(64)] ^= 1 << rng.IntN(8)
	case 5: // signed by the thief himself
		d.Delegator = v.thief.Address
	default:
		d.Authority = [32]byte{byte(rng.Uint32())}
	}
	return v.Redemption(d, v.buys(dollars(1+rng.Int64N(9)))...), true
}
