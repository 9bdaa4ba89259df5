package morphoblue_test

import (
	"math/big"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

var everything = new(uint256.Int).SetAllOne()

func (s *subject) order(kind grammar.Kind, asset common.Address, amount *uint256.Int) grammar.Action {
	return grammar.Action{Kind: kind, Market: morphoblue.Name, Protocol: morphoblue.Name, Asset: asset, Amount: amount}
}

// Orders implements protocoltest.Subject.
func (s *subject) Orders(rng *rand.Rand, r turn.Reading) (all []grammar.Action) {
	for _, held := range r.Lending[0].Reserves {
		asset := held.Token.Address
		all = append(all, s.order(grammar.Supply, asset, protocoltest.Some(rng, protocoltest.Power(int64(held.Token.Decimals)+1))))
		if !held.Supplied.IsZero() {
			all = append(all, s.order(grammar.Withdraw, asset, protocoltest.Some(rng, held.Supplied.ToBig())))
		}
		if held.Owed.GtUint64(1) {
			all = append(all, s.order(grammar.Repay, asset, protocoltest.Some(rng, new(big.Int).Sub(held.Owed.ToBig(), big.NewInt(1)))))
		}
	}
	return append(all, s.order(grammar.Borrow, s.USDC, protocoltest.Some(rng, big.NewInt(200_000e6))))
}

// Quote implements protocoltest.Subject: whether the contract itself carries the order out, which
// then moves what it names.
func (s *subject) Quote(a grammar.Action, _ turn.Reading) ([]turn.Delta, bool) {
	n, loan := a.Amount.ToBig(), a.Asset == s.USDC
	var call []byte
	switch {
	case a.Kind == grammar.Supply && loan:
		call = blue.PackSupply(s.Params, n, none, s.Account, nil)
	case a.Kind == grammar.Supply:
		call = blue.PackSupplyCollateral(s.Params, n, s.Account, nil)
	case a.Kind == grammar.Withdraw && loan:
		call = blue.PackWithdraw(s.Params, n, none, s.Account, s.Account)
	case a.Kind == grammar.Withdraw:
		call = blue.PackWithdrawCollateral(s.Params, n, s.Account, s.Account)
	case a.Kind == grammar.Borrow:
		call = blue.PackBorrow(s.Params, n, none, s.Account, s.Account)
	default:
		call = blue.PackRepay(s.Params, n, none, s.Account, nil)
	}
	back := s.Snapshot()
	defer back()
	s.Approve(s.Morpho)
	if _, err := protocoltest.Try(s.Node, s.Morpho, call, func(raw []byte) ([]byte, error) { return raw, nil }); err != nil {
		return nil, true
	}
	return []turn.Delta{{Token: a.Asset, Out: a.Kind == grammar.Supply || a.Kind == grammar.Repay, Units: *a.Amount}}, false
}

// Ways implements protocoltest.Subject. What the account has is lent and put up, and it owes.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	never := func(why string) protocoltest.Way { return protocoltest.Way{Never: why} }
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.Paused:     never("no one can stop a market"),
		protocoltest.Frozen:     never("no one can freeze a market or a position in it"),
		protocoltest.CapReached: never("a market has no caps"),
		protocoltest.OutOfRange: never("what is lent lies in no range"),
		protocoltest.ShortOfCash: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			s.Drain()
			l.Refused(s.order(grammar.Withdraw, s.USDC, everything), "MORPHO_INSUFFICIENT_LIQUIDITY")
			s.OwnMorpho(blue.PackSupply(s.Params, big.NewInt(1_000e6), none, s.Owner(), nil))
			l.Make(s.order(grammar.Withdraw, s.USDC, uint256.NewInt(1_000e6)))
			l.Make(s.order(grammar.Repay, s.USDC, everything)) // which is cash again
			s.leaveAll(l)
		}},
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			maker := s.Maker(s.Morpho)
			maker.Must(s.Morpho, blue.PackSupply(s.Params, big.NewInt(77), none, s.Account, nil)) // a gift
			maker.Must(s.USDC, token.PackTransfer(s.Morpho, big.NewInt(5_000e6)))
			maker.Do(s.Deploy(evmtest.Token()), token.PackTransfer(s.Morpho, big.NewInt(1)))
			s.leaveAll(l)
		}},
		protocoltest.Accrued: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			s.Later(200 * 86_400)
			s.Mine()
			s.leaveAll(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
			is := s.position()
			s.Holder().Must(s.Morpho, blue.PackWithdraw(s.Params, none, is.SupplyShares, s.Account, s.Account))
			s.Holder().Must(s.Morpho, blue.PackWithdrawCollateral(s.Params, new(big.Int).Sub(is.Collateral, big.NewInt(1)), s.Account, s.Account))
			s.lend(2)
			s.leaveAll(l)
		}},
	}
}

// owes has the account owe dollars.
func (s *subject) owes() {
	s.Holder().Must(s.Morpho, blue.PackBorrow(s.Params, big.NewInt(20_000e6), none, s.Account, s.Account))
}

// leaveAll pays everything back and takes everything out.
func (s *subject) leaveAll(l *protocoltest.Leaver) {
	for _, kind := range []grammar.Kind{grammar.Repay, grammar.Withdraw} {
		for _, held := range l.Read().Lending[0].Reserves {
			if has := map[grammar.Kind]uint256.Int{grammar.Repay: held.Owed, grammar.Withdraw: held.Supplied}[kind]; !has.IsZero() {
				l.Make(s.order(kind, held.Token.Address, everything))
			}
		}
	}
	l.Gone(l.Read().Lending[0].Idle())
}
