package evmtest

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
)

// Lenders is a Market on a Kit: the real Aave v3 lends its two tokens, at a loan to
// value of 75 % and a liquidation threshold of 80 %, and the real Morpho Blue lends
// USDC against WETH at 86 %. The kit's account supplied plenty to both and borrowed a
// part of the USDC. Prices are what SetPrice said last, for both: 1 and 1,850 dollars at first.
type Lenders struct {
	*Market
	Lending, Provider, Configurator common.Address // Aave's
	Morpho                          common.Address
	Params                          bind.MarketParams // of Morpho's market
	kit                             *Kit
}

// At is the address of a contract of the kit.
func (l *Lenders) At(name string) common.Address { return l.kit.At(name) }

// MorphoID is the id of Morpho's market.
func (l *Lenders) MorphoID() common.Hash { return kit.MorphoID(l.Params) }

// NewLenders starts a kit, moves its pool to the price of a Market and funds the
// account as a Market's is.
func NewLenders(t testing.TB) *Lenders {
	t.Helper()
	return lenders(NewKit(t))
}

// NewServedLenders are lenders in the machine's time behind an HTTP endpoint, as a
// process of its own would find them, with the cheats' methods.
func NewServedLenders(t testing.TB) *Lenders {
	t.Helper()
	return lenders(NewServedKit(t, 7))
}

func lenders(k *Kit) *Lenders {
	l := &Lenders{
		Market: &Market{
			Node: k.Node, USDC: k.At("USDC"), WETH: k.At("WETH9"), Pool: k.At("UniswapV3Pool"), Router: k.At("SwapRouter"),
			Quoter: k.At("QuoterV2"), Positions: k.At("NonfungiblePositionManager"),
		},
		Lending: k.At("AavePool"), Provider: k.At("AavePoolAddressesProvider"), Configurator: k.At("AavePoolConfigurator"),
		Morpho: k.At("Morpho"), Params: kit.MorphoMarket(k.Book), kit: k,
	}
	erc20, configurator := bind.NewERC20(), bind.NewAavePoolConfigurator()
	wrapped, usdc := eth(500_000), big.NewInt(500_000_000e6)
	k.Own(l.WETH, wrapped, bind.NewWETH9().PackDeposit())
	k.Own(l.WETH, nil, erc20.PackTransfer(l.Account, eth(300_000)))
	k.Own(l.USDC, nil, erc20.PackTransfer(l.Account, usdc))
	for _, token := range []common.Address{l.USDC, l.WETH} {
		k.Own(l.Configurator, nil, configurator.PackConfigureReserveAsCollateral(token, big.NewInt(7500), big.NewInt(8000), big.NewInt(10500)))
	}
	l.SetPrice(l.WETH, 1850e8)
	l.crowd()
	l.Approve(l.Router, l.Positions)
	l.open()
	return l
}

// crowd has the kit's account supply plenty to both and borrow a part of the USDC, so
// that there is interest on either side of it.
func (l *Lenders) crowd() {
	l.t.Helper()
	plenty, half, who := big.NewInt(100_000_000e6), big.NewInt(50_000_000e6), l.kit.owner()
	pool, morpho := bind.NewAavePool(), bind.NewMorpho()
	for _, call := range [][]byte{
		pool.PackSupply(l.USDC, plenty, who, 0), pool.PackSupply(l.WETH, eth(80_000), who, 0),
		pool.PackBorrow(l.USDC, half, big.NewInt(2), 0, who),
	} {
		l.kit.Own(l.Lending, nil, call)
	}
	l.kit.Own(l.WETH, nil, bind.NewERC20().PackApprove(l.Morpho, eth(60_000)))
	for _, call := range [][]byte{
		morpho.PackSupply(l.Params, plenty, new(big.Int), who, nil), morpho.PackSupplyCollateral(l.Params, eth(60_000), who, nil),
		morpho.PackBorrow(l.Params, half, new(big.Int), who, who),
	} {
		l.kit.Own(l.Morpho, nil, call)
	}
}

// open moves the pool from the kit's price to a Market's.
func (l *Lenders) open() {
	l.t.Helper()
	r := l.Execute(l.Router, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: l.WETH, TokenOut: l.USDC, Fee: big.NewInt(500), Recipient: l.Account, Deadline: Deadline(),
		AmountIn: eth(10_000), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: opening.ToBig(),
	}))
	if r.Status != 1 {
		l.t.Fatal("the pool could not be moved to its opening price")
	}
}

// SetPrice sets what both markets take one whole token for, in dollars with eight
// decimals, in a block of its own.
func (l *Lenders) SetPrice(token common.Address, price int64) {
	l.t.Helper()
	feed := map[common.Address]string{l.USDC: "USDCFeed", l.WETH: "ETHFeed"}[token]
	l.kit.Own(l.kit.At(feed), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(price)))
}

// Pause stops a reserve of Aave's, or lets it go on.
func (l *Lenders) Pause(token common.Address, paused bool) {
	l.t.Helper()
	word := []byte{0}
	if paused {
		word[0] = 1
	}
	l.kit.Own(l.Configurator, nil, Pack("setReservePause(address,bool)", token[:], word))
}

// Drain has the kit's account take out everything that it lent to Morpho and nobody
// borrowed.
func (l *Lenders) Drain() {
	l.t.Helper()
	abi := bind.NewMorpho()
	state, err := abi.UnpackMarket(l.Ask(l.Morpho, abi.PackMarket(l.MorphoID())))
	if err != nil {
		l.t.Fatal(err)
	}
	idle := new(big.Int).Sub(state.TotalSupplyAssets, state.TotalBorrowAssets)
	l.kit.Own(l.Morpho, nil, abi.PackWithdraw(l.Params, idle, new(big.Int), l.kit.owner(), l.kit.owner()))
}

// DrainAave has the kit's account take out of Aave what it lent there of a token and
// nobody borrowed, but for so many units.
func (l *Lenders) DrainAave(token common.Address, leave *big.Int) {
	l.t.Helper()
	abi, erc20 := bind.NewAavePool(), bind.NewERC20()
	reserve, err := abi.UnpackGetReserveData(l.Ask(l.Lending, abi.PackGetReserveData(token)))
	if err != nil {
		l.t.Fatal(err)
	}
	idle, err := erc20.UnpackBalanceOf(l.Ask(token, erc20.PackBalanceOf(reserve.ATokenAddress)))
	if err != nil {
		l.t.Fatal(err)
	}
	l.kit.Own(l.Lending, nil, abi.PackWithdraw(token, idle.Sub(idle, leave), l.kit.owner()))
}

// OwnMorpho calls Morpho as its owner.
func (l *Lenders) OwnMorpho(data []byte) {
	l.t.Helper()
	l.kit.Own(l.Morpho, nil, data)
}

// Own calls a contract as the kit's account, which owns what has an owner and lent plenty.
func (l *Lenders) Own(to common.Address, data []byte) {
	l.t.Helper()
	l.kit.Own(to, nil, data)
}

// Owner is the kit's account.
func (l *Lenders) Owner() common.Address { return l.kit.owner() }

// AgeFeed has a feed of the kit answer as it did so many seconds before the head.
func (l *Lenders) AgeFeed(feed string, ago uint64) {
	l.t.Helper()
	l.kit.Own(l.kit.At(feed), nil, bind.NewPriceFeed().PackFreeze(l.kit.Chain().Chain.Head().Time-ago))
}

// eth is whole ether in wei.
func eth(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }
