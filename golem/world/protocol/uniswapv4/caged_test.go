package uniswapv4

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

var (
	router, manager, wallet = common.Address{0x10}, common.Address{0x20}, common.Address{0x30}
	dollar, ether           = turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
)

const handle = "weth-usdc-30-v4"

// by is by what the account acts.
type by struct{ granted, caged bool }

func (b by) Granted() bool { return b.granted }
func (b by) Caged() bool   { return b.caged }

// stands is a reading of a pool in which ether costs 2,000 dollars, and of a position there.
func stands() turn.Reading {
	root := uint256.MustFromDecimal("1771595571142957166518320255467520")
	tick, err := uniswap.TickAtSqrtPrice(root)
	if err != nil {
		panic(err)
	}
	return turn.Reading{
		Markets: []turn.Market{{
			Handle: handle, Protocol: Name, Base: ether, Quote: dollar,
			Range: &turn.Range{SqrtPriceX96: *root, Tick: tick, Spacing: 60, Inverse: true},
		}},
		Positions: []turn.Position{{ID: id(manager, big.NewInt(7)).Dec(), Protocol: Name, Market: handle, Liquidity: *uint256.NewInt(1e12)}},
	}
}

func adapts(t *testing.T, b by, steps bool, positions common.Address) (*Adapter, Terms) {
	t.Helper()
	terms := Terms{V4: uniswap.V4{Router: router, Fee: 3000, TickSpacing: 60}, Base: ether.Address, Quote: dollar.Address, Positions: positions}
	x, err := New(protocol.Account{Address: wallet, Steps: steps, Mandate: b}, []protocol.Deployment{protocol.Deploy(Name, handle, terms)})
	if err != nil {
		t.Fatal(err)
	}
	return x, terms
}

func adds(r turn.Reading, from, to int32) grammar.Action {
	middle := r.Markets[0].Range.Tick / 60 * 60
	return grammar.Action{
		Kind: grammar.AddLiquidity, Market: handle, Protocol: Name, Base: uint256.NewInt(1e18), Quote: uint256.NewInt(2_000e6), Slippage: 50,
		TickLower: middle + 60*from, TickUpper: middle + 60*to,
	}
}

// Who may put liquidity in gets the forms of it: by a key of its own, under a grant, and within a cage.
// An enclave reads no swap in a pool, and is told so, as is whoever knows no position manager.
//
// spec: provisioning §8.4
func TestWhoProvidesInAV4Pool(t *testing.T) {
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
	plain, _ := adapts(t, by{}, false, manager)
	own := forms(plain)
	for name, c := range map[string]struct {
		by    by
		steps bool
		at    common.Address
		may   bool
	}{
		"its own key":         {by{}, false, manager, true},
		"a grant to its key":  {by{granted: true}, false, manager, true},
		"a cage":              {by{granted: true, caged: true}, false, manager, true},
		"an enclave":          {by{}, true, manager, false},
		"no position manager": {by{}, false, common.Address{}, false},
	} {
		x, _ := adapts(t, c.by, c.steps, c.at)
		if n := forms(x); n != own && c.may || n >= own && !c.may {
			t.Errorf("%s: %d forms, its own key has %d", name, n, own)
		}
		calls, err := x.Calls(protocol.Order{Action: adds(r, -10, 10), Seen: r, Until: big.NewInt(9)})
		if c.may != (err == nil) || c.may != (len(calls) > 0) || err != nil && !strings.Contains(err.Error(), "by a key in an enclave, nor where the router knows no position manager") {
			t.Errorf("%s: %d calls, %v", name, len(calls), err)
		}
	}
}

// A cage takes no allowance after liquidity, and eight calls at most: what an earlier opening left is
// taken back in front of the next, and the position manager's call is the last.
//
// spec: safety §7.1
func TestACagesAllowancesComeBeforeALiquidity(t *testing.T) {
	r, erc20 := stands(), bind.NewERC20()
	x, _ := adapts(t, by{granted: true, caged: true}, false, manager)
	for name, a := range map[string]grammar.Action{"around the price": adds(r, -10, 10), "of one token": adds(r, 10, 20), "of the other": adds(r, -20, -10)} {
		calls, err := x.Calls(protocol.Order{Action: a, Seen: r, Until: big.NewInt(9)})
		if err != nil || len(calls) > 8 || calls[len(calls)-1].To != manager {
			t.Fatalf("%s: %d calls, %v", name, len(calls), err)
		}
		for _, token := range []common.Address{dollar.Address, ether.Address} {
			first, last, inner := -1, new(big.Int), new(big.Int)
			for i, c := range calls {
				switch {
				case c.To == token && first < 0:
					if first = i; !bytes.Equal(c.Data, erc20.PackApprove(permit2.Address, last)) {
						t.Errorf("%s: the first word to %s is %x", name, token, c.Data)
					}
				case c.To == token:
					last = new(big.Int).SetBytes(c.Data[36:])
				case c.To == permit2.Address && common.BytesToAddress(c.Data[4:36]) == token:
					inner = new(big.Int).SetBytes(c.Data[68:100])
				}
			}
			if first < 0 || last.Cmp(inner) != 0 {
				t.Errorf("%s: of %s Permit2 may take %s, and the position manager %s there", name, token, last, inner)
			}
		}
	}
}

// A pool in which the account provides has a place of its own for a cage, the beginning of its id.
//
// spec: safety §7.1
func TestAV4PoolHasAPlaceForACage(t *testing.T) {
	_, terms := adapts(t, by{}, false, manager)
	place, named := terms.Grounds()
	if id := uniswap.PoolIDV4(terms.key()); place != common.Address(id[:20]) || named != nil {
		t.Errorf("it stands at %s, with %v", place, named)
	}
	want := []protocol.Contract{{What: "v4 router", Address: router, Deeds: policycage.Swaps}, {What: "v4 positions", Address: manager, Deeds: policycage.Joins}}
	if got := terms.Contracts(); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v", got)
	}
	_, terms = adapts(t, by{}, false, common.Address{})
	if place, _ := terms.Grounds(); place != (common.Address{}) || len(terms.Contracts()) != 1 {
		t.Errorf("a pool that nobody provides in stands at %s", place)
	}
}
