package uniswap_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// chain answers eth_call for one pool, from a Pool in memory.
type chain struct {
	abi   abi.ABI
	pool  *uniswap.Pool
	block common.Hash
	calls int
	fail  error // answered instead, when set
	short bool  // answers are cut when set
}

type callArgs struct {
	To    common.Address `json:"to"`
	Input hexutil.Bytes  `json:"input"`
}

// Call implements eth_call.
func (c *chain) Call(ctx context.Context, args callArgs, at gethrpc.BlockNumberOrHash) (hexutil.Bytes, error) {
	c.calls++
	if c.fail != nil {
		return nil, c.fail
	}
	if at.BlockHash == nil || *at.BlockHash != c.block {
		return nil, errors.New("header not found")
	}
	method, err := c.abi.MethodById(args.Input)
	if err != nil {
		return nil, err
	}
	in, err := method.Inputs.Unpack(args.Input[4:])
	if err != nil {
		return nil, err
	}
	out, err := c.answer(ctx, method, in)
	if c.short && len(out) > 31 {
		out = out[:31]
	}
	return out, err
}

func (c *chain) answer(ctx context.Context, method *abi.Method, in []any) ([]byte, error) {
	p := c.pool
	zero := new(big.Int)
	switch method.Name {
	case "slot0":
		return method.Outputs.Pack(p.SqrtPriceX96.ToBig(), big.NewInt(int64(p.Tick)), uint16(0), uint16(1), uint16(1), uint8(0), true)
	case "liquidity":
		return method.Outputs.Pack(p.Liquidity.ToBig())
	case "fee":
		return method.Outputs.Pack(big.NewInt(int64(p.Fee)))
	case "tickSpacing":
		return method.Outputs.Pack(big.NewInt(int64(p.TickSpacing)))
	case "feeGrowthGlobal0X128":
		return method.Outputs.Pack(p.FeeGrowthGlobal0X128.ToBig())
	case "feeGrowthGlobal1X128":
		return method.Outputs.Pack(p.FeeGrowthGlobal1X128.ToBig())
	case "token0", "token1":
		return method.Outputs.Pack(common.Address{byte(len(method.Name)), method.Name[5]})
	case "tickBitmap":
		word, err := p.Ticks.Word(ctx, in[0].(int16))
		if err != nil {
			return nil, err
		}
		return method.Outputs.Pack(word.ToBig())
	case "ticks":
		tick := in[0].(*big.Int).Int64()
		net, err := p.Ticks.Net(ctx, int32(tick))
		if err != nil {
			return nil, err
		}
		signed := net.ToBig()
		if net.Sign() < 0 {
			signed.Neg(new(uint256.Int).Neg(&net).ToBig())
		}
		return method.Outputs.Pack(zero, signed, big.NewInt(tick+1_000_000), big.NewInt(tick+2_000_000), zero, zero, uint32(0), true)
	}
	return nil, errors.New("unexpected call of " + method.Name)
}

func serve(t interface {
	Fatal(...any)
	Cleanup(func())
}, p *uniswap.Pool,
) (*chain, *rpc.Client) {
	contract := bind.NewUniswapV3Pool()
	c := &chain{abi: contract.GetABI(), pool: p, block: common.Hash{7}}
	server := gethrpc.NewServer()
	if err := server.RegisterName("eth", c); err != nil {
		t.Fatal(err)
	}
	client := rpc.New(gethrpc.DialInProc(server))
	t.Cleanup(func() { client.Close(); server.Stop() })
	return c, client
}

var address = common.HexToAddress("0x9001")

func TestALoadedPoolQuotesLikeItsSource(t *testing.T) {
	crossed := 0
	rapid.Check(t, func(r *rapid.T) {
		p := randomPool(r)
		c, client := serve(r, p)
		loader, err := uniswap.Open(r.Context(), client, c.block, address)
		check(r, err)
		loaded, err := loader.Load(r.Context(), client, c.block)
		check(r, err)
		down := rapid.Bool().Draw(r, "zeroForOne")
		amount := uint256.NewInt(rapid.Uint64Range(1, 1e18).Draw(r, "amount"))
		thousandths := uint64(900) // of the price, to keep the number of words small
		if !down {
			thousandths = 1100
		}
		limit := new(uint256.Int).Mul(&p.SqrtPriceX96, uint256.NewInt(thousandths))
		limit.Div(limit, uint256.NewInt(1000))
		want, wantErr := p.QuoteExactInput(r.Context(), down, amount, limit)
		got, err := loaded.QuoteExactInput(r.Context(), down, amount, limit)
		if (err == nil) != (wantErr == nil) || got != want {
			r.Fatalf("loaded %+v (%v), source %+v (%v)", got, err, want, wantErr)
		}
		before := c.calls
		if again, _ := loaded.QuoteExactInput(r.Context(), down, amount, limit); again != got || c.calls != before {
			r.Fatalf("the second quote made %d calls", c.calls-before)
		}
		crossed += int(got.TicksCrossed)
	})
	if crossed == 0 {
		t.Error("no tick was loaded")
	}
}

func TestOpenReadsWhatNeverChanges(t *testing.T) {
	p := flat(t, "1000000", 3000, 60)
	c, client := serve(t, p)
	l, err := uniswap.Open(t.Context(), client, c.block, address)
	if err != nil || l.Fee != 3000 || l.TickSpacing != 60 || l.Token0 == l.Token1 {
		t.Errorf("%+v (%v)", l, err)
	}
	b := client.At(c.block)
	low, high := l.AddTicks(b, -60, 60)
	check(t, b.Do(t.Context()))
	inside, err := l.Inside(p, -60, 60, low, high)
	// 0 − (1,000,000 − 60) − (1,000,000 + 60), wrapping.
	want := new(uint256.Int).Neg(uint256.NewInt(2_000_000))
	if err != nil || !inside.Token0.Eq(want) {
		t.Errorf("growth inside %s (%v), want %s", inside.Token0.Dec(), err, want.Dec())
	}
}

func TestAFaultWhileLoadingIsNoZero(t *testing.T) {
	p := flat(t, "1000000000000", 3000, 60)
	table := p.Ticks.(*uniswap.TickTable)
	check(t, table.Add(-60, 60, dec("1000")))
	p.Liquidity.AddUint64(&p.Liquidity, 1000)
	c, client := serve(t, p)
	l, err := uniswap.Open(t.Context(), client, c.block, address)
	check(t, err)
	loaded, err := l.Load(t.Context(), client, c.block)
	check(t, err)
	c.fail = errors.New("on fire")
	if q, err := loaded.QuoteExactInput(t.Context(), true, dec("1000000000000"), nil); !errors.Is(err, rpc.ErrNode) {
		t.Errorf("quoted %+v (%v) from a node on fire", q, err)
	}
	if _, err := l.Load(t.Context(), client, c.block); !errors.Is(err, rpc.ErrNode) {
		t.Errorf("loaded from a node on fire: %v", err)
	}
	c.fail, c.short = nil, true
	if _, err := l.Load(t.Context(), client, c.block); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("loaded from cut answers: %v", err)
	}
	if q, err := loaded.QuoteExactInput(t.Context(), true, dec("1000000000000"), nil); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("quoted %+v (%v) from cut answers", q, err)
	}
	c.short = false
	if _, err := l.Load(t.Context(), client, common.Hash{8}); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("loaded an unknown block: %v", err)
	}
	if q, err := loaded.QuoteExactInput(t.Context(), true, dec("1000000000000"), nil); err != nil || q.TicksCrossed != 1 {
		t.Errorf("after the faults: %+v (%v)", q, err)
	}
}
