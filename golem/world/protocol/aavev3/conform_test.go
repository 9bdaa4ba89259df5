package aavev3_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, newMarket) }

var (
	pool  = bind.NewAavePool()
	token = bind.NewERC20()
)

// subject is the real market, to which the kit's account lends plenty, and the account too.
type subject struct{ *evmtest.Lenders }

func newMarket(t testing.TB) protocoltest.Subject {
	s := &subject{evmtest.NewLenders(t)}
	s.Approve(s.Lending)
	s.supply(s.WETH, protocoltest.Ether(100))
	return s
}

func (s *subject) supply(asset common.Address, units *big.Int) {
	s.Holder().Must(s.Lending, pool.PackSupply(asset, units, s.Account, 0))
}

// Stage implements protocoltest.Subject.
func (s *subject) Stage() protocoltest.Stage {
	return protocoltest.Stage{
		Node: s.Node, Tokens: []common.Address{s.USDC, s.WETH},
		Deployments: []protocol.Deployment{protocol.Deploy(aavev3.Name, "", aavev3.Terms{Pool: s.Lending})},
		Open: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
			r, d, err := aavev3.Open(ctx, o, all[0])
			return r, []protocol.Deployment{d}, err
		},
		New: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
			return aavev3.New(a, all[0])
		},
	}
}

func (s *subject) reserve(asset common.Address) bind.DataTypesReserveData {
	return protocoltest.Ask(s.Node, s.Lending, pool.PackGetReserveData(asset), pool.UnpackGetReserveData)
}

func (s *subject) units(of common.Address) *big.Int {
	return protocoltest.Ask(s.Node, of, token.PackBalanceOf(s.Account), token.UnpackBalanceOf)
}

func (s *subject) account() bind.AavePoolGetUserAccountDataOutput {
	return protocoltest.Ask(s.Node, s.Lending, pool.PackGetUserAccountData(s.Account), pool.UnpackGetUserAccountData)
}

// cap sets how many whole tokens of an asset may be supplied; 0: any.
func (s *subject) cap(asset common.Address, tokens int64) {
	s.Own(s.Configurator, evmtest.Pack("setSupplyCap(address,uint256)", asset[:], big.NewInt(tokens).Bytes()))
}

// freeze has a reserve take neither supplies nor loans, or lets it.
func (s *subject) freeze(asset common.Address, frozen bool) {
	word := []byte{0}
	if frozen {
		word[0] = 1
	}
	s.Own(s.Configurator, evmtest.Pack("setReserveFreeze(address,bool)", asset[:], word))
}

// Next implements protocoltest.Subject.
func (s *subject) Next(rng *rand.Rand) (edge string) {
	s.Approve(s.Lending) // an order leaves none
	asset, most := s.USDC, big.NewInt(100_000e6)
	if rng.IntN(2) == 0 {
		asset, most = s.WETH, protocoltest.Ether(50)
	}
	some := protocoltest.Some(rng, most).ToBig()
	switch rng.IntN(10) {
	case 0, 1: // refused where a cap is reached
		s.Execute(s.Lending, pool.PackSupply(asset, some, s.Account, 0))
	case 2: // refused where it would leave too little
		s.Execute(s.Lending, pool.PackWithdraw(asset, some, s.Account))
	case 3:
		if can := s.account().AvailableBorrowsBase; can.Sign() > 0 { // at most half of it, in dollars of eight decimals
			usdc := protocoltest.Some(rng, can.Quo(can, big.NewInt(200)).Add(can, big.NewInt(1))).ToBig()
			s.Execute(s.Lending, pool.PackBorrow(s.USDC, usdc, big.NewInt(2), 0, s.Account))
		}
	case 4:
		s.Execute(s.Lending, pool.PackRepay(s.USDC, some, big.NewInt(2), s.Account))
	case 5:
		s.SetPrice(s.WETH, 1500e8+rng.Int64N(700e8))
	case 6:
		s.Later(1 + rng.Int64N(40*86_400))
		s.Mine()
		return "interest accrued"
	case 7:
		s.Execute(s.Lending, pool.PackSupply(asset, big.NewInt(1), s.Account, 0))
		return "a unit supplied"
	case 8:
		s.Execute(s.Lending, pool.PackBorrow(s.USDC, big.NewInt(1+rng.Int64N(3)), big.NewInt(2), 0, s.Account))
		return "a few units owed"
	case 9:
		tokens := int64(0)
		if rng.IntN(2) == 0 {
			tokens = 1
		}
		if s.cap(asset, tokens); tokens == 1 {
			return "cap reached"
		}
	}
	return ""
}

