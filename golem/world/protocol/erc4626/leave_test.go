package erc4626_test

import (
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

// Ways implements protocoltest.Subject. What the account has are shares.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	never := func(why string) protocoltest.Way { return protocoltest.Way{Never: why} }
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.Frozen:     never("the vault of the kit is stopped whole, or not at all"),
		protocoltest.CapReached: never("the vault of the kit takes any amount"),
		protocoltest.OutOfRange: never("what is lent lies in no range"),
		protocoltest.Paused: {Play: func(l *protocoltest.Leaver) {
			s.pause(true)
			held, _ := l.Read().Lending[0].Reserve(s.USDC) // nothing can be had
			l.Gone(held.Supplied.IsZero() && !held.Barred.IsZero() && held.Barred == held.SupplyShares)
			s.pause(false)
			s.leaveAll(l)
		}},
		protocoltest.ShortOfCash: {Play: func(l *protocoltest.Leaver) {
			s.Own(s.at, owned.PackLend(new(big.Int).Sub(s.cash(), big.NewInt(1_000e6))))
			l.Refused(s.order(grammar.Withdraw, uint256.NewInt(1_000e6+1)), "VAULT_SHORT")
			l.Make(s.order(grammar.Withdraw, everything)) // what is there
			held, _ := l.Read().Lending[0].Reserve(s.USDC)
			l.Gone(held.Supplied.LtUint64(2) && !held.Barred.IsZero())
			s.refill(none)
			s.leaveAll(l)
		}},
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			maker := s.Maker(s.at)
			maker.Must(s.USDC, token.PackTransfer(s.at, big.NewInt(700e6)))
			maker.Must(s.at, std.PackDeposit(big.NewInt(77), s.Account)) // a gift
			maker.Do(s.Deploy(evmtest.Token()), token.PackTransfer(s.at, big.NewInt(1)))
			s.leaveAll(l)
		}},
		protocoltest.Accrued: {Play: func(l *protocoltest.Leaver) {
			s.Own(s.at, owned.PackLend(s.cash()))
			s.refill(big.NewInt(40_000e6))
			s.leaveAll(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
			s.Own(s.at, std.PackRedeem(s.number(std.PackBalanceOf(s.Owner())), s.Owner(), s.Owner()))
			s.Holder().Must(s.at, std.PackRedeem(new(big.Int).Sub(s.shares(), big.NewInt(2)), s.Account, s.Account))
			s.leaveAll(l)
		}},
	}
}

// leaveAll takes everything out.
func (s *subject) leaveAll(l *protocoltest.Leaver) {
	l.Make(s.order(grammar.Withdraw, everything))
	l.Gone(l.Read().Lending[0].Idle())
}
