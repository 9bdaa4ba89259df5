package uniswapv4_test

import (
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

// Ways implements protocoltest.Subject. Who trades in a pool has its tokens, and leaves by a sale.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	never := func(why string) protocoltest.Way { return protocoltest.Way{Never: why} }
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.Paused:      never("no one can stop the pool manager"),
		protocoltest.ShortOfCash: never("a pool holds what its positions are worth"),
		protocoltest.Frozen:      never("no one can freeze an account in a pool; what an issuer does is a token's"),
		protocoltest.CapReached:  never("a pool has no cap below what a tick can hold"),
		protocoltest.OutOfRange:  never("the account holds no position"),
		protocoltest.Accrued:     never("nothing in a pool bears interest"),
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			strange := s.Deploy(evmtest.Token())
			s.maker.Do(strange, token.PackTransfer(s.Manager, big.NewInt(1)))
			s.maker.Must(s.USDC, token.PackTransfer(s.Manager, big.NewInt(5_000e6)))
			s.sellAll(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
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
