package grant_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// stage is a kit on which an owner granted a Golem the wish of a mode.
type stage struct {
	*evmtest.Kit
	t              testing.TB
	owner, golem   *evmtest.Party
	usdc, weth     common.Address
	wish           grant.Wish
	grant          grant.Grant
	adapters       *tool.Adapters
	reading        turn.Reading
	gasOfContracts uint64
}

func raise(t testing.TB, mode grant.Mode, edit func(*grant.Wish)) *stage {
	t.Helper()
	s := &stage{Kit: evmtest.NewKit(t), t: t}
	s.owner, s.golem, s.usdc, s.weth = s.Holder(), s.Party("golem"), s.At("USDC"), s.At("WETH9")
	s.owner.Become(s.At("EIP7702StatelessDeleGator"))
	s.wish = s.wished(mode)
	if edit != nil {
		edit(&s.wish)
	}
	s.granted(s.wish)
	var err error
	s.adapters, err = tool.NewAdapters(s.venue(&s.grant))
	check(t, err)
	return s
}

// granted creates the contracts of a wish, and has the owner sign its grant.
func (s *stage) granted(w grant.Wish) {
	s.t.Helper()
	s.wish = w
	deployer := s.Party("deployer")
	at, creations, err := s.wish.Contracts(grant.Standing{}, func(n int) common.Address { return crypto.CreateAddress(deployer.Address, uint64(n)) })
	check(s.t, err)
	for _, c := range creations {
		s.gasOfContracts += deployer.Creates(c.Code, c.Shared).GasUsed
	}
	if w.Mode == grant.Delegation {
		s.owner.Must(at.Enforcer, s.wish.Bind(at))
		s.owner.Must(at.Lives, s.wish.Register())
	}
	s.grant, err = s.wish.Grant(at)
	check(s.t, err)
	s.grant.Delegation = s.signed(s.grant.Delegation)
	check(s.t, s.grant.Check())
}

func (s *stage) venue(g *grant.Grant) tool.Venue {
	return tool.Venue{Account: s.owner.Address, Deployments: s.deployments(), Grant: g}
}

// deployments are the kit's pool and lender.
func (s *stage) deployments() []protocol.Deployment {
	m := s.reading.Primary()
	return table.Venue{
		Pools: []table.Pool{{Handle: m.Handle, At: m.Address}}, Router: s.At("SwapRouter"), Positions: s.At("NonfungiblePositionManager"), Aave: s.At("AavePool"), Base: m.Base, Quote: m.Quote,
	}.Deployments()
}

func (s *stage) wished(mode grant.Mode) grant.Wish {
	s.t.Helper()
	usdc, weth := turn.Token{Address: s.usdc, Symbol: "USDC", Decimals: 6}, turn.Token{Address: s.weth, Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: s.At("UniswapV3Pool"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10}
	if s.weth.Cmp(s.usdc) < 0 {
		pool.Token0, pool.Token1, pool.QuoteIsZero = weth, usdc, false
	}
	s.reading = pool.Seen(nil, nil)
	s.reading.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: pool.Token0}, {Token: pool.Token1}}}}
	unsigned, err := tool.NewAdapters(s.venue(&grant.Grant{Mode: mode}))
	check(s.t, err)
	forms, err := unsigned.Forms(s.reading)
	check(s.t, err)
	readings, err := table.Readings(s.deployments())
	check(s.t, err)
	now := s.Chain().Chain.Head().Time
	return grant.Wish{
		Mode: mode, ChainID: evmtest.ChainID, Manager: s.At("DelegationManager"), Counter: s.At("LimitedCallsEnforcer"),
		Owner: s.owner.Address, Account: s.owner.Address, Key: s.golem.Address, Start: now, End: now + 86_400,
		Tokens: []caveat.Token{
			{Address: s.usdc, Feed: s.At("USDCFeed"), MaxAge: 1_000_000, Decimals: 14}, {Address: s.weth, Feed: s.At("ETHFeed"), MaxAge: 1_000_000, Decimals: 26},
		},
		Forms: forms, Readings: readings, Pools: []common.Address{pool.Address}, Limits: policycage.DefaultLimits(), Worth: 1_000_000 * money.One, Mark: 1_000_000 * money.One,
		Calls: 5, Daily: 10_000 * money.One,
	}
}

