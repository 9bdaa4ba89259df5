package history_test

import (
	"crypto/ecdsa"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// golem is an account that trades and provides liquidity like any other.
type golem struct {
	t       testing.TB
	w       *history.World
	key     *ecdsa.PrivateKey
	address common.Address
	nonce   uint64
	// the position it opened
	low, high int
	liquidity *big.Int
	sent      []common.Hash
}

func newGolem(t testing.TB, w *history.World, name string) *golem {
	t.Helper()
	key := newKey(t, name)
	g := &golem{t: t, w: w, key: key, address: crypto.PubkeyToAddress(key.PublicKey), liquidity: new(big.Int)}
	err := w.Fund(t.Context(), g.address, history.Purse{
		Native: uint256.NewInt(10e18), Token0: uint256.NewInt(10_000_000e6), Token1: new(uint256.Int).Mul(uint256.NewInt(5000), uint256.NewInt(1e18)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newKey(t testing.TB, name string) *ecdsa.PrivateKey {
	t.Helper()
	b := seed.Seed(99).Bytes(name)
	key, err := crypto.ToECDSA(b[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (g *golem) active(tick int) *big.Int {
	if g.low <= tick && tick < g.high {
		return g.liquidity
	}
	return new(big.Int)
}

// sign makes a transaction that pays any base fee.
func (g *golem) sign(to common.Address, data []byte, feeCap int64) []byte {
	g.t.Helper()
	tx, err := types.SignNewTx(g.key, types.LatestSignerForChainID(big.NewInt(31337)), &types.DynamicFeeTx{
		ChainID: big.NewInt(31337), Nonce: g.nonce, To: &to, Data: data, Gas: 1_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(feeCap),
	})
	if err != nil {
		g.t.Fatal(err)
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		g.t.Fatal(err)
	}
	g.nonce++
	return raw
}

func (g *golem) send(name string, data []byte) {
	g.t.Helper()
	g.sendTo(g.w.Book().Address(name), data)
}

func (g *golem) sendTo(to common.Address, data []byte) {
	g.t.Helper()
	hash, err := g.w.Submit(g.t.Context(), g.sign(to, data, 1e12))
	if err != nil {
		g.t.Fatal(err)
	}
	g.sent = append(g.sent, hash)
}

func (g *golem) approve() {
	g.t.Helper()
	b := g.w.Book()
	for _, token := range []string{b.Token0, b.Token1} {
		for _, spender := range []string{"SwapRouter", "NonfungiblePositionManager"} {
			g.send(token, bind.NewERC20().PackApprove(b.Address(spender), new(big.Int).Lsh(big.NewInt(1), 200)))
		}
	}
}

// swap sells an amount of token0 or token1.
func (g *golem) swap(zeroForOne bool, amount *big.Int) {
	g.t.Helper()
	b := g.w.Book()
	in, out := b.Address(b.Token0), b.Address(b.Token1)
	if !zeroForOne {
		in, out = out, in
	}
	g.send("SwapRouter", bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(int64(b.Fee)), Recipient: g.address, Deadline: big.NewInt(1 << 40),
		AmountIn: amount, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	}))
}

// provide opens a position of 100 ticks to both sides.
func (g *golem) provide(tick int) {
	g.t.Helper()
	g.between((tick/10-10)*10, (tick/10+10)*10)
}

// narrow opens a position of one spacing, around a tick.
func (g *golem) narrow(tick int) {
	g.t.Helper()
	g.between(tick/10*10, tick/10*10+10)
}

func (g *golem) between(low, high int) {
	g.t.Helper()
	b := g.w.Book()
	g.low, g.high = low, high
	g.send("NonfungiblePositionManager", bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: b.Address(b.Token0), Token1: b.Address(b.Token1), Fee: big.NewInt(int64(b.Fee)),
		TickLower: big.NewInt(int64(g.low)), TickUpper: big.NewInt(int64(g.high)),
		Amount0Desired: big.NewInt(50_000e6), Amount1Desired: big.NewInt(2e18), Amount0Min: new(big.Int), Amount1Min: new(big.Int),
		Recipient: g.address, Deadline: big.NewInt(1 << 40),
	}))
}

// call asks a contract at the head.
func call(t testing.TB, w *history.World, to common.Address, data []byte) []byte {
	t.Helper()
	var raw hexutil.Bytes
	if err := w.Client().CallContext(t.Context(), &raw, "eth_call", map[string]any{"to": to, "data": hexutil.Bytes(data)}, "latest"); err != nil {
		t.Fatal(err)
	}
	return raw
}
