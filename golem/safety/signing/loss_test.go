package signing_test

import (
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

var errSilent = errors.New("the feed is silent")

// losing is a guard of an account of 10,000 dollars, of which a day may lose 200, whose moves
// lose what lost says of 1,000 dollars.
func losing(t *testing.T, lost *money.USDC, edit func(*signing.Policy)) (*signing.Guard, *clock.Simulated) {
	t.Helper()
	b, c, p := book(t), clock.NewSimulated(start), policy(t)
	p.MaxPerDay = 1_000_000 * money.One
	if edit != nil {
		edit(p)
	}
	of := prices(func(caveat.Call) (money.USDC, error) { return 1, nil })
	of.Loss = func(call caveat.Call) (signing.Move, error) {
		a, err := b.Read(call)
		return signing.Move{Given: 1_000 * money.One, Worst: *lost, Equity: 10_000 * money.One, Sells: a.TokenOut == at("USDC")}, err
	}
	g, err := signing.NewGuard(p, b, of, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

// spec: DESIGN §12.29, safety §1.4 S-7
func TestAGuardBoundsWhatADayLoses(t *testing.T) {
	lost := 20 * money.One
	g, c := losing(t, &lost, nil)
	for n := range uint64(9) {
		want(t, g.Transaction(usd(n, 1)), "")
	}
	want(t, g.Transaction(usd(8, 1)), "") // a replacement counts once
	lost++
	want(t, g.Transaction(usd(9, 1)), "one move loses at most 2.00%")
	want(t, g.Transaction(sell(9, 1)), "one move loses at most 2.00%")
	lost = 20 * money.One
	want(t, g.Transaction(usd(9, 1)), "")
	want(t, g.Transaction(usd(10, 1)), "200.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, and it may lose 20.000000: positions can be left, and what is held be sold for at most 1.00% less than its worth; more is allowed at 2026-03-02T12:00:00Z")
	want(t, g.Transaction(sell(10, 1)), "are lost")
	lost = 10 * money.One
	want(t, g.Transaction(sell(10, 1)), "")  // near its worth
	for _, lost = range []money.USDC{1, 0} { // what loses nothing could be sold, and bought again
		want(t, g.Transaction(usd(11, 1)), "are lost")
	}
	lost = 1
	want(t, g.Transaction(send("USDC", owner, 5)), "")
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour-time.Millisecond))
	want(t, g.Transaction(usd(11, 1)), "are lost")
	for n := range uint64(11) { // what is under way counts until it is known
		g.Settle(n, start, func(caveat.Call) money.USDC { return 20 * money.One })
	}
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour))
	want(t, g.Transaction(usd(11, 1)), "")
}

func TestAReceiptTakesThePlaceOfTheWorst(t *testing.T) {
	lost := 20 * money.One
	g, _ := losing(t, &lost, nil)
	want(t, g.Transaction(usd(0, 1)), "")
	g.Settle(0, start, func(c caveat.Call) money.USDC {
		if c.Target != at("SwapRouter") {
			t.Errorf("it is asked of %s", c.Target)
		}
		return 3 * money.One
	})
	g.Settle(7, start, func(caveat.Call) money.USDC { return 99 * money.One }) // not ours
	if v := g.Lost(); v != 3*money.One {
		t.Errorf("%s are lost", v)
	}
	if g.Settle(0, start, nil); g.Lost() != 20*money.One {
		t.Errorf("after a reorg %s are lost", g.Lost())
	}
	g.Remember(usd(1, 1), start)
	g.Remember(usd(1, 1), start)
	if v := g.Lost(); v != 40*money.One {
		t.Errorf("behind a restart %s are lost", v)
	}
}

