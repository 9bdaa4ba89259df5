package uniswapv2

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

var (
	router, at     = common.Address{0x10}, common.Address{0x20}
	dollar, ether  = turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
	handle, wallet = "weth-usdc-30-v2", common.Address{0x30}
)

// held is by what the account acts.
type held struct{ granted, caged bool }

func (h held) Granted() bool { return h.granted }
func (h held) Caged() bool   { return h.caged }

// stands is a reading of a pair with 2,000,000 USDC and 1,000 WETH, of which the account has a tenth.
func stands() turn.Reading {
	state := uniswap.Pair{Reserve0: *uint256.NewInt(2e12), Reserve1: *new(uint256.Int).Mul(uint256.NewInt(1_000), uint256.NewInt(1e18))}
	p := &pair{handle: handle, base: ether, quote: dollar, inverse: true, loader: &uniswap.PairLoader{Address: at}}
	position, _ := p.position(state, uniswap.Share{Units: *uint256.NewInt(5_000), Supply: *uint256.NewInt(50_000)})
	return turn.Reading{Markets: []turn.Market{p.market(state)}, Positions: []turn.Position{position}}
}

func adapter(t *testing.T, h held, steps bool) *Adapter {
	t.Helper()
	x, err := New(protocol.Account{Address: wallet, Steps: steps, Mandate: h}, []protocol.Deployment{protocol.Deploy(Name, handle, Terms{Router: router})})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func joins() grammar.Action {
	return grammar.Action{
		Kind: grammar.AddLiquidity, Market: handle, Protocol: Name, Base: uint256.NewInt(1e18), Quote: uint256.NewInt(5_000e6), Slippage: 100,
		TickLower: uniswap.MinTick, TickUpper: uniswap.MaxTick,
	}
}

func leaves(percent uint8) grammar.Action {
	return grammar.Action{Kind: grammar.RemoveLiquidity, Market: handle, Protocol: Name, PositionID: new(uint256.Int).SetBytes(at[:]), Percent: percent, Slippage: 100}
}

// An enclave reads no swap in a pair: it is told so before anything is simulated, and gets no form of
// it.
//
// spec: provisioning §8.4
func TestNoLiquidityOfAPairInAnEnclave(t *testing.T) {
	r := stands()
	forms := func(x *Adapter) int {
		f := &protocol.Forms{}
		x.Forms(f, r)
		all, err := f.All()
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	own := forms(adapter(t, held{}, false))
	for name, c := range map[string]struct {
		by    held
		steps bool
		may   bool
	}{
		"its own key":        {held{}, false, true},
		"a grant to its key": {held{granted: true}, false, true},
		"a cage":             {held{granted: true, caged: true}, false, true},
		"an enclave":         {held{}, true, false},
	} {
		x := adapter(t, c.by, c.steps)
		for _, a := range []grammar.Action{joins(), leaves(100)} {
			calls, err := x.Calls(protocol.Order{Action: a, Seen: r, Until: big.NewInt(1)})
			if c.may != (err == nil) || c.may != (len(calls) > 0) || err != nil && !strings.Contains(err.Error(), "by a key in an enclave") {
				t.Errorf("%s, %s: %d calls, %v", name, a.Kind, len(calls), err)
			}
		}
		if n := forms(x); n != own && c.may || n != own-3 && !c.may {
			t.Errorf("%s: %d forms, its own key has %d", name, n, own)
		}
	}
}

// What is put in is at least what the pair takes where its price moves by the slippage, and what
// comes out at least what the product leaves of each.
//
// spec: safety §1.4 S-10
func TestAPairTakesAndPaysAtLeastWhatTheSlippageLeaves(t *testing.T) {
	x, r := adapter(t, held{}, false), stands()
	if p := r.Positions[0]; p.Base.Dec() != "100000000000000000000" || p.Quote.Dec() != "200000000000" || p.Shares.Dec() != "5000" {
		t.Fatalf("a tenth of the pair is %+v", p)
	}
	order := protocol.Order{Action: joins(), Seen: r, Expect: &turn.Simulation{}, Until: big.NewInt(7)}
	calls, err := x.Calls(order)
	if err != nil || len(calls) != 5 {
		t.Fatal(len(calls), err)
	}
	// Of 5,000 USDC the pair takes 2,000 with 1 WETH.
	want := bind.NewUniswapV2Router02().PackAddLiquidity(dollar.Address, ether.Address, big.NewInt(5_000e6), big.NewInt(1e18), new(big.Int), new(big.Int), wallet, big.NewInt(7))
	got := calls[2].Data
	if calls[2].To != router || len(got) != len(want) {
		t.Fatalf("%x", got)
	}
	word := func(i int) *big.Int { return new(big.Int).SetBytes(got[4+32*i : 36+32*i]) }
	for i, c := range []struct{ least, most int64 }{4: {1_979_999_998, 1_980_000_000}, 5: {989_999_999_000_000_000, 990_000_000_000_000_000}} {
		if v := word(i); c.most > 0 && (v.Cmp(big.NewInt(c.least)) < 0 || v.Cmp(big.NewInt(c.most)) > 0) {
			t.Errorf("word %d is %s, want %d to %d", i, v, c.least, c.most)
		}
	}
	order.Action.TickLower = -60
	if _, err := x.Calls(order); err == nil || !strings.Contains(err.Error(), "lies over all prices") {
		t.Errorf("in a range: %v", err)
	}
	order.Action = leaves(50)
	if calls, err = x.Calls(order); err != nil || len(calls) != 3 || calls[0].To != at || calls[1].To != router {
		t.Fatal(calls, err)
	}
	got = calls[1].Data
	if word(2).Int64() != 2_500 {
		t.Errorf("half of 5,000 units is %s", word(2))
	}
	// 100,000 USDC and 50 WETH by the root of 0.99.
	if usdc, weth := word(3), word(4); usdc.Int64() != 99_498_743_710 || weth.String() != "49749371855330997736" {
		t.Errorf("at least %s and %s", usdc, weth)
	}
}

// What the pair would pay nothing of one token for is no position.
func TestDustOfAPairIsNoPosition(t *testing.T) {
	state := uniswap.Pair{Reserve0: *uint256.NewInt(10), Reserve1: *uint256.NewInt(1e18)}
	p := &pair{loader: &uniswap.PairLoader{Address: at}}
	for units, want := range map[uint64]bool{0: false, 1: false, 99: false, 100: true} {
		if _, ok := p.position(state, uniswap.Share{Units: *uint256.NewInt(units), Supply: *uint256.NewInt(1_000)}); ok != want {
			t.Errorf("%d units: %t", units, ok)
		}
	}
}

// The shares of a pair are a token: its logs tell how many the account has.
//
// spec: tools-archetypes §4, chain §12
func TestTheSharesOfAPairAreFollowed(t *testing.T) {
	x := &Reader{account: wallet, pairs: []*pair{{handle: handle, base: ether, quote: dollar, inverse: true, loader: &uniswap.PairLoader{Address: at}}}}
	r := stands()
	for _, c := range []struct {
		by, from, to common.Address
		shares, want int64
	}{
		{at, wallet, at, 2_000, 3_000}, {at, router, wallet, 50, 3_050}, {at, router, at, 9, 3_050}, {at, wallet, wallet, 7, 3_050}, {router, wallet, at, 1, 3_050},
	} {
		x.Follow(&r, &types.Log{Address: c.by, Data: common.BigToHash(big.NewInt(c.shares)).Bytes(), Topics: []common.Hash{
			erc20.TransferTopic, common.BytesToHash(c.from[:]), common.BytesToHash(c.to[:]),
		}})
		told := x.Told(&r)
		if last := told[len(told)-1]; last.What != "account's share" || last.Value.Int64() != c.want {
			t.Errorf("after %d: it is told that %s is %s, want %d", c.shares, last.What, last.Value, c.want)
		}
	}
}
