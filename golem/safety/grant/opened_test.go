package grant_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// opened is a stage whose markets were opened on the chain as a Golem's are, and whose owner granted
// what its adapters do in them, within a cage.
type opened struct {
	*stage
	eyes *chain.Chain
}

// raiseIn has the owner grant in the kit's pool and in some deployments more.
func raiseIn(t testing.TB, more func(*evmtest.Kit) []protocol.Deployment) *opened {
	t.Helper()
	s := &opened{stage: &stage{Kit: evmtest.NewKit(t), t: t}}
	s.owner, s.golem, s.usdc, s.weth = s.Holder(), s.Party("golem"), s.At("USDC"), s.At("WETH9")
	s.owner.Become(s.At("EIP7702StatelessDeleGator"))
	s.owner.Pay(s.weth, big.NewInt(5e18), bind.NewWETH9().PackDeposit())
	v := table.Venue{Pools: []table.Pool{{At: s.At("UniswapV3Pool")}}, Router: s.At("SwapRouter"), Positions: s.At("NonfungiblePositionManager")}
	var err error
	s.eyes, err = chain.Open(t.Context(), rpc.New(s.RPC), chain.Config{
		ChainID: evmtest.ChainID, Account: s.owner.Address, Numeraire: s.usdc, Deployments: append(v.Deployments(), more(s.Kit)...),
	})
	check(t, err)
	deployments := s.eyes.Deployments()
	caged := tool.Venue{Account: s.owner.Address, Deployments: deployments, Grant: &grant.Grant{Mode: grant.Delegation}}
	adapters, err := tool.NewAdapters(caged)
	check(t, err)
	s.look()
	forms, err := adapters.Forms(s.reading)
	check(t, err)
	readings, err := table.Readings(deployments)
	check(t, err)
	now := s.Chain().Chain.Head().Time
	limits := policycage.DefaultLimits()
	limits.MoveLoss = 100
	s.granted(grant.Wish{
		Mode: grant.Delegation, ChainID: evmtest.ChainID, Manager: s.At("DelegationManager"), Owner: s.owner.Address, Account: s.owner.Address,
		Key: s.golem.Address, Start: now, End: now + 86_400,
		Tokens: []caveat.Token{
			{Address: s.usdc, Feed: s.At("USDCFeed"), MaxAge: 1_000_000, Decimals: 14}, {Address: s.weth, Feed: s.At("ETHFeed"), MaxAge: 1_000_000, Decimals: 26},
		},
		Forms: forms, Readings: readings, Pools: append(table.Standing(s.reading), table.Grounds(deployments)...), Limits: limits, Worth: 1_000_000 * money.One, Mark: 1_000_000 * money.One,
	})
	caged.Grant = &s.grant
	s.adapters, err = tool.NewAdapters(caged)
	check(t, err)
	return s
}

// look reads the markets anew.
func (s *opened) look() {
	s.t.Helper()
	seen, err := s.eyes.Observe(s.t.Context())
	check(s.t, err)
	s.reading = seen
}

// orders redeems an action as the adapters make it, and says why the chain refused; empty: it did
// not. The reading is another one then.
func (s *opened) orders(a grammar.Action) string {
	s.t.Helper()
	s.look()
	a.Slippage = 50
	calls, err := s.adapters.Calls(a, s.reading, nil)
	check(s.t, err)
	if len(calls) != 1 || calls[0].To != s.grant.Manager {
		s.t.Fatalf("%d calls, the first of %s", len(calls), calls[0].To)
	}
	said := s.asked(calls[0].Data)
	if r := s.golem.Do(calls[0].To, calls[0].Data); (r.Status == 1) != (said == "") {
		s.t.Fatalf("%s: asked %q, mined %d", a.Kind, said, r.Status)
	}
	s.look()
	return said
}

// carries wants orders that pass.
func (s *opened) carries(all ...grammar.Action) {
	s.t.Helper()
	for _, a := range all {
		if said := s.orders(a); said != "" {
			s.t.Fatalf("%s of %s in %s: %s", a.Kind, a.Asset, a.Market, said)
		}
	}
}

// cage is what the cage holds now.
func (s *opened) cage() policycage.Snapshot {
	s.t.Helper()
	client := rpc.New(s.RPC)
	head, err := client.Head(s.t.Context())
	check(s.t, err)
	c, err := policycage.Read(s.t.Context(), client, head.Hash, s.grant.Cage)
	check(s.t, err)
	return c
}

// lent is what the account has at a lender of an asset.
func (s *opened) lent(market string, asset common.Address) turn.Reserve {
	s.t.Helper()
	l, ok := s.reading.Lender(market)
	r, has := l.Reserve(asset)
	if !ok || !has {
		s.t.Fatalf("%s has no %s", market, asset)
	}
	return r
}

// all is the word for everything.
func all() *uint256.Int { return new(uint256.Int).SetAllOne() }
