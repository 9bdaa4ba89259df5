package grant_test

import (
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/grant"
)

// yard is a stage in delegation custody, with Aave, whose account has a million dollars in cash
// and ether besides. It is as it was again behind each breach.
type yard struct {
	*stage
	lender, npm common.Address
	only        delegation.Delegation // of the same account, with the cage's caveat alone
}

func newYard(t testing.TB) *yard {
	t.Helper()
	y := &yard{stage: raise(t, grant.Delegation, nil)}
	y.lender, y.npm = y.At("AavePool"), y.At("NonfungiblePositionManager")
	y.only = y.caged()
	return y
}

// caged is the delegation with the cage's caveat alone.
func (s *stage) caged() delegation.Delegation {
	s.t.Helper()
	d := s.grant.Delegation
	d.Caveats = slices.DeleteFunc(slices.Clone(d.Caveats), func(c delegation.Caveat) bool { return len(c.Terms) != common.AddressLength })
	return s.signed(d)
}

// why says by which error or in which words the chain refuses a redemption; empty: it does not.
func (y *yard) why(d delegation.Delegation, calls []delegation.Call) string {
	y.t.Helper()
	data, err := delegation.Redeem([]delegation.Delegation{d}, calls)
	check(y.t, err)
	reason, reverts := y.reverts(data)
	if !reverts {
		return ""
	}
	if v, ok := policycage.Decode(reason); ok {
		return string(v.Kind)
	}
	text, err := abi.UnpackRevert(reason)
	if err != nil {
		y.t.Fatalf("no words for %x", reason)
	}
	return text
}

// Calls of the account.

func (y *yard) allow(token, spender common.Address, n *big.Int) delegation.Call {
	return delegation.Call{To: token, Data: bind.NewERC20().PackApprove(spender, n)}
}

func (y *yard) swapTo(in, out common.Address, n *big.Int, to common.Address) delegation.Call {
	return delegation.Call{To: y.At("SwapRouter"), Data: bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: to, Deadline: later, AmountIn: n, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	})}
}

var later = big.NewInt(1 << 40)

// buys are so many dollars of ether, sells so many thousandths of an ether.
func (y *yard) buys(n int64) []delegation.Call {
	return []delegation.Call{y.allow(y.usdc, y.At("SwapRouter"), dollars(n)), y.swapTo(y.usdc, y.weth, dollars(n), y.owner.Address)}
}

func (y *yard) sells(milliether int64) []delegation.Call {
	n := new(big.Int).Mul(big.NewInt(milliether), big.NewInt(1e15))
	return []delegation.Call{y.allow(y.weth, y.At("SwapRouter"), n), y.swapTo(y.weth, y.usdc, n, y.owner.Address)}
}

func (y *yard) mints(n int64) []delegation.Call {
	ether := new(big.Int).Mul(big.NewInt(n), big.NewInt(1e15/2))
	p, a0, a1 := &y.reading.Markets[0], dollars(n), ether
	zero, one := p.Ordered()
	if !p.Range.Inverse {
		a0, a1 = ether, dollars(n)
	}
	return []delegation.Call{y.allow(y.usdc, y.npm, dollars(n)), y.allow(y.weth, y.npm, ether), {
		To: y.npm, Data: bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: zero.Address, Token1: one.Address, Fee: big.NewInt(500), TickLower: big.NewInt(-887_270), TickUpper: big.NewInt(887_270),
			Amount0Desired: a0, Amount1Desired: a1, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: y.owner.Address, Deadline: later,
		}),
	}}
}

// leaves are the ways out of the account's first position, of which it asks for the first ones.
func (y *yard) leaves(steps int) []delegation.Call {
	y.t.Helper()
	npm := bind.NewNonfungiblePositionManager()
	id := new(big.Int).SetBytes(y.Ask(y.npm, npm.PackTokenOfOwnerByIndex(y.owner.Address, new(big.Int))))
	liquidity := new(big.Int).SetBytes(y.Ask(y.npm, npm.PackPositions(id))[7*32 : 8*32])
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	return []delegation.Call{
		{To: y.npm, Data: npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{TokenId: id, Liquidity: liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: later})},
		{To: y.npm, Data: npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: id, Recipient: y.owner.Address, Amount0Max: all, Amount1Max: all})},
		{To: y.npm, Data: npm.PackBurn(id)},
	}[:steps]
}

func (y *yard) lends(token common.Address, n *big.Int) []delegation.Call {
	return []delegation.Call{y.allow(token, y.lender, n), {To: y.lender, Data: bind.NewAavePool().PackSupply(token, n, y.owner.Address, 0)}}
}

func (y *yard) withdraws(token common.Address, n *big.Int) []delegation.Call {
	return []delegation.Call{{To: y.lender, Data: bind.NewAavePool().PackWithdraw(token, n, y.owner.Address)}}
}

func (y *yard) repays(token common.Address, n *big.Int) []delegation.Call {
	return []delegation.Call{y.allow(token, y.lender, n), {To: y.lender, Data: bind.NewAavePool().PackRepay(token, n, big.NewInt(2), y.owner.Address)}}
}

// tighten has the owner lower limits of the cage, which holds at once.
func (y *yard) tighten(to map[int]int64) {
	y.t.Helper()
	for _, limit := range slices.Sorted(maps.Keys(to)) {
		y.owner.Must(y.grant.Cage, bind.NewPolicyCage().PackSetLimit(uint8(limit), big.NewInt(to[limit]))) //nolint:gosec // small
	}
}

// owes has the owner lend 1,000 dollars and borrow a third of it in ether.
func (y *yard) owes() {
	y.t.Helper()
	y.passes(y.lends(y.usdc, dollars(1_000)))
	y.owner.Must(y.lender, bind.NewAavePool().PackBorrow(y.weth, big.NewInt(166e15), big.NewInt(2), 0, y.owner.Address))
}
