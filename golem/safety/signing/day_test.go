package signing_test

import (
	stdmath "math"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// with gives a transaction its nonce and its gas.
func with(tx *types.DynamicFeeTx, nonce, gas uint64, fee *big.Int) *types.DynamicFeeTx {
	tx.Nonce, tx.Gas, tx.GasFeeCap = nonce, gas, fee
	return tx
}

func ether(to common.Address, wei int64) *types.DynamicFeeTx {
	tx := call(to, nil)
	tx.Value = big.NewInt(wei)
	return tx
}

func approve() *types.DynamicFeeTx {
	return call(at("USDC"), bind.NewERC20().PackApprove(at("SwapRouter"), big.NewInt(7)))
}

func mint() *types.DynamicFeeTx {
	token0, token1 := at("USDC"), at("WETH")
	if token1.Cmp(token0) < 0 {
		token0, token1 = token1, token0
	}
	n := big.NewInt
	return call(at("Positions"), bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: token0, Token1: token1, Fee: n(500), TickLower: n(-10), TickUpper: n(10),
		Amount0Desired: n(5), Amount1Desired: n(5), Amount0Min: n(1), Amount1Min: n(1), Recipient: wallet, Deadline: n(1e10),
	}))
}

// priced is a guard with a price of everything, and what it was asked for.
func priced(t *testing.T, each money.USDC, past ...signing.Spent) (*signing.Guard, *[]caveat.Call) {
	t.Helper()
	asked := &[]caveat.Call{}
	of := prices(func(c caveat.Call) (money.USDC, error) { *asked = append(*asked, c); return each, nil })
	g, err := signing.NewGuard(policy(t), book(t), of, clock.NewSimulated(start), past)
	if err != nil {
		t.Fatal(err)
	}
	return g, asked
}

// The policy's day is 2,500 dollars and a tenth of an ether for gas; a transaction is 1,000.
func TestWhatATransactionPaysIsBoundedToTheLastUnit(t *testing.T) {
	for each, words := range map[money.USDC]string{0: "", 1000 * money.One: "", 1000*money.One + 1: "it pays 1000.000001, one transaction may pay 1000.000000", -1: "it pays -0.000001"} {
		g, _ := priced(t, each)
		want(t, g.Transaction(usd(0, 1)), words)
	}
	for gas, words := range map[uint64]string{1e8: "", 1e8 + 1: "with it 100000001000000000 wei are offered for gas in 24 hours, 100000000000000000 are allowed"} {
		g, _ := priced(t, 1)
		want(t, g.Transaction(with(usd(0, 1), 0, gas, big.NewInt(1e9))), words)
	}
	g, asked := priced(t, 5)
	want(t, g.Transaction(ether(sibling, 9)), "")
	empty := usd(1, 1)
	empty.Value = nil
	want(t, g.Transaction(empty), "")
	if len(*asked) != 2 || (*asked)[0].Value.Int64() != 9 || (*asked)[0].Target != sibling || (*asked)[1].Value.Sign() != 0 {
		t.Errorf("it was asked what %+v pay", *asked)
	}
	want(t, g.Transaction(ether(owner, 9)), "")
	if got := g.Spent(); len(*asked) != 2 || len(got) != 2 || got[0] != (signing.Spent{Nonce: 1, At: start, Worth: 5, Gas: *uint256.NewInt(1e14)}) || got[1].Worth != 5 {
		t.Errorf("%+v count", got) // what goes home takes the place of nonce 0, at its dearest
	}
}

