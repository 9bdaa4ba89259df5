package uniswapv4_test

import (
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

// Ways implements protocoltest.Subject. What the account has are tokens,
// which it sells, and positions.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	never := func(why string) protocoltest.Way { return protocoltest.Way{Never: why} }
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.Paused:      never("no one can stop the pool manager"),
		protocoltest.ShortOfCash: never("a pool holds what its positions are worth"),
		protocoltest.Frozen:      never("no one can freeze an account in a pool; what an issuer does is a token's"),
		protocoltest.CapReached:  never("a pool has no cap below what a tick can hold"),
		protocoltest.Accrued:     never("nothing in a pool bears interest; what a position earns is left with it in every other state"),
		protocoltest.OutOfRange: {Play: func(l *protocoltest.Leaver) {
			for _, up := range []bool{true, false} {
				s.opened(s.pools[2], 1_000e6)
				s.far(s.pools[2], up)
				r := l.Read()
				l.Gone(!r.Positions[0].InRange(r.Markets[2].Range.Tick))
				s.leaveAll(l)
			}
		}},
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			strange := s.Deploy(evmtest.Token())
			s.maker.Do(strange, token.PackTransfer(s.Manager, big.NewInt(1)))
			s.maker.Must(s.USDC, token.PackTransfer(s.Manager, big.NewInt(5_000e6)))
			s.opened(s.pools[1], 1_000e6)
			s.opened(s.pools[3], 77e6)
			s.leaveAll(l)
			s.sellAll(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
			s.opened(s.pools[2], 1)
			s.opened(s.pools[2], 1_000e6)
			empty := s.Snapshot()
			s.thin(s.pools[2], 1_000_000)
			s.leaveAll(l)
			empty()
			s.leaveAll(l)
			s.thin(s.pools[2], 999_999)
			back := s.Snapshot()
			s.sellAll(l)
			back()
			s.thin(s.pools[2], 1_000_000) // what is left of it buys a part
			l.Make(s.sale(l))
			l.Gone(!s.sale(l).AmountIn.IsZero())
			s.back(s.pools[2])
			s.sellAll(l)
		}},
	}
}

// sale sells all WETH of the account's.
func (s *subject) sale(l *protocoltest.Leaver) grammar.Action {
	r := l.Read()
	return protocoltest.Sale(&r.Markets[2], false, new(uint256.Int).Set(&r.Assets[1].Units))
}

// sellAll does so where the pool takes all of it.
func (s *subject) sellAll(l *protocoltest.Leaver) {
	l.Make(s.sale(l))
	l.Gone(s.sale(l).AmountIn.IsZero())
}
