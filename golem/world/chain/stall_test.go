package chain

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
)

// The addresses of a market on paper.
var (
	golem, usdc, weth              = common.Address{19: 0xac}, common.Address{19: 0x0a}, common.Address{19: 0x0b}
	pool, factory                  = common.Address{19: 0x01}, common.Address{19: 0x02}
	router, positions              = common.Address{19: 0x03}, common.Address{19: 0x04}
	aavePool, provider, data       = common.Address{19: 0x05}, common.Address{19: 0x06}, common.Address{19: 0x07}
	aUSDC, dUSDC, aWETH, dWETH     = common.Address{19: 0x11}, common.Address{19: 0x12}, common.Address{19: 0x13}, common.Address{19: 0x14}
	blue, oracle                   = common.Address{19: 0x15}, common.Address{19: 0x16}
	routerV2, factoryV2, pair      = common.Address{19: 0x17}, common.Address{19: 0x18}, common.Address{19: 0x19}
	routerV4, stateView, managerV4 = common.Address{19: 0x1a}, common.Address{19: 0x1b}, common.Address{19: 0x1c}
	feed, list, sequencer          = common.Address{19: 0x1d}, common.Address{19: 0x1e}, common.Address{19: 0x1f}
)

// sqrt is 20,000 · 2^96: 2,500 USDC (6 decimals) are one WETH (18), exactly.
var sqrt = new(big.Int).Lsh(big.NewInt(20_000), 96)

// tick is that of sqrt, and the range of a position reaches so far to both sides of it.
const tick, aside = 198_079, 1_079

// deep and shallow are the liquidity of the pools of v3 and of v4: what 77.7 and 8.88 million USDC
// are, both sides together.
const deep, shallow = 777_000_000_000_000_000, 88_800_000_000_000_000

var loan = morpho.Params{Loan: usdc, Collateral: weth, Oracle: oracle, LLTV: *uint256.NewInt(86e16)}

func eth(hundredths int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(hundredths), big.NewInt(1e16))
}

// plainVenue is the pool alone.
func plainVenue() table.Venue {
	return table.Venue{Pools: []table.Pool{{At: pool}}, Router: router, Positions: positions}
}

// fullVenue is one with each protocol there is.
func fullVenue() table.Venue {
	v := plainVenue()
	v.Aave, v.Morpho, v.MorphoMarket = aavePool, blue, loan.ID()
	v.V2Router, v.V4 = routerV2, uniswap.V4{Router: routerV4, StateView: stateView, Fee: 500, TickSpacing: 10}
	return v
}

// plainConfig is the configuration of the pool alone.
func plainConfig() Config {
	return Config{ChainID: chainID, Account: golem, Numeraire: usdc, Deployments: plainVenue().Deployments()}
}

// everything is one with all there is but a grant.
func everything() Config {
	c := plainConfig()
	c.Deployments, c.Feeds = fullVenue().Deployments(), []protocol.Feed{{Feed: feed, Age: 1_200}}
	c.Sequencer = sequencer
	c.Sanctions, c.Growth, c.Session = list, true, 1_800_000_000
	return c
}

// newStall is a market of USDC and WETH on paper, with a wallet that has something of
// everything.
func newStall(t *testing.T) *paper {
	t.Helper()
	p := newPaper(t)
	p.wei[golem] = 3e18
	p.pool(usdc, weth, sqrt)
	p.token("usdc", usdc, 6, "USDC", big.NewInt(1_500e6))
	p.token("weth", weth, 18, "WETH", eth(40))
	p.lenders()
	p.exchanges()
	p.says("decimals of the feed", feed, bind.NewPriceFeed().PackDecimals(), 8)
	p.says("answer of the feed", feed, bind.NewPriceFeed().PackLatestRoundData(), 1, 2_480e8, 0, 1_700_000_100, 1)
	p.says("uptime of the feed", sequencer, bind.NewPriceFeed().PackLatestRoundData(), 1, 0, now-3_600, 0, 1)
	for _, who := range []common.Address{golem, pool, usdc, weth, router, positions, aavePool, routerV2, routerV4, blue, key} {
		listed := 0
		if who == pair || who == routerV4 || who == weth {
			listed = 1
		}
		p.says("list about "+who.Hex(), list, bind.NewSanctionsList().PackIsSanctioned(who), listed)
	}
	return p
}

// pool is a pool of 0.05 % between two tokens, with nothing in it that is the wallet's.
func (p *paper) pool(token0, token1 common.Address, sqrt *big.Int) {
	v3 := bind.NewUniswapV3Pool()
	p.says("token0", pool, v3.PackToken0(), token0)
	p.says("token1", pool, v3.PackToken1(), token1)
	p.says("fee", pool, v3.PackFee(), 500)
	p.says("spacing", pool, v3.PackTickSpacing(), 10)
	p.says("slot0", pool, v3.PackSlot0(), sqrt, tick, 0, 1, 1, 0, 1)
	p.says("liquidity", pool, v3.PackLiquidity(), big.NewInt(deep))
	p.says("growth0", pool, v3.PackFeeGrowthGlobal0X128(), grown(7))
	p.says("growth1", pool, v3.PackFeeGrowthGlobal1X128(), grown(9))
	p.says("factory of the router", router, bind.NewSwapRouter().PackFactory(), factory)
	p.says("which router it is", router, bind.NewSwapRouter02().PackFactoryV2(), factory)
	npm := bind.NewNonfungiblePositionManager()
	p.says("factory of the manager", positions, npm.PackFactory(), factory)
	p.says("pool of the factory", factory, bind.NewUniswapV3Factory().PackGetPool(token0, token1, big.NewInt(500)), pool)
	p.says("number of positions", positions, npm.PackBalanceOf(golem), 0)
}

// grown is so many parts of 1,024 of a token's unit for each unit of liquidity, as Q128.
func grown(parts int64) *big.Int { return new(big.Int).Lsh(big.NewInt(parts), 128-10) }

func (p *paper) token(name string, at common.Address, decimals int, symbol string, units *big.Int) {
	erc := bind.NewERC20()
	p.says("decimals of "+name, at, erc.PackDecimals(), decimals)
	p.says("symbol of "+name, at, erc.PackSymbol(), 32, len(symbol), common.RightPadBytes([]byte(symbol), 32))
	p.says("balance of "+name, at, erc.PackBalanceOf(golem), units)
}

// lenders are Aave, where 300 USDC and 2 WETH are lent and 100 USDC and half a WETH owed,
// and Morpho Blue, where 100 USDC are lent, and 40 owed on a WETH.
func (p *paper) lenders() {
	p.says("provider of aave", aavePool, crypto.Keccak256([]byte("ADDRESSES_PROVIDER()"))[:4], provider)
	p.says("pool of the provider", provider, bind.NewAavePoolAddressesProvider().PackGetPool(), aavePool)
	p.says("data of the provider", provider, bind.NewAavePoolAddressesProvider().PackGetPoolDataProvider(), data)
	reserves, erc := bind.NewAaveProtocolDataProvider(), bind.NewERC20()
	p.says("reserve of usdc", data, reserves.PackGetReserveTokensAddresses(usdc), aUSDC, common.Address{}, dUSDC)
	p.says("reserve of weth", data, reserves.PackGetReserveTokensAddresses(weth), aWETH, common.Address{}, dWETH)
	p.says("settings of usdc", data, reserves.PackGetReserveConfigurationData(usdc), 6, 7_700, 8_000, 10_450, 1_000, 1, 1, 0, 1, 0)
	p.says("settings of weth", data, reserves.PackGetReserveConfigurationData(weth), 18, 8_050, 8_300, 10_500, 1_500, 1, 1, 0, 1, 0)
	p.says("account at aave", aavePool, bind.NewAavePool().PackGetUserAccountData(golem), big.NewInt(5_300e8), big.NewInt(1_350e8), 7, 8_000, 7_500, eth(312))
	p.says("usdc lent", aUSDC, erc.PackBalanceOf(golem), big.NewInt(300e6))
	p.says("usdc owed", dUSDC, erc.PackBalanceOf(golem), big.NewInt(100e6))
	p.says("weth lent", aWETH, erc.PackBalanceOf(golem), eth(200))
	p.says("weth owed", dWETH, erc.PackBalanceOf(golem), eth(50))

	m, codec := bind.NewMorpho(), morpho.NewCodec(blue, loan)
	p.says("parameters", blue, m.PackIdToMarketParams(loan.ID()), loan.Loan, loan.Collateral, loan.Oracle, loan.Rate, loan.LLTV.ToBig())
	p.says("sums of blue", blue, codec.State(), big.NewInt(1_000e6), big.NewInt(1_000e12), big.NewInt(500e6), big.NewInt(500e12), 1_700_000_000, 0)
	p.says("position at blue", blue, codec.Position(golem), big.NewInt(100e12), big.NewInt(40e12), eth(100))
	p.says("price at blue", oracle, codec.Price(), new(big.Int).Mul(big.NewInt(2_500e6), big.NewInt(1e18)))
}

// otherLoan is a market of Morpho Blue that lends USDC against something else.
func (p *paper) otherLoan(c *Config) {
	other := loan
	other.Collateral = common.Address{19: 0x99}
	v := fullVenue()
	v.MorphoMarket = other.ID()
	c.Deployments = v.Deployments()
	p.says("parameters", blue, bind.NewMorpho().PackIdToMarketParams(v.MorphoMarket), usdc, other.Collateral, oracle, common.Address{}, other.LLTV.ToBig())
}