// spec: safety §1.4 S-7: whatever the day came to, money goes home, positions are left and
// what settlement needs is signed; nothing else is.
func TestAFullDayHoldsUpNoWayHome(t *testing.T) {
	full := signing.Spent{Nonce: 90, At: start, Worth: stdmath.MaxInt64, Gas: *new(uint256.Int).Not(new(uint256.Int))}
	dear := signing.Spent{Nonce: 91, At: start, Worth: 2500 * money.One}
	burnt := signing.Spent{Nonce: 92, At: start, Gas: *uint256.NewInt(1e17)}
	for name, c := range map[string]struct {
		past signing.Spent
		why  string
	}{
		"paid": {dear, "with it 2500.000001 are paid in 24 hours, 2500.000000 are allowed"}, "burnt": {burnt, "for gas in 24 hours"},
		"beyond counting": {full, "the day's sum is out of range"}, "gas beyond counting": {signing.Spent{Nonce: 90, At: start, Gas: full.Gas}, "the day's gas is out of range"},
	} {
		for _, out := range []*types.DynamicFeeTx{send("USDC", owner, 5), ether(owner, 5), sell(0, 1), approve()} {
			g, _ := priced(t, 1, c.past)
			want(t, g.Transaction(with(out, 0, 100_000, big.NewInt(1e9))), "")
			if len(g.Spent()) != 2 {
				t.Errorf("%s: %+v count", name, g.Spent())
			}
		}
		for _, out := range []*types.DynamicFeeTx{send("USDC", sibling, 5), ether(sibling, 5), usd(0, 1), mint()} {
			g, _ := priced(t, 1, c.past)
			want(t, g.Transaction(out), c.why)
			if len(g.Spent()) != 1 {
				t.Errorf("%s: what was refused counts: %+v", name, g.Spent())
			}
		}
	}
}

// Only the policy's tokens go home past the book: what a listed contract calls a transfer is
// its own affair.
func TestATransferOfNoTokenIsNoWayHome(t *testing.T) {
	p := policy(t)
	to := signing.Pin{Path: "to", OneOf: []string{owner.Hex()}}
	erc20, err := bind.ERC20MetaData.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	p.Contracts = append(p.Contracts, signing.Contract{Address: at("vault"), Functions: []signing.Function{{Method: erc20.Methods["transfer"], Pins: []signing.Pin{to}}}})
	g, err := signing.NewGuard(p, book(t), prices(func(caveat.Call) (money.USDC, error) { return 1, nil }), clock.NewSimulated(start), nil)
	if err != nil {
		t.Fatal(err)
	}
	want(t, g.Transaction(send("vault", owner, 5)), "of no form")
	want(t, g.Transaction(send("USDC", owner, 5)), "")
}

// Of the transactions of one nonce the chain takes one: the dearest counts, and so does the
// dearest gas, which need not be the same one's.
func TestOfANonceTheDearestGasCounts(t *testing.T) {
	g, _ := priced(t, 1)
	for _, fee := range []int64{3, 5, 4} {
		want(t, g.Transaction(with(usd(0, 1), 0, 10, big.NewInt(fee))), "")
	}
	want(t, g.Transaction(with(usd(1, 1), 1, 10, big.NewInt(7))), "")
	got := g.Spent()
	if len(got) != 2 || got[0].Gas.Uint64() != 50 || got[1].Gas.Uint64() != 70 {
		t.Errorf("%+v", got)
	}
}