// paid is typed data that lets somebody take units of USDC (EIP-3009, cut down).
func paid(units any) apitypes.TypedData {
	return apitypes.TypedData{
		PrimaryType: "TransferWithAuthorization",
		Types: apitypes.Types{
			"EIP712Domain":              {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"}},
			"TransferWithAuthorization": {{Name: "to", Type: "address"}, {Name: "value", Type: "uint256"}},
		},
		Domain:  apitypes.TypedDataDomain{Name: "USDC", Version: "2", ChainId: math.NewHexOrDecimal256(evmtest.ChainID), VerifyingContract: at("USDC").Hex()},
		Message: apitypes.TypedDataMessage{"to": at("host").Hex(), "value": units},
	}
}

func payable(spends ...signing.Spend) signing.Typed {
	d := paid("0")
	shape := privy.Shape{PrimaryType: d.PrimaryType, Types: map[string][]privy.Named{}}
	for name, members := range d.Types {
		for _, m := range members {
			shape.Types[name] = append(shape.Types[name], privy.Named{Name: m.Name, Type: m.Type})
		}
	}
	return signing.Typed{
		Domain: signing.Domain{Name: "USDC", Version: "2", Contract: at("USDC")}, Shape: shape,
		Pins: []signing.Pin{{Path: "to", OneOf: []string{at("host").Hex()}}}, Spends: spends,
	}
}

// Whoever asks for a signature over typed data is judged by the sums of a transaction; what it
// lets be taken and cannot be read is not signed.
func TestTypedDataIsJudgedLikeATransaction(t *testing.T) {
	lost := money.USDC(0)
	g, c := losing(t, &lost, func(p *signing.Policy) {
		p.Typed = append(p.Typed, payable(signing.Spend{Token: at("USDC"), Amount: "value"}))
		p.MaxPerDay = 1_150 * money.One
	})
	want(t, g.TypedData(paid("150000000")), "")
	want(t, g.TypedData(paid("150000000")), "") // the same signature takes once
	want(t, g.TypedData(paid("51000000")), "with it 201.000000 may be lost in 24 hours, 200.000000 are allowed")
	want(t, g.TypedData(paid((*math.HexOrDecimal256)(big.NewInt(40e6)))), "")
	want(t, g.TypedData(paid("1000000001")), "one signature may pay")
	lost = 11 * money.One
	want(t, g.Transaction(usd(0, 1)), "190.000000 of the 200.000000 USDC")
	for _, odd := range []any{"", "ten", "-1", nil, map[string]any{}} {
		want(t, g.TypedData(paid(odd)), "cannot be ")
	}
	if n := len(g.Spent()); n != 2 {
		t.Errorf("%d signatures count as spent", n)
	}
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour))
	want(t, g.TypedData(paid("200000000")), "")
	want(t, g.TypedData(paid("010")), "200.000010 may be lost")
}

func TestTypedDataThatSpendsHasToSaySo(t *testing.T) {
	for name, typed := range map[string]signing.Typed{
		"nothing is said": payable(), "no token": payable(signing.Spend{Amount: "value"}), "no amount": payable(signing.Spend{Token: at("USDC")}),
		"another token": payable(signing.Spend{Token: at("WETH"), Amount: "value"}),
	} {
		p := policy(t)
		p.Typed = append(p.Typed, typed)
		if err := p.Check(); err == nil {
			t.Errorf("%s: it is a policy", name)
		}
	}
}

// What cannot be told is refused, and counts as the dearest that may be where it was signed.
func TestALossThatCannotBeToldIsRefused(t *testing.T) {
	blind := prices(func(caveat.Call) (money.USDC, error) { return 1, nil })
	blind.Loss = func(caveat.Call) (signing.Move, error) { return signing.Move{}, errSilent }
	g, err := signing.NewGuard(policy(t), book(t), blind, clock.NewSimulated(start), nil)
	if err != nil {
		t.Fatal(err)
	}
	want(t, g.Transaction(usd(0, 1)), "what it may lose cannot be told: the feed is silent")
	want(t, g.Transaction(sell(0, 1)), "cannot be told")
	if g.Remember(usd(0, 1), start); g.Lost() != 1_000*money.One {
		t.Errorf("%s count", g.Lost())
	}
}
