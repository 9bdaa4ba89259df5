package grant_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/internal/money"
)

// A Golem under a delegation puts liquidity into a pair and takes it out in part and whole: what its
// adapter makes passes the cage, which counts one position at its cost until it is left, and takes its
// shares at what they are at the feeds' prices, wherever the pair stands.
//
// spec: tools-archetypes §5.2; safety §7.1
func TestLiquidityOfAPairIsProvidedAndLeftUnderACage(t *testing.T) {
	s := raiseIn(t, func(k *evmtest.Kit) []protocol.Deployment {
		return []protocol.Deployment{protocol.Deploy(uniswapv2.Name, "", uniswapv2.Terms{Router: k.At("UniswapV2Router02")})}
	})
	market := s.reading.Markets[1]
	pair, me := market.Address, s.owner.Address
	if market.Protocol != uniswapv2.Name || pair != s.At("UniswapV2Pair") {
		t.Fatalf("the second market is %s", market.Handle)
	}
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Market: market.Handle, Protocol: market.Protocol, Base: uint256.NewInt(5e17), Quote: uint256.NewInt(1_000e6),
		TickLower: uniswap.MinTick, TickUpper: uniswap.MaxTick,
	}
	remove := func(percent uint8) grammar.Action {
		return grammar.Action{
			Kind: grammar.RemoveLiquidity, Market: market.Handle, Protocol: market.Protocol,
			PositionID: uint256.MustFromBig(new(big.Int).SetBytes(pair[:])), Percent: percent,
		}
	}
	held := func() (p turn.Position) {
		for _, p = range s.reading.Positions {
			if p.Market == market.Handle {
				return p
			}
		}
		return turn.Position{}
	}
	usdc, weth := s.balance(s.usdc), s.balance(s.weth)
	s.carries(add, add)
	gave := new(big.Int).Sub(usdc, s.balance(s.usdc))
	c := s.cage()
	if c.Positions != 1 || c.Deployed < 3_900*money.One || c.Deployed > 4_000*money.One || gave.Cmp(dollars(1_950)) < 0 {
		t.Fatalf("%d positions at %s, %s USDC given", c.Positions, c.Deployed, gave)
	}
	if shares, seen := s.balance(pair), held().Shares; shares.Cmp(seen.ToBig()) != 0 || shares.Sign() == 0 {
		t.Fatalf("%s shares, %s of them seen", shares, seen.Dec())
	}
	dear := add
	dear.Quote, dear.Base = uint256.NewInt(5_001e6), uint256.MustFromDecimal("2500500000000000000")
	if said := s.orders(dear); !strings.Contains(said, "are left for a transaction") {
		t.Errorf("more than a transaction may spend: %q", said)
	}

	// What is no call of the adapter's.
	router, n := s.At("UniswapV2Router02"), dollars(10)
	abi, thief, zero := bind.NewUniswapV2Router02(), s.golem.Address, new(big.Int)
	wbtc := s.At("WBTC")
	allow := func(token, spender common.Address) delegation.Call {
		return delegation.Call{To: token, Data: bind.NewERC20().PackApprove(spender, big.NewInt(1_000))}
	}
	at := func(data []byte) delegation.Call { return delegation.Call{To: router, Data: data} }
	cage := &yard{stage: s.stage, only: s.caged()}
	for name, x := range map[string]struct {
		want  policycage.Kind
		calls []delegation.Call
	}{
		"shares for somebody":         {"DestinationNotAllowed", []delegation.Call{at(abi.PackAddLiquidity(s.usdc, s.weth, n, n, zero, zero, thief, n))}},
		"tokens for somebody":         {"DestinationNotAllowed", []delegation.Call{at(abi.PackRemoveLiquidity(s.usdc, s.weth, n, zero, zero, thief, n))}},
		"a pair that there is not":    {"NothingToRead", []delegation.Call{at(abi.PackAddLiquidity(s.usdc, wbtc, n, n, zero, zero, me, n))}},
		"leaving one that is not":     {"NothingToRead", []delegation.Call{at(abi.PackRemoveLiquidity(s.usdc, wbtc, n, zero, zero, me, n))}},
		"an allowance behind it":      {"BatchNotAllowed", []delegation.Call{at(abi.PackAddLiquidity(s.usdc, s.weth, n, n, zero, zero, me, n)), allow(s.usdc, router)}},
		"shares for a thief":          {"AssetNotApproved", []delegation.Call{allow(pair, thief)}},
		"shares for another contract": {"AssetNotApproved", []delegation.Call{allow(pair, s.At("SwapRouter"))}},
		"another pair's shares":       {"AssetNotApproved", []delegation.Call{allow(s.At("UniswapV3Pool"), s.At("SwapRouter"))}},
		"sent shares":                 {"SelectorNotAllowed", []delegation.Call{{To: pair, Data: bind.NewERC20().PackTransfer(thief, n)}}},
		"a word more":                 {"MalformedCall", []delegation.Call{at(append(abi.PackRemoveLiquidity(s.usdc, s.weth, n, zero, zero, me, n), make([]byte, 32)...))}},
	} {
		if v := cage.why(cage.only, x.calls); v != string(x.want) {
			t.Errorf("%s: %q, want %s", name, v, x.want)
		}
	}

	// Left in part and whole, under a halt too, and with no allowance behind it.
	s.owner.Must(s.grant.Cage, bind.NewPolicyCage().PackEmergencyHalt())
	s.carries(remove(50))
	if half := s.cage(); half.Positions != 1 || half.Deployed < c.Deployed/2-money.One || half.Deployed > c.Deployed/2+money.One {
		t.Errorf("%d positions at %s behind a half", half.Positions, half.Deployed)
	}
	s.carries(remove(100))
	left, err := bind.NewERC20().UnpackAllowance(s.Ask(pair, bind.NewERC20().PackAllowance(me, router)))
	check(t, err)
	if c := s.cage(); c.Positions != 0 || c.Deployed != 0 || s.balance(pair).Sign() != 0 || left.Sign() != 0 {
		t.Errorf("%d positions at %s, %s shares are left, the router may take %s", c.Positions, c.Deployed, s.balance(pair), left)
	}
	if usdc.Sub(usdc, s.balance(s.usdc)); usdc.CmpAbs(big.NewInt(5)) > 0 {
		t.Errorf("%s units of USDC are missing", usdc)
	}
	if weth.Sub(weth, s.balance(s.weth)); weth.CmpAbs(big.NewInt(1e6)) > 0 {
		t.Errorf("%s units of WETH are missing", weth)
	}
}
