package signing_test

import (
	"math/big"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

var (
	at      = evmtest.Address
	owner   = at("owner")
	sibling = at("sibling")
	wallet  = at("wallet")
	start   = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

// forms are all that the adapters do on a venue of every protocol.
//
// Positions are left step by step there, as under a grant: no rule holds a multicall.
func forms(t testing.TB) []caveat.Form {
	learned.Do(func() { learnt = formsOf(t, &grant.Grant{}) })
	return slices.Clone(learnt)
}

var (
	learned sync.Once
	learnt  []caveat.Form
)

func formsOf(t testing.TB, steps *grant.Grant) []caveat.Form {
	t.Helper()
	params := morpho.Params{Loan: at("USDC"), Collateral: at("WETH"), Oracle: at("oracle"), Rate: at("rate"), LLTV: *uint256.NewInt(86e16)}
	usdc, weth := turn.Token{Address: at("USDC"), Symbol: "USDC", Decimals: 6}, turn.Token{Address: at("WETH"), Symbol: "WETH", Decimals: 18}
	p := turntest.Pool{Address: at("Pool"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10}
	if weth.Address.Cmp(usdc.Address) < 0 {
		p.Token0, p.Token1, p.QuoteIsZero = weth, usdc, false
	}
	v3 := p.Market()
	v2, v4 := v3, v3
	v2.Handle, v2.Protocol, v2.BaseFee, v2.QuoteFee = "weth-usdc-30-v2", uniswapv2.Name, 3000, 3000
	v4.Handle, v4.Protocol, v4.BaseFee, v4.QuoteFee = "weth-usdc-30-v4", uniswapv4.Name, 3000, 3000
	r := turntest.Reading([]turn.Market{v3, v2, v4})
	all := table.Venue{
		Pools:  []table.Pool{{Handle: v3.Handle, At: p.Address}},
		Router: at("SwapRouter"), Positions: at("Positions"), Aave: at("Aave"), V2Router: at("V2Router"),
		V4:   uniswap.V4{Router: at("UniversalRouter"), StateView: at("StateView"), Fee: 3000, TickSpacing: 60},
		Base: weth, Quote: usdc,
	}.Deployments()
	all = append(all, protocol.Deploy(morphoblue.Name, morphoblue.Name, morphoblue.Terms{Contract: at("Morpho"), Market: params.ID(), Params: &params}))
	adapters, err := tool.NewAdapters(tool.Venue{Account: wallet, Deployments: all, Grant: steps})
	if err != nil {
		t.Fatal(err)
	}
	reserves := []turn.Reserve{{Token: usdc}, {Token: weth}}
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: reserves}, {Handle: morphoblue.Name, Protocol: morphoblue.Name, Loan: params.Loan, Reserves: reserves}}
	found, err := adapters.Forms(r)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func interfaces(t testing.TB) (all []*abi.ABI) {
	t.Helper()
	for _, m := range []*bind.MetaData{
		&bind.ERC20MetaData, &bind.SwapRouterMetaData, &bind.NonfungiblePositionManagerMetaData, &bind.UniswapV2Router02MetaData,
		&bind.UniversalRouterMetaData, &bind.AavePoolMetaData, &bind.Permit2MetaData, &bind.MorphoMetaData,
	} {
		parsed, err := m.ParseABI()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, parsed)
	}
	return all
}

func policy(t testing.TB) *signing.Policy {
	t.Helper()
	contracts, _, err := signing.Allow(forms(t), interfaces(t)...)
	if err != nil {
		t.Fatal(err)
	}
	return &signing.Policy{
		ChainID: evmtest.ChainID, Tier: signing.Clade, Recipients: []common.Address{owner, sibling}, Tokens: []common.Address{at("USDC"), at("WETH")},
		Contracts: contracts, MaxPerTx: 1000 * money.One, MaxPerDay: 2500 * money.One, MaxLossDay: 200, MaxMoveLoss: 200, MaxExitLoss: 100,
		MaxGas: *uint256.NewInt(1e17), NotAfter: start.Add(72 * time.Hour).Unix(),
	}
}

func book(t testing.TB) *caveat.Book {
	t.Helper()
	b, err := caveat.NewBook([]caveat.Token{{Address: at("USDC"), Decimals: 14}, {Address: at("WETH"), Decimals: 26}}, forms(t))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func call(to common.Address, data []byte) *types.DynamicFeeTx {
	return &types.DynamicFeeTx{
		ChainID: big.NewInt(evmtest.ChainID), To: &to, Value: new(big.Int), Data: data, Gas: 100_000, GasFeeCap: big.NewInt(1e9), GasTipCap: big.NewInt(1e6),
	}
}

// swap pays USDC for WETH.
func swap(micro int64, change func(*bind.ISwapRouterExactInputSingleParams)) *types.DynamicFeeTx {
	p := bind.ISwapRouterExactInputSingleParams{
		TokenIn: at("USDC"), TokenOut: at("WETH"), Fee: big.NewInt(500), Recipient: wallet, Deadline: big.NewInt(1e10),
		AmountIn: big.NewInt(micro), AmountOutMinimum: big.NewInt(1), SqrtPriceLimitX96: new(big.Int),
	}
	if change != nil {
		change(&p)
	}
	return call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(p))
}

func send(token string, to common.Address, amount int64) *types.DynamicFeeTx {
	return call(at(token), bind.NewERC20().PackTransfer(to, big.NewInt(amount)))
}

// worth is what a call pays in USDC, of the book.
func worth(b *caveat.Book) func(caveat.Call) (money.USDC, error) {
	return func(c caveat.Call) (money.USDC, error) {
		a, err := b.Read(c)
		if err != nil || a.Token != at("USDC") {
			return 0, nil //nolint:nilerr // in these tests other tokens are worth nothing
		}
		return money.USDC(a.Amount.Int64()), nil
	}
}
