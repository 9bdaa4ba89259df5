package kit

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// Liquidity of each pool of ETH and USDC: half a million dollars, as many of one as of the
// other (spec: mirage-testing §12.2).
var (
	poolUSDC = whole(250_000, 6)
	poolETH  = whole(250_000/ETHPrice, 18)
	deadline = big.NewInt(1 << 40) // later than any devnet's time
)

// tokens creates DAI and WBTC behind USDC's implementation, and wraps what the pools and
// the lending markets need.
func (w *writer) tokens(phase string) {
	for _, t := range []struct {
		symbol, name string
		decimals     uint8
		supply       int64
	}{{"DAI", "Dai Stablecoin", 18, 1_000_000_000}, {"WBTC", "Wrapped BTC", 8, 100_000}} {
		at := w.makeAs(phase, t.symbol, "FiatTokenProxy", bind.NewFiatTokenProxy().PackConstructor(w.At("FiatTokenV2_2")), nil)
		fiat, d := bind.NewFiatToken(), w.Deployer()
		for _, call := range [][]byte{
			bind.NewFiatTokenProxy().PackChangeAdmin(w.At("FiatTokenV2_2")), // nobody's: an admin cannot call the token
			fiat.PackInitialize(t.name, t.symbol, t.symbol, t.decimals, d, d, d, d),
			fiat.PackInitializeV2(t.name),
			fiat.PackInitializeV21(d),
			fiat.PackInitializeV22(nil, t.symbol),
			fiat.PackConfigureMinter(d, math.MaxBig256),
			fiat.PackMint(d, whole(t.supply, int64(t.decimals))),
		} {
			w.Call(phase, t.symbol, at, call)
		}
	}
	w.Pay(phase, "wrap", w.At("WETH9"), bind.NewWETH9().PackDeposit(), uint256.MustFromBig(whole(100_000, 18)))
}

// approve lets a contract take everything of these tokens from the kit's account.
func (w *writer) approve(phase string, spender common.Address, tokens ...string) {
	for _, t := range tokens {
		w.Call(phase, "approve "+t, w.At(t), bind.NewERC20().PackApprove(spender, math.MaxBig256))
	}
}

// v2 creates factory and router, and the pair of WETH and USDC with liquidity.
func (w *writer) v2(phase string) {
	f, r := bind.NewUniswapV2Factory(), bind.NewUniswapV2Router02()
	factory := w.make(phase, "UniswapV2Factory", f.PackConstructor(w.Deployer()), nil)
	router := w.make(phase, "UniswapV2Router02", r.PackConstructor(factory, w.At("WETH9")), nil)
	w.approve(phase, router, "USDC", "WETH9")
	usdc, weth := w.At("USDC"), w.At("WETH9")
	w.Call(phase, "create pair", factory, f.PackCreatePair(usdc, weth))
	w.Gas(4_000_000)
	init, err := w.pairInit()
	w.fail(err)
	salt := crypto.Keccak256Hash(usdc[:], weth[:]) // USDC is the lower one
	w.Place("UniswapV2Pair", "UniswapV2Pair", crypto.CreateAddress2(factory, salt, init[:]))
	w.Call(phase, "add liquidity", router,
		r.PackAddLiquidity(usdc, weth, poolUSDC, poolETH, new(big.Int), new(big.Int), w.Deployer(), deadline))
}

func (w *writer) pairInit() (common.Hash, error) {
	code, err := w.Code("UniswapV2Pair", nil, nil)
	return crypto.Keccak256Hash(code), err
}

// v3 opens the pools of 0.3 % and 1 % beside the market's and fills all three.
func (w *writer) v3(phase string) {
	npm := w.At("NonfungiblePositionManager")
	w.approve(phase, npm, "USDC", "WETH9")
	code, err := w.Code("UniswapV3Pool", nil, nil)
	w.fail(err)
	for _, tier := range []struct {
		fee, spacing int64
		name         string
	}{{500, 10, ""}, {3000, 60, "UniswapV3Pool3000"}, {10000, 200, "UniswapV3Pool10000"}} {
		fee := big.NewInt(tier.fee)
		if tier.name != "" {
			w.openV3(phase, tier.name, fee, crypto.Keccak256(code))
		}
		edge := big.NewInt(887272 / tier.spacing * tier.spacing)
		w.Call(phase, "fill v3 pool", npm, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: w.At("USDC"), Token1: w.At("WETH9"), Fee: fee, TickLower: new(big.Int).Neg(edge), TickUpper: edge,
			Amount0Desired: poolUSDC, Amount1Desired: poolETH, Amount0Min: new(big.Int), Amount1Min: new(big.Int),
			Recipient: w.Deployer(), Deadline: deadline,
		}))
	}
}

func (w *writer) openV3(phase, name string, fee *big.Int, init []byte) {
	factory, usdc, weth := w.At("UniswapV3Factory"), w.At("USDC"), w.At("WETH9")
	w.Call(phase, "create v3 pool", factory, bind.NewUniswapV3Factory().PackCreatePool(usdc, weth, fee))
	w.Gas(7_000_000)
	salt := crypto.Keccak256Hash(common.LeftPadBytes(usdc[:], 32), common.LeftPadBytes(weth[:], 32), common.BigToHash(fee).Bytes())
	pool := crypto.CreateAddress2(factory, salt, init)
	w.Place(name, "UniswapV3Pool", pool)
	w.Call(phase, "open v3 pool", pool, bind.NewUniswapV3Pool().PackInitialize(sqrtPrice(whole(ETHPrice, 6), whole(1, 18))))
}

// router creates the Universal Router over all three versions.
func (w *writer) router(phase string) {
	pair, err := w.pairInit()
	w.fail(err)
	pool, err := w.Code("UniswapV3Pool", nil, nil)
	w.fail(err)
	w.make(phase, "UniversalRouter", bind.NewUniversalRouter().PackConstructor(bind.RouterParameters{
		Permit2: deploy.Permit2, Weth9: w.At("WETH9"), V2Factory: w.At("UniswapV2Factory"), V3Factory: w.At("UniswapV3Factory"),
		PairInitCodeHash: pair, PoolInitCodeHash: crypto.Keccak256Hash(pool), V4PoolManager: w.At("V4PoolManager"),
		V3NFTPositionManager: w.At("NonfungiblePositionManager"), V4PositionManager: w.At("V4PositionManager"),
	}), nil)
}

// router02 creates the second generation of the router of v3, over v2 and v3.
func (w *writer) router02(phase string) {
	w.make(phase, "SwapRouter02", bind.NewSwapRouter02().PackConstructor(
		w.At("UniswapV2Factory"), w.At("UniswapV3Factory"), w.At("NonfungiblePositionManager"), w.At("WETH9")), nil)
}

// actors gives every actor its dollars.
func (w *writer) actors(phase string) {
	for _, a := range w.plan.Actors {
		w.Call(phase, "fund actor", w.At("USDC"), bind.NewERC20().PackTransfer(a, ActorUSDC))
	}
}
