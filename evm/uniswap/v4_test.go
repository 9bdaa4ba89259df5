package uniswap_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// seller sells on the v4 pool through Permit2 and the Universal Router.
type seller struct {
	*evmtest.Exchanges
	client *rpc.Client
}

// calls are the transactions of a sale: two allowances, the swap, and both taken back.
func (s seller) calls(t rapid.TB, zeroForOne bool, amount, least *big.Int) []sim.Call {
	in := s.USDC
	if !zeroForOne {
		in = s.WETH
	}
	units := uint256.MustFromBig(amount)
	allow, err := permit2.AllowCall(in, s.V4, units, evmtest.Deadline())
	check(t, err)
	swap, err := uniswap.SellCallV4(s.Key(), zeroForOne, amount, least, evmtest.Deadline())
	check(t, err)
	erc20 := bind.NewERC20()
	return []sim.Call{
		{From: s.Account, To: &in, Data: erc20.PackApprove(permit2.Address, amount)},
		{From: s.Account, To: &permit2.Address, Data: allow},
		{From: s.Account, To: &s.V4, Data: swap},
		{From: s.Account, To: &permit2.Address, Data: permit2.ForbidCall(in, s.V4)},
		{From: s.Account, To: &in, Data: erc20.PackApprove(permit2.Address, new(big.Int))},
	}
}

// quote is what V4Quoter says that a sale gives.
func (s seller) quote(t rapid.TB, block common.Hash, zeroForOne bool, amount *big.Int) *big.Int {
	abi, b := bind.NewV4Quoter(), s.client.At(block)
	read := b.Call(s.V4Quoter, abi.PackQuoteExactInputSingle(bind.IV4QuoterQuoteExactSingleParams{
		PoolKey: s.Key(), ZeroForOne: zeroForOne, ExactAmount: amount, HookData: []byte{},
	}))
	check(t, b.Do(context.Background()))
	raw, err := read.Value()
	check(t, err)
	q, err := abi.UnpackQuoteExactInputSingle(raw)
	check(t, err)
	return q.AmountOut
}

