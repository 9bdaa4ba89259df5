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

// called lists what we call of no protocol. A name keeps every overload, a signature keeps one;
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
	{"Market", "market.go", ours("Market"), nil},
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
