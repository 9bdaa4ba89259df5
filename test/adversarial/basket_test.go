package adversarial

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/artifact"
)

// basket is what a realm of a portfolio has: five assets, each with a price feed, and the pools of
// Uniswap v3 that trade them. All liquidity that is not the kit's is the adversary's own.
type basket struct {
	r      *realm
	coins  []*coin  // the numeraire first
	stalls []*stall // the strategy's first market first
	maker  *evmtest.Party
	empty  []*lot  // that the adversary put into pools, to be pulled out again
	cellar *cellar // nil: there is none
}

// coin is an asset of a basket.
type coin struct {
	handle   string
	at, feed common.Address
	decimals int64
	price    *big.Int // dollars with 8 decimals, as its feed says
}

// stall is a market of a basket. One that is not listed is read, and its owner never approved it.
type stall struct {
	handle      string
	at          common.Address
	base, quote *coin
	fee         int64
	listed      bool
	code        []byte // that it had; nil: it was not exchanged
}

// spacings are those of the ticks of pools, by their fee.
var spacings = map[int64]int64{500: 10, 3_000: 60, 10_000: 200}

// lot is a position of the adversary's over all ticks.
type lot struct {
	in      *stall
	id      *big.Int
	dollars int64
	depth   *big.Int // its liquidity
}

// Handles of a basket beside those of a realm.
const (
	btc, lnk, dai = "wbtc", "link", "dai"
	onWETH        = "weth-usdc-30"
	onBTC         = "wbtc-usdc-30"
	onCross       = "wbtc-weth-5"
	onLink        = "link-usdc-30"
	onLinkWETH    = "link-weth-30"
	onDAI         = "dai-usdc-5"
	unapproved    = "weth-usdc-100"
)

// newBasket fills a realm's markets.
func newBasket(r *realm) *basket {
	r.t.Helper()
	k := r.kit
	b := &basket{r: r, maker: k.Party("maker")}
	dollar := func(n int64) *big.Int { return big.NewInt(n * 1e8) }
	b.coins = []*coin{
		{usd, r.USDC, k.At("USDCFeed"), 6, dollar(1)},
		{eth, r.WETH, k.At("ETHFeed"), 18, dollar(2_000)},
		{btc, k.At("WBTC"), k.At("BTCFeed"), 8, dollar(60_000)},
		{lnk, b.mints("LINK", 18), b.fed("LINK / USD", dollar(20)), 18, dollar(20)},
		{dai, k.At("DAI"), b.fed("DAI / USD", dollar(1)), 18, dollar(1)},
	}
	k.Own(k.At("WBTC"), nil, bind.NewERC20().PackTransfer(r.Account, b.named(btc).units(400_000_000)))
	k.Own(k.At("DAI"), nil, bind.NewERC20().PackTransfer(r.Account, b.named(dai).units(200_000_000)))
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	for _, c := range b.coins {
		for _, spender := range []common.Address{r.Router, r.Positions} {
			b.must(c.at, bind.NewERC20().PackApprove(spender, most))
		}
	}
	weth, usdc := b.named(eth), b.named(usd)
	b.stalls = []*stall{{handle: onPool, at: r.Pool, base: weth, quote: usdc, fee: 500, listed: true}, {handle: onWETH, at: k.At("UniswapV3Pool3000"), base: weth, quote: usdc, fee: 3_000, listed: true}}
	b.fills(b.stalls[1], 1_500_000)
	for _, s := range []struct {
		handle, base, quote string
		fee, dollars        int64
	}{{onBTC, btc, usd, 3_000, 4_000_000}, {onCross, btc, eth, 500, 3_000_000}, {onLink, lnk, usd, 3_000, 2_000_000}, {onLinkWETH, lnk, eth, 3_000, 500_000}, {onDAI, dai, usd, 500, 2_000_000}} {
		b.opens(&stall{handle: s.handle, base: b.named(s.base), quote: b.named(s.quote), fee: s.fee, listed: true}, s.dollars)
	}
	b.stalls = append(b.stalls, &stall{handle: unapproved, at: k.At("UniswapV3Pool10000"), base: weth, quote: usdc, fee: 10_000})
	return b
}

// named is the coin of a handle.
func (b *basket) named(handle string) *coin {
	for _, c := range b.coins {
		if c.handle == handle {
			return c
		}
	}
	panic("there is no " + handle)
}

// stall is the market of a handle.
func (b *basket) stall(handle string) *stall {
	for _, s := range b.stalls {
		if s.handle == handle {
			return s
		}
	}
	panic("there is no " + handle)
}

// coin is that of an address; nil: there is none.
func (b *basket) coin(at common.Address) *coin {
	for _, c := range b.coins {
		if c.at == at {
			return c
		}
	}
	return nil
}

// units are so many dollars of a coin.
func (c *coin) units(dollars int64) *big.Int {
	return c.bought(new(big.Int).Mul(big.NewInt(dollars), big.NewInt(1e6)))
}