// Says implements protocoltest.Subject.
func (s *subject) Says(r turn.Reading) []protocoltest.Figure {
	market, a := r.Lending[0], s.account()
	all := []protocoltest.Figure{
		{What: "collateral", Ours: market.Account.Collateral.ToBig(), Theirs: a.TotalCollateralBase},
		{What: "debt", Ours: market.Account.Debt.ToBig(), Theirs: a.TotalDebtBase},
		{What: "health", Ours: market.Account.Health.ToBig(), Theirs: a.HealthFactor},
		{What: "threshold", Ours: big.NewInt(int64(market.Account.Threshold)), Theirs: a.CurrentLiquidationThreshold},
		{What: "loan to value", Ours: big.NewInt(int64(market.Account.LoanToValue)), Theirs: a.Ltv},
		{What: "reserves", Ours: big.NewInt(int64(len(market.Reserves))), Theirs: big.NewInt(2)},
	}
	for _, held := range market.Reserves {
		is, name := s.reserve(held.Token.Address), held.Token.Symbol
		all = append(all, protocoltest.Figure{What: name + " supplied", Ours: held.Supplied.ToBig(), Theirs: s.units(is.ATokenAddress)},
			protocoltest.Figure{What: name + " owed", Ours: held.Owed.ToBig(), Theirs: s.units(is.VariableDebtTokenAddress)},
			protocoltest.Figure{What: name + " supply rate", Ours: held.SupplyRate.ToBig(), Theirs: is.CurrentLiquidityRate},
			protocoltest.Figure{What: name + " borrow rate", Ours: held.BorrowRate.ToBig(), Theirs: is.CurrentVariableBorrowRate})
	}
	return all
}

// Orders implements protocoltest.Subject.
func (s *subject) Orders(rng *rand.Rand, r turn.Reading) (all []grammar.Action) {
	for _, held := range r.Lending[0].Reserves {
		asset := held.Token.Address
		all = append(all, s.order(grammar.Supply, asset, protocoltest.Some(rng, protocoltest.Power(int64(held.Token.Decimals)+1))))
		if !held.Supplied.IsZero() {
			all = append(all, s.order(grammar.Withdraw, asset, protocoltest.Some(rng, held.Supplied.ToBig())))
		}
		if !held.Owed.IsZero() {
			all = append(all, s.order(grammar.Repay, asset, protocoltest.Some(rng, held.Owed.ToBig())))
		}
	}
	return append(all, s.order(grammar.Borrow, s.USDC, protocoltest.Some(rng, big.NewInt(200_000e6))))
}

func (s *subject) order(kind grammar.Kind, asset common.Address, amount *uint256.Int) grammar.Action {
	return grammar.Action{Kind: kind, Market: aavev3.Name, Protocol: aavev3.Name, Asset: asset, Amount: amount}
}

// Quote implements protocoltest.Subject: whether the pool itself carries the order out, which then
// moves what it names, and so many tokens that stand for it.
func (s *subject) Quote(a grammar.Action, r turn.Reading) ([]turn.Delta, bool) {
	amount := a.Amount.ToBig()
	call := map[grammar.Kind][]byte{
		grammar.Supply:   pool.PackSupply(a.Asset, amount, s.Account, 0),
		grammar.Withdraw: pool.PackWithdraw(a.Asset, amount, s.Account),
		grammar.Borrow:   pool.PackBorrow(a.Asset, amount, big.NewInt(2), 0, s.Account),
		grammar.Repay:    pool.PackRepay(a.Asset, amount, big.NewInt(2), s.Account),
	}[a.Kind]
	back := s.Snapshot()
	defer back()
	s.Approve(s.Lending)
	if _, err := protocoltest.Try(s.Node, s.Lending, call, func(raw []byte) ([]byte, error) { return raw, nil }); err != nil {
		return nil, true
	}
	held, _ := r.Lending[0].Reserve(a.Asset)
	stands, out := held.Receipt, a.Kind == grammar.Supply || a.Kind == grammar.Repay
	if a.Kind == grammar.Borrow || a.Kind == grammar.Repay {
		stands = held.DebtToken
	}
	grows := a.Kind == grammar.Supply || a.Kind == grammar.Borrow
	return []turn.Delta{{Token: a.Asset, Out: out, Units: *a.Amount}, {Token: stands, Out: !grows, Units: *a.Amount}}, false
}

// Interest grows from the block of the log that told of it, wherever the head is by then.
//
// spec: tools-archetypes §4
func TestAnIndexIsAsOldAsItsLog(t *testing.T) {
	s := newMarket(t).(*subject)
	protocoltest.Follow(t, s, func() {
		s.owes()
		s.Later(30 * 86_400)
		s.Mine()
	})
}
