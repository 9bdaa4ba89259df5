package uniswapv3_test

import (
	"math/big"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

// Ways implements protocoltest.Subject. What the account has are positions.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	never := func(why string) protocoltest.Way { return protocoltest.Way{Never: why} }
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.Paused:      never("no one can stop a pool"),
		protocoltest.ShortOfCash: never("a pool holds what its positions are worth"),
		protocoltest.Frozen:      never("no one can freeze a position; what an issuer does is a token's"),
		protocoltest.CapReached:  never("a pool has no cap below what a tick can hold"),
		protocoltest.Accrued:     never("nothing in a pool bears interest; what a position earns is left with it in every other state"),
		protocoltest.OutOfRange: {Play: func(l *protocoltest.Leaver) {
			s.opened(1_000e6)
			s.move(500)
			s.leaveAll(l)
			s.opened(1_000e6)
			s.move(-500)
			s.leaveAll(l)
		}},
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			s.opened(1_000e6)
			strange := s.Deploy(evmtest.Token())
			s.maker.Do(strange, token.PackTransfer(s.Pool, big.NewInt(1)))
			s.maker.Must(s.USDC, token.PackTransfer(s.Pool, big.NewInt(5_000e6)))
			s.opened(77e6) // a position that a stranger made
			s.leaveAll(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
			s.opened(1)
			s.opened(1_000e6)
			s.thin(1_000_000)
			s.leaveAll(l)
		}},
	}
}

// opened gives the account a position around the price.
func (s *subject) opened(usdc int64) {
	s.maker.Must(s.Positions, s.mint(s.Account, s.near(-100), s.near(100), usdc))
	s.move(3)
	s.move(-3)
}

// leaveAll leaves every position of the account's, each in two parts.
func (s *subject) leaveAll(l *protocoltest.Leaver) {
	for _, p := range l.Read().Positions {
		if p.Liquidity.GtUint64(1_000) {
			l.Make(s.leaves(p, 40))
		}
		l.Make(s.leaves(p, 100))
	}
	l.Gone(len(l.Read().Positions) == 0)
}
