package golem

import (
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/world/protocol"
)

// oddity is a market with a pool of USDC and a token that can be made to misbehave.
type oddity struct {
	*evmtest.Market
	token, pool common.Address
}

func odd(t *testing.T) *oddity {
	t.Helper()
	m := furnished(t, evmtest.NewServedMarket(t))
	if err := m.Chain().Miner.SetInterval(0); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "contracts", "out", "OddToken.json"))
	if err != nil {
		t.Fatal(err)
	}
	var compiled struct{ Bytecode hexutil.Bytes }
	if err := json.Unmarshal(text, &compiled); err != nil {
		t.Fatal(err)
	}
	o := &oddity{Market: m}
	supply := new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(1e9))
	golem := m.Known(golemKey)
	o.token, _ = golem.Create(append(compiled.Bytecode, common.BigToHash(supply.ToBig()).Bytes()...))
	golem.Must(o.token, bind.NewERC20().PackTransfer(m.Account, supply.ToBig()))
	zero, one := m.USDC, o.token
	amount0, amount1 := big.NewInt(10_000_000e6), new(big.Int).Mul(big.NewInt(10_000_000), big.NewInt(1e18))
	if zero.Cmp(one) > 0 {
		zero, one, amount0, amount1 = one, zero, amount1, amount0
	}
	factories := bind.NewUniswapV3Factory()
	factory := common.BytesToAddress(m.Ask(m.Positions, bind.NewNonfungiblePositionManager().PackFactory()))
	m.Execute(factory, factories.PackCreatePool(zero, one, big.NewInt(3000)))
	o.pool = common.BytesToAddress(m.Ask(factory, factories.PackGetPool(zero, one, big.NewInt(3000))))
	square := new(big.Int).Lsh(amount1, 192)
	square.Quo(square, amount0)
	m.Execute(o.pool, bind.NewUniswapV3Pool().PackInitialize(square.Sqrt(square)))
	m.Execute(o.token, bind.NewERC20().PackApprove(m.Positions, new(uint256.Int).SetAllOne().ToBig()))
	m.Execute(m.Positions, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: zero, Token1: one, Fee: big.NewInt(3000), TickLower: big.NewInt(int64(uniswap.MinUsableTick(60))), TickUpper: big.NewInt(int64(uniswap.MaxUsableTick(60))),
		Amount0Desired: amount0, Amount1Desired: amount1, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: m.Account, Deadline: evmtest.Deadline(),
	}))
	if err := m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	return o
}

// made calls one of the token's own functions.
func (o *oddity) made(t *testing.T, signature string, value int64) {
	t.Helper()
	o.Execute(o.token, append(crypto.Keccak256([]byte(signature))[:4], common.BigToHash(big.NewInt(value)).Bytes()...))
}

// sent counts the transactions of the Golem.
func (o *oddity) sent(t *testing.T) (n hexutil.Uint64) {
	t.Helper()
	if err := o.RPC.Call(&n, "eth_getTransactionCount", wallet(t), "latest"); err != nil {
		t.Fatal(err)
	}
	return n
}

// settings trades the odd token where other tests trade WETH.
func (o *oddity) settings(t *testing.T) string {
	t.Helper()
	dir := settings(t, o.Market, o.Chain().Server.Endpoint(), "")
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, "pool = \""+o.Pool.Hex()+"\"", "native_usd = 2000.0\npool = \""+o.pool.Hex()+"\"")
	edit(t, path, "\""+o.WETH.Hex()+"\"", "\""+o.token.Hex()+"\"")
	edit(t, filepath.Join(dir, "STRATEGY.md"), `"WETH"`, `"ODD"`)
	return dir
}

// A token that keeps a toll, one whose balances are shares of something, and one whose decimals
// are none are refused with the reason, before anything is sent.
func TestATokenThatDoesNotMoveAsItSaysIsRefused(t *testing.T) {
	t.Parallel()
	o := odd(t)
	for name, c := range map[string]struct {
		call        string
		spoil, mend int64
		said        []string
	}{
		"a toll":   {"charge(uint256)", 100, 0, []string{"CONFIG_VENUE", "swap USDC for ODD", o.token.Hex(), "does not move as its log says"}},
		"a rebase": {"rebase(uint256)", 12_345, 10_000, []string{"CONFIG_VENUE", "swap USDC for ODD", o.token.Hex(), "does not move as its log says"}},
		"decimals": {"count(uint8)", 255, 18, []string{o.token.Hex(), "says that it has 255 decimals"}},
	} {
		o.made(t, c.call, c.spoil)
		before := o.sent(t)
		code, said := run(t, o.settings(t), "trade 1")
		if code != exitConfig || o.sent(t) != before {
			t.Errorf("%s: exit %d, %d transactions\n%s", name, code, o.sent(t)-before, said)
		}
		for _, want := range c.said {
			if !strings.Contains(said, want) {
				t.Errorf("%s: exit %d, want %q in\n%s", name, code, want, said)
			}
		}
		o.made(t, c.call, c.mend)
	}
	if code, said := run(t, o.settings(t), "trade 2"); code != exitOK {
		t.Errorf("a plain token: exit %d\n%s", code, said)
	}
}

// A start holds the tokens that it read against the network's list, and its caps against both.
//
// spec: chain §2
func TestAStartHoldsTokensAgainstTheList(t *testing.T) {
	t.Parallel()
	l := &life{}
	l.config = config.Default()
	l.config.Golem.Network = "base"
	usdc := turn.Token{Address: common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), Symbol: "USDC", Decimals: 6}
	seen := func() turn.Reading {
		return turntest.Pool{Token0: usdc, Token1: turn.Token{Address: common.Address{2}, Symbol: "OWN", Decimals: 18}, QuoteIsZero: true}.Seen(uint256.NewInt(1), new(uint256.Int))
	}
	if err := l.fits(seen()); err != nil {
		t.Error(err)
	}
	l.config.Safety.MaxAsset = []string{"wbtc 5%"}
	if err := l.fits(seen()); err == nil || !strings.Contains(err.Error(), "CONFIG_MISMATCH: safety.max_asset") {
		t.Error(err)
	}
	usdc.Decimals = 18
	if err := l.fits(seen()); !errors.Is(err, protocol.ErrSelfReport) || !strings.Contains(err.Error(), "18 decimals") || !strings.Contains(err.Error(), "with 6") {
		t.Error(err)
	}
}