// spec: mirage-testing §12.2 (V4 pool manager)
func TestASimulatedV4SwapPaysWhatTheQuoterSays(t *testing.T) {
	x, client := exchanges(t)
	s := seller{x, client}
	fork, err := sim.New(client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	check(t, err)
	for _, sale := range []bool{true, false} { // the second round is at another price
		block, err := client.Head(t.Context())
		check(t, err)
		rapid.Check(t, func(rt *rapid.T) {
			zeroForOne := rapid.Bool().Draw(rt, "token0 goes in")
			amount := big.NewInt(rapid.Int64Range(1_000, 60_000e6).Draw(rt, "usdc"))
			if !zeroForOne {
				amount = new(big.Int).Mul(big.NewInt(rapid.Int64Range(1, 3e10).Draw(rt, "weth")), big.NewInt(1e9))
			}
			want := s.quote(rt, block.Hash, zeroForOne, amount)
			out, err := fork.At(block).Run(t.Context(), sim.Request{Calls: s.calls(rt, zeroForOne, amount, want), Tokens: []common.Address{x.USDC, x.WETH}})
			if err != nil || !out.Success {
				rt.Fatalf("%s: %v %+v", amount, err, out.Calls)
			}
			got := 0
			for _, d := range out.Deltas {
				if d.Account != x.Account {
					continue
				}
				expected := want
				if (d.Token == x.USDC) == zeroForOne {
					expected = new(big.Int).Neg(amount)
				}
				if got++; d.Amount.Cmp(expected) != 0 || !d.Verified() {
					rt.Fatalf("%s moves %s of %s, want %s", amount, d.Amount, d.Token, expected)
				}
			}
			if moved := want.Sign() > 0; moved && got != 2 {
				rt.Fatalf("%d tokens moved", got)
			}
			one := new(big.Int).Add(want, big.NewInt(1))
			more, err := fork.At(block).Run(t.Context(), sim.Request{Calls: s.calls(rt, zeroForOne, amount, one)})
			if err != nil || more.Success {
				rt.Fatalf("one unit more than %s was paid (%v)", want, err)
			}
		})
		for _, c := range s.calls(t, sale, map[bool]*big.Int{true: big.NewInt(20_000e6), false: ether(3)}[sale], new(big.Int)) {
			if r := x.Execute(*c.To, c.Data); r.Status != 1 {
				t.Fatal("the sale between two rounds reverted")
			}
		}
		s.checkNothingAllowed(t, map[bool]common.Address{true: x.USDC, false: x.WETH}[sale])
	}
}

// checkNothingAllowed: neither Permit2 nor the router may take anything of a token.
func (s seller) checkNothingAllowed(t *testing.T, token common.Address) {
	t.Helper()
	erc20, permits := bind.NewERC20(), bind.NewPermit2()
	b := s.client.At(head(t, s.client))
	first, second := b.Call(token, erc20.PackAllowance(s.Account, permit2.Address)), b.Call(permit2.Address, permits.PackAllowance(s.Account, token, s.V4))
	check(t, b.Do(t.Context()))
	raw, err := first.Value()
	check(t, err)
	if left, err := erc20.UnpackAllowance(raw); err != nil || left.Sign() != 0 {
		t.Errorf("Permit2 may still take %s (%v)", left, err)
	}
	if raw, err = second.Value(); err != nil {
		t.Fatal(err)
	}
	if left, err := permits.UnpackAllowance(raw); err != nil || left.Amount.Sign() != 0 {
		t.Errorf("the router may still take %s (%v)", left.Amount, err)
	}
}

func TestAV4PoolThatIsNoneIsRefusedWhenItIsOpened(t *testing.T) {
	x, client := exchanges(t)
	const native = "1842038164098331640364761710612480" // any price: the pool is only opened
	x.OpenV4(bind.PoolKey{Currency1: x.USDC, Fee: big.NewInt(500), TickSpacing: big.NewInt(10)}, native)
	edit := func(change func(*uniswap.V4)) uniswap.V4 {
		v := x.Venue()
		change(&v)
		return v
	}
	for name, c := range map[string]struct {
		v    uniswap.V4
		want string
	}{
		"no router":            {edit(func(v *uniswap.V4) { v.Router = evmtest.Address("nobody") }), "names no pool manager"},
		"another contract":     {edit(func(v *uniswap.V4) { v.Router = x.V2Router }), "names no pool manager"},
		"no state view":        {edit(func(v *uniswap.V4) { v.StateView = x.WETH }), "state view"},
		"a pool of the coin":   {edit(func(v *uniswap.V4) { v.Fee, v.TickSpacing = 500, 10 }), "native coin"},
		"a pool nobody opened": {edit(func(v *uniswap.V4) { v.Fee, v.TickSpacing = 10_000, 200 }), "no hook"},
		"another spacing":      {edit(func(v *uniswap.V4) { v.TickSpacing = 10 }), "there is no pool"},
	} {
		_, err := uniswap.OpenV4(t.Context(), client, head(t, client), c.v, x.USDC, x.WETH)
		if !errors.Is(err, uniswap.ErrExchange) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	l, err := uniswap.OpenV4(t.Context(), client, head(t, client), x.Venue(), x.USDC, x.WETH)
	if err != nil || l.Manager != x.Manager {
		t.Fatalf("%+v, %v", l, err)
	}
	b := client.At(head(t, client))
	read := l.Add(b)
	check(t, b.Do(t.Context()))
	p, err := read.Pool()
	if err != nil || p.Liquidity.IsZero() || p.Fee0 != evmtest.V4Fee || p.Fee1 != evmtest.V4Fee || p.SqrtPriceX96.Dec() != native {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestAV4SwapThatDoesNotFitIsAnError(t *testing.T) {
	most := new(big.Int).Lsh(big.NewInt(1), 128)
	for _, amounts := range [][2]*big.Int{{most, new(big.Int)}, {big.NewInt(1), most}} {
		if _, err := uniswap.SellCallV4(uniswap.V4{}.Key(common.Address{1}, common.Address{2}), true, amounts[0], amounts[1], big.NewInt(1)); !errors.Is(err, uniswap.ErrAmount) {
			t.Errorf("%s for %s: %v", amounts[0], amounts[1], err)
		}
	}
}

// The protocol may take a share of its own in each direction; what a pool then charges
// is what its Swap event names.
func TestAV4PoolsFeeIncludesTheProtocolsShare(t *testing.T) {
	x, client := exchanges(t)
	x.ProtocolFeeV4(1000, 250)
	l, err := uniswap.OpenV4(t.Context(), client, head(t, client), x.Venue(), x.USDC, x.WETH)
	check(t, err)
	b := client.At(head(t, client))
	read := l.Add(b)
	check(t, b.Do(t.Context()))
	p, err := read.Pool()
	check(t, err)
	for zeroForOne, ours := range map[bool]uint32{true: p.Fee0, false: p.Fee1} {
		var charged []uint64
		for _, c := range (seller{x, client}).calls(t, zeroForOne, big.NewInt(1_000_000), new(big.Int)) {
			for _, log := range x.Execute(*c.To, c.Data).Logs {
				if e, err := bind.NewV4PoolManager().UnpackSwapEvent(log); err == nil {
					charged = append(charged, e.Fee.Uint64())
				}
			}
		}
		if len(charged) != 1 || charged[0] != uint64(ours) || ours <= evmtest.V4Fee {
			t.Errorf("charged %d, we say %d", charged, ours)
		}
	}
}
