package signing_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/privy/privytest"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/enclave"
)

func guard(t testing.TB, past []signing.Spent) (*signing.Guard, *clock.Simulated) {
	t.Helper()
	b, c := book(t), clock.NewSimulated(start)
	g, err := signing.NewGuard(policy(t), b, prices(worth(b)), c, past)
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

// prices are those of a worth, where nothing is ever lost.
func prices(worth func(caveat.Call) (money.USDC, error)) signing.Prices {
	return signing.Prices{
		Worth: worth,
		Loss:  func(caveat.Call) (signing.Move, error) { return signing.Move{}, nil },
	}
}

// usd is a swap that pays whole dollars, with a nonce.
func usd(nonce uint64, dollars int64) *types.DynamicFeeTx {
	tx := swap(dollars*1_000_000, nil)
	tx.Nonce = nonce
	return tx
}

func want(t *testing.T, err error, words string) {
	t.Helper()
	if words == "" && err != nil || words != "" && (!errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), words)) {
		t.Errorf("%v, want %q", err, words)
	}
}

// spec: provisioning §8.8, §19 P6 — a true rolling window
func TestADayHasRoomForItsLimitAndNotAUnitMore(t *testing.T) {
	g, c := guard(t, nil)
	want(t, g.Transaction(usd(0, 1000)), "")
	over := usd(1, 1000)
	over.Data = swap(1_000_000_001, nil).Data
	want(t, g.Transaction(over), "one transaction may pay")
	_ = c.WaitUntil(t.Context(), start.Add(11*time.Hour))
	want(t, g.Transaction(usd(1, 1000)), "")
	want(t, g.Transaction(usd(2, 500)), "")
	want(t, g.Transaction(usd(3, 1)), "in 24 hours")
	home := send("USDC", owner, 1e15)
	home.Nonce = 3
	want(t, g.Transaction(home), "")
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour-time.Nanosecond))
	want(t, g.Transaction(usd(4, 1)), "in 24 hours")
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour))
	want(t, g.Transaction(usd(4, 1000)), "")
	want(t, g.Transaction(usd(5, 1)), "in 24 hours")
}

func TestAReplacementCountsOnceAndByItsDearest(t *testing.T) {
	g, _ := guard(t, nil)
	for range 10 {
		want(t, g.Transaction(usd(7, 1000)), "")
	}
	want(t, g.Transaction(usd(7, 1)), "")
	want(t, g.Transaction(usd(8, 1000)), "")
	want(t, g.Transaction(usd(9, 501)), "in 24 hours")
	want(t, g.Transaction(usd(9, 500)), "")
}

func TestARestartForgetsNothing(t *testing.T) {
	g, _ := guard(t, nil)
	want(t, g.Transaction(usd(0, 1000)), "")
	want(t, g.Transaction(usd(1, 1000)), "")
	again, _ := guard(t, g.Spent())
	want(t, again.Transaction(usd(2, 501)), "in 24 hours")
	want(t, again.Transaction(usd(2, 500)), "")
}

func TestGasHasItsOwnDay(t *testing.T) {
	g, _ := guard(t, nil)
	tx := usd(0, 1)
	tx.Gas, tx.GasFeeCap = 1_000_000, big.NewInt(100e9) // 0.1 ether, all of it
	want(t, g.Transaction(tx), "")
	want(t, g.Transaction(usd(1, 1)), "for gas")
	huge := usd(0, 1)
	huge.GasFeeCap = new(big.Int).Lsh(big.NewInt(1), 250)
	want(t, g.Transaction(huge), "no price")
	huge.GasFeeCap = new(big.Int).Lsh(big.NewInt(1), 256)
	want(t, g.Transaction(huge), "no chain takes")
	huge.GasFeeCap = nil
	want(t, g.Transaction(huge), "no chain takes")
}

func TestWhatCannotBeToldIsRefused(t *testing.T) {
	b := book(t)
	blind := func(caveat.Call) (money.USDC, error) { return 0, errors.New("no price of WETH") }
	g, err := signing.NewGuard(policy(t), b, prices(blind), clock.NewSimulated(start), nil)
	if err != nil {
		t.Fatal(err)
	}
	want(t, g.Transaction(usd(0, 1)), "no price of WETH")
	want(t, g.Transaction(send("USDC", owner, 5)), "")
	want(t, g.Transaction(send("USDC", sibling, 5)), "no price of WETH")
	for _, bad := range []func() (*signing.Guard, error){
		func() (*signing.Guard, error) {
			return signing.NewGuard(policy(t), nil, prices(blind), clock.System{}, nil)
		},
		func() (*signing.Guard, error) {
			return signing.NewGuard(policy(t), b, signing.Prices{}, clock.System{}, nil)
		},
		func() (*signing.Guard, error) { return signing.NewGuard(policy(t), b, prices(blind), nil, nil) },
		func() (*signing.Guard, error) {
			return signing.NewGuard(&signing.Policy{}, b, prices(blind), clock.System{}, nil)
		},
	} {
		if _, err := bad(); !errors.Is(err, signing.ErrPolicy) {
			t.Errorf("%v", err)
		}
	}
}

// Both directions are allowed in the enclave's rules, so that their mixture is too; the
// book knows only the forms.
func TestTheBookRefusesMixturesThatTheEnclaveLetsThrough(t *testing.T) {
	g, _ := guard(t, nil)
	mixed := swap(5, func(p *bind.ISwapRouterExactInputSingleParams) { p.TokenOut = at("USDC") })
	if !enclave.Allows(written(t, policy(t)), enclave.Subject{Method: privy.SignTransaction, Transaction: mixed, Now: start.Unix()}) {
		t.Fatal("the enclave refuses it already")
	}
	want(t, g.Transaction(mixed), "of no form")
}

// A thief has the authorization key and none of our checks: the enclave refuses alone.
// Our checks refuse alone too, and the provider does not hear of it.
//
// spec: DESIGN §12.6, provisioning §8.11
func TestEachSideRefusesWithoutTheOther(t *testing.T) {
	g, c := guard(t, nil)
	p := policy(t)
	server := privytest.NewServer(t, c, "a secret")
	keep := func(b []byte) privy.Vault { return secret.New(b) }
	ownerKey, err1 := privy.GenerateKey(keep)
	agentKey, err2 := privy.GenerateKey(keep)
	client, err3 := privy.New(privy.Config{URL: server.URL(), AppID: enclave.AppID, Secret: secret.New([]byte("a secret")), Key: agentKey, Clock: c})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	holder, err1 := client.CreateQuorum(t.Context(), "o", "owner", ownerKey.PublicKey())
	signer, err2 := client.CreateQuorum(t.Context(), "s", "golem", agentKey.PublicKey())
	made, err3 := client.CreatePolicy(t.Context(), "p", privy.Policy{Version: "1.0", Name: "golem", ChainType: "ethereum", Rules: p.Rules(), Owner: holder.ID})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	w, err := client.CreateWallet(t.Context(), "w", holder.ID, []string{made.ID}, privy.WalletSigner{ID: signer.ID, Policies: []string{made.ID}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Bound(t.Context(), privy.Binding{Wallet: w.ID, Signer: signer.ID, Policy: privy.Policy{ID: made.ID, Rules: p.Rules()}}); err != nil {
		t.Fatal(err)
	}
	careless := privy.Checks{Transaction: func(*types.DynamicFeeTx) error { return nil }, TypedData: func(apitypes.TypedData) error { return nil }}
	thief, err1 := privy.Open(t.Context(), client, w, evmtest.ChainID, careless)
	golem, err2 := privy.Open(t.Context(), client, w, evmtest.ChainID, privy.Checks{Transaction: g.Transaction, TypedData: g.TypedData})
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if _, err := golem.SignTransaction(swap(5, nil)); err != nil {
		t.Fatalf("a swap within the policy: %v", err)
	}
	bad := send("USDC", at("x"), 5)
	if _, err := thief.SignTransaction(bad); !errors.Is(err, privy.ErrRefused) {
		t.Errorf("the enclave: %v", err)
	}
	asked := server.Asked()
	if _, err := golem.SignTransaction(bad); !errors.Is(err, signing.ErrRefused) || !errors.Is(err, privy.ErrCheck) {
		t.Errorf("the guard: %v", err)
	}
	if server.Asked() != asked || server.Signed(w.ID) != 1 {
		t.Errorf("asked %d times more, %d signatures", server.Asked()-asked, server.Signed(w.ID))
	}
	if err := client.UpdatePolicy(t.Context(), made); !errors.Is(err, privy.ErrAuthorization) {
		t.Errorf("the thief changes the policy: %v", err)
	}
}

// sell is a swap into cash: a way out.
func sell(nonce uint64, units int64) *types.DynamicFeeTx {
	tx := swap(units, func(p *bind.ISwapRouterExactInputSingleParams) { p.TokenIn, p.TokenOut = p.TokenOut, p.TokenIn })
	tx.Nonce = nonce
	return tx
}

// spec: safety §1.4 S-7: neither dollars nor gas hold up what leaves a position, and it
// counts all the same.
func TestNothingHoldsUpAWayOut(t *testing.T) {
	b, c := book(t), clock.NewSimulated(start)
	dear := func(caveat.Call) (money.USDC, error) { return 1000 * money.One, nil }
	g, err := signing.NewGuard(policy(t), b, prices(dear), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(2) {
		want(t, g.Transaction(usd(n, 1)), "")
	}
	want(t, g.Transaction(usd(2, 1)), "in 24 hours")
	last := sell(2, 1e15)
	last.Gas, last.GasFeeCap = 1_000_000, big.NewInt(200e9) // more than a day's
	want(t, g.Transaction(last), "")
	want(t, g.Transaction(sell(3, 1e15)), "")
	want(t, g.Transaction(usd(4, 1)), "in 24 hours")
	_ = c.WaitUntil(t.Context(), start.Add(23*time.Hour))
	want(t, g.Transaction(sell(5, 1)), "")
	want(t, g.Transaction(usd(6, 1)), "in 24 hours")
	if n := len(g.Spent()); n != 5 {
		t.Errorf("%d transactions count", n)
	}
}

// What a journal tells counts as if it had just been signed, in any order and as often as
// it is told; what it pays is the dearest where nobody can say.
func TestWhatARestartIsToldCounts(t *testing.T) {
	g, c := guard(t, nil)
	g.Remember(usd(0, 1000), start.Add(-25*time.Hour))
	g.Remember(usd(1, 1000), start.Add(-23*time.Hour))
	for range 3 {
		g.Remember(usd(2, 1000), start.Add(-time.Hour))
	}
	want(t, g.Transaction(usd(3, 501)), "in 24 hours")
	want(t, g.Transaction(usd(3, 500)), "")
	_ = c.WaitUntil(t.Context(), start.Add(time.Hour))
	want(t, g.Transaction(usd(4, 1000)), "")

	blind, err := signing.NewGuard(policy(t), book(t), prices(func(caveat.Call) (money.USDC, error) { return 0, errors.New("no price") }), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	odd := usd(1, 1)
	odd.To, odd.Data = nil, nil
	blind.Remember(usd(0, 1), start)
	blind.Remember(odd, start)
	for i, s := range blind.Spent() {
		if s.Worth != 1000*money.One || s.Nonce != uint64(i) {
			t.Errorf("%+v", s)
		}
	}
}
