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
	{"QuoterV2", "quoter_v2.go", from("QuoterV2"), []string{
		"constructor", "factory", "WETH9",
		"quoteExactInputSingle", "quoteExactInput", "quoteExactOutputSingle", "quoteExactOutput",
	}},
	{"TickLens", "tick_lens.go", from("TickLens"), []string{"getPopulatedTicksInWord"}},
	{"Market", "market.go", ours("Market"), nil},
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