// exchanges are a pair of v2 with a million USDC and 400 WETH, and a pool of v4 whose
// protocol takes 100 and 200 hundredths of a basis point beside its fee of 500.
func (p *paper) exchanges() {
	r, f, v2 := bind.NewUniswapV2Router02(), bind.NewUniswapV2Factory(), bind.NewUniswapV2Pair()
	x, y := big.NewInt(1e12), eth(40_000)
	p.says("factory of v2", routerV2, r.PackFactory(), factoryV2)
	p.says("coin of v2", routerV2, r.PackWETH(), weth)
	p.says("pair of v2", factoryV2, f.PackGetPair(usdc, weth), pair)
	p.says("factory of the pair", pair, v2.PackFactory(), factoryV2)
	p.says("token0 of the pair", pair, v2.PackToken0(), usdc)
	p.says("token1 of the pair", pair, v2.PackToken1(), weth)
	p.says("reserves of v2", pair, v2.PackGetReserves(), x, y, 1)
	token := bind.NewERC20()
	p.says("share of v2", pair, token.PackBalanceOf(golem), 0)
	p.says("supply of v2", pair, token.PackTotalSupply(), eth(200))
	p.says("last product of v2", pair, v2.PackKLast(), 0)
	p.says("receiver of the fee of v2", factoryV2, f.PackFeeTo(), common.Address{})
	probe := big.NewInt(1e6)
	in := new(big.Int).Mul(probe, big.NewInt(997))
	out := new(big.Int).Mul(in, y)
	out.Quo(out, in.Add(in, new(big.Int).Mul(x, big.NewInt(1000))))
	p.says("quote of v2", routerV2, r.PackGetAmountsOut(probe, []common.Address{usdc, weth}), 32, 2, probe, out)

	view, id := bind.NewV4StateView(), uniswap.PoolIDV4(fullVenue().V4.Key(usdc, weth))
	p.says("manager of the v4 router", routerV4, bind.NewUniversalRouter().PackPoolManager(), managerV4)
	p.says("manager of the state view", stateView, view.PackPoolManager(), managerV4)
	p.says("slot of v4", stateView, view.PackGetSlot0(id), sqrt, tick, 200<<12|100, 500)
	p.says("liquidity of v4", stateView, view.PackGetLiquidity(id), big.NewInt(shallow))
}

// rollup has the chain charge for data: what each call asks is written down.
func (p *paper) rollup() {
	calls := bind.NewGasPriceOracle()
	p.says("fee of a byte", rollup.Oracle, calls.PackGetL1Fee(make([]byte, 1)), 1)
	p.says("most for a byte", rollup.Oracle, calls.PackGetL1FeeUpperBound(big.NewInt(1)), 1)
	p.says("operator's fee for nothing", rollup.Oracle, calls.PackGetOperatorFee(new(big.Int)), 0)
	p.says("most for an approval", rollup.Oracle, calls.PackGetL1FeeUpperBound(big.NewInt(120)), 1_000)
	p.says("most for a swap", rollup.Oracle, calls.PackGetL1FeeUpperBound(big.NewInt(320)), 30_000)
	p.says("operator's fee for a swap", rollup.Oracle, calls.PackGetOperatorFee(big.NewInt(210_000)), 7)
}

// lot is a position as the manager tells of it.
type lot struct {
	id           int64
	owner        common.Address
	fee          int64
	lower, upper int
	liquidity    *big.Int
	last0, last1 *big.Int
	owed0, owed1 int64
	tokens       [2]common.Address // zero: the pool's
}

// ours is a position of the wallet around the price of now.
func ours(id int64, liquidity *big.Int) lot {
	return lot{id: id, owner: golem, fee: 500, lower: tick - aside, upper: tick + aside, liquidity: liquidity, last0: grown(2), last1: grown(3), owed0: 11, owed1: 13}
}

// holds has the wallet hold these positions, in this order.
func (p *paper) holds(lots ...lot) {
	npm, v3 := bind.NewNonfungiblePositionManager(), bind.NewUniswapV3Pool()
	p.says("number of positions", positions, npm.PackBalanceOf(golem), len(lots))
	for i, l := range lots {
		id, name := big.NewInt(l.id), big.NewInt(l.id).String()
		p.says("the wallet's position "+big.NewInt(int64(i)).String(), positions, npm.PackTokenOfOwnerByIndex(golem, big.NewInt(int64(i))), id)
		p.says("owner of "+name, positions, npm.PackOwnerOf(id), l.owner)
		if l.tokens == [2]common.Address{} {
			l.tokens = [2]common.Address{usdc, weth}
		}
		p.says("position "+name, positions, npm.PackPositions(id), 0, common.Address{}, l.tokens[0], l.tokens[1], big.NewInt(l.fee), l.lower, l.upper, l.liquidity,
			l.last0, l.last1, big.NewInt(l.owed0), big.NewInt(l.owed1))
		for _, at := range []int{l.lower, l.upper} { // nothing grew outside
			p.says("tick "+big.NewInt(int64(at)).String(), pool, v3.PackTicks(big.NewInt(int64(at))), 0, 0, 0, 0, 0, 0, 0, 1)
		}
	}
}

// opens expects the configuration to fit.
func (p *paper) opens(c Config) *Chain {
	p.t.Helper()
	eyes, err := Open(p.t.Context(), p.client(), c)
	check(p.t, err)
	return eyes
}

// abiCall encodes a call of static words.
func abiCall(signature string, words ...[]byte) (data []byte) {
	data = append(data, crypto.Keccak256([]byte(signature))[:4]...)
	for _, w := range words {
		data = append(data, common.LeftPadBytes(w, 32)...)
	}
	return data
}
