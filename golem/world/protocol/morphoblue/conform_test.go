package morphoblue_test

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
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, newMarket) }

var (
	blue  = bind.NewMorpho()
	token = bind.NewERC20()
	none  = new(big.Int)
)

// subject is the real market of USDC against WETH, to which the kit's account lends plenty, and
// the account too.
type subject struct{ *evmtest.Lenders }

func newMarket(t testing.TB) protocoltest.Subject {
	s := &subject{evmtest.NewLenders(t)}
	s.Approve(s.Morpho)
	s.Holder().Must(s.Morpho, blue.PackSupplyCollateral(s.Params, protocoltest.Ether(100), s.Account, nil))
	s.lend(5_000e6)
	return s
}

func (s *subject) lend(units int64) {
	s.Holder().Must(s.Morpho, blue.PackSupply(s.Params, big.NewInt(units), none, s.Account, nil))
}

// Stage implements protocoltest.Subject.
func (s *subject) Stage() protocoltest.Stage {
	return protocoltest.Stage{
		Node: s.Node, Tokens: []common.Address{s.USDC, s.WETH},
		Deployments: []protocol.Deployment{protocol.Deploy(morphoblue.Name, "", morphoblue.Terms{Contract: s.Morpho, Market: s.MorphoID()})},
		Open: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
			r, d, err := morphoblue.Open(ctx, o, all[0])
			return r, []protocol.Deployment{d}, err
		},
		New: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
			return morphoblue.New(a, all[0])
		},
	}
}

func (s *subject) position() bind.MorphoPositionOutput {
	return protocoltest.Ask(s.Node, s.Morpho, blue.PackPosition(s.MorphoID(), s.Account), blue.UnpackPosition)
}

// Next implements protocoltest.Subject. Every state ends with the interest written down in its
// block, so that the contract's own sums are those of the reading.
func (s *subject) Next(rng *rand.Rand) (edge string) {
	defer func() { s.Execute(s.Morpho, blue.PackAccrueInterest(s.Params)) }()
	s.Approve(s.Morpho) // an order leaves none
	usdc := protocoltest.Some(rng, big.NewInt(100_000e6)).ToBig()
	switch rng.IntN(10) {
	case 0:
		s.Execute(s.Morpho, blue.PackSupply(s.Params, usdc, none, s.Account, nil))
	case 1:
		s.Execute(s.Morpho, blue.PackSupplyCollateral(s.Params, protocoltest.Some(rng, protocoltest.Ether(50)).ToBig(), s.Account, nil))
	case 2:
		s.Execute(s.Morpho, blue.PackWithdraw(s.Params, usdc, none, s.Account, s.Account))
	case 3:
		s.Execute(s.Morpho, blue.PackBorrow(s.Params, usdc, none, s.Account, s.Account))
	case 4:
		s.Execute(s.Morpho, blue.PackRepay(s.Params, usdc, none, s.Account, nil))
	case 5:
		s.SetPrice(s.WETH, 1500e8+rng.Int64N(700e8))
	case 6:
		s.Later(1 + rng.Int64N(40*86_400))
		s.Mine()
		return "interest accrued"
	case 7:
		s.Execute(s.Morpho, blue.PackSupply(s.Params, big.NewInt(1), none, s.Account, nil))
		return "a unit supplied"
	case 8:
		s.Execute(s.Morpho, blue.PackBorrow(s.Params, big.NewInt(1+rng.Int64N(3)), none, s.Account, s.Account))
		return "a few units owed"
	case 9:
		sums := protocoltest.Ask(s.Node, s.Morpho, blue.PackMarket(s.MorphoID()), blue.UnpackMarket)
		if sums.TotalSupplyAssets.Cmp(sums.TotalBorrowAssets) > 0 {
			s.Drain()
		}
		return "all of it lent out"
	}
	return ""
}

// worth is what shares of sums come to, as MorphoBalancesLib and SharesMathLib have it.
func worth(shares, assets, all *big.Int, up bool) *big.Int {
	over := new(big.Int).Add(all, big.NewInt(1_000_000))
	v := new(big.Int).Mul(shares, new(big.Int).Add(assets, big.NewInt(1)))
	if up {
		v.Add(v, over).Sub(v, big.NewInt(1))
	}
	return v.Quo(v, over)
}

// Says implements protocoltest.Subject.
func (s *subject) Says(r turn.Reading) []protocoltest.Figure {
	sums, is := protocoltest.Ask(s.Node, s.Morpho, blue.PackMarket(s.MorphoID()), blue.UnpackMarket), s.position()
	price := protocoltest.Ask(s.Node, s.Params.Oracle, evmtest.Pack("price()"), token.UnpackBalanceOf)
	l := r.Lending[0]
	loan, _ := l.Reserve(s.USDC)
	put, _ := l.Reserve(s.WETH)
	owed := worth(is.BorrowShares, sums.TotalBorrowAssets, sums.TotalBorrowShares, true)
	value := new(big.Int).Mul(is.Collateral, price)
	value.Quo(value, protocoltest.Power(36))
	health := new(uint256.Int).SetAllOne().ToBig()
	if owed.Sign() > 0 {
		health.Mul(value, s.Params.Lltv).Quo(health, protocoltest.Power(18))
		health.Mul(health, protocoltest.Power(18)).Quo(health, owed)
	}
	return []protocoltest.Figure{
		{What: "the block that interest is written down to", Ours: big.NewInt(r.Block.Time), Theirs: sums.LastUpdate},
		{What: "supplied", Ours: loan.Supplied.ToBig(), Theirs: worth(is.SupplyShares, sums.TotalSupplyAssets, sums.TotalSupplyShares, false)},
		{What: "owed", Ours: loan.Owed.ToBig(), Theirs: owed},
		{What: "debt", Ours: l.Account.Debt.ToBig(), Theirs: owed},
		{What: "shares supplied", Ours: loan.SupplyShares.ToBig(), Theirs: is.SupplyShares},
		{What: "shares owed", Ours: loan.DebtShares.ToBig(), Theirs: is.BorrowShares},
		{What: "collateral", Ours: put.Supplied.ToBig(), Theirs: is.Collateral},
		{What: "worth of the collateral", Ours: l.Account.Collateral.ToBig(), Theirs: value},
		{What: "health", Ours: l.Account.Health.ToBig(), Theirs: health},
	}
}