// bought are the units that so many millionths of a dollar are worth, rounded down.
func (c *coin) bought(micro *big.Int) *big.Int {
	v := new(big.Int).Mul(micro, ten(c.decimals+2))
	return v.Quo(v, c.price)
}

// worth is what units are, in millionths of a dollar, rounded down.
func (c *coin) worth(units *big.Int) *big.Int {
	v := new(big.Int).Mul(units, c.price)
	return v.Quo(v, ten(c.decimals+2))
}

func ten(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// sides are a market's tokens in the order of their addresses.
func (s *stall) sides() (zero, one *coin) {
	if s.base.at.Cmp(s.quote.at) > 0 {
		return s.quote, s.base
	}
	return s.base, s.quote
}

// fair is the square-root price of a market at the feeds' prices.
func (s *stall) fair() *big.Int {
	zero, one := s.sides()
	v := new(big.Int).Mul(zero.price, ten(one.decimals))
	v.Lsh(v, 192).Quo(v, new(big.Int).Mul(one.price, ten(zero.decimals)))
	return v.Sqrt(v)
}

// must is a call of the adversary's that has to succeed.
func (b *basket) must(to common.Address, data []byte) {
	b.r.t.Helper()
	if b.r.Execute(to, data).Status != 1 {
		b.r.t.Fatalf("call %x of %s reverted", data[:4], to)
	}
}

// mints makes a token behind USDC's code, all of which the adversary has.
func (b *basket) mints(symbol string, decimals uint8) common.Address {
	b.r.t.Helper()
	set, err := artifact.FindKit()
	check(b.r.t, err)
	proxy, err := set.Contract("FiatTokenProxy")
	check(b.r.t, err)
	code, err := proxy.Code(nil)
	check(b.r.t, err)
	behind := b.r.kit.At("FiatTokenV2_2")
	at, _ := b.maker.Create(append(code, bind.NewFiatTokenProxy().PackConstructor(behind)...))
	fiat, who := bind.NewFiatToken(), b.maker.Address
	for _, call := range [][]byte{
		bind.NewFiatTokenProxy().PackChangeAdmin(behind), // an admin cannot call the token
		fiat.PackInitialize(symbol, symbol, symbol, decimals, who, who, who, who), fiat.PackInitializeV2(symbol), fiat.PackInitializeV21(who), fiat.PackInitializeV22(nil, symbol),
		fiat.PackConfigureMinter(who, ten(40)), fiat.PackMint(b.r.Account, ten(18+8)),
	} {
		b.maker.Must(at, call)
	}
	return at
}

// fed makes a price feed.
func (b *basket) fed(name string, price *big.Int) common.Address {
	b.r.t.Helper()
	text, err := contracts.Kit.ReadFile("out/PriceFeed.json")
	check(b.r.t, err)
	var c struct{ Bytecode hexutil.Bytes }
	check(b.r.t, json.Unmarshal(text, &c))
	at, _ := b.maker.Create(append(c.Bytecode, bind.NewPriceFeed().PackConstructor(name, 8, price)...))
	return at
}

// opens makes a pool at the feeds' price, and fills it.
func (b *basket) opens(s *stall, dollars int64) {
	b.r.t.Helper()
	factories := bind.NewUniswapV3Factory()
	factory := common.BytesToAddress(b.r.Ask(b.r.Positions, bind.NewNonfungiblePositionManager().PackFactory()))
	zero, one := s.sides()
	b.must(factory, factories.PackCreatePool(zero.at, one.at, big.NewInt(s.fee)))
	s.at = common.BytesToAddress(b.r.Ask(factory, factories.PackGetPool(zero.at, one.at, big.NewInt(s.fee))))
	b.must(s.at, bind.NewUniswapV3Pool().PackInitialize(s.fair()))
	b.stalls = append(b.stalls, s)
	b.fills(s, dollars)
}

// fills puts so many dollars into a market, half of each token, over all ticks.
func (b *basket) fills(s *stall, dollars int64) {
	b.r.t.Helper()
	zero, one := s.sides()
	spacing := int32(spacings[s.fee]) //nolint:gosec // small
	receipt := b.r.Execute(b.r.Positions, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: zero.at, Token1: one.at, Fee: big.NewInt(s.fee), TickLower: big.NewInt(int64(uniswap.MinUsableTick(spacing))), TickUpper: big.NewInt(int64(uniswap.MaxUsableTick(spacing))),
		Amount0Desired: zero.units(dollars / 2), Amount1Desired: one.units(dollars / 2), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: b.r.Account, Deadline: evmtest.Deadline(),
	}))
	if receipt.Status != 1 {
		b.r.t.Fatalf("%s is not filled", s.handle)
	}
	id := receipt.Logs[len(receipt.Logs)-1].Topics[1].Big()
	b.empty = append(b.empty, &lot{in: s, id: id, dollars: dollars, depth: b.r.reads().asks(b.r.Positions, "positions", id)[7].(*big.Int)})
}

