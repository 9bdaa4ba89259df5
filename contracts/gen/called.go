package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"bardo.run/bardo/mirage/artifact"
)

// contract is one binding to write.
type contract struct {
	name   string // Go type
	file   string // in evm/bind
	source func(*artifact.Set) (json.RawMessage, error)
	keep   []string // names or full signatures, in the binding's order; nil: everything
}

// called lists what we call. A name keeps every overload, a signature keeps one;
// of two overloads the later is called Name0 in Go.
var called = []contract{
	{"ERC20", "erc20.go", from("FiatTokenV2_2"), []string{
		"name", "symbol", "decimals", "totalSupply", "balanceOf", "allowance", "approve", "transfer", "transferFrom",
		"Transfer", "Approval",
	}},
	{"WETH9", "weth9.go", from("WETH9"), []string{"deposit", "withdraw", "Deposit", "Withdrawal"}},
	{"FiatToken", "fiat_token.go", from("FiatTokenV2_2"), []string{
		"initialize", "initializeV2", "initializeV2_1", "initializeV2_2",
		"masterMinter", "configureMinter", "isMinter", "minterAllowance", "mint", "burn", "isBlacklisted",
		"DOMAIN_SEPARATOR", "version", "nonces", "authorizationState",
		"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
		"permit(address,address,uint256,uint256,bytes)",
		"transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
		"transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
		"receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
		"receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
		"cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)",
		"cancelAuthorization(address,bytes32,bytes)",
		"AuthorizationUsed", "AuthorizationCanceled", "Mint", "Burn",
	}},
	{"FiatTokenProxy", "fiat_token_proxy.go", from("FiatTokenProxy"), []string{"constructor", "changeAdmin"}},
	{"Permit2", "permit2.go", ours("IPermit2"), nil},
	{"Multicall3", "multicall3.go", ours("IMulticall3"), nil},
	{"UniswapV3Factory", "uniswap_v3_factory.go", from("UniswapV3Factory"), []string{
		"owner", "getPool", "createPool", "feeAmountTickSpacing", "enableFeeAmount", "PoolCreated",
	}},
	{"UniswapV3Pool", "uniswap_v3_pool.go", from("UniswapV3Pool"), []string{
		"token0", "token1", "fee", "tickSpacing", "maxLiquidityPerTick", "slot0", "liquidity", "ticks", "tickBitmap",
		"positions", "feeGrowthGlobal0X128", "feeGrowthGlobal1X128", "protocolFees", "observe",
		"initialize", "mint", "burn", "collect", "swap",
		"Initialize", "Mint", "Burn", "Collect", "Swap",
	}},
	{"NonfungiblePositionManager", "position_manager.go", from("NonfungiblePositionManager"), []string{
		"constructor", "factory", "WETH9", "positions", "balanceOf", "ownerOf", "tokenOfOwnerByIndex",
		"mint", "increaseLiquidity", "decreaseLiquidity", "collect", "burn", "multicall",
		"unwrapWETH9", "sweepToken", "refundETH",
		"IncreaseLiquidity", "DecreaseLiquidity", "Collect", "Transfer",
	}},
	{"SwapRouter", "swap_router.go", from("SwapRouter"), []string{
		"constructor", "factory", "WETH9", "exactInputSingle", "exactInput", "exactOutputSingle", "exactOutput",
		"multicall", "unwrapWETH9", "sweepToken", "refundETH",
	}},
	{"SwapRouter02", "swap_router02.go", from("SwapRouter02"), []string{
		"constructor", "factory", "factoryV2", "exactInputSingle", "exactInput",
	}},
	{"QuoterV2", "quoter_v2.go", from("QuoterV2"), []string{
		"constructor", "factory", "WETH9",
		"quoteExactInputSingle", "quoteExactInput", "quoteExactOutputSingle", "quoteExactOutput",
	}},
	{"TickLens", "tick_lens.go", from("TickLens"), []string{"getPopulatedTicksInWord"}},
	{"Market", "market.go", ours("Market"), nil},

	// The development kit.
	{"UniswapV2Factory", "uniswap_v2_factory.go", from("UniswapV2Factory"), []string{
		"constructor", "getPair", "createPair", "allPairsLength", "allPairs", "PairCreated",
	}},
	{"UniswapV2Pair", "uniswap_v2_pair.go", from("UniswapV2Pair"), []string{
		"token0", "token1", "factory", "getReserves", "price0CumulativeLast", "price1CumulativeLast", "kLast",
		"Swap", "Sync", "Mint", "Burn",
	}},
	{"UniswapV2Router02", "uniswap_v2_router02.go", from("UniswapV2Router02"), []string{
		"constructor", "factory", "WETH", "quote", "getAmountOut", "getAmountIn", "getAmountsOut", "getAmountsIn",
		"addLiquidity", "removeLiquidity", "addLiquidityETH", "removeLiquidityETH",
		"swapExactTokensForTokens", "swapTokensForExactTokens", "swapExactETHForTokens", "swapExactTokensForETH",
	}},
	{"V4PoolManager", "v4_pool_manager.go", from("V4PoolManager"), []string{
		"constructor", "Initialize", "ModifyLiquidity", "Swap", "Donate",
	}},
	{"V4PositionManager", "v4_position_manager.go", from("V4PositionManager"), []string{
		"constructor", "poolManager", "permit2", "WETH9", "nextTokenId", "ownerOf", "getPoolAndPositionInfo",
		"getPositionLiquidity", "initializePool", "modifyLiquidities", "multicall", "Transfer",
	}},
	{"V4Quoter", "v4_quoter.go", from("V4Quoter"), []string{
		"constructor", "poolManager",
		"quoteExactInputSingle", "quoteExactInput", "quoteExactOutputSingle", "quoteExactOutput",
	}},
	{"V4StateView", "v4_state_view.go", from("V4StateView"), []string{
		"constructor", "poolManager", "getSlot0", "getLiquidity", "getTickInfo", "getTickLiquidity", "getTickBitmap",
		"getFeeGrowthGlobals", "getFeeGrowthInside", "getPositionInfo(bytes32,address,int24,int24,bytes32)", "getPositionLiquidity",
	}},
	{"UniversalRouter", "universal_router.go", from("UniversalRouter"), []string{
		"constructor", "execute(bytes,bytes[],uint256)", "execute(bytes,bytes[])", "poolManager",
	}},
	{"AavePoolAddressesProvider", "aave_pool_addresses_provider.go", from("AavePoolAddressesProvider"), []string{
		"constructor", "getPool", "getPoolConfigurator", "getPriceOracle", "getACLManager", "getPoolDataProvider",
		"setACLAdmin", "setACLManager", "setPoolImpl", "setPoolConfiguratorImpl", "setPriceOracle", "setPoolDataProvider",
	}},
	{"AaveACLManager", "aave_acl_manager.go", from("AaveACLManager"), []string{"constructor", "addPoolAdmin", "isPoolAdmin"}},
	{"AavePool", "aave_pool.go", from("AavePool"), []string{
		"constructor", "supply", "withdraw", "borrow", "repay", "liquidationCall", "setUserUseReserveAsCollateral",
		"getUserAccountData", "getReserveData", "getReservesList", "getReserveNormalizedIncome", "getReserveNormalizedVariableDebt",
		"Supply", "Withdraw", "Borrow", "Repay", "LiquidationCall", "ReserveDataUpdated",
	}},
	{"AavePoolConfigurator", "aave_pool_configurator.go", from("AavePoolConfigurator"), []string{
		"initReserves", "configureReserveAsCollateral", "setReserveBorrowing", "setReserveFactor", "setReserveFlashLoaning",
	}},
	{"AaveRateStrategy", "aave_rate_strategy.go", from("AaveRateStrategy"), []string{"constructor"}},
	{"AaveToken", "aave_token.go", from("AToken"), []string{"constructor"}},
	{"AaveOracle", "aave_oracle.go", from("AaveOracle"), []string{
		"constructor", "getAssetPrice", "getAssetsPrices", "getSourceOfAsset", "BASE_CURRENCY_UNIT",
	}},
	{"AaveProtocolDataProvider", "aave_protocol_data_provider.go", from("AaveProtocolDataProvider"), []string{
		"constructor", "getReserveConfigurationData", "getReserveData", "getReserveTokensAddresses", "getUserReserveData",
		"getReserveCaps", "getTotalDebt",
	}},
	{"Morpho", "morpho.go", from("Morpho"), []string{
		"constructor", "owner", "DOMAIN_SEPARATOR", "enableIrm", "enableLltv", "createMarket", "supply", "withdraw", "borrow", "repay",
		"supplyCollateral", "withdrawCollateral", "liquidate", "accrueInterest", "position", "market", "idToMarketParams",
		"setAuthorization", "isAuthorized",
	}},
	{"MorphoEvents", "morpho_events.go", ours("IMorphoEvents"), nil},
	{"EntryPoint", "entry_point.go", from("EntryPoint"), []string{"balanceOf", "getNonce", "depositTo", "getDomainSeparatorV4"}},
	{"DelegationManager", "delegation_manager.go", ours("IDelegationManager"), nil},
	{"Delegator", "delegator.go", ours("IDelegator"), nil},
	{"PolicyCage", "policy_cage.go", ours("PolicyCage"), nil},
	{"CageOracle", "cage_oracle.go", ours("CageOracle"), nil},
	{"CageEnforcer", "cage_enforcer.go", ours("CageEnforcer"), nil},
	{"CageReader", "cage_reader.go", ours("ICageReader"), nil},
	{"Enforcer", "enforcer.go", ours("GolemPhase"), []string{"beforeAllHook", "beforeHook", "afterHook", "afterAllHook"}},
	{"ActionBook", "action_book.go", ours("ActionBook"), nil},
	{"DailySpendLimit", "daily_spend_limit.go", ours("DailySpendLimit"), []string{"sums"}},
	{"ReplicantBudget", "replicant_budget.go", ours("ReplicantBudget"), []string{"spent"}},
	{"VitalityOracle", "vitality_oracle.go", ours("VitalityOracle"), nil},
	{"DreamOracle", "dream_oracle.go", ours("DreamOracle"), nil},
	{"IdentityRegistry", "identity_registry.go", ours("IdentityRegistry"), []string{
		"register()", "register(string)", "register(string,(string,bytes)[])", "setAgentURI", "setMetadata", "getMetadata",
		"setAgentWallet", "getAgentWallet", "unsetAgentWallet", "ownerOf", "tokenURI", "isApprovedForAll", "transferFrom",
		"Registered", "MetadataSet", "URIUpdated", "Transfer",
	}},
	{"ReputationRegistry", "reputation_registry.go", ours("ReputationRegistry"), nil},
	{"ValidationRegistry", "validation_registry.go", ours("ValidationRegistry"), nil},
	{"PriceFeed", "price_feed.go", ours("PriceFeed"), []string{
		"constructor", "owner", "decimals", "latestAnswer", "latestRoundData", "setAnswer", "freeze", "AnswerUpdated",
	}},
	{"FeedOracle", "feed_oracle.go", ours("FeedOracle"), []string{"constructor", "price"}},
	{"FixedRate", "fixed_rate.go", ours("FixedRate"), []string{"constructor", "perSecond"}},
	{"SanctionsList", "sanctions_list.go", ours("SanctionsList"), []string{"constructor", "isSanctioned", "set"}},
	{"SwapCounter", "swap_counter.go", ours("SwapCounter"), []string{"constructor", "swaps"}},
	{"GasPriceOracle", "gas_price_oracle.go", ours("GasPriceOracle"), []string{"getL1Fee", "getL1FeeUpperBound", "getOperatorFee"}},
}

// from takes the ABI of a fetched artifact.
func from(name string) func(*artifact.Set) (json.RawMessage, error) {
	return func(set *artifact.Set) (json.RawMessage, error) {
		c, err := set.Contract(name)
		if err != nil {
			return nil, err
		}
		return c.ABI, nil
	}
}

// ours takes the ABI that compile.mjs wrote.
func ours(name string) func(*artifact.Set) (json.RawMessage, error) {
	return func(*artifact.Set) (json.RawMessage, error) {
		text, err := os.ReadFile(filepath.Join("contracts", "out", name+".json"))
		if err != nil {
			return nil, err
		}
		var out struct{ ABI json.RawMessage }
		err = json.Unmarshal(text, &out)
		return out.ABI, err
	}
}