// A restart reads what was signed from the records. It counts as it did, or as the dearest
// where it cannot be told any more; nothing that stands there stops the start.
func TestWhatIsRememberedCountsAsItDid(t *testing.T) {
	mixed := swap(5, func(p *bind.ISwapRouterExactInputSingleParams) { p.TokenOut = at("USDC") })
	cut := func(bytes int) *types.DynamicFeeTx {
		return call(at("USDC"), send("USDC", owner, 5).Data[:bytes:bytes])
	}
	created := usd(0, 1)
	created.To = nil
	gas := uint64(1e14)
	for name, c := range map[string]struct {
		tx    *types.DynamicFeeTx
		worth money.USDC
		gas   uint64
		lost  money.USDC
	}{
		"a swap":                       {usd(0, 1), 7, gas, 3},
		"a way out":                    {sell(0, 1), 0, gas, 3},
		"liquidity":                    {mint(), 7, gas, 3},
		"an approval":                  {approve(), 0, gas, 0},
		"a token home":                 {send("USDC", owner, 5), 0, gas, 0},
		"a token to a sibling":         {send("USDC", sibling, 5), 7, gas, 0},
		"ether home":                   {ether(owner, 5), 0, gas, 0},
		"ether to a sibling":           {ether(sibling, 5), 7, gas, 0},
		"of no form":                   {mixed, 1000 * money.One, gas, 1000 * money.One},
		"a transfer cut in its middle": {cut(35), 1000 * money.One, gas, 1000 * money.One},
		"a transfer without an amount": {cut(36), 1000 * money.One, gas, 1000 * money.One},
		"a call of three bytes":        {cut(3), 1000 * money.One, gas, 1000 * money.One},
		"a new contract":               {created, 1000 * money.One, gas, 0},
		"no fee":                       {with(usd(0, 1), 0, 100_000, nil), 7, 0, 3},
		"a fee that no chain takes":    {with(usd(0, 1), 0, 100_000, new(big.Int).Add(new(big.Int).Lsh(common.Big1, 256), common.Big1)), 7, 0, 3},
	} {
		of := prices(func(caveat.Call) (money.USDC, error) { return 7, nil })
		of.Loss = func(caveat.Call) (signing.Move, error) { return signing.Move{Worst: 3}, nil }
		g, err := signing.NewGuard(policy(t), book(t), of, clock.NewSimulated(start), nil)
		if err != nil {
			t.Fatal(err)
		}
		g.Remember(c.tx, start.Add(-time.Hour))
		if got := g.Spent(); len(got) != 1 || got[0] != (signing.Spent{At: start.Add(-time.Hour), Worth: c.worth, Gas: *uint256.NewInt(c.gas)}) || g.Lost() != c.lost {
			t.Errorf("%s: %+v count, and %s as lost", name, got, g.Lost())
		}
	}
	blind := prices(func(caveat.Call) (money.USDC, error) { return 1, errSilent })
	blind.Loss = func(caveat.Call) (signing.Move, error) { return signing.Move{Worst: 1500 * money.One}, errSilent }
	g, err := signing.NewGuard(policy(t), book(t), blind, clock.NewSimulated(start), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(3) {
		g.Remember(usd(n, 1), start)
	}
	if got := g.Spent(); len(got) != 3 || got[2].Worth != 1000*money.One || g.Lost() != 4500*money.One {
		t.Errorf("%+v count, beyond the day's limit, and %s as lost", got, g.Lost())
	}
}

// A guard that does not know something would guess it.
func TestAGuardNeedsEveryPrice(t *testing.T) {
	for name, edit := range map[string]func(*signing.Prices){
		"worth": func(p *signing.Prices) { p.Worth = nil }, "loss": func(p *signing.Prices) { p.Loss = nil },
	} {
		of := prices(func(caveat.Call) (money.USDC, error) { return 0, nil })
		edit(&of)
		if _, err := signing.NewGuard(policy(t), book(t), of, clock.NewSimulated(start), nil); err == nil {
			t.Errorf("without %s there is a guard", name)
		}
	}
}

// spec: DESIGN §12.29: one move, whatever the day has room for; and liquidity like a swap.
func TestOneMoveIsBoundedWhateverTheDayHasRoomFor(t *testing.T) {
	lost := 20*money.One + 1
	g, c := losing(t, &lost)
	want(t, g.Transaction(usd(0, 1)), "it may lose 20.000001 of 1000.000000 USDC: one move loses at most 2.00% of its value")
	want(t, g.Transaction(mint()), "one move loses at most 2.00%")
	want(t, g.Transaction(approve()), "")
	want(t, g.Transaction(with(send("USDC", sibling, 5), 1, 1, common.Big1)), "")
	lost = 20 * money.One
	want(t, g.Transaction(with(mint(), 2, 1, common.Big1)), "")
	for n := range uint64(2) { // only what trades has an outcome
		g.Settle(n, start, func(caveat.Call) money.USDC { t.Errorf("nonce %d lost something", n); return 1 })
	}
	g.Settle(9, start, nil)
	if g.Lost() != 20*money.One {
		t.Errorf("%s are lost", g.Lost())
	}
	// What came of it was worse than it might have been.
	g.Settle(2, start, func(caveat.Call) money.USDC { return 150 * money.One })
	_ = c.WaitUntil(t.Context(), start.Add(time.Hour))
	want(t, g.Transaction(usd(3, 1)), "")
	g.Settle(3, start.Add(time.Hour), func(caveat.Call) money.USDC { return 40 * money.One })
	want(t, g.Transaction(usd(4, 1)), "190.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, and it may lose 20.000000: positions can be left, and what is held be sold for at most 1.00% less than its worth; more is allowed at 2026-03-02T12:00:00Z")
	g.Settle(3, start.Add(time.Hour), func(caveat.Call) money.USDC { return stdmath.MaxInt64 })
	lost = 0 // what loses nothing would be sold beyond the limit, and bought again
	want(t, g.Transaction(usd(4, 1)), "of the 200.000000 USDC that may be lost in 24 hours are lost, and it may lose 0.000000")
	want(t, g.Transaction(with(approve(), 4, 1, common.Big1)), "")
	want(t, g.Transaction(sell(4, 1)), "")
}

// An account of a hundred dollars may lose two a day: where even the whole day has no room for
// a move, it is told when all that was lost is forgotten.
func TestASmallAccountIsToldWhenItHasRoomAgain(t *testing.T) {
	of := prices(func(caveat.Call) (money.USDC, error) { return 1, nil })
	worst := 2 * money.One
	of.Loss = func(caveat.Call) (signing.Move, error) {
		return signing.Move{Given: 1_000 * money.One, Worst: worst, Equity: 100 * money.One}, nil
	}
	c := clock.NewSimulated(start)
	g, err := signing.NewGuard(policy(t), book(t), of, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	want(t, g.Transaction(usd(0, 1)), "")
	worst++
	g.Settle(0, start, func(caveat.Call) money.USDC { return 1 })
	_ = c.WaitUntil(t.Context(), start.Add(time.Hour))
	want(t, g.Transaction(usd(1, 1)), "0.000001 of the 2.000000 USDC that may be lost in 24 hours are lost, and it may lose 2.000001: positions can be left, and what is held be sold for at most 1.00% less than its worth; more is allowed at 2026-03-02T12:00:00Z")
}

// A trade that is under way for longer than a day is known as long as it counts: its receipt
// gives back what it did not lose.
func TestAReceiptThatComesLateStillCounts(t *testing.T) {
	lost := 20 * money.One
	g, c := losing(t, &lost)
	_ = c.WaitUntil(t.Context(), start.Add(time.Hour))
	want(t, g.Transaction(usd(0, 1)), "")
	if got := g.Spent(); len(got) != 1 {
		t.Errorf("%+v count", got)
	}
	_ = c.WaitUntil(t.Context(), start.Add(26*time.Hour))
	want(t, g.Transaction(usd(1, 1)), "")
	if g.Lost() != 40*money.One {
		t.Errorf("%s count while nothing is known", g.Lost())
	}
	settled := start.Add(26 * time.Hour)
	g.Settle(0, settled, func(caveat.Call) money.USDC { return 3 * money.One })
	if g.Lost() != 23*money.One {
		t.Errorf("behind its receipt %s count", g.Lost())
	}
	// Once it counts no more, nobody asks what it lost.
	_ = c.WaitUntil(t.Context(), settled.Add(24*time.Hour))
	want(t, g.Transaction(usd(2, 1)), "")
	g.Settle(0, settled.Add(24*time.Hour), func(caveat.Call) money.USDC { t.Error("a forgotten trade is asked about"); return 1 })
}
