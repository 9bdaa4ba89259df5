package grant_test

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

// A Golem under a delegation buys and sells in a v4 pool through Permit2, and leaves no allowance.
//
// spec: tools-archetypes §5.2; safety §7.1
func TestAV4PoolIsTradedInUnderACage(t *testing.T) {
	s := raiseIn(t, func(k *evmtest.Kit) []protocol.Deployment {
		at := uniswap.V4{Router: k.At("UniversalRouter"), StateView: k.At("V4StateView"), Fee: 3000, TickSpacing: 60}
		return []protocol.Deployment{protocol.Deploy(uniswapv4.Name, "", uniswapv4.Terms{V4: at})}
	})
	market := s.reading.Markets[1]
	if market.Protocol != uniswapv4.Name {
		t.Fatalf("the second market is %s", market.Handle)
	}
	ether := s.balance(s.weth)
	buy := grammar.Action{Kind: grammar.Swap, Market: market.Handle, Protocol: market.Protocol, TokenIn: s.usdc, TokenOut: s.weth, AmountIn: uint256.NewInt(100e6)}
	s.carries(buy, buy)
	bought := ether.Sub(s.balance(s.weth), ether)
	if bought.Sign() <= 0 {
		t.Fatal("nothing was bought")
	}
	s.carries(grammar.Action{Kind: grammar.Swap, Market: market.Handle, Protocol: market.Protocol, TokenIn: s.weth, TokenOut: s.usdc, AmountIn: uint256.MustFromBig(bought)})
	p2, erc20 := bind.NewPermit2(), bind.NewERC20()
	for _, token := range s.wish.Tokens {
		left, err := erc20.UnpackAllowance(s.Ask(token.Address, erc20.PackAllowance(s.owner.Address, permit2.Address)))
		check(t, err)
		inner, err := p2.UnpackAllowance(s.Ask(permit2.Address, p2.PackAllowance(s.owner.Address, token.Address, s.At("UniversalRouter"))))
		check(t, err)
		if left.Sign() != 0 || inner.Amount.Sign() != 0 {
			t.Errorf("of %s Permit2 may take %s and the router %s there", token.Address, left, inner.Amount)
		}
	}
	dear := buy
	dear.AmountIn = uint256.NewInt(10_001e6)
	if said := s.orders(dear); !strings.Contains(said, "are left for a transaction") {
		t.Errorf("more than a transaction may spend was sold: %q", said)
	}
}
