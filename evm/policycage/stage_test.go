package policycage_test

import (
	"errors"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// stage is the kit with a cage around the account's money. ETH costs 2,000.
type stage struct {
	*evmtest.Kit
	t      testing.TB
	client *rpc.Client
	codec  *bind.PolicyCage

	owner, golem, stranger   *evmtest.Party // the owner is the account
	cage, enforcer, oracle   common.Address
	usdc, weth, router, pool common.Address
	npm, lender              common.Address

	logs []*types.Log // of what succeeded at the cage
	gas  []uint64     // of the deployments: enforcer, oracle, cage
}

// raise deploys a cage. edit may change what it is made of.
func raise(t testing.TB, edit func(*stage, *policycage.Config)) *stage {
	t.Helper()
	s := &stage{Kit: evmtest.NewKit(t), t: t, codec: bind.NewPolicyCage()}
	s.client = rpc.New(s.RPC)
	s.owner, s.golem, s.stranger = s.Holder(), s.Party("golem"), s.Party("stranger")
	s.usdc, s.weth, s.router, s.pool = s.At("USDC"), s.At("WETH9"), s.At("SwapRouter"), s.At("UniswapV3Pool")
	s.npm, s.lender = s.At("NonfungiblePositionManager"), s.At("AavePool")
	s.enforcer = s.create(policycage.EnforcerCreation(s.At("DelegationManager")))
	s.oracle = s.create(policycage.OracleCreation([]policycage.Feed{
		{Token: s.usdc, Feed: s.At("USDCFeed"), MaxAge: 3600},
		{Token: s.weth, Feed: s.At("ETHFeed"), MaxAge: 3600},
		{Token: s.At("WBTC"), Feed: s.At("BTCFeed"), MaxAge: 3600},
	}, common.Address{}))
	c := s.config()
	if edit != nil {
		edit(s, &c)
	}
	for _, name := range policycage.Readers() {
		s.stranger.Creates(must(policycage.ReaderCreation(name)), true)
	}
	s.cage = s.create(policycage.Creation(c))
	if c.Enforcer == s.enforcer {
		s.owner.Must(s.enforcer, bind.NewCageEnforcer().PackBind(s.cage))
	}
	return s
}

func (s *stage) create(code []byte, err error) common.Address {
	s.t.Helper()
	check(s.t, err)
	at, r := s.stranger.Create(code)
	s.gas = append(s.gas, r.GasUsed)
	return at
}

// config is the shipped cage, for the kit's market, Aave and the account.
func (s *stage) config() policycage.Config {
	c := policycage.Config{
		Owner: s.owner.Address, Account: s.owner.Address, Enforcer: s.enforcer, Cash: s.usdc, PriceOracle: s.oracle,
		Constitution: common.Hash{1, 2, 3}, HighWaterMark: 1_000_000 * money.One, Limits: policycage.DefaultLimits(),
		Assets: []common.Address{s.usdc, s.weth}, Protocols: []common.Address{s.router, s.npm, s.lender, s.pool},
	}
	c.Readers = []policycage.Binding{
		{Target: s.router, Reader: reads("UniswapV3"), Deeds: policycage.Swaps},
		{Target: s.npm, Reader: reads("UniswapV3"), Deeds: policycage.Positions},
		{Target: s.lender, Reader: reads("AaveV3"), Deeds: policycage.Lends},
	}
	lender, one := bind.NewAavePool(), new(big.Int)
	list := func(target common.Address, calls ...[]byte) {
		for _, call := range calls {
			c.Selectors = append(c.Selectors, policycage.Selector{Target: target, Method: [4]byte(call[:4])})
		}
	}
	list(s.router, s.swap(s.usdc, s.weth, one, s.owner.Address), s.path(one, s.owner.Address, s.usdc, s.weth))
	list(s.npm, s.mint(one, one, s.owner.Address), s.increase(one, one, one), s.decrease(one, one), s.collect(one, s.usdc))
	list(s.lender, lender.PackSupply(s.usdc, one, s.usdc, 0), lender.PackWithdraw(s.usdc, one, s.usdc), lender.PackRepay(s.usdc, one, one, s.usdc))
	return c
}

// reads is where a protocol's reader stands.
func reads(name string) common.Address { return must(policycage.ReaderAt(name)) }

// tries asks a contract as somebody, on the latest block, and returns why it refuses.
func (s *stage) tries(by common.Address, to common.Address, data []byte) error {
	s.t.Helper()
	head, err := s.client.Head(s.t.Context())
	check(s.t, err)
	b := s.client.At(head.Hash)
	r := b.CallAs(rpc.Call{From: by, To: to, Data: data})
	check(s.t, b.Do(s.t.Context()))
	if _, err = r.Value(); err == nil {
		return nil
	}
	if v, ok := policycage.FromError(err); ok {
		return v
	}
	return err
}

// refused asserts that a call is refused with an error of the cage when it is asked, and
// that it reverts with the same when it is mined.
func (s *stage) refused(p *evmtest.Party, to common.Address, data []byte, want policycage.Kind) *policycage.Violation {
	s.t.Helper()
	v := s.kind(s.tries(p.Address, to, data), want)
	r := p.Do(to, data)
	if r.Status == types.ReceiptStatusSuccessful {
		s.t.Fatalf("%s was refused when asked and passed when sent", want)
	}
	var mined struct{ Output hexutil.Bytes }
	check(s.t, s.RPC.Call(&mined, "debug_traceTransaction", r.TxHash, map[string]string{"tracer": "callTracer"}))
	if got, ok := policycage.Decode(mined.Output); !ok || got.Kind != want {
		s.t.Fatalf("%s when asked, and %v when mined", want, got)
	}
	return v
}

// kind asserts what an error is; "" is none.
func (s *stage) kind(err error, want policycage.Kind) *policycage.Violation {
	s.t.Helper()
	if want == "" {
		check(s.t, err)
		return nil
	}
	v := new(policycage.Violation)
	if !errors.As(err, &v) || v.Kind != want {
		s.t.Fatalf("want %s, got %v", want, err)
	}
	return v
}

// does sends a call that has to succeed.
func (s *stage) does(p *evmtest.Party, data []byte) *types.Receipt {
	s.t.Helper()
	check(s.t, s.tries(p.Address, s.cage, data))
	r := p.Must(s.cage, data)
	s.logs = append(s.logs, r.Logs...)
	return r
}

func (s *stage) snapshot() policycage.Snapshot {
	s.t.Helper()
	head, err := s.client.Head(s.t.Context())
	check(s.t, err)
	out, err := policycage.Read(s.t.Context(), s.client, head.Hash, s.cage)
	check(s.t, err)
	return out
}

func (s *stage) balance(token, of common.Address) *big.Int {
	s.t.Helper()
	n, err := bind.NewERC20().UnpackBalanceOf(s.Ask(token, bind.NewERC20().PackBalanceOf(of)))
	check(s.t, err)
	return n
}

// at moves the chain so that its next block has the time.
func (s *stage) at(unix uint64) {
	s.t.Helper()
	// Mine lets two seconds pass.
	s.Later(int64(unix) - int64(s.Chain().Chain.Head().Time) - 2) //nolint:gosec // small
}

// wait lets seconds pass.
func (s *stage) wait(seconds int64) {
	s.t.Helper()
	s.Later(seconds)
	s.Mine()
}

func usdc(n int64) *big.Int { return big.NewInt(n * 1_000_000) }

// milli is thousandths of an ether.
func milli(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e15)) }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
