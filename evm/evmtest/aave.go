package evmtest

import (
	"math/big"
	"strings"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Aave is a Market beside which the real Aave v3 contracts lend its two tokens, at a
// loan to value of 75 % and a liquidation threshold of 80 %. A stranger supplied
// plenty of both. Prices are what SetPrice said last: 1 and 1,850 dollars at first.
type Aave struct {
	*Market
	Lending, Provider, Configurator common.Address
	feeds                           map[common.Address]common.Address
	set                             *artifact.Set
}

// NewAave adds the lending market to a Market.
func NewAave(m *Market) *Aave {
	m.t.Helper()
	set, err := artifact.FindKit()
	if err != nil {
		m.t.Skip(err)
	}
	a := &Aave{Market: m, set: set, feeds: map[common.Address]common.Address{}}
	a.Provider = a.create("AavePoolAddressesProvider", "test market", a.Account)
	provider := bind.NewAavePoolAddressesProvider()
	a.must(a.Provider, provider.PackSetACLAdmin(a.Account))
	acl := a.create("AaveACLManager", a.Provider)
	a.must(a.Provider, provider.PackSetACLManager(acl))
	a.must(acl, bind.NewAaveACLManager().PackAddPoolAdmin(a.Account))
	a.must(a.Provider, provider.PackSetPoolImpl(a.create("AavePool", a.Provider)))
	a.must(a.Provider, provider.PackSetPoolConfiguratorImpl(a.create("AavePoolConfigurator")))
	a.must(a.Provider, provider.PackSetPoolDataProvider(a.create("AaveProtocolDataProvider", a.Provider)))
	a.Lending, a.Configurator = a.named(provider.PackGetPool()), a.named(provider.PackGetPoolConfigurator())
	a.oracle()
	a.reserves()
	return a
}

// oracle gives each token a price feed.
func (a *Aave) oracle() {
	tokens := []common.Address{a.USDC, a.WETH}
	var sources []common.Address
	for _, token := range tokens {
		feed := a.Deploy(feed())
		a.feeds[token], sources = feed, append(sources, feed)
	}
	a.SetPrice(a.USDC, 1e8)
	a.SetPrice(a.WETH, 1850e8)
	oracle := a.create("AaveOracle", a.Provider, tokens, sources, common.Address{}, common.Address{}, big.NewInt(1e8))
	a.must(a.Provider, bind.NewAavePoolAddressesProvider().PackSetPriceOracle(oracle))
}

// SetPrice sets what the market takes one whole token for, in dollars with eight
// decimals, in a block of its own.
func (a *Aave) SetPrice(token common.Address, price int64) {
	a.t.Helper()
	a.must(a.feeds[token], Pack("setAnswer(int256)", big.NewInt(price).Bytes()))
}

// reserves lists both tokens and has a stranger supply them: the funds come from the
// account, the receipts do not go to it.
func (a *Aave) reserves() {
	ray := func(percent int64) *big.Int { // 27 decimals
		hundredth := new(big.Int).Exp(big.NewInt(10), big.NewInt(25), nil)
		return hundredth.Mul(hundredth, big.NewInt(percent))
	}
	rates := a.create("AaveRateStrategy", a.Provider, ray(80), ray(1), ray(4), ray(60), ray(1), ray(60), ray(1), ray(8), ray(20))
	receipt, stable, debt := a.create("AToken", a.Lending), a.create("AaveStableDebtToken", a.Lending), a.create("AaveVariableDebtToken", a.Lending)
	configurator := bind.NewAavePoolConfigurator()
	for _, r := range []struct {
		token    common.Address
		symbol   string
		decimals uint8
		amount   *uint256.Int
	}{{a.USDC, "USDC", 6, uint256.NewInt(1e14)}, {a.WETH, "WETH", 18, new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(1e5))}} {
		token := r.token
		a.must(a.Configurator, configurator.PackInitReserves([]bind.ConfiguratorInputTypesInitReserveInput{{
			ATokenImpl: receipt, StableDebtTokenImpl: stable, VariableDebtTokenImpl: debt, UnderlyingAssetDecimals: r.decimals,
			InterestRateStrategyAddress: rates, UnderlyingAsset: token, Treasury: Address("treasury"),
			ATokenName: "a" + r.symbol, ATokenSymbol: "a" + r.symbol, VariableDebtTokenName: "d" + r.symbol, VariableDebtTokenSymbol: "d" + r.symbol,
			StableDebtTokenName: "s" + r.symbol, StableDebtTokenSymbol: "s" + r.symbol, Params: []byte{},
		}}))
		a.must(a.Configurator, configurator.PackConfigureReserveAsCollateral(token, big.NewInt(7500), big.NewInt(8000), big.NewInt(10500)))
		a.must(a.Configurator, configurator.PackSetReserveBorrowing(token, true))
		a.must(token, bind.NewERC20().PackApprove(a.Lending, r.amount.ToBig()))
		a.must(a.Lending, bind.NewAavePool().PackSupply(token, r.amount.ToBig(), Address("stranger"), 0))
	}
}

// Pause stops a reserve, or lets it go on.
func (a *Aave) Pause(token common.Address, paused bool) {
	a.t.Helper()
	word := []byte{0}
	if paused {
		word[0] = 1
	}
	a.must(a.Configurator, Pack("setReservePause(address,bool)", token[:], word))
}

// create deploys an artifact with its libraries and constructor arguments.
func (a *Aave) create(name string, args ...any) common.Address {
	a.t.Helper()
	c, err := a.set.Contract(name)
	if err != nil {
		a.t.Fatal(err)
	}
	libraries := map[string]common.Address{}
	for _, l := range c.Links {
		libraries[l.Library] = a.create("Aave" + l.Library)
	}
	code, err := c.Code(libraries)
	if err != nil {
		a.t.Fatal(err)
	}
	if len(args) > 0 {
		parsed, err := abi.JSON(strings.NewReader(string(c.ABI)))
		if err != nil {
			a.t.Fatal(err)
		}
		packed, err := parsed.Pack("", args...)
		if err != nil {
			a.t.Fatalf("%s: %v", name, err)
		}
		code = append(code, packed...)
	}
	at := crypto.CreateAddress(a.Account, a.nonce)
	tx := a.sign(nil, 0, code)
	a.Submit(tx)
	for _, r := range a.chain.Receipts(a.Mine()) {
		if r.TxHash == tx.Hash() && r.Status != 1 {
			a.t.Fatalf("creating %s reverted", name)
		}
	}
	return at
}

func (a *Aave) must(to common.Address, data []byte) {
	a.t.Helper()
	if r := a.Execute(to, data); r.Status != 1 {
		a.t.Fatalf("call %x of %s reverted", data[:4], to)
	}
}

func (a *Aave) named(question []byte) common.Address {
	a.t.Helper()
	var out string
	if err := a.RPC.Call(&out, "eth_call", map[string]any{"to": a.Provider, "data": "0x" + common.Bytes2Hex(question)}, "latest"); err != nil {
		a.t.Fatal(err)
	}
	return common.HexToAddress(out)
}

// feed returns the runtime code of a price that anybody sets.
func feed() []byte {
	a := newAssembler()
	a.op(opPush0, opCalldataload).push(224).op(opShr)
	a.push(selector("setAnswer(int256)")...).op(opEq).jumpIf("set")
	a.op(opPush0, opSload)
	a.returnTop()
	a.label("set").push(4).op(opCalldataload, opPush0, opSstore, opStop)
	return a.bytes()
}
