package kit

import (
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// Actions of the v4 position manager.
const (
	mintPosition = 0x02
	settlePair   = 0x0d
	sweep        = 0x14
)

// Flags of a hook, which are the low 14 bits of its address.
const (
	hookMask  = 1<<14 - 1
	afterSwap = 1 << 6
)

// PlainPool is the pool of ETH and USDC at 0.3 % that has no hook.
func PlainPool(book deploy.Book) bind.PoolKey {
	return pool(book.Address("USDC"), common.Address{}, 3000, 60)
}

// CountedPool is the pool of ETH and USDC at 0.05 % whose hook counts its swaps.
func CountedPool(book deploy.Book) bind.PoolKey {
	return pool(book.Address("USDC"), book.Address("SwapCounter"), 500, 10)
}

// TokenPool is the pool of USDC and WETH at 0.3 %: of two tokens, as a Golem trades them.
func TokenPool(book deploy.Book) bind.PoolKey {
	return tokenPool(book.Address("USDC"), book.Address("WETH9"))
}

func tokenPool(usdc, weth common.Address) bind.PoolKey { // USDC is the lower one
	return bind.PoolKey{Currency0: usdc, Currency1: weth, Fee: big.NewInt(3000), TickSpacing: big.NewInt(60)}
}

func pool(usdc, hook common.Address, fee, spacing int64) bind.PoolKey {
	return bind.PoolKey{Currency1: usdc, Fee: big.NewInt(fee), TickSpacing: big.NewInt(spacing), Hooks: hook}
}

// v4 creates the manager and its periphery, the hook, and two pools with liquidity. The manager's
// build is the one in the periphery's package: core's own package would add 17 MB to a fetch.
func (w *writer) v4(phase string) {
	manager := w.make(phase, "V4PoolManager", bind.NewV4PoolManager().PackConstructor(w.Deployer()), nil)
	positions := w.make(phase, "V4PositionManager", bind.NewV4PositionManager().PackConstructor(
		manager, deploy.Permit2, big.NewInt(300_000), common.Address{}, w.At("WETH9")), nil)
	w.make(phase, "V4Quoter", bind.NewV4Quoter().PackConstructor(manager), nil)
	w.make(phase, "V4StateView", bind.NewV4StateView().PackConstructor(manager), nil)
	hook := w.hook(phase, manager)

	w.approve(phase, deploy.Permit2, "USDC")
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 160), big.NewInt(1))
	w.Call(phase, "allow v4", deploy.Permit2, bind.NewPermit2().PackApprove(w.At("USDC"), positions, most, deadline))
	for _, key := range []bind.PoolKey{pool(w.At("USDC"), common.Address{}, 3000, 60), pool(w.At("USDC"), hook, 500, 10)} {
		w.Call(phase, "open v4 pool", positions,
			bind.NewV4PositionManager().PackInitializePool(key, sqrtPrice(whole(1, 18), whole(ETHPrice, 6))))
		w.fill(phase, positions, key)
	}
}

// hook creates the hook through the deterministic deployer, with the first salt that
// gives its address the flags it needs.
func (w *writer) hook(phase string, manager common.Address) common.Address {
	code, err := compiled("SwapCounter")
	w.fail(err)
	code = append(code, bind.NewSwapCounter().PackConstructor(manager)...)
	hash := crypto.Keccak256(code)
	for n := int64(0); ; n++ {
		salt := common.BigToHash(big.NewInt(n))
		at := crypto.CreateAddress2(params.DeterministicFactoryAddress, salt, hash)
		if (int(at[18])<<8|int(at[19]))&hookMask == afterSwap {
			w.Call(phase, "create hook", params.DeterministicFactoryAddress, append(salt[:], code...))
			w.Gas(2_000_000)
			w.Place("SwapCounter", "SwapCounter", at)
			return at
		}
	}
}

