package kit

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// AaveV3 is the protocol whose recipe this is.
const AaveV3 = "aave-v3"

var aaveV3 = recipe{
	protocol: AaveV3, weth: lentETH,
	lend: func(w *writer, _ string) {
		w.aaveOf("aave v3", w.all("WETH9", "USDC"), w.all("ETHFeed", "USDCFeed"))
	},
	markets: alone(AaveV3, "AavePool"),
	use: func(book deploy.Book, who common.Address) Use {
		at, usdc, variable, pool := book.Address("AavePool"), book.Address("USDC"), big.NewInt(2), bind.NewAavePool()
		return Use{
			At: at,
			Ready: pledging(book, at, func(pledge *big.Int) []byte {
				return pool.PackSupply(book.Address("WETH9"), pledge, who, 0)
			}),
			Take: to(at, func(units *big.Int) []byte { return pool.PackBorrow(usdc, units, variable, 0, who) }),
			Give: to(at, func(units *big.Int) []byte { return pool.PackRepay(usdc, units, variable, who) }),
		}
	},
}

// lentETH is what the kit's account lends to Aave, so that others can borrow.
var lentETH = whole(1_000, 18)

// feeds creates the settable prices: what oracles of lending protocols read.
func (w *writer) feeds(phase string) {
	w.feed(phase, "ETHFeed", "ETH / USD", whole(ETHPrice, 8))
	w.feed(phase, "USDCFeed", "USDC / USD", whole(1, 8))
	w.feed(phase, "BTCFeed", "BTC / USD", whole(BTCPrice, 8))
}

// feed creates one of them, with eight decimals.
func (w *writer) feed(phase, name, description string, answer *big.Int) {
	w.ours(phase, name, "PriceFeed", bind.NewPriceFeed().PackConstructor(description, 8, answer))
}

// sequencer creates the uptime feed that a rollup would have: it is up since the first
// second.
func (w *writer) sequencer(phase string) {
	f := bind.NewPriceFeed()
	at := w.ours(phase, "SequencerFeed", "PriceFeed", f.PackConstructor("L2 Sequencer Uptime Status Feed", 0, new(big.Int)))
	w.Call(phase, "up", at, f.PackFreeze(1))
}

// aave creates the protocol and lends to it, and lets it know the price of the kit's bitcoin too.
func (w *writer) aave(phase string) {
	w.aaveOf(phase, []common.Address{w.At("WETH9"), w.At("USDC"), w.At("WBTC")}, []common.Address{w.At("ETHFeed"), w.At("USDCFeed"), w.At("BTCFeed")})
}

// aaveOf creates the protocol, whose oracle knows the prices of tokens by their feeds, lists WETH
// and USDC, and lends to it.
func (w *writer) aaveOf(phase string, tokens, feeds []common.Address) {
	libraries := w.aaveLibraries(phase)
	p := bind.NewAavePoolAddressesProvider()
	provider := w.make(phase, "AavePoolAddressesProvider", p.PackConstructor("Bardo devnet", w.Deployer()), nil)
	w.Call(phase, "acl admin", provider, p.PackSetACLAdmin(w.Deployer()))
	acl := w.make(phase, "AaveACLManager", bind.NewAaveACLManager().PackConstructor(provider), nil)
	w.Call(phase, "acl manager", provider, p.PackSetACLManager(acl))
	w.Call(phase, "pool admin", acl, bind.NewAaveACLManager().PackAddPoolAdmin(w.Deployer()))

	pool := w.makeAs(phase, "AavePoolImplementation", "AavePool", bind.NewAavePool().PackConstructor(provider), libraries)
	configurator := w.makeAs(phase, "AavePoolConfiguratorImplementation", "AavePoolConfigurator", nil, libraries)
	// The provider makes a proxy of each: its first and its second creation.
	w.Call(phase, "pool", provider, p.PackSetPoolImpl(pool))
	w.Gas(3_000_000)
	w.Place("AavePool", "AavePool", created(provider, 1))
	w.Call(phase, "configurator", provider, p.PackSetPoolConfiguratorImpl(configurator))
	w.Gas(3_000_000)
	w.Place("AavePoolConfigurator", "AavePoolConfigurator", created(provider, 2))

	o := bind.NewAaveOracle()
	oracle := w.make(phase, "AaveOracle", o.PackConstructor(provider, tokens, feeds, common.Address{}, common.Address{}, whole(1, 8)), nil)
	w.Call(phase, "price oracle", provider, p.PackSetPriceOracle(oracle))
	data := w.make(phase, "AaveProtocolDataProvider", bind.NewAaveProtocolDataProvider().PackConstructor(provider), nil)
	w.Call(phase, "data provider", provider, p.PackSetPoolDataProvider(data))
	w.list(phase, provider)
	w.lend(phase)
}

