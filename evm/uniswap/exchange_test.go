package uniswap_test

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func ether(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

// exchanges are filled with a quarter of a million dollars and as many in WETH.
func exchanges(t *testing.T) (*evmtest.Exchanges, *rpc.Client) {
	t.Helper()
	x := evmtest.NewExchanges(evmtest.NewMarket(t))
	x.FillV2(big.NewInt(250_000e6), ether(135))
	x.FillV4(big.NewInt(250_000e6), ether(135))
	return x, rpc.New(x.RPC)
}

func head(t *testing.T, client *rpc.Client) common.Hash {
	t.Helper()
	b, err := client.Head(t.Context())
	check(t, err)
	return b.Hash
}

// spec: mirage-testing §12.2 (V2: quote = x·y formula with 0.3 %)
func TestAPairsQuoteIsTheRoutersToTheUnit(t *testing.T) {
	x, client := exchanges(t)
	l, err := uniswap.OpenPair(t.Context(), client, head(t, client), x.V2Router, x.USDC, x.WETH)
	check(t, err)
	if l.Address != x.Pair || l.Factory != x.Factory || l.WETH != x.WETH {
		t.Fatalf("%+v", l)
	}
	asked := 0
	for round := range 5 { // a swap between two rounds makes other reserves
		b := client.At(head(t, client))
		read := l.Add(b)
		check(t, b.Do(t.Context()))
		pair, err := read.Pair()
		check(t, err)
		rapid.Check(t, func(rt *rapid.T) {
			amount := new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 32).Draw(rt, "amount"))
			if round%2 == 0 {
				amount.Rsh(amount, 160)
			}
			path := []common.Address{x.USDC, x.WETH}
			forward := rapid.Bool().Draw(rt, "token0 goes in")
			if !forward {
				path[0], path[1] = path[1], path[0]
			}
			asked++
			ours, ourErr := pair.QuoteExactInput(forward, amount)
			abi, b := bind.NewUniswapV2Router02(), client.At(head(t, client))
			answer := b.Call(x.V2Router, abi.PackGetAmountsOut(amount.ToBig(), path))
			check(rt, b.Do(t.Context()))
			raw, theirErr := answer.Value()
			if theirErr != nil {
				if !errors.Is(theirErr, rpc.ErrReverted) || !errors.Is(ourErr, uniswap.ErrAmount) {
					rt.Fatalf("%s: the router says %v, we say %v", amount.Dec(), theirErr, ourErr)
				}
				return
			}
			theirs, err := abi.UnpackGetAmountsOut(raw)
			if err != nil || ourErr != nil || theirs[1].Cmp(ours.ToBig()) != 0 {
				rt.Fatalf("%s: %s, the router says %v (%v, %v)", amount.Dec(), ours.Dec(), theirs, ourErr, err)
			}
		})
		in, out, amount := x.USDC, x.WETH, big.NewInt(7_000e6)
		if round%2 == 1 {
			in, out, amount = out, in, ether(5)
		}
		x.Execute(in, bind.NewERC20().PackApprove(x.V2Router, amount))
		if r := x.Execute(x.V2Router, uniswap.SellCallV2(in, out, x.Account, amount, new(big.Int), evmtest.Deadline())); r.Status != 1 {
			t.Fatal("the swap between two rounds reverted")
		}
	}
	t.Logf("%d quotes", asked)
}

func TestAPairThatIsNoneIsRefusedWhenItIsOpened(t *testing.T) {
	x, client := exchanges(t)
	for name, c := range map[string]struct {
		router, token0 common.Address
		want           string
	}{
		"no contract":          {evmtest.Address("nobody"), x.USDC, "names no factory"},
		"another contract":     {x.WETH, x.USDC, "names no factory"},
		"the v3 router":        {x.Router, x.USDC, "names no factory"},
		"a token without pair": {x.V2Router, evmtest.Address("token"), "has no pair of"},
	} {
		_, err := uniswap.OpenPair(t.Context(), client, head(t, client), c.router, c.token0, x.WETH)
		if !errors.Is(err, uniswap.ErrExchange) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestAnEmptyPairOpensAndQuotesNothing(t *testing.T) {
	x := evmtest.NewExchanges(evmtest.NewMarket(t))
	client := rpc.New(x.RPC)
	if _, err := uniswap.OpenPair(t.Context(), client, head(t, client), x.V2Router, x.USDC, x.WETH); err != nil {
		t.Error(err)
	}
	var p uniswap.Pair
	if _, err := p.QuoteExactInput(true, uint256.NewInt(1)); !errors.Is(err, uniswap.ErrLiquidity) {
		t.Errorf("an empty pair quotes: %v", err)
	}
	if p.ApproxPrice(6, 18) != 0 {
		t.Error("an empty pair has a price")
	}
}

func TestAPairsPriceIsTheRatioOfItsReserves(t *testing.T) {
	p := uniswap.Pair{Reserve0: *uint256.NewInt(185_000e6), Reserve1: *new(uint256.Int).Mul(uint256.NewInt(100), uint256.NewInt(1e18))}
	if got := 1 / p.ApproxPrice(6, 18); got < 1849.999 || got > 1850.001 {
		t.Errorf("%v dollars", got)
	}
}

// A router computes the address of a pair from the hash of the pair's code. One that
// has another hash swaps elsewhere than in the pair that its factory names.
func TestARouterThatReachesAnotherPairIsRefused(t *testing.T) {
	x, client := exchanges(t)
	b := client.At(head(t, client))
	read := b.Code(x.V2Router)
	check(t, b.Do(t.Context()))
	code, err := read.Value()
	check(t, err)
	hash := common.FromHex("0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f") // of mainnet's pairs
	if !bytes.Contains(code, hash) {
		t.Fatal("the router does not hold the hash of a pair")
	}
	other := x.Deploy(bytes.Replace(code, hash, bytes.Repeat([]byte{1}, 32), 1))
	if _, err := uniswap.OpenPair(t.Context(), client, head(t, client), other, x.USDC, x.WETH); !errors.Is(err, uniswap.ErrExchange) || !strings.Contains(err.Error(), "it quotes nothing") {
		t.Errorf("a router that finds no pair: %v", err)
	}
	// The same, where a pair with other reserves stands at the address that it computes.
	salt := crypto.Keccak256Hash(x.USDC[:], x.WETH[:])
	elsewhere := crypto.CreateAddress2(x.Factory, salt, bytes.Repeat([]byte{1}, 32))
	b = client.At(head(t, client))
	pair, reserves := b.Code(x.Pair), b.Storage(x.Pair, common.BigToHash(big.NewInt(8)))
	check(t, b.Do(t.Context()))
	runtime, err := pair.Value()
	check(t, err)
	slot, err := reserves.Value()
	check(t, err)
	slot[12]-- // a hundred-millionth less of reserve1
	if err := x.Chain().Miner.Edit(t.Context(), func(db *state.StateDB) {
		db.SetCode(elsewhere, runtime, tracing.CodeChangeUnspecified)
		db.SetState(elsewhere, common.BigToHash(big.NewInt(8)), slot)
	}); err != nil {
		t.Fatal(err)
	}
	x.Mine()
	if _, err := uniswap.OpenPair(t.Context(), client, head(t, client), other, x.USDC, x.WETH); !errors.Is(err, uniswap.ErrExchange) || !strings.Contains(err.Error(), "does not quote the price of pair") {
		t.Errorf("a router that finds another pair: %v", err)
	}
}
