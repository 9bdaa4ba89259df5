package adversarial

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
)

// feeds are the prices that the enforcers of a grant ask for. They follow the market, as
// those of a real chain do.
type feeds struct {
	*evmtest.Kit
	last *big.Int // with 8 decimals
}

// kit is a market with MetaMask's framework, feeds, and as much of both tokens for the
// test's account as the market needs.
func (l *land) kit() {
	l.t.Helper()
	k := evmtest.NewKit(l.t)
	l.feeds = &feeds{Kit: k, last: new(big.Int)}
	l.Market = &evmtest.Market{
		Node: k.Node, USDC: k.At("USDC"), WETH: k.At("WETH9"), Pool: k.At("UniswapV3Pool"), Router: k.At("SwapRouter"),
		Quoter: k.At("QuoterV2"), Positions: k.At("NonfungiblePositionManager"),
	}
	ether := big.NewInt(1e18)
	k.Own(l.USDC, nil, bind.NewERC20().PackTransfer(l.Account, big.NewInt(500_000_000e6)))
	k.Own(l.WETH, nil, bind.NewERC20().PackTransfer(l.Account, ether.Mul(ether, big.NewInt(50_000))))
	l.Approve(l.Router, l.Positions)
}

// report posts the pool's price where it moved by more than a feed's deviation.
func (l *land) report() {
	if l.feeds == nil {
		return
	}
	l.t.Helper()
	slot, err := bind.NewUniswapV3Pool().UnpackSlot0(l.Ask(l.Pool, bind.NewUniswapV3Pool().PackSlot0()))
	check(l.t, err)
	// Of USDC's 6 and ether's 18 decimals: a whole ether costs 2^192 · 10^12 / sqrt².
	square := new(big.Int).Mul(slot.SqrtPriceX96, slot.SqrtPriceX96)
	price := new(big.Int).Lsh(big.NewInt(1e12), 192)
	price.Quo(price.Mul(price, big.NewInt(1e8)), square)
	gap := new(big.Int).Sub(price, l.feeds.last)
	if gap.Abs(gap).Mul(gap, big.NewInt(10_000)).Cmp(new(big.Int).Mul(price, big.NewInt(15))) <= 0 {
		return
	}
	l.feeds.last = price
	l.feeds.Own(l.feeds.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(price))
}

// entrusts has an owner, whose account has the money, grant the stage's Golem what it was
// born to do, with contracts that stand on the chain.
func (l *land) entrusts(s *stage) {
	l.t.Helper()
	k := l.feeds
	l.report()
	owner := k.Party("owner")
	owner.Become(k.At("EIP7702StatelessDeleGator"))
	l.holder, s.boot.Venue.Account = owner.Address, owner.Address
	check(l.t, s.holdsBy(signed(l.t, k.Kit, owner, l.wish(s, owner.Address))))
}

// seen is what is in the chain's pool for whoever reads nothing of its price.
func (l *land) seen() turn.Reading {
	p := turntest.Pool{
		Address: l.Pool, Token0: turn.Token{Address: l.USDC, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: l.WETH, Symbol: "WETH", Decimals: 18},
		QuoteIsZero: true, FeePips: 500, TickSpacing: 10,
	}
	if l.WETH.Cmp(l.USDC) < 0 {
		p.Token0, p.Token1, p.QuoteIsZero = p.Token1, p.Token0, false
	}
	return p.Seen(nil, nil)
}

// wish is the stage's, on this chain.
func (l *land) wish(s *stage, owner common.Address) grant.Wish {
	l.t.Helper()
	k, w := l.feeds, s.wish(owner)
	w.Manager, w.Counter = k.At("DelegationManager"), k.At("LimitedCallsEnforcer")
	w.Start, w.End = k.Chain().Chain.Head().Time, uint64(s.boot.Birth.Start/1000)+365*86_400 //nolint:gosec // a time
	w.Tokens = []caveat.Token{
		{Address: l.USDC, Feed: k.At("USDCFeed"), MaxAge: 10_000_000, Decimals: 14}, {Address: l.WETH, Feed: k.At("ETHFeed"), MaxAge: 10_000_000, Decimals: 26},
	}
	var err error
	w.Forms, err = s.forms(l.seen())
	check(l.t, err)
	return w
}
