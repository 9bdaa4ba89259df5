package aavev3_test

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

var everything = new(uint256.Int).SetAllOne()

// Ways implements protocoltest.Subject. What the account has is supplied, and it owes.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.OutOfRange: {Never: "what is lent lies in no range"},
		protocoltest.Paused: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			s.Pause(s.WETH, true)
			l.Make(s.order(grammar.Repay, s.USDC, everything))
			l.Refused(s.order(grammar.Withdraw, s.WETH, everything), "AAVE_MARKET_PAUSED")
			s.Pause(s.WETH, false)
			s.leaveAll(l)
		}},
		protocoltest.ShortOfCash: {Play: func(l *protocoltest.Leaver) {
			s.supply(s.USDC, big.NewInt(5_000e6))
			s.DrainAave(s.USDC, big.NewInt(1_000e6))
			l.Refused(s.order(grammar.Withdraw, s.USDC, everything), "")
			l.Make(s.order(grammar.Withdraw, s.USDC, uint256.NewInt(1_000e6)))
			s.Own(s.USDC, token.PackApprove(s.Lending, big.NewInt(10_000e6)))
			s.Own(s.Lending, pool.PackRepay(s.USDC, big.NewInt(10_000e6), big.NewInt(2), s.Owner()))
			s.leaveAll(l)
		}},
		protocoltest.Frozen: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			for _, asset := range []common.Address{s.USDC, s.WETH} {
				s.freeze(asset, true)
			}
			l.Refused(s.order(grammar.Supply, s.USDC, uint256.NewInt(1e6)), "")
			s.leaveAll(l)
		}},
		protocoltest.CapReached: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			s.cap(s.USDC, 1)
			s.cap(s.WETH, 1)
			l.Refused(s.order(grammar.Supply, s.USDC, uint256.NewInt(1e6)), "")
			s.leaveAll(l)
		}},
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			maker := s.Maker(s.Lending)
			maker.Must(s.Deploy(evmtest.Token()), token.PackTransfer(s.Account, new(big.Int)))
			maker.Must(s.Lending, pool.PackSupply(s.USDC, big.NewInt(77), s.Account, 0)) // a gift
			s.leaveAll(l)
		}},
		protocoltest.Accrued: {Play: func(l *protocoltest.Leaver) {
			s.owes()
			s.Later(200 * 86_400)
			s.Mine()
			s.leaveAll(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
			s.Holder().Must(s.Lending, pool.PackWithdraw(s.WETH, everything.ToBig(), s.Account))
			s.supply(s.WETH, big.NewInt(1))
			s.supply(s.USDC, big.NewInt(2))
			s.leaveAll(l)
		}},
	}
}

// owes has the account owe dollars beside what it supplied.
func (s *subject) owes() {
	s.Holder().Must(s.Lending, pool.PackBorrow(s.USDC, big.NewInt(20_000e6), big.NewInt(2), 0, s.Account))
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