// aaveLibraries creates what pool and configurator link.
func (w *writer) aaveLibraries(phase string) map[string]common.Address {
	at := map[string]common.Address{}
	for _, name := range []string{
		"SupplyLogic", "BorrowLogic", "LiquidationLogic", "EModeLogic", "BridgeLogic", "PoolLogic", "ConfiguratorLogic", "FlashLoanLogic",
	} {
		at[name] = w.make(phase, "Aave"+name, nil, at)
	}
	return at
}

// list makes WETH and USDC reserves: lent, borrowed at a variable rate, and collateral.
func (w *writer) list(phase string, provider common.Address) {
	pool, configurator := w.At("AavePool"), w.At("AavePoolConfigurator")
	arg := bind.NewAaveToken().PackConstructor(pool)
	share := w.makeAs(phase, "AaveATokenImplementation", "AToken", arg, nil)
	variable := w.makeAs(phase, "AaveVariableDebtTokenImplementation", "AaveVariableDebtToken", arg, nil)
	stable := w.makeAs(phase, "AaveStableDebtTokenImplementation", "AaveStableDebtToken", arg, nil)
	c := bind.NewAavePoolConfigurator()
	for _, r := range []struct {
		token, symbol                   string
		decimals                        uint8
		ltv, threshold, bonus, factor   int64 // basis points
		optimal, slope1, slope2, stable int64 // per mille
	}{
		{"WETH9", "WETH", 18, 8_050, 8_300, 10_500, 1_500, 800, 33, 800, 80},
		{"USDC", "USDC", 6, 7_700, 8_000, 10_500, 1_000, 900, 40, 600, 50},
	} {
		rates := w.makeAs(phase, "AaveRateStrategy"+r.symbol, "AaveRateStrategy", bind.NewAaveRateStrategy().PackConstructor(
			provider, ray(r.optimal), new(big.Int), ray(r.slope1), ray(r.slope2), ray(r.slope1), ray(r.slope2), ray(r.stable), ray(r.stable), ray(200)), nil)
		w.Call(phase, "list "+r.symbol, configurator, c.PackInitReserves([]bind.ConfiguratorInputTypesInitReserveInput{{
			ATokenImpl: share, StableDebtTokenImpl: stable, VariableDebtTokenImpl: variable, UnderlyingAssetDecimals: r.decimals,
			InterestRateStrategyAddress: rates, UnderlyingAsset: w.At(r.token), Treasury: w.Deployer(),
			ATokenName: "Aave Bardo " + r.symbol, ATokenSymbol: "a" + r.symbol,
			VariableDebtTokenName: "Aave Bardo Variable Debt " + r.symbol, VariableDebtTokenSymbol: "variableDebt" + r.symbol,
			StableDebtTokenName: "Aave Bardo Stable Debt " + r.symbol, StableDebtTokenSymbol: "stableDebt" + r.symbol, Params: []byte{},
		}}))
		w.Gas(6_000_000)
		for _, call := range [][]byte{
			c.PackConfigureReserveAsCollateral(w.At(r.token), big.NewInt(r.ltv), big.NewInt(r.threshold), big.NewInt(r.bonus)),
			c.PackSetReserveBorrowing(w.At(r.token), true),
			c.PackSetReserveFactor(w.At(r.token), big.NewInt(r.factor)),
			c.PackSetReserveFlashLoaning(w.At(r.token), true),
		} {
			w.Call(phase, "configure "+r.symbol, configurator, call)
		}
	}
}

func (w *writer) lend(phase string) {
	pool := w.At("AavePool")
	w.approve(phase, pool, "USDC", "WETH9")
	w.Call(phase, "lend USDC", pool, bind.NewAavePool().PackSupply(w.At("USDC"), w.lent, w.Deployer(), 0))
	w.Call(phase, "lend WETH", pool, bind.NewAavePool().PackSupply(w.At("WETH9"), lentETH, w.Deployer(), 0))
}

// ray is a per mille in Aave's fixed point of 27 digits.
func ray(perMille int64) *big.Int { return whole(perMille, 24) }
