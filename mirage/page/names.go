package page

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
)

// interfaces are the contracts whose methods and events the page names. Where two know
// one selector by different argument names, the first names it.
var interfaces = []*bind.MetaData{
	&bind.ERC20MetaData, &bind.WETH9MetaData, &bind.FiatTokenMetaData, &bind.FiatTokenProxyMetaData,
	&bind.Permit2MetaData, &bind.Multicall3MetaData, &bind.MarketMetaData,
	&bind.UniswapV3FactoryMetaData, &bind.UniswapV3PoolMetaData, &bind.NonfungiblePositionManagerMetaData,
	&bind.SwapRouterMetaData, &bind.QuoterV2MetaData, &bind.TickLensMetaData,
	&bind.UniswapV2FactoryMetaData, &bind.UniswapV2PairMetaData, &bind.UniswapV2Router02MetaData,
	&bind.V4PoolManagerMetaData, &bind.V4PositionManagerMetaData, &bind.V4QuoterMetaData, &bind.V4StateViewMetaData,
	&bind.SwapCounterMetaData, &bind.UniversalRouterMetaData, &bind.PriceFeedMetaData,
	&bind.AavePoolMetaData, &bind.AaveTokenMetaData, &bind.AavePoolConfiguratorMetaData,
	&bind.AavePoolAddressesProviderMetaData, &bind.AaveACLManagerMetaData, &bind.AaveOracleMetaData,
	&bind.AaveProtocolDataProviderMetaData, &bind.AaveRateStrategyMetaData,
	&bind.MorphoMetaData, &bind.MorphoEventsMetaData, &bind.FeedOracleMetaData, &bind.FixedRateMetaData,
	&bind.EntryPointMetaData, &bind.DelegationManagerMetaData, &bind.DelegatorMetaData,
}

// names are methods by selector and events by topic, as /names.json.
type names struct {
	Methods table `json:"methods"`
	Events  table `json:"events"`
}

// table is by selector or topic, in hex.
type table map[string]named

// named is a method or an event.
type named struct {
	Name      string     `json:"name"`
	Signature string     `json:"signature"`
	Inputs    []argument `json:"inputs"`
}

// argument is one input of it.
type argument struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Indexed bool   `json:"indexed,omitempty"`
}

// allNames reads them from the bindings' interfaces.
func allNames() (names, error) {
	all := names{table{}, table{}}
	for _, m := range interfaces {
		parsed, err := m.ParseABI()
		if err != nil {
			return names{}, fmt.Errorf("page: %w", err)
		}
		for _, key := range slices.Sorted(maps.Keys(parsed.Methods)) {
			method := parsed.Methods[key]
			all.Methods.add(method.ID, method.RawName, method.Sig, method.Inputs)
		}
		for _, key := range slices.Sorted(maps.Keys(parsed.Events)) {
			event := parsed.Events[key]
			all.Events.add(event.ID[:], event.RawName, event.Sig, event.Inputs)
		}
	}
	return all, nil
}

// add writes one down, unless it has a name already.
func (t table) add(id []byte, name, signature string, inputs abi.Arguments) {
	key := hexutil.Encode(id)
	if _, ok := t[key]; ok {
		return
	}
	n := named{name, signature, []argument{}}
	for _, in := range inputs {
		n.Inputs = append(n.Inputs, argument{in.Name, in.Type.String(), in.Indexed})
	}
	t[key] = n
}