// fill mints a position over the whole range, of the pool's ETH and its dollars.
func (w *writer) fill(phase string, positions common.Address, key bind.PoolKey) {
	rest, err := pairArgs.Pack(key.Currency0, w.Deployer())
	w.fail(err)
	mint, settle, err := open(key, poolETH, poolUSDC, w.Deployer())
	w.fail(err)
	unlock, err := actionArgs.Pack([]byte{mintPosition, settlePair, sweep}, [][]byte{mint, settle, rest})
	w.fail(err)
	w.Pay(phase, "fill v4 pool", positions, bind.NewV4PositionManager().PackModifyLiquidities(unlock, deadline), uint256.MustFromBig(poolETH))
}

// v4Tokens opens and fills the pool of two tokens. It comes last, so that what came
// before it keeps its addresses.
func (w *writer) v4Tokens(phase string) {
	positions, key := w.At("V4PositionManager"), tokenPool(w.At("USDC"), w.At("WETH9"))
	w.approve(phase, deploy.Permit2, "WETH9")
	w.Call(phase, "allow v4", deploy.Permit2, bind.NewPermit2().PackApprove(w.At("WETH9"), positions, poolETH, deadline))
	w.Call(phase, "open v4 pool", positions,
		bind.NewV4PositionManager().PackInitializePool(key, sqrtPrice(whole(ETHPrice, 6), whole(1, 18))))
	call, err := FillV4(key, poolUSDC, poolETH, w.Deployer())
	w.fail(err)
	w.Call(phase, "fill v4 pool", positions, call)
}

// FillV4 encodes the v4 position manager's call that opens a position over the whole range
// of a pool of two tokens, for at most these amounts in smallest units. The sender pays
// through allowances of Permit2, and the position is the owner's.
func FillV4(key bind.PoolKey, most0, most1 *big.Int, owner common.Address) ([]byte, error) {
	mint, settle, err := open(key, most0, most1, owner)
	if err != nil {
		return nil, err
	}
	unlock, err := actionArgs.Pack([]byte{mintPosition, settlePair}, [][]byte{mint, settle})
	return bind.NewV4PositionManager().PackModifyLiquidities(unlock, deadline), err
}

// open is the two actions that open a position over a pool's whole range and pay for it.
func open(key bind.PoolKey, most0, most1 *big.Int, owner common.Address) (mint, settle []byte, err error) {
	spacing := key.TickSpacing.Int64()
	edge := big.NewInt(887272 / spacing * spacing)
	// Over the whole range liquidity is √(x·y), a little less for rounding.
	liquidity := new(big.Int).Sqrt(new(big.Int).Mul(most0, most1))
	liquidity.Mul(liquidity, big.NewInt(999_999)).Div(liquidity, big.NewInt(1_000_000))
	mint, err = mintArgs.Pack(key, new(big.Int).Neg(edge), edge, liquidity, most0, most1, owner, []byte{})
	if err != nil {
		return nil, nil, err
	}
	settle, err = pairArgs.Pack(key.Currency0, key.Currency1)
	return mint, settle, err
}

// What the actions are packed as.
var (
	keyArg = abi.ArgumentMarshaling{Type: "tuple", Components: []abi.ArgumentMarshaling{
		{Name: "currency0", Type: "address"},
		{Name: "currency1", Type: "address"},
		{Name: "fee", Type: "uint24"},
		{Name: "tickSpacing", Type: "int24"},
		{Name: "hooks", Type: "address"},
	}}
	mintArgs = abi.Arguments{
		typed(keyArg), plain("int24"), plain("int24"), plain("uint256"), plain("uint128"), plain("uint128"), plain("address"), plain("bytes"),
	}
	pairArgs   = abi.Arguments{plain("address"), plain("address")}
	actionArgs = abi.Arguments{plain("bytes"), plain("bytes[]")}
)

func plain(kind string) abi.Argument { return typed(abi.ArgumentMarshaling{Type: kind}) }

func typed(a abi.ArgumentMarshaling) abi.Argument {
	t, err := abi.NewType(a.Type, a.InternalType, a.Components)
	if err != nil {
		panic(err) // a constant of this file is no ABI type
	}
	return abi.Argument{Type: t}
}