// poolViews are the questions of a basket's checker to a pool, by their text.
var poolViews = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"slot0","inputs":[],"outputs":[{"name":"root","type":"uint160"},{"name":"tick","type":"int24"},{"name":"a","type":"uint16"},{"name":"b","type":"uint16"},{"name":"c","type":"uint16"},{"name":"d","type":"uint8"},{"name":"e","type":"bool"}]},
 {"type":"function","name":"liquidity","inputs":[],"outputs":[{"name":"n","type":"uint128"}]}]`)))

// stands is what a market says behind a block: its square-root price, and its liquidity.
func (b *basket) stands(s *stall, block uint64) (root, liquidity *big.Int) {
	b.r.t.Helper()
	of := b.r.readsIn(block)
	ask := func(name string) *big.Int {
		raw := of.ask(s.at, must(poolViews.Pack(name)))
		out, err := poolViews.Methods[name].Outputs.Unpack(raw)
		if err != nil {
			b.r.t.Fatalf("%s of %s behind block %d: %v", name, s.handle, block, err)
		}
		return out[0].(*big.Int)
	}
	return ask("slot0"), ask("liquidity")
}

// head is the newest block.
func (b *basket) head() uint64 { return b.r.Chain().Chain.Head().Number.Uint64() }

// root is where a market stands.
func (b *basket) root(s *stall) *big.Int {
	root, _ := b.stands(s, b.head())
	return root
}

// sets trades a market to a square-root price, with the adversary's own money.
func (b *basket) sets(s *stall, root *big.Int) {
	b.r.t.Helper()
	in, out := s.sides()
	switch b.root(s).Cmp(root) {
	case 0:
		return
	case -1:
		in, out = out, in
	}
	if !b.r.does(b.r.Router, b.trade(s, in, out, root)) || b.root(s).Cmp(root) != 0 {
		b.r.t.Fatalf("%s stands at %s, and not at %s", s.handle, b.root(s), root)
	}
}

// trade is a swap of the adversary's until a square-root price.
func (b *basket) trade(s *stall, in, out *coin, root *big.Int) []byte {
	held := b.r.reads().number(in.at, "balanceOf", b.r.Account)
	return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in.at, TokenOut: out.at, Fee: big.NewInt(s.fee), Recipient: b.r.Account, Deadline: evmtest.Deadline(),
		AmountIn: new(big.Int).Quo(held, big.NewInt(2)), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: root,
	})
}

// away is the square-root price at which a market's base is dearer than by the feeds by basis points.
func (s *stall) away(bps int64) *big.Int {
	if zero, _ := s.sides(); zero != s.base {
		// A base that is the second token is dear where little of it is given for the first.
		v := new(big.Int).Mul(s.fair(), s.fair())
		v.Mul(v, big.NewInt(10_000)).Quo(v, big.NewInt(10_000+bps))
		return v.Sqrt(v)
	}
	return moved(s.fair(), bps)
}

// calms trades every market back to the feeds' prices.
func (b *basket) calms() {
	b.r.t.Helper()
	for _, s := range b.stalls {
		b.restores(s)
		b.sets(s, s.fair())
		b.refills(s)
	}
	b.settles()
}

// drains takes the adversary's liquidity out of a market.
func (b *basket) drains(s *stall) {
	b.r.t.Helper()
	for _, l := range b.empty {
		if l.in == s {
			b.changes(bind.NewNonfungiblePositionManager().PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
				TokenId: l.id, Liquidity: l.depth, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
			}))
			all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
			b.changes(bind.NewNonfungiblePositionManager().PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: l.id, Recipient: b.r.Account, Amount0Max: all, Amount1Max: all}))
		}
	}
}

// changes is a call of the position manager.
func (b *basket) changes(data []byte) {
	b.r.t.Helper()
	if !b.r.does(b.r.Positions, data) {
		b.r.t.Fatal(fmt.Errorf("call %x of the position manager reverted", data[:4]))
	}
}

// refills puts as much as before into a market that was drained.
func (b *basket) refills(s *stall) {
	b.r.t.Helper()
	for _, l := range b.empty {
		if l.in != s || b.r.reads().asks(b.r.Positions, "positions", l.id)[7].(*big.Int).Sign() > 0 {
			continue
		}
		zero, one := s.sides()
		b.changes(bind.NewNonfungiblePositionManager().PackIncreaseLiquidity(bind.INonfungiblePositionManagerIncreaseLiquidityParams{
			TokenId: l.id, Amount0Desired: zero.units(l.dollars / 2), Amount1Desired: one.units(l.dollars / 2), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		}))
		l.depth = b.r.reads().asks(b.r.Positions, "positions", l.id)[7].(*big.Int)
	}
}