// swap are the adapters' calls of a swap, not yet redeemed.
func (s *stage) swap(in, out common.Address, units *big.Int) []delegation.Call {
	s.t.Helper()
	plain, err := tool.NewAdapters(s.venue(nil))
	check(s.t, err)
	r := s.reading
	r.Block.Time = int64(s.Chain().Chain.Head().Time) + 1_000_000
	calls, err := plain.Calls(grammar.Action{Kind: grammar.Swap, Market: r.Markets[0].Handle, Protocol: r.Markets[0].Protocol, TokenIn: in, TokenOut: out, AmountIn: uint256.MustFromBig(units), Slippage: 50}, r, nil)
	check(s.t, err)
	var inner []delegation.Call
	for _, c := range calls {
		inner = append(inner, delegation.Call{To: c.To, Data: c.Data})
	}
	return inner
}

// redeem sends calls to the manager from the Golem's key, past everything that is ours,
// and says why the chain refused; empty: it did not. The words are those of the mined
// transaction, and of the call before it.
func (s *stage) redeem(calls ...delegation.Call) (said string, gas uint64) {
	s.t.Helper()
	data, err := s.grant.Redeem(calls)
	check(s.t, err)
	asked := s.asked(data)
	r := s.golem.Do(s.grant.Manager, data)
	if r.Status == types.ReceiptStatusSuccessful {
		if asked != "" {
			s.t.Errorf("refused with %q when asked, and passed when mined", asked)
		}
		return "", r.GasUsed
	}
	var mined struct{ Output hexutil.Bytes }
	check(s.t, s.RPC.Call(&mined, "debug_traceTransaction", r.TxHash, map[string]string{"tracer": "callTracer"}))
	said, ok := grant.Explain(mined.Output)
	if !ok {
		s.t.Fatalf("no words for %x", mined.Output)
	}
	if said != asked {
		s.t.Errorf("%q when asked, %q when mined", asked, said)
	}
	return said, r.GasUsed
}

func (s *stage) asked(data []byte) string {
	s.t.Helper()
	reason, _ := s.reverts(data)
	said, _ := grant.Explain(reason)
	return said
}

// reverts asks the manager for a redemption by the Golem's key, and returns why it reverts.
func (s *stage) reverts(data []byte) (reason []byte, reverts bool) {
	s.t.Helper()
	b, _ := s.latest()
	read := b.CallAs(rpc.Call{From: s.golem.Address, To: s.grant.Manager, Data: data})
	check(s.t, b.Do(s.t.Context()))
	_, err := read.Value()
	reverted := new(rpc.RevertError)
	if err == nil || !errors.As(err, &reverted) {
		return nil, false
	}
	return reverted.Revert.Data, true
}

// latest reads at the newest block, which is of that time.
func (s *stage) latest() (b *rpc.Batch, at uint64) {
	s.t.Helper()
	client := rpc.New(s.RPC)
	head, err := client.Head(s.t.Context())
	check(s.t, err)
	return client.At(head.Hash), head.Time
}

// passes has the Golem redeem calls, which must succeed.
func (s *stage) passes(calls []delegation.Call) {
	s.t.Helper()
	if said, _ := s.redeem(calls...); said != "" {
		s.t.Fatal(said)
	}
}

func (s *stage) balance(token common.Address) *big.Int {
	s.t.Helper()
	n, err := bind.NewERC20().UnpackBalanceOf(s.Ask(token, bind.NewERC20().PackBalanceOf(s.owner.Address)))
	check(s.t, err)
	return n
}

func dollars(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e6)) }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
