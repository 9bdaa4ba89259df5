package evmtest

import (
	"math/big"
	"strings"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/artifact"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Exchanges is a Market beside which the real Uniswap v2 and v4 trade its two tokens,
// in a pair and in a pool without hook at 0.3 %. Both are empty at first.
type Exchanges struct {
	*Market
	Factory, V2Router, Pair                       common.Address
	Manager, V4Positions, StateView, V4Quoter, V4 common.Address // V4 is the Universal Router
	set                                           *artifact.Set
}

// V4Fee and V4Spacing are of the v4 pool.
const (
	V4Fee     = 3000
	V4Spacing = 60
)

// NewExchanges adds both to a Market.
func NewExchanges(m *Market) *Exchanges {
	m.t.Helper()
	set, err := kitArtifacts()
	if err != nil {
		m.t.Fatal(err)
	}
	x := &Exchanges{Market: m, set: set}
	x.Factory = x.create("UniswapV2Factory", m.Account)
	x.V2Router = x.create("UniswapV2Router02", x.Factory, m.WETH)
	factory := bind.NewUniswapV2Factory()
	x.must(x.Factory, factory.PackCreatePair(m.USDC, m.WETH))
	var pair string
	question := map[string]any{"to": x.Factory, "data": hexutil.Encode(factory.PackGetPair(m.USDC, m.WETH))}
	if err := m.RPC.Call(&pair, "eth_call", question, "latest"); err != nil {
		m.t.Fatal(err)
	}
	x.Pair = common.HexToAddress(pair)
	x.Manager = x.create("V4PoolManager", m.Account)
	x.V4Positions = x.create("V4PositionManager", x.Manager, permit2.Address, big.NewInt(300_000), common.Address{}, m.WETH)
	x.StateView, x.V4Quoter = x.create("V4StateView", x.Manager), x.create("V4Quoter", x.Manager)
	x.V4 = x.create("UniversalRouter", bind.RouterParameters{
		Permit2: permit2.Address, Weth9: m.WETH, V4PoolManager: x.Manager, V4PositionManager: x.V4Positions,
	})
	x.OpenV4(x.Key(), "1842038164098331640364761710612480")
	return x
}

// Venue names the v4 pool.
func (x *Exchanges) Venue() uniswap.V4 {
	return uniswap.V4{Router: x.V4, StateView: x.StateView, Fee: V4Fee, TickSpacing: V4Spacing}
}

// Key is the v4 pool's key.
func (x *Exchanges) Key() bind.PoolKey { return x.Venue().Key(x.USDC, x.WETH) }

// OpenV4 opens a v4 pool at a square-root price.
func (x *Exchanges) OpenV4(key bind.PoolKey, sqrtPriceX96 string) {
	x.t.Helper()
	price := uint256.MustFromDecimal(sqrtPriceX96).ToBig()
	x.must(x.V4Positions, bind.NewV4PositionManager().PackInitializePool(key, price))
}

// FillV2 adds liquidity to the pair, from the account.
func (x *Exchanges) FillV2(usdc, weth *big.Int) {
	x.t.Helper()
	x.allow(x.V2Router, usdc, weth)
	x.must(x.V2Router, bind.NewUniswapV2Router02().PackAddLiquidity(x.USDC, x.WETH, usdc, weth, new(big.Int), new(big.Int), x.Account, Deadline()))
}

func (x *Exchanges) allow(spender common.Address, usdc, weth *big.Int) {
	x.must(x.USDC, bind.NewERC20().PackApprove(spender, usdc))
	x.must(x.WETH, bind.NewERC20().PackApprove(spender, weth))
}

// create deploys a contract of the kit that needs no library.
func (x *Exchanges) create(name string, args ...any) common.Address {
	x.t.Helper()
	c, err := x.set.Contract(name)
	if err != nil {
		x.t.Fatal(err)
	}
	code, err := c.Code(nil)
	if err != nil {
		x.t.Fatal(err)
	}
	parsed, err := abi.JSON(strings.NewReader(string(c.ABI)))
	if err != nil {
		x.t.Fatal(err)
	}
	packed, err := parsed.Pack("", args...)
	if err != nil {
		x.t.Fatalf("%s: %v", name, err)
	}
	at := crypto.CreateAddress(x.Account, x.nonce)
	tx := x.sign(nil, 0, append(code, packed...))
	x.Submit(tx)
	for _, r := range x.chain.Chain.Receipts(x.Mine()) {
		if r.TxHash == tx.Hash() && r.Status == types.ReceiptStatusSuccessful {
			return at
		}
	}
	x.t.Fatalf("%s was not deployed", name)
	return at
}

func (x *Exchanges) must(to common.Address, data []byte) {
	x.t.Helper()
	if r := x.Execute(to, data); r.Status != types.ReceiptStatusSuccessful {
		x.t.Fatalf("call %x of %s reverted", data[:4], to)
	}
}

// pack encodes values; "key" is the tuple of a pool key.
func (x *Exchanges) pack(kinds []string, values ...any) []byte {
	x.t.Helper()
	var args abi.Arguments
	for _, kind := range kinds {
		var parts []abi.ArgumentMarshaling
		if kind == "key" {
			kind, parts = "tuple", []abi.ArgumentMarshaling{
				{Name: "currency0", Type: "address"},
				{Name: "currency1", Type: "address"},
				{Name: "fee", Type: "uint24"},
				{Name: "tickSpacing", Type: "int24"},
				{Name: "hooks", Type: "address"},
			}
		}
		t, err := abi.NewType(kind, "", parts)
		if err != nil {
			x.t.Fatal(err)
		}
		args = append(args, abi.Argument{Type: t})
	}
	out, err := args.Pack(values...)
	if err != nil {
		x.t.Fatal(err)
	}
	return out
}

// Maker is somebody with a tenth of the account's tokens, which each of the spenders may take.
func (m *Market) Maker(spenders ...common.Address) *Party {
	m.t.Helper()
	maker, erc20 := m.Party("maker"), bind.NewERC20()
	m.Send(maker.Address, 9e18)
	for _, token := range []common.Address{m.USDC, m.WETH} {
		held, err := erc20.UnpackBalanceOf(m.Ask(token, erc20.PackBalanceOf(m.Account)))
		if err != nil {
			m.t.Fatal(err)
		}
		m.Holder().Must(token, erc20.PackTransfer(maker.Address, held.Quo(held, big.NewInt(10))))
		for _, spender := range spenders {
			maker.Must(token, erc20.PackApprove(spender, new(uint256.Int).SetAllOne().ToBig()))
		}
	}
	return maker
}
